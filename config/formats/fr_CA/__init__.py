"""Formats in the French of Canada."""
