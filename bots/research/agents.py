"""Agents that play on a table: our bots, and functions of others."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from bots.choosing import bot_move, versions
from bots.research.offline_table import Table

Observation = dict[str, Any]
"""What a function gets: ``observation`` and ``action_mask``, both vectors of NumPy."""

Policy = Callable[[Observation], int]
"""A function that returns one of the actions that its mask allows."""


class Agent(Protocol):
    """A player of a table."""

    def act(self, table: Table) -> int:
        """Return the action of the seat that is to act."""
        ...


class BotAgent:
    """One of our bots (``random``, ``greedy`` …), which sees what its seat may know.

    Raises ``ValueError`` for an unknown name. The same seed makes the same choices.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        if name not in versions():
            raise ValueError(f"there is no bot {name!r}; there are {', '.join(versions())}")
        self.name = name
        self._lots = random.Random(seed)

    def act(self, table: Table) -> int:
        """Return the action of the seat that is to act."""
        view = table.view(table.seat)
        return table.action_of(bot_move(self.name, view, table.rules.ruleset, self._lots))


class PolicyAgent:
    """A function that gets what an environment of PettingZoo returns (needs NumPy)."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def act(self, table: Table) -> int:
        """Return what the function returns; ``Table.step`` refuses an illegal action."""
        from bots.research.view_encoding import encoder_of

        encoder = encoder_of(table.rules)
        return int(self._policy(encoder.observe(table, table.seat)))


def load_agent(name: str, seed: int = 0) -> Agent:
    """Return a bot by its name, or a function by ``module:function``.

    Raises ``ValueError`` if there is none.
    """
    module, colon, function = name.partition(":")
    if not colon:
        return BotAgent(name, seed)
    try:
        policy = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"there is no function {name!r}: {error}") from error
    return PolicyAgent(policy)
