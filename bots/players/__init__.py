"""The players that are programs, by name: each gets a view and the moves, and nothing else."""

from __future__ import annotations

from typing import Final

from bots.players.base import Budget, OutOfBudget, Player, Rng
from bots.players.greedy import Greedy
from bots.players.imagine import imagine
from bots.players.random import Random

PLAYERS: Final[dict[str, Player]] = {player.name: player for player in (Random(), Greedy())}
"""Every player on offer, the weakest first."""

__all__ = ["PLAYERS", "Budget", "OutOfBudget", "Player", "Rng", "imagine"]
