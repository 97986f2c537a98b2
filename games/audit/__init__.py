"""Verify from one file that a game was played fairly.

A bundle is a game in one file: its sealed rows, its cards, its signature. ``verdict.audit`` answers
six independent questions about it: was nothing altered (sealed), was every move legal (lawful),
does all chance follow from the seed (fair), did every card come from where the record says (dealt),
did the players make their moves (authentic), and did the bots choose as they are programmed
(choices). Nothing here needs a server or a database. docs/bundle.md is the specification.
"""
