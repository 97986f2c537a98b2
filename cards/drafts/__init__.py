"""Changing drafts."""
