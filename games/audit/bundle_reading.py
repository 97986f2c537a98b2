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
    MAX_BYTES,
    STARTED,
    AnyRefusal,
    BotActor,
    Bundle,
    BundledName,
    BundledRefusal,
    CommittedRefusal,
    EditionBox,
    Event,
    MalformedBundle,
    OrganiserActor,
    PlayerActor,
    encode_part,
    setup_in,
    start_of,
)
from games.engine.zones import MAX_SEATS
from games.ledger.heads import Refused
from games.ledger.rows import LARGEST

MAX_DEPTH: Final = 64
"""The deepest nesting of canonical JSON."""

MAX_NUMBER: Final = 1000
"""The largest number in an edition, whose numbers are from 0: a count, copies, points."""

MAX_CARDS: Final = 10_000
"""The most cards of an edition, all copies counted."""


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
    if len(source) > MAX_BYTES:
        raise MalformedBundle("the file is too large")
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
    _check_value(edition, 2, 0, MAX_NUMBER)
    box = box_in(source)
    decks = (entry.copies for deck in box.decks for entry in deck.cards)
    if sum(box.copies.get(card.code, 1) for card in box.cards) + sum(decks) > MAX_CARDS:
        raise MalformedBundle("the edition has too many cards")


box_in: Final = lru_cache(maxsize=8)(msgspec.json.Decoder(EditionBox).decode)
"""Returns the box of an edition, which is JSON."""


def fault_in(value: Any, level: int = 1, least: int = -LARGEST, most: int = LARGEST) -> str:
    """Return why a JSON value has no canonical form, "" if it has one.

    It is nested too deep, beginning at ``level``, or has a number below ``least`` or above
    ``most``. Names and text are not looked at.
    """
    if isinstance(value, dict):
        if level > MAX_DEPTH:
            return TOO_DEEP
        for one in value.values():
            if not isinstance(one, str):
                fault = fault_in(one, level + 1, least, most)
                if fault:
                    return fault
    elif isinstance(value, list):
        if level > MAX_DEPTH:
            return TOO_DEEP
        for one in value:
            if not isinstance(one, str):
                fault = fault_in(one, level + 1, least, most)
                if fault:
                    return fault
    elif isinstance(value, int) and not least <= value <= most:
        return TOO_LARGE
    return ""


TOO_DEEP: Final = f"values are nested more than {MAX_DEPTH} deep"
TOO_LARGE: Final = "a number is too small or too large"


def _check_value(value: Any, level: int, least: int = -LARGEST, most: int = LARGEST) -> None:
    fault = fault_in(value, level, least, most)
    if fault:
        raise MalformedBundle(fault)


def _check_rows(bundle: Bundle) -> None:
    """Check what the types of the parts do not say."""
    if bundle.head.seq < 1:
        raise MalformedBundle("the head is of no row")
    _check_value(bundle.head.seq, 3)
    _check_refused(bundle.head.refused)
    _check_value(bundle.refusals, 2)
    if not all(one is None or _is_name(one) for one in bundle.names or ()):
        raise MalformedBundle("a name has another form")
    is_full, right = bundle.view == FULL, RightTexts()
    for event in bundle.events:
        check_event(event, right, is_full)
    for refusal in refusals_of(bundle):
        if not isinstance(refusal, CommittedRefusal):
            check_parts(refusal, right)


def check_event(event: Event, right: RightTexts, is_full: bool) -> None:
    """Check what the types of an event do not say; raises ``MalformedBundle``."""
    _check_value(event.facts, 4)
    _check_value(event.move, 4)
    if event.signed is not None:
        _check_value(event.signed, 4)
    _check_refused(event.refused)
    for ruling in event.rulings:
        if not 0 <= ruling.at <= LARGEST or not 0 <= (ruling.seat or 0) < MAX_SEATS:
            raise MalformedBundle("a ruling is about no such fact or seat")
        if ruling.params is not None:
            _check_value(ruling.params, 5)
    forms = _SALT if is_full else _HIDDEN_PART
    if not all(_is_part(given, forms) for given in event.hidden.values()):
        raise MalformedBundle("a hidden part has no salt, or no commitment that the view may have")
    for fact in event.facts:
        kind = fact.get("fact")
        if type(kind) is not str:
            raise MalformedBundle("a fact has no name")
        if kind == STARTED and setup_in(fact) is None:
            raise MalformedBundle("the setup has another form")
    move = event.move.get("move")
    if type(move) is not str or (move == "start" and not _has_start(event)):
        raise MalformedBundle("a move has no name, or that of row 1 another form")
    if move == "play" and not isinstance(event.move.get("uno"), bool):
        raise MalformedBundle("a play does not say whether UNO was called")
    if not _is_mark(event.mark):
        raise MalformedBundle("the mark of an event has another form")
    check_parts(event, right)


