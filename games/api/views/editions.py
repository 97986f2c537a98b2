"""The published editions and their cards: public and cacheable."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial
from hashlib import sha256
from typing import ClassVar, Final, get_args

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from cards import language, selectors
from cards.models import Edition
from cards.pictures.drawing import picture
from cards.pictures.paints import color_fill, color_letter, color_shape, ink_on
from games.api.http.api_view import ApiView, Json, answer
from games.api.http.conditional import unchanged
from games.api.http.cursors import newest_first
from games.api.http.parsing import not_one_of, read_language
from games.api.http.problem_documents import Flaw, RequestRefused, wrong_parameter
from games.api.openapi.operation import JSON_OBJECT, describe
from games.api.openapi.parameters import CURSOR, IF_NONE_MATCH, LANG, LIMIT, query
from games.ledger.rows import stamp
from games.messages.card_records import (
    CardListResponse,
    CardResponse,
    EditionPageResponse,
    EditionResponse,
    FoilResponse,
    HeroResponse,
    InDeckResponse,
    PaintResponse,
    PicturesResponse,
)
from games.players.scopes import PUBLIC
from games.wording.flaw_texts import PARAMETERS
from games.wording.language import in_all_languages

MINUTE: Final = "public, max-age=60"
DAY: Final = "public, max-age=86400"
"""Caching of texts and pictures, whose rendering a release may change."""
FOREVER: Final = "public, max-age=31536000, immutable"
"""Caching of data that the hash of the edition covers."""

PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"

RARITIES: Final[tuple[language.Rarity, ...]] = get_args(language.Rarity)

CODES: Final = OpenApiParameter(
    "code",
    {"type": "array", "items": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}},
    OpenApiParameter.QUERY,
    description="Only the card with this code. May be repeated.",
)


_encode = msgspec.json.Encoder().encode


class Svg(BaseRenderer):
    """Declares the format; the view renders the picture itself."""

    media_type = "image/svg+xml"
    format = "svg"
    charset = "utf-8"


class EditionView(ApiView):
    """A view of editions. It ignores tokens, and replies do not depend on the caller."""

    authentication_classes = ()
    vary: ClassVar[tuple[str, ...]] = ("Accept",)


class EditionList(EditionView):
    """The published editions."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe(
        "editions_list",
        EditionPageResponse,
        parameters=(query("variant", "Only editions of this variant."), CURSOR, LIMIT),
    )
    def get(self, request: Request) -> HttpResponse:
        """List editions.

        The published editions, newest first. `variants/` has the current edition of each variant,
        and since when it is current.
        """
        variant = request.query_params.get("variant", "")
        page, following = newest_first(request, selectors.editions(variant=variant))
        results = [render_edition(edition) for edition in page]
        return answer(EditionPageResponse(results, following), Cache_Control=MINUTE)


class EditionOne(EditionView):
    """An edition."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("editions_retrieve", EditionResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, hash: str) -> HttpResponse:
        """Get an edition.

        Its name, its heroes, how its colors are drawn, and the addresses of its cards. An edition
        never changes; how it is drawn may, with a release of this server.
        """
        return answer_cacheable(request, _encode(render_edition(_edition(hash))), DAY)


class EditionDefinition(EditionView):
    """The canonical JSON of an edition."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("editions_definition", parameters=(IF_NONE_MATCH,), contents=JSON_OBJECT)
    def get(self, request: Request, hash: str) -> HttpResponse:
        """Get the canonical JSON of an edition.

        The bytes that the edition's hash is the SHA-256 of (RFC 8785). Members that have their
        default are omitted.
        """
        body = _edition(hash).canonical.encode()
        return answer_cacheable(request, body, FOREVER, tag=f'"{hash}"')


