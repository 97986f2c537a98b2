"""Rows as the rules read them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine import Chance, Fact, Move, Ruling
from games.engine.facts import LotDrawn, Shuffled
from games.ledger.rows import Actor


class Start(msgspec.Struct, frozen=True, tag_field="move", tag="start"):
    """The move of the first row."""


class Judged(msgspec.Struct, frozen=True):
    """What the rules have a say in, of an event."""

    seq: int
    seat: int | None
    actor: Actor
    move: Move | Start
    facts: tuple[Fact, ...]
    rulings: tuple[Ruling, ...]
    rules_version: str
    fingerprint: str


def read_row(event: dict[str, Any]) -> Judged | None:
    """The row of an event that hides nothing; None if these rules cannot read it."""
    try:
        return msgspec.convert(event, Judged)
    except msgspec.ValidationError:
        return None


class Recorded(Chance):
    """Chance as it is on record: whether it is the promised one is another question."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._orders = {fact.nth: fact.order for fact in facts if isinstance(fact, Shuffled)}
        self._picks = {fact.nth: fact.picked for fact in facts if isinstance(fact, LotDrawn)}

    def shuffle(self, cards: Sequence[Any], nth: int) -> tuple[Any, ...]:
        """The order on record, if it is one of these very cards."""
        order, pile = self._orders.get(nth, ()), sorted(cards)
        return order if sorted(order) == pile else tuple(pile)

    def pick(self, count: int, nth: int) -> int:
        """The number on record, if it is below the count."""
        picked = self._picks.get(nth, 0)
        return picked if 0 <= picked < count else 0
