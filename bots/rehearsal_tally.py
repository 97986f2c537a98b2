"""The counts of a rehearsal: added game by game, merged, stored as JSON.

Counts do not depend on the order of the games, so that several processes can share them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from bots.rehearsal import GameRecord, Plan, Rehearser
from cards.language import EditionDef

Key = tuple[str | int, ...]
"""What is counted.

Games: ``("games" | "undecided" | "moves", seats)``, ``("ended" | "failed", seats, moves)``.
Heroes and seats: ``("played" | "won" | "pairs" | "gained" | "lost", seats, "hero" | "seat", who)``.
Texts: ``("acted", card)``, ``("step", path)``. Failures: ``("failure", kind, detail, *cards)``.
"""


class First(NamedTuple):
    """The first game of a length or a failure; its seed, seats and bots play it again."""

    seed: int
    seats: int
    moves: int


class GameTrouble(msgspec.Struct):
    """Games that failed for one reason, with the first of them.

    ``kind`` is "crash", "endless effect" or "endless game". The same seed, seats and bots play the
    first game again; ``cards`` are those being resolved.
    """

    kind: str
    detail: str
    cards: tuple[str, ...]
    games: int
    seed: int
    seats: int
    moves: int


@dataclass(slots=True)
class Results:
    """The counts of the games of an edition, and of their pairs with those of a base.

    Wins are counted in games with a single winner, pairs if both games have one.
    """

    counts: Counter[Key] = field(default_factory=Counter)
    firsts: dict[Key, First] = field(default_factory=dict)

    def under(self, *prefix: str | int) -> dict[Any, int]:
        """Return the counts whose keys have one more member than a prefix, by that member."""
        return {key[-1]: count for key, count in self.counts.items() if key[:-1] == prefix}

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.under("games").values())

    @property
    def moves(self) -> int:
        """The number of moves of all games."""
        return sum(self.under("moves").values())

    @property
    def troubles(self) -> list[GameTrouble]:
        """Why games did not end; those that came first before the others."""
        found = [
            GameTrouble(
                str(key[1]), str(key[2]), tuple(map(str, key[3:])), count, *self.firsts[key]
            )
            for key, count in self.counts.items()
            if key[0] == "failure"
        ]
        return sorted(found, key=lambda one: (one.seed, one.seats, one.kind, one.detail))

    @property
    def failed(self) -> int:
        """The number of games that did not end."""
        return sum(one.games for one in self.troubles)

    def add(self, game: GameRecord, base: GameRecord | None = None) -> None:
        """Count a game, and its pair with the base."""
        counts, failure = self.counts, game.failure
        counts["games", game.seats] += 1
        counts["moves", game.seats] += game.moves
        counts["undecided", game.seats] += game.winner is None
        counts.update({("acted", card): count for card, count in game.acted.items()})
        counts.update({("step", path): count for path, count in game.steps.items()})
        kinds: list[Key] = [("failed" if failure else "ended", game.seats, game.moves)]
        if failure:
            kinds.append(("failure", failure.kind, failure.detail, *failure.cards))
        for key in kinds:
            counts[key] += 1
            self._first(key, First(game.seed, game.seats, game.moves))
        if game.winner is not None:
            self._add_wins(game, base)

    def _add_wins(self, game: GameRecord, base: GameRecord | None) -> None:
        both = base is not None and base.winner is not None
        seats = tuple(range(game.seats))
        named: list[tuple[str, tuple[Any, ...], tuple[Any, ...]]] = [
            ("seat", seats, seats),
            ("hero", game.heroes, base.heroes if base else ()),
        ]
        for kind, names, before in named:
            for seat, who in enumerate(names):
                won = seat == game.winner
                self._count(game.seats, kind, who, played=1, won=won)
                if base is not None and both and who in before:
                    lost = before.index(who) == base.winner
                    gains = {"gained": won and not lost, "lost": lost and not won}
                    self._count(game.seats, kind, who, pairs=1, **gains)

    def _count(self, seats: int, kind: str, who: str | int, **counts: int) -> None:
        for name, count in counts.items():
            self.counts[name, seats, kind, who] += count

    def _first(self, key: Key, game: First) -> None:
        self.firsts[key] = min(self.firsts.get(key, game), game)

    def merge(self, other: Results) -> None:
        """Add the counts of other games."""
        self.counts.update(other.counts)
        for key, game in other.firsts.items():
            self._first(key, game)

    def to_json(self) -> list[Any]:
        """Return the counts as values of JSON, in a fixed order."""
        return [
            [list(key), count, list(self.firsts.get(key, ()))]
            for key, count in sorted(self.counts.items())
        ]

    @classmethod
    def from_json(cls, stored: Iterable[Any]) -> Results:
        """Return the counts from values of JSON."""
        found = cls()
        for key, count, first in stored:
            found.counts[tuple(key)] = count
            if first:
                found.firsts[tuple(key)] = First(*first)
        return found


def play_games(
    edition: EditionDef, base: EditionDef | None, plan: Plan, numbers: Iterable[int]
) -> Results:
    """Play the games with some numbers, each with both editions if there are two.

    Raise ``RulesetError``.
    """
    new, old = Rehearser(edition, plan), base and Rehearser(base, plan)
    found = Results()
    for number in numbers:
        found.add(new.play(number), old.play(number) if old else None)
    return found


def rehearse(
    edition: EditionDef,
    *,
    games: int,
    seats: Iterable[int],
    bots: Iterable[str],
    seed: int,
    stop: bool = False,
) -> Results:
    """Play games of one edition; with ``stop``, up to the first that fails."""
    plan = Plan(games, tuple(seats), tuple(bots), seed)
    table, found = Rehearser(edition, plan), Results()
    for number in range(games):
        found.add(table.play(number))
        if stop and found.failed:
            break
    return found