class CardSchema(EditionView):
    """The JSON Schema of a card."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("schemas_card", parameters=(IF_NONE_MATCH,), contents=JSON_OBJECT)
    def get(self, request: Request) -> HttpResponse:
        """Get the JSON Schema of a card.

        The schema of the `definition` of a card (JSON Schema 2020-12), with which editors complete
        and underline. The vocabulary in the admin has examples of each verb.
        """
        return answer_cacheable(request, _card_schema(), MINUTE)


class CardList(EditionView):
    """The cards of an edition."""

    scopes: ClassVar = {"GET": PUBLIC}
    costs: ClassVar = {"GET": 10}

    @describe("editions_cards_list", CardListResponse, parameters=(CODES, IF_NONE_MATCH))
    def get(self, request: Request, hash: str) -> HttpResponse:
        """List the cards of an edition.

        All cards, or those with the given codes, in the order of the sheet. Costs ten units.
        """
        text = edition_text(hash)
        found = _read_cards(request, text)
        response = CardListResponse(hash, [render_card(card, text, hash) for card in found])
        return answer_cacheable(request, _encode(response), DAY)


class CardOne(EditionView):
    """A card of an edition."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("editions_cards_retrieve", CardResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, hash: str, code: str) -> HttpResponse:
        """Get a card. The card in words, and as data."""
        text = edition_text(hash)
        response = render_card(_card(text, code), text, hash)
        return answer_cacheable(request, _encode(response), DAY)


class CardPicture(EditionView):
    """The picture of a card."""

    scopes: ClassVar = {"GET": PUBLIC}
    renderer_classes: Sequence[type[BaseRenderer]] = (Svg, Json)
    vary: ClassVar[tuple[str, ...]] = ("Accept", "Accept-Language")

    @describe(
        "editions_cards_picture",
        parameters=(
            query("look", "The rarity of a foil version.", enum=RARITIES),
            LANG,
            IF_NONE_MATCH,
        ),
        contents={Svg.media_type: {"type": "string"}},
    )
    def get(self, request: Request, hash: str, code: str) -> HttpResponse:
        """Get the picture of a card.

        An SVG image drawn by this server, 63 by 88 in proportion. Drawn at 100 pixels or wider it
        shows the whole card with its text; below, large signs and the shape of the color. Its
        title and description are the card's name and text, for screen readers. The language is
        `lang`, else that of `Accept-Language`. With `look`, the foil version of that rarity, one of
        the card's `foils`.
        """
        text = edition_text(hash)
        card = _card(text, code)
        words = read_language(request)
        body = picture(card, text, _read_look(request, card), words).encode()
        response = answer_cacheable(request, body, DAY, content_type=Svg.media_type)
        response["Content-Security-Policy"] = PICTURE_POLICY
        response["Content-Language"] = words
        return response


class PictureList(EditionView):
    """The pictures of an edition."""

    scopes: ClassVar = {"GET": PUBLIC}
    costs: ClassVar = {"GET": 10}
    vary: ClassVar[tuple[str, ...]] = ("Accept", "Accept-Language")

    @describe("editions_pictures", PicturesResponse, parameters=(LANG, IF_NONE_MATCH))
    def get(self, request: Request, hash: str) -> HttpResponse:
        """Get the pictures of all cards.

        All at once, for clients that show a table: each as `cards/{code}/picture.svg` returns it
        without `look`. The language is `lang`, else that of `Accept-Language`. Costs ten units.
        """
        words = read_language(request)
        response = answer_cacheable(request, _pictures(hash, words), DAY)
        response["Content-Language"] = words
        return response


# Replies


@lru_cache(maxsize=8)
def _pictures(hash: str, words: language.Language) -> bytes:
    text = edition_text(hash)
    drawn = {card.code: picture(card, text, language=words) for card in text.cards}
    return _encode(PicturesResponse(drawn, _palette(text)))


@cache
def _card_schema() -> bytes:
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return _encode(dialect | language.card_schema())


def render_edition(edition: Edition) -> EditionResponse:
    """Return an edition as the API returns it."""
    text = selectors.text_of(edition.hash)
    path = {"hash": edition.hash}
    heroes = [card for card in text.cards if card.kind == "hero"]
    return EditionResponse(
        hash=edition.hash,
        code=edition.code,
        name=in_all_languages(partial(language.set_name, text)),
        variant=edition.variant,
        colors=list(text.colors),
        palette=_palette(text),
        card_count=text.size(),
        heroes=[render_hero(card, text, edition.hash) for card in heroes],
        published_at=stamp(edition.published_at),
        cards=reverse("edition-cards", kwargs=path),
        definition=reverse("edition-definition", kwargs=path),
        pictures=reverse("edition-pictures", kwargs=path),
    )


def _palette(text: language.EditionDef) -> list[PaintResponse]:
    return [_render_paint(color) for color in text.colors]


def _render_paint(color: str) -> PaintResponse:
    fill = color_fill(color)
    return PaintResponse(
        code=color,
        name=in_all_languages(partial(language.color_name, color)),
        fill=fill,
        ink=ink_on(fill),
        letter=in_all_languages(partial(color_letter, color)),
        shape=color_shape(color),
    )


