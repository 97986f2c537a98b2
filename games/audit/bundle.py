"""The file that an auditor downloads. docs/bundle.md is its specification."""

from __future__ import annotations

import re
from datetime import date
from functools import cached_property, lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from games.engine import Ruling, mix_seed
from games.ledger.heads import HashText, Head, KeyId, Refused, SignatureText, UuidText

FORMAT: Final = "fairdeal-bundle-v2"
"""The name of the file format; a change of the format changes the name."""

FULL: Final = "full"
"""The view in which nothing is hidden."""

PUBLIC: Final = "public"
"""The view of a viewer without a seat."""

STARTED: Final = "game-started"
"""The first fact of a game."""

MAX_DEPTH: Final = 64
"""The deepest nesting of canonical JSON."""

MarkText = Annotated[str, Meta(pattern="^[0-9a-f]{8}$", max_length=8)]
SaltText = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
Natural = Annotated[int, Meta(ge=0)]
Count = Annotated[int, Meta(ge=1)]
TimeText = Annotated[
    str,
    Meta(
        pattern=(
            r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$"
        ),
        max_length=24,
    ),
]
ReasonText = Annotated[
    str,
    Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$", min_length=1, max_length=500),
]
ReferenceText = Annotated[
    str,
    Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$", min_length=1, max_length=80),
]
ActorId = Annotated[
    str,
    Meta(
        pattern="^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|staff-[0-9]+)$",
        max_length=36,
    ),
]


class MalformedBundle(ValueError):
    """The bytes are not a bundle: another shape, or not canonical JSON."""


class BundlePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts of a bundle."""


# ---- actors


class PlayerActor(BundlePart, frozen=True, tag_field="kind", tag="player"):
    """A player."""

    player: UuidText


class BotActor(BundlePart, frozen=True, tag_field="kind", tag="bot"):
    """A bot, and the budget of its choice in plies.

    It has ``fallback`` and ``reason`` if its choice did not count.
    """

    name: str
    version: str
    budget: Natural
    fallback: bool | UnsetType = UNSET
    reason: Literal["failed", "budget", "illegal"] | UnsetType = UNSET


class ClockActor(BundlePart, frozen=True, tag_field="kind", tag="clock"):
    """The clock, for a seat that did not answer in time."""


class OrganiserActor(BundlePart, frozen=True, tag_field="kind", tag="organiser"):
    """An organiser, and the second one if an act needs two; ``reference`` is optional."""

    player: ActorId
    reason: ReasonText
    second: ActorId | UnsetType = UNSET
    reference: ReferenceText | UnsetType = UNSET


BundledActor = PlayerActor | BotActor | ClockActor | OrganiserActor


# ---- row 1, as the specification has it. What the server stores, ``games.ledger.rows``, has the
# same members without their checks, see ``StartPart`` there.


class PlayerSeat(BundlePart, frozen=True, tag_field="kind", tag="player"):
    """A player's seat: the commitment to the name, and the key if there is one."""

    player: UuidText
    name: HashText
    key: HashText | None


class BotSeat(BundlePart, frozen=True, tag_field="kind", tag="bot"):
    """A bot's seat; ``budget`` is how many plies the bot may try for one choice."""

    bot: str
    version: str
    budget: Natural


class Beacon(BundlePart, frozen=True):
    """A public value that was named before it was known."""

    what: Annotated[str, Meta(min_length=1, max_length=80)]
    round: int
    value: HashText


class StartChance(BundlePart, frozen=True):
    """Of what the seed is mixed, but for the server's part."""

    algorithm: str
    mode: Literal["plain", "shared"]
    commitment: HashText
    commitments: list[HashText | None]
    shares: list[HashText | None]
    beacon: Beacon | None


class StartRules(BundlePart, frozen=True):
    """The version and the digest of a rulebook."""

    version: str
    digest: HashText


class StartEvent(BundlePart, frozen=True):
    """The place of a table in a tournament."""

    tournament: UuidText
    round: Count
    table: Count


class StartMove(BundlePart, frozen=True, tag_field="move", tag="start"):
    """The move of row 1."""

    seats: list[PlayerSeat | BotSeat]
    chance: StartChance
    rules: StartRules
    reveal: Literal["all", "seats"]
    directors: Literal[1, 2]
    event: StartEvent | None


