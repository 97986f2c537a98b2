"""Who plays: players and the tokens they act with."""
