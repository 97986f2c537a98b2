"""Streams of live servers."""
