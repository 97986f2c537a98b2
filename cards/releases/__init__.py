"""Proposals, reviews and releases of editions."""
