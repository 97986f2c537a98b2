"""Tournaments that are played by their acts alone, without a server."""

from __future__ import annotations

from random import Random

import pytest

from games.engine.chance import Chance, commitment
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import By, Refused, decide, swiss_standings
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_facts import Fact, Setup
from games.tournaments.rules.tournament_state import State, evolve

SEED = bytes(range(32))
HEAD, FLOOR, SCORE, SERVER = By("head"), By("floor"), By("score"), By("server")


class Night:
    """A tournament that is played by its acts."""

    def __init__(self, players: int, **setup: object) -> None:
        base = {"variant": "avengers", "options": {}, "size": 4, "rounds": 3,
                "commitment": commitment(SEED)}  # fmt: skip
        self.facts: list[Fact] = [
            facts.Created(Setup(**(base | setup))),  # type: ignore[arg-type]
            facts.StaffNamed("olga", "head"),
        ]
        self.chance = Random(players)
        for number in range(players):
            self.act(acts.Enter(f"name {number}", f"player {number}"), By())
            self.act(acts.CheckIn(number + 1), By(entry=number + 1))

    @property
    def state(self) -> State:
        return evolve(None, self.facts)

    def act(self, act: Act, by: By = HEAD) -> list[Fact]:
        made = list(decide(self.state, act, by, Chance(SEED)))
        self.facts += made
        return made

    def begin(self) -> None:
        """Pair a round and start it with a game for each table."""
        for act in (acts.Pair(), acts.Publish(), acts.StartRound()):
            self.act(act, SCORE)
        for number, _ in enumerate(self.tables(), 1):
            self.act(acts.OpenTable(number, f"game {number}"), SERVER)

    def tables(self) -> list[tuple[int, ...]]:
        return [one.seats for one in self.state.rounds[-1].tables]

    def play(self) -> None:
        """End all tables of the round, by chance, and close it."""
        for number, seats in enumerate(self.tables(), 1):
            places = list(range(1, len(seats) + 1))
            self.chance.shuffle(places)
            self.act(acts.EndTable(number, tuple(places)), SERVER)
        self.act(acts.CloseRound(), SCORE)


def refused(night: Night, act: Act, by: By = HEAD) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        night.act(act, by)
    return caught.value.rule, caught.value.code


def points_of(night: Night, entry: int) -> int:
    """Return the points of an entry."""
    return next(one.points for one in swiss_standings(night.state) if one.entry == entry)
