"""What organisers do to a game: remove a seat, void it, correct its result."""
