"""Matches: many games among agents, who take each seat of a deal in turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bots.research.agents import Agent, load_agent
from bots.research.offline_table import GameSpec, Table, rules_of
from games.engine import SEED_SIZE

Progress = Callable[[int], object]
"""A function that gets how many games are done since its last call."""

LARGEST_SEED: Final = 2**63


@dataclass(slots=True)
class Standing:
    """How the seats of one agent did: how many there were, and how many won alone.

    ``returned`` is the sum of their returns.
    """

    agent: str
    seats: int = 0
    won: int = 0
    returned: float = 0.0


@dataclass(slots=True)
class Match:
    """The result of a match: standings in the order given, and how games ended."""

    standings: list[Standing]
    games: int = 0
    moves: int = 0
    undecided: int = 0
    cut_off: int = 0


def play_match(
    spec: GameSpec,
    agents: Sequence[str],
    games: int,
    seed: int = 0,
    progress: Progress | None = None,
) -> Match:
    """Play games among agents by their names (see ``load_agent``), and count who wins.

    They take the seats in turn, and move on by a seat each game. As many games in a row as there
    are seats have the same deal. Fewer agents than seats sit at several of them. The same
    arguments give the same result, if the agents choose by nothing else.
    """
    if not agents:
        raise ValueError("a match needs an agent")
    if not 0 <= seed < LARGEST_SEED:
        raise ValueError(f"a seed is from 0 to {LARGEST_SEED - 1}")
    rules = rules_of(spec)
    standings = {name: Standing(name) for name in agents}
    match = Match(list(standings.values()))
    for number in range(games):
        deal, turn = divmod(number, spec.seats)
        lots = random.Random(f"{seed} {deal}")
        table = Table(rules, lots.randbytes(SEED_SIZE))
        names = [agents[(seat + turn) % len(agents)] for seat in range(spec.seats)]
        seated = [load_agent(name, lots.getrandbits(63)) for name in names]
        play_on(table, seated)
        _count(match, [standings[name] for name in names], table)
        if progress is not None:
            progress(1)
    return match


def play_on(table: Table, agents: Sequence[Agent]) -> None:
    """Play a table to its end, with an agent for each seat."""
    while not table.is_over:
        table.step(agents[table.seat].act(table))


def _count(match: Match, seated: Sequence[Standing], table: Table) -> None:
    result = table.state.result
    match.games += 1
    match.moves += table.moves_made
    match.cut_off += table.is_truncated
    match.undecided += result is not None and result.winner < 0
    for seat, (standing, returned) in enumerate(zip(seated, table.returns(), strict=True)):
        standing.seats += 1
        standing.won += result is not None and result.winner == seat
        standing.returned += returned
