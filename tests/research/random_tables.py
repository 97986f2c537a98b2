"""Environments in which legal actions are taken at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bots.strategies import imagine
from games.engine import VARIANTS, observe

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: make research")
from bots.research.pettingzoo_env import raw_env

TABLES = [
    (variant.code, seats)
    for variant in VARIANTS.values()
    for seats in range(variant.fewest, variant.most + 1)
]
"""Every game at every number of seats."""


def played(variant: str, seats: int, seed: int) -> Iterator[Any]:
    """Yield an environment before each of some actions by lot, and at the end."""
    lots = random.Random(seed)
    env = raw_env(variant, seats)
    env.reset(seed=seed)
    while env.legal:
        yield env
        env.step(lots.choice(list(env.legal)))
    yield env


def alike(env: Any, seat: int, lots: random.Random) -> Any:
    """Return an environment that a seat cannot tell from this one, with hidden cards by lot."""
    other = raw_env(env.setup.variant, env.setup.seats)
    other.reset(seed=lots.getrandbits(31))
    other._go_on(imagine(env.ruleset, observe(env.ruleset, env.table, seat), lots))
    return other
