"""The games for research: actions, observations, PettingZoo, OpenSpiel.

``action_space``, ``offline_table`` and ``matches`` need no other package; ``view_encoding`` needs
NumPy, ``pettingzoo_env`` PettingZoo, and ``openspiel_game`` OpenSpiel (``make research``). Nothing
of the server imports them. See docs/research.md.
"""
