"""Arbiters: who may see a running game whole, and the record of each such look."""
