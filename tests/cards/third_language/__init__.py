"""A language that a copy of the tree is given, and what works in it there."""
