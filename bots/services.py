"""Taking a turn: look, choose, submit."""
