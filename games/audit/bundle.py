"""The file that an auditor downloads. docs/bundle.md is its specification."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from games.engine import Ruling, mix_seed
from games.engine.zones import MAX_SEATS
from games.ledger.heads import HashText, Head, Refused, SignatureText
from games.ledger.rows import Budget, BySeat, Count, Start
from games.ledger.terms import terms_digest, terms_in

FORMAT: Final = "fairdeal-bundle-v4"
"""The name of the file format; a change of the format changes the name."""

FULL: Final = "full"
"""The view in which nothing is hidden."""

PUBLIC: Final = "public"
"""The view of a viewer without a seat."""

STARTED: Final = "game-started"
"""The first fact of a game."""

ENDED: Final = "game-ended"
"""The fact with which a game is over."""

MAX_STORED: Final = 20
"""The most refusals of one seat that are stored after one row."""

SaltText = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=32)]
MAX_BYTES: Final = 16 * 1024 * 1024
"""The most bytes of a file, unpacked."""

SeatIndex = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
SeatCount = Annotated[int, Meta(ge=1, le=MAX_SEATS)]
RefusalNumber = Annotated[int, Meta(ge=1, le=MAX_STORED * MAX_SEATS)]
ReasonText = Annotated[
    str,
    Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+(?!\n)$", min_length=1, max_length=500),
]
ReferenceText = Annotated[
    str,
    Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+(?!\n)$", min_length=1, max_length=80),
]
ActorId = Annotated[
    str,
    Meta(
        pattern=r"^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|staff-[0-9]+)(?!\n)$", max_length=36
    ),
]


class MalformedBundle(ValueError):
    """The bytes are not a bundle: another shape, or not canonical JSON."""


class BundlePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts of a bundle."""


# ---- actors


class PlayerActor(BundlePart, frozen=True, tag_field="kind", tag="player"):
    """A player; ``texts_fault`` checks the id."""

    player: str


class BotActor(BundlePart, frozen=True, tag_field="kind", tag="bot"):
    """A bot, and the budget of its choice in plies.

    It has ``fallback`` and ``reason`` if its choice did not count.
    """

    name: str
    version: str
    budget: Budget
    fallback: bool | UnsetType = UNSET
    reason: Literal["failed", "budget", "illegal", "time"] | UnsetType = UNSET


class ClockActor(BundlePart, frozen=True, tag_field="kind", tag="clock"):
    """The clock, for a seat that did not answer in time."""


class OrganiserActor(BundlePart, frozen=True, tag_field="kind", tag="organiser"):
    """An organiser, and the second one if an act needs two; ``reference`` is optional."""

    player: ActorId
    reason: ReasonText
    second: ActorId | UnsetType = UNSET
    reference: ReferenceText | UnsetType = UNSET


BundledActor = PlayerActor | BotActor | ClockActor | OrganiserActor


class StartSetup(BundlePart, frozen=True):
    """The setup in the first fact of row 1."""

    variant: str
    edition: HashText
    seats: SeatCount
    options: dict[str, Any]
    heroes: Annotated[list[str], BySeat]


# ---- the other parts


class BundledName(BundlePart, frozen=True):
    """A display name as it was at the start, and the salt of the commitment to it.

    Of an erased name, ``erased`` is the time, and the only member; ``read_bundle`` checks this.
    """

    name: str | UnsetType = UNSET
    salt: SaltText | UnsetType = UNSET
    erased: str | UnsetType = UNSET


class ResultFact(msgspec.Struct, frozen=True):
    """The result in a fact; no seat won if ``winner`` is null."""

    winner: SeatIndex | None
    why: str
    places: Annotated[list[SeatCount], BySeat] | None


class Event(BundlePart, frozen=True, kw_only=True):
    """A row without its game, with its ``mark`` and what is ``hidden`` in it.

    ``mark`` is the beginning of the digest. ``texts_fault`` checks the form of ``at`` and ``mark``:
    patterns in the types would take a third of the time of reading an event.

    ``hidden`` has by path the salt of a value that this viewer saw, or the commitment to one that
    it did not see.
    """

    seq: Count
    at: str
    seat: SeatIndex | None
    actor: BundledActor
    move: dict[str, Any]
    facts: list[dict[str, Any]]
    rulings: list[Ruling]
    rules_version: str
    refused: Refused | None
    signed: dict[str, Any] | None
    mark: str
    hidden: dict[str, dict[str, str]]


class SealedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A row as it was sealed, with commitments in the place of hidden parts."""

    actor: BundledActor
    at: str
    facts: list[Any]
    game: str
    move: dict[str, Any]
    refused: Refused | None
    rules_version: str
    rulings: list[Ruling]
    seat: int | None
    seq: int
    signed: dict[str, Any] | None


class BundledRefusal(BundlePart, frozen=True, kw_only=True):
    """A move that the rules refused, the ``nth`` of those stored after row ``seq``.

    ``before`` are accepted moves of the same request, which were undone with it. ``texts_fault``
    checks the form of ``at``. ``salt`` is that of the commitment to it.
    """

    seq: Count
    nth: RefusalNumber
    seat: SeatIndex
    actor: BundledActor
    before: list[dict[str, Any]]
    move: dict[str, Any] | Annotated[str, Meta(max_length=1000)]
    code: str
    rule: str
    params: dict[str, int | str]
    signed: dict[str, Any] | None
    at: str
    salt: SaltText


class CommittedRefusal(BundlePart, frozen=True):
    """The commitment to a refusal that this viewer does not see."""

    seq: Count
    nth: RefusalNumber
    commitment: HashText


AnyRefusal = BundledRefusal | CommittedRefusal


class Signature(BundlePart, frozen=True):
    """The public key, and its signature of the head."""

    public: HashText
    head: SignatureText


class Bundle(BundlePart, frozen=True, kw_only=True, dict=True):
    """A game as one viewer may know it; ``edition`` is written as canonical JSON."""

    format: str
    view: str
    head: Head
    names: Annotated[list[BundledName | None], BySeat] | None
    edition: Raw
    seed: HashText | None
    events: Annotated[list[Event], Meta(min_length=1)]
    refusals: list[dict[str, Any]]
    signature: Signature | None

    @cached_property
    def source(self) -> bytes:
        """Return the file: the bundle as canonical JSON."""
        return encode_part(self)

    @cached_property
    def edition_source(self) -> bytes:
        """Return the edition as canonical JSON."""
        return bytes(self.edition)

    @cached_property
    def start(self) -> Start | None:
        """Return the move of row 1; None if the first event is not a start."""
        return start_of(self.events[0])

    @cached_property
    def setup(self) -> StartSetup | None:
        """Return the setup in the first fact of row 1; None if it is not there."""
        return setup_of(self.events[0])

    @cached_property
    def terms_digest(self) -> str | None:
        """Return the digest of the terms that follow from row 1; None without row 1."""
        if self.start is None or self.setup is None:
            return None
        first = self.events[0]
        return terms_digest(terms_in(first.move, first.facts[0]["setup"], self.head))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return any(fact["fact"] == ENDED for event in self.events for fact in event.facts)

    @property
    def erasures(self) -> list[tuple[int, str]]:
        """Return the seats with an erased name, and the time of each."""
        return [
            (seat, given.erased)
            for seat, given in enumerate(self.names or ())
            if given is not None and isinstance(given.erased, str)
        ]

    @property
    def game_seed(self) -> bytes | None:
        """Return the seed of the game; None without the server's part or without row 1."""
        start = self.start
        if self.seed is None or start is None:
            return None
        return mix_seed(bytes.fromhex(self.seed), start.chance.shares)


# ---- the edition


Copies = Annotated[int, Meta(ge=0)]


class BoxCard(msgspec.Struct, frozen=True):
    """A card of an edition, without what is printed on it."""

    code: str
    kind: str = ""
    hero: str | None = None


class DeckEntry(msgspec.Struct, frozen=True):
    """A card of a Character Deck."""

    card: str
    copies: Copies = 1


class BoxDeck(msgspec.Struct, frozen=True):
    """A Character Deck."""

    hero: str
    cards: list[DeckEntry]


class EditionBox(msgspec.Struct, frozen=True):
    """The members of an edition that tell the cards in its box."""

    cards: list[BoxCard] = []
    copies: dict[str, Copies] = {}
    decks: list[BoxDeck] = []


def start_of(event: Event) -> Start | None:
    """Return the move of an event that lays the table; None for another move."""
    if event.move.get("move") != "start":
        return None
    try:
        return msgspec.convert(event.move, Start)
    except msgspec.ValidationError:
        return None


def setup_of(event: Event) -> StartSetup | None:
    """Return the setup in the first fact of an event; None if there is none."""
    first = event.facts[0] if event.facts else {}
    return setup_in(first) if first.get("fact") == STARTED else None


def setup_in(fact: dict[str, Any]) -> StartSetup | None:
    """Return the setup in a fact; None if it has another form."""
    try:
        return msgspec.convert(fact.get("setup"), StartSetup)
    except msgspec.ValidationError:
        return None


# ---- writing

encode_part: Final = msgspec.json.Encoder(order="sorted").encode
"""Returns a part of a bundle as canonical JSON."""


def encode_bundle(bundle: Bundle) -> bytes:
    """Return a bundle as canonical JSON."""
    return bundle.source
