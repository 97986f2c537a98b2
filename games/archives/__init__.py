"""Move the rows of old games to files, and restore them."""
