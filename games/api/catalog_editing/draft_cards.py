"""The cards and decks of a draft: list, create, replace and delete."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from cards import language
from cards.drafts import set_editing
from cards.drafts.freezing import check_editable
from cards.models import Card, CardSet
from games.api.catalog_editing.draft_replies import (
    card_tag,
    deck_tag,
    render_deck,
    render_draft_card,
)
from games.api.catalog_editing.draft_sets import WRITE
from games.api.catalog_editing.studio_view import (
    IF_MATCH_DRAFT,
    READERS,
    StudioView,
    changed,
    find_set,
    read_definition,
)
from games.api.http.api_view import answer
from games.api.http.conditional import answer_if_changed, check_tag
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import IF_NONE_MATCH
from games.api.views.comparisons import render_member
from games.messages.game import MemberChangeResponse
from games.messages.studio_records import (
    DeckRequest,
    DraftCardListResponse,
    DraftCardRequest,
    DraftCardResponse,
    DraftDeckResponse,
)
from games.players.scopes import CATALOG_WRITE
from games.wording.flaw_texts import DECKS

_card = msgspec.json.Decoder(DraftCardRequest)
_deck = msgspec.json.Decoder(DeckRequest)


class DraftCardList(StudioView):
    """The cards of a draft."""

    scopes: ClassVar = {"GET": READERS, "POST": (CATALOG_WRITE,)}
    permissions: ClassVar = WRITE
    costs: ClassVar = {"GET": 20}

    @describe("sets_cards_list", DraftCardListResponse)
    def get(self, request: Request, code: str) -> HttpResponse:
        """List the cards of a card set. All cards in order, each with its `etag`."""
        cards = [render_draft_card(card, code) for card in find_set(code).cards.all()]
        return answer(DraftCardListResponse(code, cards))

    @describe(
        "sets_cards_create",
        {201: DraftCardResponse},
        body=DraftCardRequest,
        headers=("ETag", "Location"),
        once=True,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Add a card to a card set.

        A definition that is no card is 400, with the place of each fault. A card with findings of
        the lint is stored: they prevent publishing only.
        """
        body = read_body(request, _card)
        text = read_definition(body.definition, request)

        def carry_out() -> HttpResponse:
            with transaction.atomic():
                card_set = find_set(code)
                check_editable(card_set)
                _refuse_taken(card_set, text.code)
                made = set_editing.write_card(
                    card=Card(card_set=card_set), by=self.account, text=text,
                    copies=body.copies, position=body.position,
                )  # fmt: skip
            found = render_draft_card(made, code)
            place = reverse("draft-card", kwargs={"code": code, "card": made.code})
            return answer(found, 201, ETag=found.etag, Location=place)

        return once(request, carry_out)


class DraftCardOne(StudioView):
    """A card of a draft."""

    scopes: ClassVar = {"GET": READERS, "PUT": (CATALOG_WRITE,), "DELETE": (CATALOG_WRITE,)}
    permissions: ClassVar = WRITE

    @describe("sets_cards_retrieve", DraftCardResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, code: str, card: str) -> HttpResponse:
        """Get a card of a card set.

        Its definition, its numbers, and what it does in words.
        """
        found = render_draft_card(_find_card(find_set(code), card), code)
        return answer_if_changed(request, found.etag, lambda: found)

    @describe(
        "sets_cards_replace",
        DraftCardResponse,
        body=DraftCardRequest,
        errors=(428,),
        parameters=(IF_MATCH_DRAFT,),
        headers=("ETag", "Location"),
    )
    def put(self, request: Request, code: str, card: str) -> HttpResponse:
        """Replace a card of a card set.

        If-Match is required. If the code in the definition differs, the card is renamed, and stays
        in its decks. The response 412 says how the stored card and the request differ.
        """
        body = read_body(request, _card)
        text = read_definition(body.definition, request)
        with transaction.atomic():
            card_set = find_set(code)
            check_editable(card_set)
            stored = _find_card(card_set, card)
            check_tag(request, card_tag(stored), lambda: _differences(stored, text, body))
            if text.code != stored.code:
                _refuse_taken(card_set, text.code)
            set_editing.write_card(
                card=stored, by=self.account, text=text,
                copies=body.copies, position=body.position,
            )  # fmt: skip
        found = render_draft_card(stored, code)
        place = reverse("draft-card", kwargs={"code": code, "card": stored.code})
        return answer(found, ETag=found.etag, Location=place)

    @describe("sets_cards_delete", {204: None}, errors=(428,), parameters=(IF_MATCH_DRAFT,))
    def delete(self, request: Request, code: str, card: str) -> HttpResponse:
        """Delete a card of a card set.

        It leaves the decks too; with a Character card goes its deck.
        """
        with transaction.atomic():
            card_set = find_set(code)
            check_editable(card_set)
            stored = _find_card(card_set, card)
            check_tag(request, card_tag(stored))
            set_editing.delete_card(card=stored, by=self.account)
        return HttpResponse(status=204)


