"""The API of drafts: sets, cards, decks, proposals and releases."""
