"""A tournament played by its rules alone: no games, and no database.

Each player has a hidden strength, by which the places of tables are drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from math import exp
from random import Random
from time import perf_counter
from typing import Final, Literal, NamedTuple

from games.engine import Chance, commitment
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import can_go_on, decide
from games.tournaments.rules.played_rounds import Entry
from games.tournaments.rules.tournament_acts import REASONED, Act
from games.tournaments.rules.tournament_cites import cites_of
from games.tournaments.rules.tournament_facts import Fact, Places, Setup
from games.tournaments.rules.tournament_rows import Actor, Row
from games.tournaments.rules.tournament_state import evolve

HEAD: Final = Actor("head", player="head")
BEGINS: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""The time of the first row; each other row is a second later."""


class Plan(NamedTuple):
    """What to play: the players, and the terms of the tournament."""

    players: int
    rounds: int
    size: int
    final: int
    seed: int
    stage: Literal["swiss", "round_robin", "knockout"] = "swiss"
    deals: Literal["own", "shared"] = "own"


class Rehearsal:
    """A tournament that is played from its plan; the same plan gives the same rows.

    ``seed`` is that of its lots, ``strengths`` are those of the entries, and ``seconds`` how long
    each pairing of a round before the cut took.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = Random(plan.seed)
        self.seed = self.chance.randbytes(32)
        entries = range(1, plan.players + 1)
        self.strengths = {entry: self.chance.gauss(0, 1) for entry in entries}
        self.seconds: list[float] = []
        self.rows: list[Row] = []
        terms = {
            name: getattr(plan, name) for name in ("size", "rounds", "final", "stage", "deals")
        }
        setup = Setup("avengers", {}, commitment=commitment(self.seed), **terms)
        begun = (facts.Created(setup), facts.StaffNamed(HEAD.player, "head"))
        self.state = evolve(None, begun)
        self._write(None, begun)

    def play(self) -> Iterator[None]:
        """Play all of it; yield after each round."""
        for entry in self.strengths:
            self._act(acts.Enter(f"name {entry}", f"player {entry}"))
            self._act(acts.CheckIn(entry))
        self._act(acts.CloseEntries())
        while can_go_on(self.state):
            start = perf_counter()
            self._act(acts.Pair())
            if len(self.state.rounds) <= self.state.stage_rounds:
                self.seconds.append(perf_counter() - start)
            self._play_round()
            yield
        self._act(acts.Finish())

    def _play_round(self) -> None:
        self._act(acts.Publish())
        self._act(acts.StartRound())
        nth = len(self.state.rounds)
        for number, table in enumerate(self.state.rounds[-1].tables, 1):
            self._act(acts.Record(nth, number, self._places(table.seats)))
        self._act(acts.CloseRound())

    def _places(self, seats: Sequence[Entry]) -> Places:
        """Draw the places of a table: the model of Plackett and Luce.

        A player whose strength is larger by one is before the other at 73 % of their tables.
        """
        times = [self.chance.expovariate(exp(self.strengths[entry])) for entry in seats]
        return tuple(1 + sum(other < time for other in times) for time in times)

    def _act(self, act: Act) -> None:
        made = decide(self.state, act, HEAD.by(), Chance(self.seed))
        self.state = evolve(self.state, made)
        self._write(act, made)

    def _write(self, act: Act | None, made: tuple[Fact, ...]) -> None:
        at = (BEGINS + timedelta(seconds=len(self.rows))).isoformat()
        reason = "drawn" if isinstance(act, REASONED) else ""
        row = Row("rehearsal", len(self.rows) + 1, at, HEAD, act, made, cites_of(made), reason)
        self.rows.append(row)
