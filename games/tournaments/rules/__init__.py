"""Pure: sizes of tables, pairings, seats, points and standings."""
