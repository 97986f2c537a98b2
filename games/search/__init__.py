"""Search of games: which rules, cards, refused moves and acts finished games have."""
