"""The log of finished games: a Merkle tree whose roots are signed."""