class StartSetup(BundlePart, frozen=True):
    """The setup in the first fact of row 1."""

    variant: str
    edition: HashText
    seats: Count
    options: dict[str, Any]
    heroes: list[str]


# ---- the other parts


class BundledName(BundlePart, frozen=True):
    """A display name as it was at the start, and the salt of the commitment to it."""

    name: str
    salt: SaltText


class BundledResult(BundlePart, frozen=True):
    """The result of the game; no seat won if ``winner`` is null."""

    winner: Natural | None
    why: str
    places: list[Count] | None


class Event(BundlePart, frozen=True, kw_only=True):
    """A row without its game, with its ``mark`` and what is ``hidden`` in it.

    ``mark`` is the beginning of the digest.

    ``hidden`` is an array of paths if the seed opens them, else an object that has for each path
    the salt of a value that this viewer saw, or the commitment to a value that it did not see.
    """

    seq: Count
    at: TimeText
    seat: Natural | None
    actor: BundledActor
    move: dict[str, Any]
    facts: list[dict[str, Any]]
    rulings: list[Ruling]
    rules_version: str
    refused: Refused | None
    signed: dict[str, Any] | None
    mark: MarkText
    hidden: list[str] | dict[str, dict[str, str]]


class BundledRefusal(BundlePart, frozen=True, kw_only=True):
    """A move that the rules refused, the ``nth`` of those stored after row ``seq``.

    ``before`` are accepted moves of the same request, which were undone with it.
    """

    seq: Count
    nth: Count
    seat: Natural
    actor: BundledActor
    before: list[dict[str, Any]]
    move: dict[str, Any] | Annotated[str, Meta(max_length=1000)]
    code: str
    rule: str
    params: dict[str, int | str]
    signed: dict[str, Any] | None
    at: TimeText


class OpenedRefusal(BundledRefusal, frozen=True, kw_only=True):
    """A refusal with the salt of the commitment to it."""

    salt: SaltText


class CommittedRefusal(BundlePart, frozen=True):
    """The commitment to a refusal that this viewer does not see."""

    seq: Count
    nth: Count
    commitment: HashText


AnyRefusal = BundledRefusal | OpenedRefusal | CommittedRefusal


class Signature(BundlePart, frozen=True):
    """The key, and its signatures of the head and of the whole file without this part."""

    algorithm: Literal["ed25519"]
    key: KeyId
    public: HashText
    head: SignatureText
    bundle: SignatureText


class Bundle(BundlePart, frozen=True, kw_only=True, dict=True):
    """A game as one viewer may know it; ``edition`` is written as canonical JSON."""

    format: str
    view: str
    head: Head
    names: list[BundledName | None]
    edition: Raw
    result: BundledResult | None
    seed: HashText | None
    events: Annotated[list[Event], Meta(min_length=1)]
    refusals: list[dict[str, Any]]
    signature: Signature | None

    @cached_property
    def source(self) -> bytes:
        """Return the file: the bundle as canonical JSON."""
        return _encode(self)

    @property
    def start(self) -> StartMove | None:
        """Return the move of row 1; None if the first event is not a start."""
        return start_of(self.events[0])

    @property
    def setup(self) -> StartSetup | None:
        """Return the setup in the first fact of row 1; None if it is not there."""
        return setup_of(self.events[0])

    @property
    def game_seed(self) -> bytes | None:
        """Return the seed of the game; None without the server's part or without row 1."""
        start = self.start
        if self.seed is None or start is None:
            return None
        beacon = start.chance.beacon.value if start.chance.beacon else None
        return mix_seed(bytes.fromhex(self.seed), start.chance.shares, beacon)


def start_of(event: Event) -> StartMove | None:
    """Return the move of an event that lays the table; None for another move."""
    if event.move.get("move") != "start":
        return None
    try:
        return msgspec.convert(event.move, StartMove)
    except msgspec.ValidationError:
        return None


def setup_of(event: Event) -> StartSetup | None:
    """Return the setup in the first fact of an event; None if there is none."""
    first = event.facts[0] if event.facts else {}
    return _setup(first) if first.get("fact") == STARTED else None


