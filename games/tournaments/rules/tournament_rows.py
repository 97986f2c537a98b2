"""The rows of a tournament, and whether each follows from those before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from games.engine import Chance, commitment
from games.tournaments.rules.decide import By, Refused, decide
from games.tournaments.rules.tournament_acts import REASONED, Act
from games.tournaments.rules.tournament_cites import cites_of
from games.tournaments.rules.tournament_facts import (
    Created,
    Fact,
    RoundPaired,
    StaffNamed,
)
from games.tournaments.rules.tournament_state import State, evolve


class Actor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who acted: the role, the entry or the player, as the row has it."""

    role: str = ""
    entry: int = 0
    player: str = ""

    def by(self) -> By:
        """Return as whom the rules see this actor."""
        return msgspec.convert([self.role or None, self.entry, self.player], By)


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a tournament; that of its creation has no act.

    ``cites`` are the rules that the act and its facts apply.
    """

    tournament: str
    seq: int
    at: str
    actor: Actor
    act: Act | None
    facts: tuple[Fact, ...]
    cites: tuple[str, ...]
    reason: str = ""


class Finding(NamedTuple):
    """What is wrong with a row: its number, and a code."""

    seq: int
    code: str


class RecordedLot(Chance):
    """The lot that a row has, while the seed of the lots is secret."""

    def __init__(self, happened: Sequence[Fact]) -> None:
        self._lots = {one.nth: one.lot for one in happened if isinstance(one, RoundPaired)}

    def shuffle(self, cards: Sequence[Any], nth: int) -> tuple[Any, ...]:
        """Return the recorded order, if it is one of these entries."""
        order, given = self._lots.get(nth, ()), sorted(cards)
        return order if sorted(order) == given else tuple(given)


def unlawful(rows: Iterable[Row], seed: bytes | None) -> Iterator[Finding]:
    """Yield what does not follow: each row is decided again.

    So every pairing, lot, point, standing and end is computed again. ``seed`` is that of the lots;
    without it each lot is taken as its row has it.
    """
    state: State | None = None
    for row in rows:
        if state is None:
            yield from _unlike_a_beginning(row, seed)
        else:
            yield from _unlike(state, row, seed)
        state = evolve(state, row.facts)


def _unlike_a_beginning(row: Row, seed: bytes | None) -> Iterator[Finding]:
    first, *others = row.facts
    named = StaffNamed(row.actor.player, "head")
    if not isinstance(first, Created) or others != [named] or row.act is not None:
        yield Finding(row.seq, "creation")
    elif seed is not None and first.setup.commitment != commitment(seed):
        yield Finding(row.seq, "seed")


def _unlike(state: State, row: Row, seed: bytes | None) -> Iterator[Finding]:
    actor = row.actor
    if actor.role not in ("", "server") and state.staff.get(actor.player) != actor.role:
        yield Finding(row.seq, "role")
    if actor.entry and state.entries[actor.entry].player != actor.player:
        yield Finding(row.seq, "role")
    if row.act is None:
        yield Finding(row.seq, "act")
        return
    if row.cites != cites_of(row.facts):
        yield Finding(row.seq, "cites")
    if isinstance(row.act, REASONED) and not row.reason:
        yield Finding(row.seq, "reason")
    chance = RecordedLot(row.facts) if seed is None else Chance(seed)
    try:
        right = decide(state, row.act, actor.by(), chance)
    except Refused:
        yield Finding(row.seq, "refused")
        return
    if right != row.facts:
        yield Finding(row.seq, "facts")
