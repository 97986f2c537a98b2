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
    STARTED,
    AnyRefusal,
    BotActor,
    Bundle,
    BundledRefusal,
    CommittedRefusal,
    Event,
    MalformedBundle,
    OpenedRefusal,
    encode_part,
    setup_in,
    start_of,
)

MAX_DEPTH: Final = 64
"""The deepest nesting of canonical JSON."""


def _refuse_float(text: str) -> float:
    raise MalformedBundle(f"{text} is not an integer")


_decode = msgspec.json.Decoder(Bundle, float_hook=_refuse_float).decode
_decode_edition = msgspec.json.Decoder(dict[str, Any], float_hook=_refuse_float).decode
_LONG_NUMBER: Final = re.compile(rb"[:\[,]-?[0-9]{16}")
_ALL_DIGITS_ZERO: Final = bytes.maketrans(b"0123456789", b"0" * 10)
_SIXTEEN_ZEROS: Final = b"0" * 16
_FOREIGN_NAME: Final = re.compile(rb'[\x80-\xff](?:[^"\\]|\\.)*":', re.DOTALL)
_LARGEST: Final = 2**53 - 1

NOT_CANONICAL: Final = "the file is not canonical JSON"


def read_bundle(source: bytes) -> Bundle:
    """Return the bundle in a file; raises ``MalformedBundle`` for another form.

    Names that are not ASCII and numbers that are too large are searched for in the bytes: looking
    at each value would take longer than reading them.
    """
    try:
        bundle = _decode(source)
        _check_edition(bytes(bundle.edition))
        if bundle.source != source:
            raise MalformedBundle(NOT_CANONICAL)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise MalformedBundle(str(error)) from None
    if _has_long_number(source) and _has_large_number(source):
        raise MalformedBundle("a number is too large")
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
    _check_depth(edition, 2)


@lru_cache(maxsize=8)
def edition_in(source: bytes) -> Any:
    """Return the edition of a bundle, which is JSON; it must not be changed."""
    return msgspec.json.decode(source)


def _has_long_number(source: bytes) -> bool:
    """Whether a number may be too large; the pattern is slow, and rarely needed."""
    if _SIXTEEN_ZEROS not in source.translate(_ALL_DIGITS_ZERO):
        return False
    return _LONG_NUMBER.search(source) is not None


def _has_large_number(source: bytes) -> bool:
    parts: list[Any] = [msgspec.json.decode(source)]
    for part in parts:
        if isinstance(part, dict):
            parts.extend(part.values())
        elif isinstance(part, list):
            parts.extend(part)
        elif isinstance(part, int) and abs(part) > _LARGEST:
            return True
    return False


def is_deep(value: Any, level: int = 1) -> bool:
    """Whether an object or an array at a level, or one in it, is nested too deep."""
    if level > MAX_DEPTH:
        return True
    for one in value.values() if type(value) is dict else value:
        if (type(one) is dict or type(one) is list) and is_deep(one, level + 1):
            return True
    return False


def _check_depth(value: Any, level: int) -> None:
    if is_deep(value, level):
        raise MalformedBundle(f"values are nested more than {MAX_DEPTH} deep")


def _check_rows(bundle: Bundle) -> None:
    """Check what the types of the parts do not say."""
    if bundle.head.seq < 1:
        raise MalformedBundle("the head is of no row")
    is_full = bundle.view == FULL
    _check_depth(bundle.refusals, 2)
    for event in bundle.events:
        _check_depth(event.facts, 4)
        _check_depth(event.move, 4)
        if event.signed is not None:
            _check_depth(event.signed, 4)
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
        if type(move) is not str or (move == "start" and start_of(event) is None):
            raise MalformedBundle("a move has no name, or that of row 1 another form")
        _check_parts(event)
    for refusal in refusals_of(bundle):
        if not isinstance(refusal, CommittedRefusal):
            _check_parts(refusal)


def _check_parts(part: Event | BundledRefusal) -> None:
    """Check the time, the actor and the signature of an event or a refusal."""
    try:
        date.fromisoformat(part.at[:10])
    except ValueError:
        raise MalformedBundle(f"there is no time {part.at}") from None
    actor = part.actor
    # An isinstance that fails against a struct takes several times as long.
    if type(actor) is BotActor:
        if (actor.fallback is UNSET) != (actor.reason is UNSET):
            raise MalformedBundle("a bot has a fallback without a reason, or the other way round")
        if actor.fallback is False:
            raise MalformedBundle("a fallback is true or absent")
    if part.signed is not None and not _is_signed(part.signed):
        raise MalformedBundle("a signature of a move has another form")


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
