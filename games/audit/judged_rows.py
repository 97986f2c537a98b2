"""The rows of a bundle, as the rules read them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

import msgspec

from cards.language import decode_edition
from games.audit.bundle import Event
from games.audit.examined import Examined
from games.engine import (
    Chance,
    Fact,
    HeroError,
    IllegalMove,
    Move,
    OptionError,
    Ruleset,
    RulesetError,
    Ruling,
    Setup,
    compile_ruleset,
)
from games.engine.facts import LotDrawn, Shuffled
from games.engine.rulebook import RULES_VERSION, released_rulebooks
from games.ledger.rows import Start, milliseconds

IMPOSSIBLE: Final = (
    IllegalMove,
    LookupError,
    OverflowError,
    ValueError,
    HeroError,
    OptionError,
    RulesetError,
)
"""The errors that altered rows cause: what is not there, has no such value, or breaks a rule.

Any other error, as a TypeError, is a fault of the verifier or of its build, unless the rows before
have findings: the state that altered facts give may break what types promise.
"""


class Judged(msgspec.Struct, frozen=True):
    """The parts of an event that the rules determine; ``move`` is None in row 1."""

    seq: int
    seat: int | None
    at: int
    move: Move | None
    facts: tuple[Fact, ...]
    rulings: tuple[Ruling, ...]


def are_known(start: Start, events: Sequence[Event]) -> bool:
    """Whether the rules here decided every row."""
    if (start.rules.version, start.rules.digest) not in released_rulebooks():
        return False
    return {event.rules_version for event in events} == {RULES_VERSION}


def rules_of(examined: Examined) -> tuple[Ruleset, Setup] | None:
    """Return the ruleset and the setup of a game; None if it cannot be played.

    Cards of another edition than that of row 1 cannot: anybody may have written them.
    """
    if examined.setup is None or not examined.has_edition:
        return None
    try:
        setup = msgspec.convert(msgspec.to_builtins(examined.setup), Setup)
        return _ruleset(examined.bundle.edition_source, msgspec.json.encode(setup)), setup
    except IMPOSSIBLE:
        return None


@lru_cache(maxsize=64)
def _ruleset(edition: bytes, setup: bytes) -> Ruleset:
    return compile_ruleset(decode_edition(edition), msgspec.json.decode(setup, type=Setup))


class _ReadRow(msgspec.Struct, frozen=True):
    """What the rules read of a row, as a struct: msgspec prepares its type once only."""

    facts: tuple[Fact, ...]
    move: Move | None


def read_row(event: Event) -> Judged | None:
    """Return the row of an event that hides nothing.

    It is None if these rules cannot read it.
    """
    move = None if event.move.get("move") == "start" else event.move
    try:
        row = msgspec.convert({"facts": event.facts, "move": move}, _ReadRow)
        return Judged(
            event.seq, event.seat, time_of(event.at), row.move, row.facts, tuple(event.rulings)
        )
    except ValueError:
        return None


def time_of(text: str) -> int:
    """Return a time of a row in milliseconds from 1970 on, as the engine takes it.

    Raises ``ValueError`` for a time that does not exist.
    """
    return milliseconds(datetime.fromisoformat(text))


class Recorded(Chance):
    """The recorded chance; whether it is the committed one is another question."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        self._facts = facts

    def shuffle(self, cards: Sequence[Any], nth: int) -> tuple[Any, ...]:
        """Return the recorded order, if it is one of these cards."""
        # An isinstance that fails against a struct takes several times as long.
        orders = {fact.nth: fact.order for fact in self._facts if type(fact) is Shuffled}
        order, pile = orders.get(nth, ()), sorted(cards)
        return order if sorted(order) == pile else tuple(pile)

    def pick(self, count: int, nth: int) -> int:
        """Return the recorded number, if it is below the count."""
        numbers = {fact.nth: fact.picked for fact in self._facts if type(fact) is LotDrawn}
        picked = numbers.get(nth, 0)
        return picked if 0 <= picked < count else 0