def _is_name(given: BundledName) -> bool:
    """Whether a name has its salt, or only the time of its erasure."""
    if isinstance(given.erased, str):
        return given.name is UNSET and given.salt is UNSET and is_time(given.erased)
    return given.name is not UNSET and given.salt is not UNSET


def _has_start(event: Event) -> bool:
    """Whether the move of an event is a start of the right form."""
    start = start_of(event)
    return start is not None and is_time(start.closed_at)


def _check_refused(refused: Refused | None) -> None:
    if refused is not None and refused.count > LARGEST:
        raise MalformedBundle(TOO_LARGE)


def check_parts(part: Event | BundledRefusal, right: RightTexts) -> None:
    """Check the time, the actor and the signature of an event or a refusal.

    Raises ``MalformedBundle``.
    """
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
    is_signed = _is_signed_act if type(actor) is OrganiserActor else _is_signed
    if part.signed is not None and not is_signed(part.signed):
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
    day = at[:10]
    if not (_is_time(at) if day in right.days else is_time(at)):
        return f"{at!r} is no time"
    right.days.add(day)
    if type(actor) is PlayerActor:
        player = actor.player
        if player not in right.players:
            if _UUID.fullmatch(player) is None:
                return f"{player!r} is no player"
            right.players.add(player)
    return ""


def is_time(text: str) -> bool:
    """Whether a text is a time as rows have it."""
    if not _is_time(text):
        return False
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return False
    return True


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


def _is_signed_act(signed: dict[str, Any]) -> bool:
    """Whether the member ``signed`` of an act has its form."""
    each = signed.get("organisers")
    if signed.keys() != {"organisers"} or not isinstance(each, list) or not 1 <= len(each) <= 2:
        return False
    return all(one is None or _is_act_signature(one) for one in each)


def _is_act_signature(one: Any) -> bool:
    if not isinstance(one, dict) or one.keys() != {"seq", "signature"}:
        return False
    text, seq = one["signature"], one["seq"]
    is_text = isinstance(text, str) and _MOVE_SIGNATURE.fullmatch(text) is not None
    return is_text and type(seq) is int and seq >= 1


def _is_signed(signed: dict[str, Any]) -> bool:
    """Whether the member ``signed`` of a move has one of its forms."""
    if signed.keys() - {"seq"} == {"choices", "signature"}:
        text, seq = signed["signature"], signed.get("seq", 1)
        is_text = isinstance(text, str) and _MOVE_SIGNATURE.fullmatch(text) is not None
        return is_text and isinstance(signed["choices"], dict) and type(seq) is int and seq >= 1
    if signed.keys() != {"by", "choice"} or type(signed["by"]) is not int or signed["by"] < 1:
        return False
    # Not as a pattern: compiled, a name that has the type int holds 1 for true.
    choice = signed["choice"]
    if not isinstance(choice, list) or [type(part) for part in choice] != [str, int]:
        return False
    return bool(choice[1] >= 0)


_SALT: Final = {"salt": re.compile("[0-9a-f]{32}")}
_HIDDEN_PART: Final = _SALT | {"commitment": re.compile("[0-9a-f]{64}")}


def _is_part(given: dict[str, str], forms: dict[str, re.Pattern[str]]) -> bool:
    if len(given) != 1:
        return False
    ((name, text),) = given.items()
    return name in forms and forms[name].fullmatch(text) is not None


def refusals_of(bundle: Bundle) -> list[AnyRefusal]:
    """Return the refusals; raises ``MalformedBundle`` for those of another view."""
    return [_refusal(one, bundle.view) for one in bundle.refusals]


def _refusal(one: dict[str, Any], view: str) -> AnyRefusal:
    kind: type[AnyRefusal] = CommittedRefusal if "commitment" in one else BundledRefusal
    try:
        refusal = msgspec.convert(one, kind)
    except msgspec.ValidationError as error:
        raise MalformedBundle(str(error)) from None
    if view == FULL and kind is CommittedRefusal:
        raise MalformedBundle("a refusal is hidden in the full view")
    return refusal
