"""Replies about the differences of two editions, for OpenAPI components."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from cards.language import Basis
from games.messages.bodies import BilingualText, ResponseBody
from games.messages.problem_messages import ChangeKind, MemberChangeResponse


class CountChangeResponse(ResponseBody, frozen=True):
    """A number before and after."""

    before: int
    after: int


class TextChangeResponse(ResponseBody, frozen=True):
    """A text before and after, in all languages."""

    before: BilingualText
    after: BilingualText


class ComparedCardResponse(ResponseBody, frozen=True):
    """A card that only one of the editions has."""

    code: str
    name: BilingualText
    text: Annotated[BilingualText, Meta(description="What the card does.")]
    copies: Annotated[int, Meta(description="The number of copies in the box.")]


class CardChangeResponse(ResponseBody, frozen=True):
    """A card that both editions have, with what differs.

    `code_before` differs from `code` if the card was renamed and has no other difference.
    """

    code: str
    code_before: str
    name: TextChangeResponse
    text: Annotated[TextChangeResponse, Meta(description="What the card does.")]
    copies: Annotated[CountChangeResponse, Meta(description="The number of copies in the box.")]
    changes: list[MemberChangeResponse]


class DeckEntryResponse(ResponseBody, frozen=True):
    """The copies of a card in a deck, and the source of the entry."""

    copies: int
    basis: Basis


class DeckEntryChangeResponse(ResponseBody, frozen=True):
    """A card of a deck before and after; null if the deck does not contain it."""

    card: str
    before: DeckEntryResponse | None
    after: DeckEntryResponse | None


class DeckChangeResponse(ResponseBody, frozen=True):
    """A Character Deck with the entries that differ."""

    hero: str
    change: ChangeKind
    card_count: CountChangeResponse
    entries: list[DeckEntryChangeResponse]


class ComparisonResponse(ResponseBody, frozen=True):
    """The differences of two sets of cards, in the order of the newer one."""

    before: Annotated[str, Meta(description="The hash of the older edition.")]
    after: Annotated[str, Meta(description="The hash of the newer edition.")]
    differs: Annotated[bool, Meta(description="Whether anything below differs.")]
    changes: Annotated[
        list[MemberChangeResponse],
        Meta(description="Members of the edition itself: name, colors, variant."),
    ]
    card_count: Annotated[
        CountChangeResponse, Meta(description="The number of cards, all copies counted.")
    ]
    added: list[ComparedCardResponse]
    removed: list[ComparedCardResponse]
    renamed: list[CardChangeResponse]
    changed: list[CardChangeResponse]
    decks: Annotated[list[DeckChangeResponse], Meta(description="The decks that differ.")]
    reordered: Annotated[
        bool, Meta(description="Whether cards, or entries of a deck, are in another order.")
    ]
