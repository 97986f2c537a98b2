"""The published editions over the API: to read only, without a token."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_args
from urllib.parse import urlencode

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    OpenApiResponse,
    extend_schema,
    extend_schema_serializer,
)
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from cards import language, selectors
from cards.api_errors import WrongParameter
from cards.models import Edition
from cards.pictures import picture

BASES = get_args(language.Basis)
MOST = 200
PAGE = 50
FOREVER = "public, max-age=31536000, immutable"
DAY = "public, max-age=86400"
"""Words and pictures are made by the program, which may come to say the same thing better."""

# --- what is told -----------------------------------------------------------------------------


class WordsSerializer(serializers.Serializer[Any]):
    """The same words in English and in Canadian French."""

    def get_fields(self) -> dict[str, Any]:
        """The languages, which are no names of Python."""
        return {"en": serializers.CharField(), "fr-CA": serializers.CharField()}


class HeroSerializer(serializers.Serializer[Any]):
    """A hero that may be played, with the size of the Character Deck."""

    code = serializers.CharField()
    name = WordsSerializer()
    card_count = serializers.IntegerField(help_text="Cards in the Character Deck.")
    guessed = serializers.IntegerField(
        help_text="How many of them are a ruling, as the contents of the deck are not printed."
    )
    card = serializers.CharField(help_text="Where the Character card is.")


class EditionSerializer(serializers.Serializer[Any]):
    """A published set of cards. It never changes: its hash is its name."""

    hash = serializers.CharField(help_text="SHA-256 of the canonical JSON at `definition`.")
    code = serializers.CharField()
    name = WordsSerializer()
    variant = serializers.CharField(help_text="The game that is played with it.")
    colors = serializers.ListField(child=serializers.CharField())
    card_count = serializers.IntegerField(help_text="Cards in the box, all copies counted.")
    heroes = HeroSerializer(many=True, help_text="None in a game without heroes.")
    published_at = serializers.DateTimeField()
    cards = serializers.CharField(help_text="Where its cards are.")
    definition = serializers.CharField(help_text="Where its canonical JSON is.")


class EditionPageSerializer(serializers.Serializer[Any]):
    """A page of editions, the newest first; `next` is null on the last one."""

    results = EditionSerializer(many=True)
    next = serializers.CharField(allow_null=True)


class FoilSerializer(serializers.Serializer[Any]):
    """A foil twin of a card: another look, and the same card to the rules."""

    rarity = serializers.ChoiceField(choices=get_args(language.Rarity))
    picture = serializers.CharField(help_text="Where its picture is, an SVG image.")


class InDeckSerializer(serializers.Serializer[Any]):
    """How often a card stands in the deck of a hero."""

    hero = serializers.CharField()
    copies = serializers.IntegerField()
    basis = serializers.ChoiceField(choices=BASES, help_text="Where the entry comes from.")


class CardSerializer(serializers.Serializer[Any]):
    """What is printed on a card, in words and as the data that the game is played with."""

    code = serializers.CharField(help_text="Its name on the wire.")
    name = WordsSerializer()
    text = WordsSerializer(help_text="What it does.")
    kind = serializers.ChoiceField(choices=get_args(language.Kind))
    color = serializers.CharField(allow_null=True, help_text="Null for what has none.")
    symbol = serializers.CharField(allow_null=True, help_text="What matching compares.")
    points = serializers.IntegerField(help_text="What it counts in a hand at the end of a round.")
    danger = serializers.BooleanField(help_text="Whether it shows the Danger icon.")
    hero = serializers.CharField(allow_null=True, help_text="The hero whose card it is.")
    decks = InDeckSerializer(many=True, help_text="The Character Decks it stands in.")
    character = serializers.CharField(allow_null=True, help_text="The character it shows.")
    effects = serializers.ListField(
        child=serializers.DictField(), help_text="What happens when it is played or flipped."
    )
    abilities = serializers.ListField(
        child=serializers.DictField(), help_text="What holds while it is in force."
    )
    ability_texts = WordsSerializer(many=True, help_text="Each ability in words, in their order.")
    defeat = serializers.ListField(
        child=serializers.DictField(),
        help_text="What defeats it, if an Enemy: a card that any one of these means.",
    )
    defeat_text = WordsSerializer(allow_null=True, help_text="The same in words.")
    indestructible = serializers.BooleanField(help_text="Whether no other card destroys it.")
    copies = serializers.IntegerField(help_text="How many the box holds.")
    basis = serializers.ChoiceField(choices=BASES, help_text="Where the entry comes from.")
    picture = serializers.CharField(help_text="Where its picture is, an SVG image.")
    foils = FoilSerializer(many=True, help_text="Its foil twins.")


@extend_schema_serializer(component_name="CardList")
class CardsSerializer(serializers.Serializer[Any]):
    """All the cards of an edition, in the order of the sheet."""

    edition = serializers.CharField(help_text="The hash of the edition.")
    cards = CardSerializer(many=True)


def words(say: Callable[[language.Language], str]) -> dict[str, str]:
    """The same in every language."""
    return {one: say(one) for one in language.LANGUAGES}


def told_hero(card: language.CardDef, text: language.Edition, hash: str) -> dict[str, Any]:
    """A hero of an edition: the Character card and its deck in short."""
    deck = text.deck(card.code)
    entries = deck.cards if deck else ()
    return {
        "code": card.code,
        "name": words(partial(language.card_name, card)),
        "card_count": sum(one.copies for one in entries),
        "guessed": sum(one.copies for one in entries if one.basis == "ruling"),
        "card": reverse("edition-card", kwargs={"hash": hash, "code": card.code}),
    }


def told_edition(edition: Edition) -> dict[str, Any]:
    """An edition as the API tells it."""
    text = selectors.text_of(edition.hash)
    here = {"hash": edition.hash}
    told = {
        "hash": edition.hash,
        "code": edition.code,
        "name": {"en": edition.name, "fr-CA": edition.name_fr or edition.name},
        "variant": edition.variant,
        "colors": text.colors,
        "card_count": text.size(),
        "heroes": [
            told_hero(card, text, edition.hash) for card in text.cards if card.kind == "hero"
        ],
        "published_at": f"{edition.published_at:%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z",
        "cards": reverse("edition-cards", kwargs=here),
        "definition": reverse("edition-definition", kwargs=here),
    }
    return dict(EditionSerializer(told).data)


def told_card(card: language.CardDef, text: language.Edition, hash: str) -> dict[str, Any]:
    """A card as the API tells it."""
    data = language.plain_card(card)
    place = reverse("card-picture", kwargs={"hash": hash, "code": card.code})
    told = {
        "code": card.code,
        "name": words(partial(language.card_name, card)),
        "text": words(partial(language.card_text, card, text)),
        "kind": card.kind,
        "color": card.color or None,
        "symbol": card.symbol or None,
        "points": card.points,
        "danger": card.danger,
        "hero": card.code if card.kind == "hero" else card.hero or None,
        "decks": [
            {"hero": deck.hero, "copies": one.copies, "basis": one.basis}
            for deck in text.decks
            for one in deck.cards
            if one.card == card.code
        ],
        "character": card.character or None,
        "effects": data.get("effects", []),
        "abilities": data.get("abilities", []),
        "ability_texts": [
            words(partial(language.ability_text, card, number))
            for number in range(len(card.abilities))
        ],
        "defeat": msgspec.to_builtins(card.costs),
        "defeat_text": words(partial(language.cost_text, card)) if card.costs else None,
        "indestructible": card.indestructible,
        "copies": text.count(card.code),
        "basis": card.basis,
        "picture": place,
        "foils": [{"rarity": one, "picture": f"{place}?look={one}"} for one in card.foils],
    }
    return dict(CardSerializer(told).data)


# --- true examples ----------------------------------------------------------------------------

_HASH = "3297d3180058a9976c7d7d3cdce8bb65ba232bce5f7eedcc7edfb8e9cce47683"
EXAMPLE_EDITION = {
    "hash": _HASH,
    "code": "avengers",
    "name": {"en": "Avengers (2018)", "fr-CA": "Avengers (2018)"},
    "variant": "avengers",
    "colors": ["blue", "green", "red", "purple"],
    "card_count": 112,
    "heroes": [],
    "published_at": "2026-11-21T09:30:00.000Z",
    "cards": f"/api/v1/editions/{_HASH}/cards/",
    "definition": f"/api/v1/editions/{_HASH}/definition.json",
}
EXAMPLE_CARD = {
    "code": "red-draw-two",
    "name": {"en": "Red Draw Two", "fr-CA": "Carte +2 rouge"},
    "text": {
        "en": "The next player draws two cards and loses their turn.",
        "fr-CA": "Le joueur suivant pige deux cartes et perd son tour.",
    },
    "kind": "draw_two",
    "color": "red",
    "symbol": "draw-two",
    "points": 20,
    "danger": False,
    "hero": None,
    "decks": [],
    "character": None,
    "effects": [
        {"effect": "draw", "who": "next", "count": 2},
        {"effect": "skip"},
    ],
    "abilities": [],
    "ability_texts": [],
    "defeat": [],
    "defeat_text": None,
    "indestructible": False,
    "copies": 2,
    "basis": "sheet",
    "picture": f"/api/v1/editions/{_HASH}/cards/red-draw-two/picture.svg",
    "foils": [],
}


def _example(value: object) -> list[OpenApiExample]:
    return [OpenApiExample("Avengers", value=value, response_only=True)]


def _reply(kind: Any, value: object, description: str) -> OpenApiResponse:
    return OpenApiResponse(kind, description=description, examples=_example(value))


UNCHANGED = OpenApiResponse(description="What you have is still good.")
UNKNOWN = OpenApiResponse(description="There is no such edition, or no such card in it.")
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have."
)

# --- the views --------------------------------------------------------------------------------


class Svg(BaseRenderer):
    """Names the format; the picture is drawn before the renderer is asked."""

    media_type = "image/svg+xml"
    format = "svg"
    charset = "utf-8"


class CatalogView(APIView):
    """A view of editions: anybody may read it."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """The header Allow names the methods."""
        return HttpResponse(status=204)


class EditionList(CatalogView):
    """The published editions."""

    @extend_schema(
        operation_id="editions_list",
        summary="The published editions",
        description=(
            "The newest first. `variants/` says which one of each variant is current, and since"
            " when."
        ),
        tags=["catalog"],
        auth=[],
        parameters=[
            OpenApiParameter("variant", str, description="Only those of this game."),
            OpenApiParameter("cursor", str, description="From the `next` of the page before."),
            OpenApiParameter(
                "limit",
                {"type": "integer", "minimum": 1, "maximum": MOST, "default": PAGE},
                description="How many at most.",
            ),
        ],
        responses={
            200: _reply(
                EditionPageSerializer, {"results": [EXAMPLE_EDITION], "next": None}, "A page."
            ),
            400: OpenApiResponse(description="A cursor or a limit that cannot be read."),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        """One page."""
        variant = request.query_params.get("variant", "")
        found = selectors.editions(variant=variant).order_by("-pk")
        limit, before = _limit(request), _cursor(request)
        if before:
            found = found.filter(pk__lt=before)
        page = list(found[: limit + 1])
        more = {"limit": str(limit)} | ({"variant": variant} if variant else {})
        told = {
            "results": [told_edition(one) for one in page[:limit]],
            "next": _next(page[limit - 1].pk, more) if len(page) > limit else None,
        }
        return _json(told, {"Cache-Control": "public, max-age=60"})


class EditionOne(CatalogView):
    """One edition."""

    @extend_schema(
        operation_id="editions_retrieve",
        summary="An edition",
        description="What it is called and where its cards are. It never changes.",
        tags=["catalog"],
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={
            200: _reply(EditionSerializer, EXAMPLE_EDITION, "The edition."),
            304: UNCHANGED,
            404: UNKNOWN,
        },
    )
    def get(self, request: Request, hash: str) -> HttpResponseBase:
        """The edition of this hash."""
        edition = _edition(hash)
        return _kept(request, _json(told_edition(edition), {"Cache-Control": FOREVER}), hash)


class EditionDefinition(CatalogView):
    """The canonical JSON of an edition."""

    @extend_schema(
        operation_id="editions_definition",
        summary="The canonical JSON of an edition",
        description=(
            "Byte for byte what the hash was taken of (RFC 8785): its SHA-256 is the edition's "
            "hash. Fields that have their default are left out."
        ),
        tags=["catalog"],
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={
            200: OpenApiResponse(OpenApiTypes.OBJECT, description="The canonical JSON."),
            304: UNCHANGED,
            404: UNKNOWN,
        },
    )
    def get(self, request: Request, hash: str) -> HttpResponseBase:
        """The bytes that were hashed."""
        body = _edition(hash).canonical
        reply = HttpResponse(body, content_type="application/json")
        reply["Cache-Control"] = FOREVER
        return _kept(request, reply, hash)


class CardList(CatalogView):
    """The cards of an edition."""

    @extend_schema(
        operation_id="editions_cards_list",
        summary="The cards of an edition",
        description="All of them, in the order of the sheet.",
        tags=["catalog"],
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={
            200: _reply(CardsSerializer, {"edition": _HASH, "cards": [EXAMPLE_CARD]}, "The cards."),
            304: UNCHANGED,
            404: UNKNOWN,
        },
    )
    def get(self, request: Request, hash: str) -> HttpResponseBase:
        """Every card."""
        text = _text(hash)
        told = {"edition": hash, "cards": [told_card(card, text, hash) for card in text.cards]}
        return _kept(request, _json(told, {"Cache-Control": DAY}))


class CardOne(CatalogView):
    """One card of an edition."""

    @extend_schema(
        operation_id="editions_cards_retrieve",
        summary="A card",
        description="What it does, in words and as data.",
        tags=["catalog"],
        auth=[],
        parameters=[IF_NONE_MATCH],
        responses={
            200: _reply(CardSerializer, EXAMPLE_CARD, "The card."),
            304: UNCHANGED,
            404: UNKNOWN,
        },
    )
    def get(self, request: Request, hash: str, code: str) -> HttpResponseBase:
        """The card of this code."""
        text = _text(hash)
        told = told_card(_card(text, code), text, hash)
        return _kept(request, _json(told, {"Cache-Control": DAY}))


class CardPicture(CatalogView):
    """The picture of a card."""

    renderer_classes = (Svg, JSONRenderer)

    @extend_schema(
        operation_id="editions_cards_picture",
        summary="The picture of a card",
        description=(
            "Drawn by this server, with its name and text for those who do not see it. With `look`"
            " it is the foil twin of that rarity, one of the card's `foils`."
        ),
        tags=["catalog"],
        auth=[],
        parameters=[
            OpenApiParameter("look", str, enum=get_args(language.Rarity), description="Its foil."),
            IF_NONE_MATCH,
        ],
        responses={
            (200, "image/svg+xml"): OpenApiResponse(OpenApiTypes.STR, description="An SVG image."),
            400: OpenApiResponse(description="The card has no such foil twin."),
            304: UNCHANGED,
            404: UNKNOWN,
        },
    )
    def get(self, request: Request, hash: str, code: str) -> HttpResponseBase:
        """The picture."""
        text = _text(hash)
        card = _card(text, code)
        drawn = picture(card, text, _look(request, card))
        reply = HttpResponse(drawn, content_type=Svg.media_type)
        reply["Cache-Control"] = DAY
        reply["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
        return _kept(request, reply)


# --- finding, paging, answering ---------------------------------------------------------------


def _edition(hash: str) -> Edition:
    try:
        return selectors.edition_by_hash(hash)
    except Edition.DoesNotExist as error:
        raise Http404 from error


def _text(hash: str) -> language.Edition:
    try:
        return selectors.text_of(hash)
    except Edition.DoesNotExist as error:
        raise Http404 from error


def _card(text: language.Edition, code: str) -> language.CardDef:
    for card in text.cards:
        if card.code == code:
            return card
    raise Http404


def _look(request: Request, card: language.CardDef) -> language.Rarity | None:
    """The foil twin asked for, None for the plain card."""
    given = request.query_params.getlist("look")
    if not given:
        return None
    for foil in card.foils:
        if given == [foil]:
            return foil
    choices = ", ".join(card.foils)
    raise WrongParameter(
        "look",
        f"it must be one of: {choices}" if choices else "the card has no foil",
        f"il faut l’une des valeurs : {choices}" if choices else "la carte n’a pas de version foil",
        choices,
    )


def _limit(request: Request) -> int:
    given = request.query_params.get("limit", str(PAGE))
    if not (given.isascii() and given.isdigit() and len(given) < 4 and 1 <= int(given) <= MOST):
        raise WrongParameter(
            "limit", f"a whole number from 1 to {MOST}", f"un entier de 1 à {MOST}"
        )
    return int(given)


def _cursor(request: Request) -> int:
    """Before which edition the page begins; 0 for the first page."""
    given = request.query_params.get("cursor")
    if given is None:
        return 0
    try:
        word, _, number = urlsafe_b64decode(given.encode()).decode().partition(":")
        before = int(number)
    except ValueError:
        word, before = "", 0
    if word != "before" or not 0 < before < 2**63:
        raise WrongParameter(
            "cursor",
            "it must be the cursor of a page’s next",
            "il faut le curseur du next d’une page",
        )
    return before


def _next(pk: int, more: dict[str, str]) -> str:
    cursor = urlsafe_b64encode(f"before:{pk}".encode()).decode()
    return f"{reverse('editions')}?{urlencode({**more, 'cursor': cursor})}"


def _json(told: object, headers: dict[str, str]) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(told), content_type="application/json", headers=headers)


def _kept(request: Request, reply: HttpResponse, name: str = "") -> HttpResponseBase:
    """Return the reply with its ETag, or 304 to a client that has it already."""
    etag = f'"{name or hashlib.sha256(reply.content).hexdigest()}"'
    reply["ETag"] = etag
    plain: HttpRequest = request._request
    return get_conditional_response(plain, etag=etag, response=reply) or reply
