"""The rows of a tournament, and whether each follows from those before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec

from games.engine import Chance, commitment
from games.tournaments.rules.decide import By, Refused, decide
from games.tournaments.rules.tournament_acts import LINE, REASONED, Act
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
    reason: Annotated[str, msgspec.Meta(pattern=LINE, max_length=500)] = ""


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
    without it each lot is taken as its row has it. The first row whose facts do not follow is the
    last that is looked at: the others build on it.
    """
    state, tournament = None, ""
    for nth, row in enumerate(rows, 1):
        tournament = tournament or row.tournament
        if row.seq != nth or row.tournament != tournament:
            yield Finding(row.seq, "number")
        if row.cites != cites_of(row.facts):
            yield Finding(row.seq, "cites")
        if isinstance(row.act, REASONED) and not row.reason:
            yield Finding(row.seq, "reason")
        wrong = _unlike_a_beginning(row, seed) if state is None else _unlike(state, row, seed)
        if wrong is not None:
            yield Finding(row.seq, wrong)
            return
        state = evolve(state, row.facts)


def _unlike_a_beginning(row: Row, seed: bytes | None) -> str | None:
    first, *others = row.facts or (None,)
    player = row.actor.player
    is_alone = others == [StaffNamed(player, "head")] and row.act is None
    if not isinstance(first, Created) or not is_alone or row.actor != Actor("head", 0, player):
        return "creation"
    return "seed" if seed and first.setup.commitment != commitment(seed) else None


def _unlike(state: State, row: Row, seed: bytes | None) -> str | None:
    if not _is_known(state, row.actor):
        return "role"
    if row.act is None:
        return "act"
    chance = RecordedLot(row.facts) if seed is None else Chance(seed)
    try:
        right = decide(state, row.act, row.actor.by(), chance)
    except Refused:
        return "refused"
    return None if right == row.facts else "facts"


def _is_known(state: State, actor: Actor) -> bool:
    """Whether a player has the role or the entry that a row says, or it is the server."""
    if actor.role:
        is_named = actor == Actor("server") or state.staff.get(actor.player) == actor.role
        return is_named and not actor.entry
    own = (entry for entry, one in state.entries.items() if one.player == actor.player)
    return actor.entry == next(own, 0)
