"""Audits of stored games, and the log of games with its checkpoints."""
