"""The counts of a rehearsal: added game by game, merged, stored as JSON.

Counts do not depend on the order of the games, so that several processes can share them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from bots.rehearsal import GameRecord, Plan, Rehearser
from cards.language import EditionDef

Key = TypeVar("Key", str, int)


class Share(msgspec.Struct, array_like=True):
    """The games of a hero or a seat, and those of them that were won."""

    played: int = 0
    won: int = 0


class Change(msgspec.Struct, array_like=True):
    """Pairs of games, and those won only with the new edition, or only with the base."""

    pairs: int = 0
    gained: int = 0
    lost: int = 0


class Trouble(msgspec.Struct):
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


class SizeTally(msgspec.Struct):
    """The games with one number of seats.

    Wins are counted in games with a single winner; ``undecided`` are the others. ``lengths`` counts
    the games that ended by their moves.
    """

    games: int = 0
    undecided: int = 0
    moves: int = 0
    longest: int = 0
    longest_seed: int = 0
    lengths: dict[int, int] = {}
    seats: dict[str, Share] = {}
    heroes: dict[str, Share] = {}


class Tally(msgspec.Struct):
    """The games of one edition: by number of seats, and what its texts did."""

    sizes: dict[int, SizeTally] = {}
    acted: dict[str, int] = {}
    steps: dict[str, int] = {}
    troubles: list[Trouble] = []

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(size.games for size in self.sizes.values())

    @property
    def moves(self) -> int:
        """The number of moves of all games."""
        return sum(size.moves for size in self.sizes.values())

    @property
    def failed(self) -> int:
        """The number of games that did not end."""
        return sum(one.games for one in self.troubles)

    def add(self, game: GameRecord) -> None:
        """Count a game."""
        _add_game(self.sizes.setdefault(game.seats, SizeTally()), game)
        _add(self.acted, game.acted)
        _add(self.steps, game.steps)
        if game.failure is not None:
            one = game.failure
            found = Trouble(one.kind, one.detail, one.cards, 1, game.seed, game.seats, game.moves)
            self.troubles = _merged_troubles([*self.troubles, found])


class PairTally(msgspec.Struct):
    """Pairs of games with one number of seats, played with both editions.

    Pairs in which either game has no single winner are left out.
    """

    seats: dict[str, Change] = {}
    heroes: dict[str, Change] = {}


class Results(msgspec.Struct):
    """The games of an edition; with a base, also the pairs of both by number of seats."""

    new: Tally = msgspec.field(default_factory=Tally)
    pairs: dict[int, PairTally] = {}


def play_games(
    edition: EditionDef, base: EditionDef | None, plan: Plan, numbers: Iterable[int]
) -> Results:
    """Play the games with some numbers, each with both editions if there are two.

    Raise ``RulesetError``.
    """
    new, old = Rehearser(edition, plan), base and Rehearser(base, plan)
    found = Results()
    for number in numbers:
        add_game(found, new.play(number), old.play(number) if old else None)
    return found


def rehearse(
    edition: EditionDef,
    *,
    games: int,
    seats: Iterable[int],
    bots: Iterable[str],
    seed: int,
    stop: bool = False,
) -> Tally:
    """Play games of one edition; with ``stop``, up to the first that fails."""
    plan = Plan(games, tuple(seats), tuple(bots), seed)
    table, found = Rehearser(edition, plan), Tally()
    for number in range(games):
        found.add(table.play(number))
        if stop and found.troubles:
            break
    return found


def add_game(results: Results, new: GameRecord, base: GameRecord | None = None) -> None:
    """Count a game, and its pair with the base."""
    results.new.add(new)
    if base is not None:
        _add_pair(results.pairs.setdefault(new.seats, PairTally()), new, base)


def merge(one: Results, other: Results) -> Results:
    """Return the counts of both."""
    merged: Results = _merged(one, other)
    return merged


def as_builtins(results: Results) -> dict[str, Any]:
    """Return results as values of JSON, in a fixed order."""
    found: dict[str, Any] = msgspec.to_builtins(results, str_keys=True, order="deterministic")
    return found


def from_builtins(stored: object) -> Results:
    """Return results from values of JSON."""
    return msgspec.convert(stored, Results, str_keys=True)


# ---- one game


def _add_game(size: SizeTally, game: GameRecord) -> None:
    size.games += 1
    size.moves += game.moves
    if (-game.moves, game.seed) < (-size.longest, size.longest_seed) or size.games == 1:
        size.longest, size.longest_seed = game.moves, game.seed
    if game.failure is None:
        _add(size.lengths, {game.moves: 1})
    if game.winner is None:
        size.undecided += 1
        return
    for seat in range(game.seats):
        _count(size.seats, str(seat), seat == game.winner)
    for seat, hero in enumerate(game.heroes):
        _count(size.heroes, hero, seat == game.winner)


def _count(shares: dict[str, Share], who: str, won: bool) -> None:
    share = shares.setdefault(who, Share())
    share.played += 1
    share.won += won


def _add_pair(size: PairTally, new: GameRecord, base: GameRecord) -> None:
    if new.winner is None or base.winner is None:
        return
    for seat in range(new.seats):
        _compare(size.seats, str(seat), seat == new.winner, seat == base.winner)
    for seat, hero in enumerate(new.heroes):
        if hero in base.heroes:
            before = base.heroes.index(hero)
            _compare(size.heroes, hero, seat == new.winner, before == base.winner)


def _compare(changes: dict[str, Change], who: str, new: bool, base: bool) -> None:
    change = changes.setdefault(who, Change())
    change.pairs += 1
    change.gained += new and not base
    change.lost += base and not new


# ---- sums


def _add(counts: dict[Key, int], more: Mapping[Key, int]) -> None:
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count


def _merged(one: Any, other: Any) -> Any:
    """Return the sum of two counts, of two structs or of two tables of them."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, SizeTally):
        summed = _merged_fields(one, other)
        at = min((-size.longest, size.longest_seed) for size in (one, other) if size.games)
        summed.longest, summed.longest_seed = -at[0], at[1]
        return summed
    if isinstance(one, msgspec.Struct):
        return _merged_fields(one, other)
    if isinstance(one, dict):
        return {key: _merged(one.get(key), other.get(key)) for key in one | other}
    if isinstance(one, list):
        return _merged_troubles([*one, *other])
    return one + other


def _merged_fields(one: Any, other: Any) -> Any:
    names = type(one).__struct_fields__
    return type(one)(*(_merged(getattr(one, name), getattr(other, name)) for name in names))


def _merged_troubles(troubles: Iterable[Trouble]) -> list[Trouble]:
    """Return one entry for each reason, those that came first before the others."""
    found: dict[tuple[Any, ...], Trouble] = {}
    for one in sorted(troubles, key=lambda one: (one.seed, one.seats)):
        first = found.setdefault((one.kind, one.detail, one.cards), one)
        if first is not one:
            games = first.games + one.games
            found[one.kind, one.detail, one.cards] = msgspec.structs.replace(first, games=games)
    return list(found.values())
