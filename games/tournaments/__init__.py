"""Tournaments: their rules, their rows, and the games of their tables."""
