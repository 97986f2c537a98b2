"""Other tables that a seat cannot tell from the one it is at."""

from __future__ import annotations

import random

from bots.research.offline_table import Table
from bots.strategies import imagine
from games.engine import SEED_SIZE, Seat


def possible_table(table: Table, seat: Seat, lots: random.Random) -> Table:
    """Return a table that a seat sees alike, with hidden cards and seed by lot."""
    ruleset = table.rules.ruleset
    state = imagine(ruleset, table.view(seat), lots)
    return Table(table.rules, lots.randbytes(SEED_SIZE), state, table.moves_made)
