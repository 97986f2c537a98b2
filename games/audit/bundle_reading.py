"""Read the file that an auditor downloads, and check what its types do not say."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import UNSET

from games.audit.bundle import (
    FULL,
    LARGEST,
    STARTED,
    AnyRefusal,
    BotActor,
    Bundle,
    BundledRefusal,
    CommittedRefusal,
    Event,
    MalformedBundle,
    OpenedRefusal,
    PlayerActor,
    encode_part,
    setup_in,
    start_of,
)
from games.ledger.heads import Refused

MAX_DEPTH: Final = 64
"""The deepest nesting of canonical JSON."""


def _refuse_float(text: str) -> float:
    raise MalformedBundle(f"{text} is not an integer")


_decode = msgspec.json.Decoder(Bundle, float_hook=_refuse_float).decode
_decode_edition = msgspec.json.Decoder(dict[str, Any], float_hook=_refuse_float).decode
_FOREIGN_NAME: Final = re.compile(rb'[\x80-\xff](?:[^"\\]|\\.)*":', re.DOTALL)

NOT_CANONICAL: Final = "the file is not canonical JSON"


def read_bundle(source: bytes) -> Bundle:
    """Return the bundle in a file; raises ``MalformedBundle`` for another form.

    Names that are not ASCII are searched for in the bytes: looking at each name would take longer
    than reading them.
    """
    try:
        bundle = _decode(source)
        _check_edition(bundle.edition_source)
        if bundle.source != source:
            raise MalformedBundle(NOT_CANONICAL)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MalformedBundle(str(error)) from None
    if not source.isascii() and _FOREIGN_NAME.search(source):
        raise MalformedBundle("the name of a member is not ASCII")
    _check_rows(bundle)
    return bundle


@lru_cache(maxsize=8)
def _check_edition(source: bytes) -> None:
    """Check that an edition is an object, and canonical JSON; once for all its games."""
    edition = _decode_edition(source)
    if encode_part(edition) != source:
        raise MalformedBundle(NOT_CANONICAL)
    _check_value(edition, 2)


@lru_cache(maxsize=8)
def edition_in(source: bytes) -> Any:
    """Return the edition of a bundle, which is JSON; it must not be changed."""
    return msgspec.json.decode(source)


def fault_in(value: Any, level: int = 1) -> str:
    """Return why a JSON value has no canonical form, "" if it has one.

    It is nested too deep, beginning at ``level``, or has a number that is too large. Names and text
    are not looked at.
    """
    if isinstance(value, dict):
        if level > MAX_DEPTH:
            return TOO_DEEP
        for one in value.values():
            if not isinstance(one, str):
                fault = fault_in(one, level + 1)
                if fault:
                    return fault
    elif isinstance(value, list):
        if level > MAX_DEPTH:
            return TOO_DEEP
        for one in value:
            if not isinstance(one, str):
                fault = fault_in(one, level + 1)
                if fault:
                    return fault
    elif isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        return TOO_LARGE
    return ""


TOO_DEEP: Final = f"values are nested more than {MAX_DEPTH} deep"
TOO_LARGE: Final = "a number is too large"


def _check_value(value: Any, level: int) -> None:
    fault = fault_in(value, level)
    if fault:
        raise MalformedBundle(fault)


def _check_rows(bundle: Bundle) -> None:
    """Check what the types of the parts do not say."""
    if bundle.head.seq < 1:
        raise MalformedBundle("the head is of no row")
    _check_value(bundle.head.seq, 3)
    _check_refused(bundle.head.refused)
    _check_value(bundle.refusals, 2)
    is_full, right = bundle.view == FULL, RightTexts()
    for event in bundle.events:
        _check_value(event.facts, 4)
        _check_value(event.move, 4)
        if event.signed is not None:
            _check_value(event.signed, 4)
        _check_refused(event.refused)
        for ruling in event.rulings:
            _check_value(ruling.at, 5)
            if ruling.seat is not None:
                _check_value(ruling.seat, 5)
            if ruling.params is not None:
                _check_value(ruling.params, 5)
        if isinstance(event.hidden, list) != is_full:
            raise MalformedBundle("what is hidden has the form of another view")
        if isinstance(event.hidden, dict) and not all(map(_is_part, event.hidden.values())):
            raise MalformedBundle("a hidden part has neither a salt nor a commitment")
        for fact in event.facts:
            kind = fact.get("fact")
            if type(kind) is not str:
                raise MalformedBundle("a fact has no name")
            if kind == STARTED and setup_in(fact) is None:
                raise MalformedBundle("the setup has another form")
        move = event.move.get("move")
        if type(move) is not str or (move == "start" and not _has_start(bundle, event)):
            raise MalformedBundle("a move has no name, or that of row 1 another form")
        if not _is_mark(event.mark):
            raise MalformedBundle("the mark of an event has another form")
        _check_parts(event, right)
    for refusal in refusals_of(bundle):
        if not isinstance(refusal, CommittedRefusal):
            _check_parts(refusal, right)


def _has_start(bundle: Bundle, event: Event) -> bool:
    """Whether the move of an event is a start of the right form."""
    return (bundle.start if event is bundle.events[0] else start_of(event)) is not None


def _check_refused(refused: Refused | None) -> None:
    if refused is not None and refused.count > LARGEST:
        raise MalformedBundle(TOO_LARGE)


def _check_parts(part: Event | BundledRefusal, right: RightTexts) -> None:
    """Check the time, the actor and the signature of an event or a refusal."""
    fault = texts_fault(part, right)
    if fault:
        raise MalformedBundle(fault)
    actor = part.actor
    # An isinstance that fails against a struct takes several times as long.
    if type(actor) is BotActor:
        if (actor.fallback is UNSET) != (actor.reason is UNSET):
            raise MalformedBundle("a bot has a fallback without a reason, or the other way round")
        if actor.fallback is False:
            raise MalformedBundle("a fallback is true or absent")
    if part.signed is not None and not _is_signed(part.signed):
        raise MalformedBundle("a signature of a move has another form")


# ---- texts of each event: patterns in the types would take a third of the time of reading

_HEXADECIMAL: Final = "0123456789abcdef"
_MARK_SIZE: Final = 8
_ALL_DIGITS_ZERO: Final = bytes.maketrans(b"0123456789", b"0" * 10)
_TIME: Final = b"0000-00-00T00:00:00.000Z"
_UUID: Final = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class RightTexts:
    """The dates and the ids of players that were found right."""

    def __init__(self) -> None:
        self.days: set[str] = set()
        self.players: set[str] = set()


def texts_fault(part: Event | BundledRefusal, right: RightTexts) -> str:
    """Return what is wrong with the time or the player of a part, "" if nothing is.

    What is in ``right`` is not checked again; what is found right is added.
    """
    at, actor = part.at, part.actor
    if not _is_time(at):
        return f"{at!r} is no time"
    day = at[:10]
    if day not in right.days:
        try:
            date.fromisoformat(day)
        except ValueError:
            return f"there is no time {at}"
        right.days.add(day)
    if type(actor) is PlayerActor:
        player = actor.player
        if player not in right.players:
            if _UUID.fullmatch(player) is None:
                return f"{player!r} is no player"
            right.players.add(player)
    return ""


def _is_time(text: str) -> bool:
    """Whether a text has the form of a time, with hours to 23 and minutes to 59."""
    return (
        text.isascii()
        and text.encode().translate(_ALL_DIGITS_ZERO) == _TIME
        and text[11:13] <= "23"
        and text[14] <= "5"
        and text[17] <= "5"
    )


def _is_mark(text: str) -> bool:
    return len(text) == _MARK_SIZE and not text.strip(_HEXADECIMAL)


_MOVE_SIGNATURE: Final = re.compile("[0-9a-f]{128}")


def _is_signed(signed: dict[str, Any]) -> bool:
    """Whether a member ``signed`` has one of its two forms."""
    if signed.keys() == {"choices", "signature"}:
        text = signed["signature"]
        is_text = isinstance(text, str) and _MOVE_SIGNATURE.fullmatch(text) is not None
        return is_text and isinstance(signed["choices"], dict)
    if signed.keys() != {"by", "choice"} or type(signed["by"]) is not int or signed["by"] < 1:
        return False
    match signed["choice"]:
        case [str(), int() as nth]:
            return type(nth) is int and nth >= 0
        case _:
            return False


_HIDDEN_PART: Final = {"salt": re.compile("[0-9a-f]{32}"), "commitment": re.compile("[0-9a-f]{64}")}


def _is_part(given: dict[str, str]) -> bool:
    if len(given) != 1:
        return False
    ((name, text),) = given.items()
    return name in _HIDDEN_PART and _HIDDEN_PART[name].fullmatch(text) is not None


def refusals_of(bundle: Bundle) -> list[AnyRefusal]:
    """Return the refusals; raises ``MalformedBundle`` for those of another view."""
    return [_refusal(one, bundle.view) for one in bundle.refusals]


def _refusal(one: dict[str, Any], view: str) -> AnyRefusal:
    kind: type[AnyRefusal] = OpenedRefusal
    if view == FULL:
        kind = BundledRefusal
    elif "commitment" in one:
        kind = CommittedRefusal
    try:
        return msgspec.convert(one, kind)
    except msgspec.ValidationError as error:
        raise MalformedBundle(str(error)) from None
