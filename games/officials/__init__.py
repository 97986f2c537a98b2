"""Organisers and arbiters: their grants, and the looks of arbiters."""
