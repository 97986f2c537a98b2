"""Tournaments: so far their rules alone, which no server plays yet."""
