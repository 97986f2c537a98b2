"""Forecast a move if its result depends neither on hidden cards nor on chance.

The move is decided on a copy of the state in which every card that the mover does not see is
replaced by a stand-in that cannot be read, and with a source of chance that refuses. A decision
made in this way is the same for all hidden cards, so it is the decision in the real state.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn, TypeVar, cast

import msgspec

from games.engine import Chance, Decision, Move, Prompt, Ruleset, Seat, State, decide, redact
from games.engine.moves import ACTS
from games.engine.zones import NOBODY, Card, sees_zone

CardT = TypeVar("CardT", str, int)


class HiddenRead(Exception):
    """Something hidden was needed to decide a move."""


def _refuse(*_: Any) -> NoReturn:
    raise HiddenRead


class _Hidden:
    """A stand-in for a hidden card or value: it can be moved, but not read.

    Comparing it with itself is allowed: the same stand-in is the same card.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other or _refuse()

    __hash__ = __str__ = __format__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __getattr__ = _refuse


class _HiddenList(_Hidden):
    """A stand-in for the options, or the work behind a question, of another seat."""

    __slots__ = ()

    __iter__ = __len__ = __getitem__ = __contains__ = _refuse


class _NoChance(Chance):
    """A source of chance that gives none."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(bytes(32))

    def shuffle(self, cards: Sequence[CardT], nth: int) -> tuple[CardT, ...]:
        """Refuse."""
        raise HiddenRead

    def pick(self, count: int, nth: int) -> int:
        """Refuse."""
        raise HiddenRead


_NO_CHANCE: Final = _NoChance()
_LIST: Final = cast("Any", _HiddenList())
_encoder: Final = msgspec.json.Encoder(enc_hook=_refuse)


def forecast(ruleset: Ruleset, state: State, move: Move) -> Decision | None:
    """Return what a legal move would cause, or None if that depends on hidden parts.

    What an act causes is known if the public would see the same for all hidden cards: its facts
    must be redacted for the public.
    """
    is_act = isinstance(move, ACTS)
    viewer = NOBODY if is_act or move.seat is None else move.seat
    try:
        decision = decide(ruleset, seen_by(state, viewer), move, _NO_CHANCE)
        facts = [redact(fact, viewer) for fact in decision.facts] if is_act else decision.facts
        _encoder.encode((facts, decision.rulings))
    except HiddenRead:
        return None
    except TypeError as error:
        # The compiled engine refuses a stand-in itself where it expects a string or a tuple.
        if _Hidden.__module__ not in str(error):
            raise
        return None
    return decision


def seen_by(state: State, viewer: Seat) -> State:
    """Return the state with stand-ins for all that a seat does not see.

    It has nothing that was shown of hidden cards: no rule reads that.
    """
    seen = state.copy()
    for zone, cards in state.zones.items():
        if not sees_zone(zone, viewer):
            seen.zones[zone] = tuple([cast("Card", _Hidden()) for _ in cards])
    seen.known = {}
    seen.prompts = tuple([_seen(prompt, viewer) for prompt in state.prompts])
    return seen


def _seen(prompt: Prompt, viewer: Seat) -> Prompt:
    if prompt.seat == viewer or not prompt.hidden:
        return prompt
    return msgspec.structs.replace(prompt, options=_LIST, default=_LIST, resume=_LIST)
