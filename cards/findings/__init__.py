"""Where a card text is wrong, and that in words."""
