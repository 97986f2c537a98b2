"""Tables on which legal actions are taken at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bots.research.offline_table import GameSpec, Table, rules_of, spec_of
from games.engine import VARIANTS

SPECS = [
    spec_of(variant.code, seats)
    for variant in VARIANTS.values()
    for seats in range(variant.fewest, variant.most + 1)
]
"""Every game at every number of seats."""

NO_EXTRAS = "not installed: make research"
"""Why a test is skipped."""


def named(spec: GameSpec) -> str:
    """Return the name of a spec in the list of tests."""
    return f"{spec.variant}-{spec.seats}"


def played(spec: GameSpec, seed: int) -> Iterator[Table]:
    """Yield a table before each of some actions by lot, and at the end."""
    lots = random.Random(seed)
    table = Table(rules_of(spec), lots.randbytes(32))
    while not table.is_over:
        yield table
        table.step(lots.choice(list(table.legal())))
    yield table
