"""The differences of two editions, as the API returns them."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import ClassVar

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from cards import language
from games.api.openapi.operation import describe
from games.api.openapi.parameters import IF_NONE_MATCH
from games.api.views.editions import DAY, EditionView, answer_cacheable, edition_text
from games.messages.comparison_records import (
    CardChangeResponse,
    ComparedCardResponse,
    ComparisonResponse,
    CountChangeResponse,
    DeckChangeResponse,
    DeckEntryChangeResponse,
    DeckEntryResponse,
    TextChangeResponse,
)
from games.messages.problem_messages import ChangeKind, MemberChangeResponse
from games.players.scopes import PUBLIC
from games.wording.language import in_all_languages


class EditionComparison(EditionView):
    """The differences of two editions."""

    scopes: ClassVar = {"GET": PUBLIC}
    costs: ClassVar = {"GET": 15}

    @describe("editions_compare", ComparisonResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, hash: str, other: str) -> HttpResponse:
        """Compare two editions.

        What changes from the first edition to the second, by card, member and deck, with the texts
        of the cards before and after. Cards are compared by code; a card of which only the code
        differs is renamed. Any two editions can be compared. Costs fifteen units.
        """
        return answer_cacheable(request, _comparison(hash, other), DAY)


@lru_cache(maxsize=32)
def _comparison(before: str, after: str) -> bytes:
    """Return the differences of two published editions, which never change."""
    return msgspec.json.encode(render_comparison(edition_text(before), edition_text(after)))


def render_comparison(
    before: language.EditionDef, after: language.EditionDef
) -> ComparisonResponse:
    """Return the differences of two editions as the API returns them."""
    found = language.compare(before, after)
    return ComparisonResponse(
        before=language.edition_hash(before),
        after=language.edition_hash(after),
        differs=bool(found),
        changes=[render_member(one) for one in found.members],
        card_count=CountChangeResponse(before.size(), after.size()),
        added=[_card(card, after) for card in found.added],
        removed=[_card(card, before) for card in found.removed],
        renamed=[_changed(one, before, after) for one in found.renamed],
        changed=[_changed(one, before, after) for one in found.changed],
        decks=[_deck(one) for one in found.decks],
        reordered=found.is_reordered,
    )


def render_member(one: language.MemberChange) -> MemberChangeResponse:
    """Return a difference as the API returns it."""
    return MemberChangeResponse(one.path, one.kind, one.before, one.after)


def _card(card: language.CardDef, edition: language.EditionDef) -> ComparedCardResponse:
    return ComparedCardResponse(
        code=card.code,
        name=in_all_languages(partial(language.card_name, card)),
        text=in_all_languages(partial(language.card_text, card, edition)),
        copies=edition.count(card.code),
    )


def _changed(
    one: language.CardChange, before: language.EditionDef, after: language.EditionDef
) -> CardChangeResponse:
    sides = ((one.before, before), (one.after, after))
    return CardChangeResponse(
        code=one.code,
        code_before=one.before.code,
        name=TextChangeResponse(
            *(in_all_languages(partial(language.card_name, card)) for card, _ in sides)
        ),
        text=TextChangeResponse(
            *(
                in_all_languages(partial(language.card_text, card, edition))
                for card, edition in sides
            )
        ),
        copies=CountChangeResponse(one.copies_before, one.copies_after),
        changes=[render_member(member) for member in one.members],
    )


def _deck(one: language.DeckChange) -> DeckChangeResponse:
    kind: ChangeKind = "changed"
    if one.before is None or one.after is None:
        kind = "added" if one.before is None else "removed"
    return DeckChangeResponse(
        hero=one.hero,
        change=kind,
        card_count=CountChangeResponse(one.size_before, one.size_after),
        entries=[
            DeckEntryChangeResponse(entry.card, _entry(entry.before), _entry(entry.after))
            for entry in one.entries
        ],
    )


def _entry(entry: language.DeckCardDef | None) -> DeckEntryResponse | None:
    return DeckEntryResponse(entry.copies, entry.basis) if entry else None
