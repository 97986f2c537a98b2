"""Requests and replies about drafts of card sets, for OpenAPI components."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cards.language import Basis, Kind
from games.messages.card_records import BasisOfEntry
from games.messages.game import BilingualText, RequestBody, ResponseBody

Definition = Annotated[
    dict[str, Any], Meta(description="The card as JSON; schemas/card.json is its schema.")
]
RawDefinition = Annotated[
    msgspec.Raw,
    Meta(
        description="The card as JSON; schemas/card.json is its schema.",
        extra_json_schema={"type": "object", "additionalProperties": {}},
    ),
]
SetCode = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
SetName = Annotated[str, Meta(min_length=1, max_length=100)]
FrenchName = Annotated[str, Meta(max_length=100)]
LanguageTag = Annotated[str, Meta(min_length=2, max_length=20, pattern="^[A-Za-z0-9-]+$")]
SetNames = Annotated[
    dict[LanguageTag, SetName],
    Meta(max_length=40, description="Names in further languages, by language tag."),
]
Copies = Annotated[int, Meta(ge=1, le=100, description="Copies in the box.")]
Place = Annotated[int, Meta(ge=0, le=30_000, description="The order of the cards.")]
EntityTag = Annotated[
    str, Meta(description="The ETag of the resource, with the quotes, to send as If-Match.")
]


class SetRequest(RequestBody, frozen=True, kw_only=True):
    """A new, empty set of cards."""

    code: SetCode
    name: SetName
    name_fr: FrenchName = ""
    names: SetNames = msgspec.field(default_factory=dict)
    variant: Annotated[str, Meta(max_length=40)]
    colors: Annotated[tuple[str, ...], Meta(max_length=10)] = ()


class ImportedSetRequest(RequestBody, frozen=True, kw_only=True):
    """An edition as JSON: what `definition.json` of a set or an edition returns."""

    code: str
    name: str
    variant: str
    colors: list[str]
    cards: list[dict[str, Any]]
    name_fr: str = ""
    copies: dict[str, int] | UnsetType = UNSET
    decks: list[dict[str, Any]] | UnsetType = UNSET
    names: dict[str, str] | UnsetType = UNSET


class SetPatch(RequestBody, frozen=True, kw_only=True):
    """The members of a set to change; what is omitted stays."""

    code: SetCode | UnsetType = UNSET
    name: SetName | UnsetType = UNSET
    name_fr: FrenchName | UnsetType = UNSET
    names: SetNames | UnsetType = UNSET
    variant: Annotated[str, Meta(max_length=40)] | UnsetType = UNSET
    colors: Annotated[tuple[str, ...], Meta(max_length=10)] | UnsetType = UNSET


class DraftCardRequest(RequestBody, frozen=True, kw_only=True):
    """A card of a draft.

    Without ``copies`` and ``position``, a stored card has its own; a new one has one copy and
    follows the others.
    """

    definition: RawDefinition
    copies: Copies | None = None
    position: Place | None = None


class PreviewRequest(RequestBody, frozen=True, kw_only=True):
    """A card to preview; ``replaces`` is the code of the stored card in its place."""

    definition: RawDefinition
    replaces: Annotated[str, Meta(max_length=60)] = ""


class DeckEntryRequest(RequestBody, frozen=True, kw_only=True):
    """A card of a deck, its copies, and the source of the entry."""

    card: Annotated[str, Meta(max_length=60)]
    copies: Copies = 1
    basis: Basis = "sheet"


class DeckRequest(RequestBody, frozen=True, kw_only=True):
    """All entries of a deck; those that are stored and missing here are removed."""

    entries: Annotated[list[DeckEntryRequest], Meta(max_length=1000)]


class SetResponse(ResponseBody, frozen=True):
    """A draft of a set. `hash` is that of the edition that publishing it would create."""

    code: str
    name: str
    name_fr: str
    names: SetNames
    variant: str
    colors: list[str]
    hash: str
    card_count: Annotated[int, Meta(description="The number of cards, all copies counted.")]
    frozen: Annotated[bool, Meta(description="Whether it is in review, so nothing can change.")]
    proposal: Annotated[int | None, Meta(description="The proposal that freezes it.")]
    current: Annotated[str | None, Meta(description="The hash of the variant’s current edition.")]
    cards: Annotated[str, Meta(description="The address of its cards.")]
    etag: EntityTag


class SetPageResponse(ResponseBody, frozen=True):
    """A page of sets by code; `next` is null on the last page."""

    results: list[SetResponse]
    next: str | None


class DraftCardResponse(ResponseBody, frozen=True):
    """A card of a draft: its definition, and what it does in words."""

    set: str
    code: str
    kind: Kind
    name: BilingualText
    text: Annotated[BilingualText, Meta(description="What the card does.")]
    definition: Definition
    copies: Copies
    position: Place
    basis: BasisOfEntry
    etag: EntityTag


class DraftCardListResponse(ResponseBody, frozen=True):
    """The cards of a draft in order."""

    set: str
    cards: list[DraftCardResponse]


class DraftDeckEntryResponse(ResponseBody, frozen=True):
    """A card of a deck, its copies, and the source of the entry."""

    card: str
    copies: int
    basis: BasisOfEntry


class DraftDeckResponse(ResponseBody, frozen=True):
    """The Character Deck of a hero in a draft."""

    set: str
    hero: str
    card_count: int
    entries: list[DraftDeckEntryResponse]
    etag: EntityTag


class CardFindingResponse(ResponseBody, frozen=True):
    """A fault of a card or of a set, which prevents publishing.

    `pointer` is the place in the definition of `card`; null if it is not in a card.
    """

    code: str
    place: str
    card: str | None
    pointer: str | None
    message: BilingualText


class LintResponse(ResponseBody, frozen=True):
    """The findings about a draft; with none, it can be proposed, also with warnings."""

    hash: str
    findings: list[CardFindingResponse]
    warnings: list[CardFindingResponse]


class PreviewResponse(ResponseBody, frozen=True):
    """An unsaved card in words and as a picture, with its findings in the set."""

    name: BilingualText
    text: BilingualText
    picture: Annotated[BilingualText, Meta(description="An SVG image with the text, by language.")]
    findings: list[CardFindingResponse]