def _setup(fact: dict[str, Any]) -> StartSetup | None:
    try:
        return msgspec.convert(fact.get("setup"), StartSetup)
    except msgspec.ValidationError:
        return None


# ---- reading


def _refuse_float(text: str) -> float:
    raise MalformedBundle(f"{text} is not an integer")


_decode = msgspec.json.Decoder(Bundle, float_hook=_refuse_float).decode
_decode_edition = msgspec.json.Decoder(dict[str, Any], float_hook=_refuse_float).decode
_encode = msgspec.json.Encoder(order="sorted").encode
_LONG_NUMBER: Final = re.compile(rb"[:\[,]-?[0-9]{16}")
_ALL_DIGITS_ZERO: Final = bytes.maketrans(b"0123456789", b"0" * 10)
_SIXTEEN_ZEROS: Final = b"0" * 16
_FOREIGN_NAME: Final = re.compile(rb'[\x80-\xff](?:[^"\\]|\\.)*":', re.DOTALL)
_STRINGS: Final = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NOT_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))
_NOT_MARKS: Final = bytes(set(range(256)) - set(b'[]{}"'))
_LARGEST: Final = 2**53 - 1

NOT_CANONICAL: Final = "the file is not canonical JSON"


def read_bundle(source: bytes) -> Bundle:
    """Return the bundle in a file; raises ``MalformedBundle`` for another form.

    Names that are not ASCII, numbers that are too large and values that are nested too deep are
    searched for in the bytes: looking at each value would take longer than reading them.
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
    if is_deep(source):
        raise MalformedBundle(f"values are nested more than {MAX_DEPTH} deep")
    _check_rows(bundle)
    return bundle


@lru_cache(maxsize=8)
def _check_edition(source: bytes) -> None:
    """Check that an edition is an object, and canonical JSON; once for all its games."""
    if _encode(_decode_edition(source)) != source:
        raise MalformedBundle(NOT_CANONICAL)


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


def is_deep(source: bytes) -> bool:
    """Whether values are nested too deep.

    The innermost brackets are removed until none is left.
    """
    if b"\\" in source:
        brackets = _STRINGS.sub(b"", source).translate(None, _NOT_BRACKETS)
    else:
        # Without escapes every second part between quotation marks is in a string.
        marks = source.translate(None, _NOT_MARKS).replace(b'""', b"")
        brackets = b"".join(marks.split(b'"')[::2])
    for _ in range(MAX_DEPTH):
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
        if not brackets:
            return False
    return True


def _check_rows(bundle: Bundle) -> None:
    """Check what the types of the parts do not say."""
    if bundle.head.seq < 1:
        raise MalformedBundle("the head is of no row")
    is_full = bundle.view == FULL
    for event in bundle.events:
        if isinstance(event.hidden, list) != is_full:
            raise MalformedBundle("what is hidden has the form of another view")
        if isinstance(event.hidden, dict) and not all(map(_is_part, event.hidden.values())):
            raise MalformedBundle("a hidden part has neither a salt nor a commitment")
        for fact in event.facts:
            kind = fact.get("fact")
            if type(kind) is not str:
                raise MalformedBundle("a fact has no name")
            if kind == STARTED and _setup(fact) is None:
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
    if isinstance(actor, BotActor) and (actor.fallback is UNSET) != (actor.reason is UNSET):
        raise MalformedBundle("a bot has a fallback without a reason, or the other way round")
    if isinstance(actor, BotActor) and actor.fallback is False:
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


# ---- writing


def encode_bundle(bundle: Bundle) -> bytes:
    """Return a bundle as canonical JSON."""
    return bundle.source


def encode_part(value: Any) -> bytes:
    """Return a part of a bundle as canonical JSON."""
    return _encode(value)


def bundle_message(bundle: Bundle) -> bytes:
    """Return the signed text of a whole file: all of it except the signatures."""
    # In canonical JSON the signatures are before the last member, which is the view.
    view = _encode({"view": bundle.view})[1:]
    end = _encode({"signature": bundle.signature})[1:-1] + b"," + view
    return b"%b/%b%b" % (FORMAT.encode(), bundle.source.removesuffix(end), view)
