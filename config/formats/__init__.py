"""Formats of dates that differ from those of Django."""
