"""Tournaments that are played by their acts alone, without a server."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.engine.chance import Chance, commitment
from games.ledger.sealing import GENESIS, canonical, digest
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import By, Refused, decide, swiss_standings
from games.tournaments.rules.tournament_acts import REASONED, Act
from games.tournaments.rules.tournament_cites import cites_of
from games.tournaments.rules.tournament_facts import Fact, Setup
from games.tournaments.rules.tournament_rows import Actor, Row
from games.tournaments.rules.tournament_state import evolve

SEED = bytes(range(32))
HEAD, OTHER_HEAD = By("head", player="olga"), By("head", player="hugo")
FLOOR, SCORE = By("floor", player="fred"), By("score", player="sara")
SERVER = By("server")


class Night:
    """A tournament that is played by its acts; ``rows`` are what the server would store."""

    def __init__(self, players: int, **setup: object) -> None:
        base = {"variant": "avengers", "options": {}, "size": 4, "rounds": 3,
                "commitment": commitment(SEED)}  # fmt: skip
        begun: list[Fact] = [
            facts.Created(Setup(**(base | setup))),  # type: ignore[arg-type]
            facts.StaffNamed("olga", "head"),
        ]
        self.rows: list[Row] = []
        self.state = evolve(None, begun)
        self._write(HEAD, None, begun)
        self.chance = Random(players)
        for one in (FLOOR, SCORE):
            self.act(acts.NameStaff(one.player, one.role))  # type: ignore[arg-type]
        for number in range(players):
            self.enter(f"player {number}")

    @property
    def facts(self) -> list[Fact]:
        """All that happened."""
        return [fact for row in self.rows for fact in row.facts]

    def act(self, act: Act, by: By = HEAD) -> list[Fact]:
        """Do an act; return what it did."""
        if by.entry in self.state.entries:
            by = by._replace(player=self.state.entries[by.entry].player)
        made = list(decide(self.state, act, by, Chance(SEED)))
        self.state = evolve(self.state, made)
        self._write(by, act, made)
        return made

    def _write(self, by: By, act: Act | None, made: list[Fact]) -> None:
        actor = Actor(by.role or "", by.entry, by.player)
        reason = "So decided." if isinstance(act, REASONED) else ""
        at = f"2026-01-01T20:{len(self.rows):06}Z"
        made_of = tuple(made)
        row = Row("night", len(self.rows) + 1, at, actor, act, made_of, cites_of(made), reason)
        self.rows.append(row)

    def enter(self, player: str) -> int:
        """Enter a player who is there; return the number of the entry."""
        self.act(acts.Enter(f"name of {player}", player), SCORE)
        entry = len(self.state.entries)
        self.act(acts.CheckIn(entry), By(entry=entry))
        return entry

    def begin(self) -> None:
        """Pair a round and start it with a game for each table."""
        for act in (acts.Pair(), acts.Publish(), acts.StartRound()):
            self.act(act, SCORE)
        for number, _ in enumerate(self.tables(), 1):
            self.open(number)

    def open(self, number: int) -> None:
        """Give a table a game."""
        self.act(acts.OpenTable(number, f"game {len(self.rows)}"), SERVER)

    def tables(self) -> list[tuple[int, ...]]:
        """Return the seats of the tables of the last round."""
        return [one.seats for one in self.state.rounds[-1].tables]

    def end(self, number: int, places: tuple[int, ...] | None = None) -> None:
        """End a table, by default with its seats in the order of their places."""
        seats = self.tables()[number - 1]
        self.act(acts.EndTable(number, places or tuple(range(1, len(seats) + 1))), SERVER)

    def play(self) -> None:
        """End all tables of the round that have no places, by chance, and close it."""
        for number, one in enumerate(self.state.rounds[-1].tables, 1):
            if one.places is None:
                places = list(range(1, len(one.seats) + 1))
                self.chance.shuffle(places)
                self.end(number, tuple(places))
        self.act(acts.CloseRound(), SCORE)

    def points(self, entry: int) -> int:
        """Return the points of an entry, in parts."""
        return next(one.points for one in swiss_standings(self.state) if one.entry == entry)


def begun(players: int, **setup: object) -> Night:
    """Return a tournament whose first round runs."""
    night = Night(players, **setup)
    night.act(acts.CloseEntries())
    night.begin()
    return night


def refused(night: Night, act: Act, by: By = HEAD) -> tuple[str, str]:
    """Return the rule and the code by which an act is refused."""
    with pytest.raises(Refused) as caught:
        night.act(act, by)
    return caught.value.rule, caught.value.code


def stored(rows: list[Row]) -> list[tuple[int, str, str]]:
    """Return rows as they are stored: number, canonical text and digest of each."""
    head, found = GENESIS, []
    for row in rows:
        plain = msgspec.to_builtins(row)
        head = digest(head, plain)
        found.append((row.seq, canonical(plain).decode(), head))
    return found
