"""Streams: events sent to clients as they are committed."""
