"""Replies about editions and their cards, as structs for OpenAPI components."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from cards.language import Basis, Kind, Rarity
from games.messages.bodies import BilingualText, ResponseBody, Time

BasisOfEntry = Annotated[Basis, Meta(description="The source of the entry.")]


class HeroResponse(ResponseBody, frozen=True):
    """A hero of an edition, with the size of its Character Deck."""

    code: str
    name: BilingualText
    card_count: Annotated[int, Meta(description="The number of cards in the Character Deck.")]
    guessed: Annotated[
        int,
        Meta(
            description="How many of these cards are a ruling of this server, because the contents"
            " of the deck are not printed."
        ),
    ]
    card: Annotated[str, Meta(description="The address of the Character card.")]


class PaintResponse(ResponseBody, frozen=True):
    """How a color of an edition is drawn; its colors differ in letter and shape."""

    code: str
    name: BilingualText
    fill: Annotated[str, Meta(description="The color of the field, as CSS has it.")]
    ink: Annotated[str, Meta(description="The color of text on the field.")]
    letter: Annotated[BilingualText, Meta(description="One letter or two.")]
    shape: Annotated[
        str, Meta(description="The path of an SVG image (`d`), around 0 and about 1 in radius.")
    ]


class EditionResponse(ResponseBody, frozen=True):
    """A published set of cards. It never changes, and its hash identifies it."""

    hash: Annotated[str, Meta(description="SHA-256 of the canonical JSON at `definition`.")]
    code: str
    name: BilingualText
    variant: Annotated[str, Meta(description="The variant that is played with it.")]
    colors: list[str]
    palette: Annotated[list[PaintResponse], Meta(description="How its colors are drawn.")]
    card_count: Annotated[int, Meta(description="The number of cards, all copies counted.")]
    heroes: Annotated[list[HeroResponse], Meta(description="Empty in a variant without heroes.")]
    published_at: Time
    cards: Annotated[str, Meta(description="The address of its cards.")]
    definition: Annotated[str, Meta(description="The address of its canonical JSON.")]
    pictures: Annotated[str, Meta(description="The address of the pictures of its cards.")]


class EditionPageResponse(ResponseBody, frozen=True):
    """A page of editions, newest first; `next` is null on the last page."""

    results: list[EditionResponse]
    next: str | None


class PicturesResponse(ResponseBody, frozen=True):
    """The pictures of all cards of an edition, and how its colors are drawn."""

    pictures: Annotated[
        dict[str, str], Meta(description="The SVG image of each card, by the code of the card.")
    ]
    palette: Annotated[list[PaintResponse], Meta(description="As in the edition.")]


class FoilResponse(ResponseBody, frozen=True):
    """A foil version of a card: it looks different, and is the same card to the rules."""

    rarity: Rarity
    picture: Annotated[str, Meta(description="The address of its picture, an SVG image.")]


class InDeckResponse(ResponseBody, frozen=True):
    """How many copies of a card are in the deck of a hero."""

    hero: str
    copies: int
    basis: BasisOfEntry


class CardResponse(ResponseBody, frozen=True):
    """A card, in words and as the data that the game is played with."""

    code: Annotated[str, Meta(description="The code of the card in all requests and responses.")]
    name: BilingualText
    text: Annotated[BilingualText, Meta(description="What the card does.")]
    made: Annotated[
        BilingualText | None,
        Meta(description="What the effects say, if `text` is a translator's in any language."),
    ]
    kind: Kind
    color: Annotated[str | None, Meta(description="Null for a card without a color.")]
    symbol: Annotated[str | None, Meta(description="The symbol that matching compares.")]
    points: Annotated[int, Meta(description="Its points in a hand at the end of a round.")]
    danger: Annotated[bool, Meta(description="Whether it shows the Danger icon.")]
    hero: Annotated[str | None, Meta(description="The hero that the card belongs to.")]
    decks: Annotated[
        list[InDeckResponse], Meta(description="The Character Decks that contain the card.")
    ]
    character: Annotated[str | None, Meta(description="The character that it shows.")]
    effects: Annotated[
        list[dict[str, Any]], Meta(description="What happens when it is played or flipped.")
    ]
    abilities: Annotated[
        list[dict[str, Any]], Meta(description="What applies while the card is in force.")
    ]
    ability_texts: Annotated[
        list[BilingualText], Meta(description="Each ability in words, in the same order.")
    ]
    defeat: Annotated[
        list[dict[str, Any]],
        Meta(description="What defeats it, if it is an Enemy: a card that any of these match."),
    ]
    defeat_text: Annotated[BilingualText | None, Meta(description="`defeat` in words.")]
    indestructible: Annotated[bool, Meta(description="Whether no other card can destroy it.")]
    copies: Annotated[int, Meta(description="The number of copies in the box.")]
    basis: BasisOfEntry
    picture: Annotated[str, Meta(description="The address of its picture, an SVG image.")]
    foils: Annotated[list[FoilResponse], Meta(description="Its foil versions.")]


class CardListResponse(ResponseBody, frozen=True):
    """All cards of an edition, in the order of the sheet."""

    edition: Annotated[str, Meta(description="The hash of the edition.")]
    cards: list[CardResponse]
