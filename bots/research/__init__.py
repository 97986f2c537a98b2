"""The games for research: a fixed list of actions, observations, and PettingZoo.

What they need beside the engine, ``make research`` installs. Nothing of the server imports them.
See README.md beside this file.
"""