class DraftDeck(StudioView):
    """The deck of a hero of a draft."""

    scopes: ClassVar = {"GET": READERS, "PUT": (CATALOG_WRITE,)}
    permissions: ClassVar = WRITE

    @describe("sets_decks_retrieve", DraftDeckResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, code: str, hero: str) -> HttpResponse:
        """Get the deck of a hero.

        The entries in the order of the cards of the set. A hero without entries has an empty deck.
        """
        found = render_deck(_find_hero(find_set(code), hero), code)
        return answer_if_changed(request, found.etag, lambda: found)

    @describe(
        "sets_decks_replace",
        DraftDeckResponse,
        body=DeckRequest,
        errors=(428,),
        parameters=(IF_MATCH_DRAFT,),
        headers=("ETag",),
    )
    def put(self, request: Request, code: str, hero: str) -> HttpResponse:
        """Replace the deck of a hero.

        All entries at once. If-Match is required. The response 412 says how the stored deck and the
        request differ.
        """
        body = read_body(request, _deck)
        with transaction.atomic():
            card_set = find_set(code)
            check_editable(card_set)
            card = _find_hero(card_set, hero)
            check_tag(request, deck_tag(card), lambda: _deck_differences(card, body))
            keys = dict(card_set.cards.values_list("code", "pk"))
            entries = {}
            for at, one in enumerate(body.entries):
                if one.card not in keys or keys[one.card] in entries:
                    name = "unknown" if one.card not in keys else "twice"
                    text = DECKS[name].with_params(card=one.card)
                    flaw = Flaw("invalid", text, pointer=f"/entries/{at}/card")
                    raise RequestRefused("malformed", flaws=[flaw])
                entries[keys[one.card]] = (one.copies, one.basis)
            set_editing.write_deck(hero=card, by=self.account, entries=entries)
        found = render_deck(card, code)
        return answer(found, ETag=found.etag)


def _find_card(card_set: CardSet, code: str) -> Card:
    return card_set.cards.get(code=code)


def _find_hero(card_set: CardSet, code: str) -> Card:
    return card_set.cards.get(code=code, kind="hero")


def _refuse_taken(card_set: CardSet, code: str) -> None:
    if card_set.cards.filter(code=code).exists():
        flaw = Flaw("card_exists", "", pointer="/definition/code")
        raise RequestRefused("card_exists", {"code": code}, flaws=[flaw])


def _differences(
    stored: Card, text: language.CardDef, body: DraftCardRequest
) -> list[MemberChangeResponse]:
    found = [render_member(one) for one in language.compare_cards(stored.text(), text)]
    for name in ("copies", "position"):
        before, after = getattr(stored, name), getattr(body, name)
        if after is not None and before != after:
            found.append(changed(name, before, after))
    return found


def _deck_differences(hero: Card, body: DeckRequest) -> list[MemberChangeResponse]:
    rows = hero.deck.select_related("card")
    before = {row.card.code: {"copies": row.copies, "basis": row.basis} for row in rows}
    after = {one.card: {"copies": one.copies, "basis": one.basis} for one in body.entries}
    return [
        changed(card, before.get(card), after.get(card))
        for card in dict.fromkeys([*before, *after])
        if before.get(card) != after.get(card)
    ]