def render_hero(card: language.CardDef, text: language.EditionDef, hash: str) -> HeroResponse:
    """Return the hero of a Character card, with the size of its deck."""
    deck = text.deck(card.code)
    entries = deck.cards if deck else ()
    return HeroResponse(
        code=card.code,
        name=in_all_languages(partial(language.card_name, card)),
        card_count=sum(entry.copies for entry in entries),
        guessed=sum(entry.copies for entry in entries if entry.basis == "ruling"),
        card=reverse("edition-card", kwargs={"hash": hash, "code": card.code}),
    )


def render_card(card: language.CardDef, text: language.EditionDef, hash: str) -> CardResponse:
    """Return a card of an edition as the API returns it."""
    data = language.plain_card(card)
    address = reverse("card-picture", kwargs={"hash": hash, "code": card.code})
    return CardResponse(
        code=card.code,
        name=in_all_languages(partial(language.card_name, card)),
        text=in_all_languages(partial(language.card_text, card, text)),
        made=in_all_languages(lambda tag: language.speech_of(card, tag).text())
        if any(language.made_beside(card, tag) for tag in language.LANGUAGES)
        else None,
        kind=card.kind,
        color=card.color or None,
        symbol=card.symbol or None,
        points=card.points,
        danger=card.danger,
        hero=card.code if card.kind == "hero" else card.hero or None,
        decks=[
            InDeckResponse(deck.hero, entry.copies, entry.basis)
            for deck in text.decks
            for entry in deck.cards
            if entry.card == card.code
        ],
        character=card.character or None,
        effects=data.get("effects", []),
        abilities=data.get("abilities", []),
        ability_texts=[
            in_all_languages(partial(language.ability_text, card, number))
            for number in range(len(card.abilities))
        ],
        defeat=msgspec.to_builtins(card.costs),
        defeat_text=in_all_languages(partial(language.cost_text, card)) if card.costs else None,
        indestructible=card.indestructible,
        copies=text.count(card.code),
        basis=card.basis,
        picture=address,
        foils=[FoilResponse(rarity, f"{address}?look={rarity}") for rarity in card.foils],
    )


def answer_cacheable(
    request: Request,
    body: bytes,
    cache_control: str,
    *,
    tag: str = "",
    content_type: str = "application/json",
) -> HttpResponse:
    """Return the body with its ETag (by default its hash), or 304 if it is known."""
    tag = tag or f'"{sha256(body).hexdigest()}"'
    response = unchanged(request, tag) or HttpResponse(
        body, content_type=content_type, headers={"ETag": tag}
    )
    response["Cache-Control"] = cache_control
    return response


# Lookups


def _edition(hash: str) -> Edition:
    try:
        return selectors.edition_by_hash(hash)
    except Edition.DoesNotExist as error:
        raise RequestRefused("not_found") from error


def edition_text(hash: str) -> language.EditionDef:
    """Return the edition with a hash, or raise the problem ``not_found``."""
    try:
        return selectors.text_of(hash)
    except Edition.DoesNotExist as error:
        raise RequestRefused("not_found") from error


def _card(text: language.EditionDef, code: str) -> language.CardDef:
    for card in text.cards:
        if card.code == code:
            return card
    raise RequestRefused("not_found")


# The query


def _read_cards(request: Request, text: language.EditionDef) -> Sequence[language.CardDef]:
    """Return the cards with the codes in the query, or all cards if it has none."""
    codes = request.query_params.getlist("code")
    if not codes:
        return text.cards
    found = [card for card in text.cards if card.code in codes]
    known = {card.code for card in found}
    for code in codes:
        if code not in known:
            raise wrong_parameter("code", PARAMETERS["card"].with_params(code=code))
    return found


def _read_look(request: Request, card: language.CardDef) -> language.Rarity | None:
    """Return the rarity of the foil version in the query, None for the plain card."""
    values = request.query_params.getlist("look")
    if not values:
        return None
    for rarity in RARITIES:
        if values == [rarity] and rarity in card.foils:
            return rarity
    if len(values) == 1 and values[0] in RARITIES:
        flaw = Flaw("invalid", PARAMETERS["no-foil"], parameter="look")
        raise RequestRefused("not_found", flaws=[flaw])
    raise not_one_of("look", ", ".join(card.foils or RARITIES))
