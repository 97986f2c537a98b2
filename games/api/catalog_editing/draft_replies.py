"""Drafts as the API returns them, and their ETags."""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from django.urls import reverse

from cards import language
from cards.drafts.draft_preview import findings_about, pointer_in_card
from cards.findings.lint_texts import finding_text
from cards.language import EditionDef, LintFinding
from cards.models import Card, CardSet, DeckCard
from cards.selectors import current_release, draft_text, open_proposal
from games.api.catalog_editing.studio_view import tag_of
from games.messages.studio_records import (
    CardFindingResponse,
    DraftCardResponse,
    DraftDeckEntryResponse,
    DraftDeckResponse,
    SetResponse,
)
from games.wording.language import in_all_languages

_NUMBER: Final = re.compile(r"\$\.cards\[(\d+)\]")


def set_tag(card_set: CardSet) -> str:
    """Return the ETag of a set, which any change of its cards or decks changes."""
    return render_set(card_set).etag


def card_tag(card: Card) -> str:
    """Return the ETag of a card of a draft."""
    return tag_of([language.plain_card(card.text()), card.copies, card.position])


def deck_tag(hero: Card) -> str:
    """Return the ETag of the deck of a hero."""
    return tag_of([[row.card.code, row.copies, row.basis] for row in _deck_rows(hero)])


def render_set(card_set: CardSet) -> SetResponse:
    """Return a draft as the API returns it."""
    text, proposal = draft_text(card_set), open_proposal(card_set)
    release = current_release(card_set.variant)
    hash = language.edition_hash(text)
    current = release.edition.hash if release else None
    return SetResponse(
        code=card_set.code,
        name=card_set.name,
        name_fr=card_set.name_fr,
        names=card_set.names,
        variant=card_set.variant,
        colors=list(card_set.colors),
        hash=hash,
        card_count=text.size(),
        frozen=proposal is not None,
        proposal=proposal.pk if proposal else None,
        current=current,
        cards=reverse("draft-cards", kwargs={"code": card_set.code}),
        etag=tag_of([hash, proposal.pk if proposal else None, current]),
    )


def render_draft_card(card: Card, set_code: str) -> DraftCardResponse:
    """Return a card of a draft as the API returns it."""
    text = card.text()
    return DraftCardResponse(
        set=set_code,
        code=card.code,
        kind=text.kind,
        name=in_all_languages(partial(language.card_name, text)),
        text=in_all_languages(partial(language.card_text, text, None)),
        definition=language.plain_card(text),
        copies=card.copies,
        position=card.position,
        basis=text.basis,
        etag=card_tag(card),
    )


def render_deck(hero: Card, set_code: str) -> DraftDeckResponse:
    """Return the deck of a hero as the API returns it."""
    entries = [
        DraftDeckEntryResponse(row.card.code, row.copies, row.basis)  # type: ignore[arg-type]
        for row in _deck_rows(hero)
    ]
    size = sum(one.copies for one in entries)
    return DraftDeckResponse(set_code, hero.code, size, entries, deck_tag(hero))


def render_findings(
    findings: list[LintFinding], edition: EditionDef, number: int | None = None
) -> list[CardFindingResponse]:
    """Return findings; with a number only those about the card with it."""
    if number is not None:
        findings = findings_about(findings, edition, number)
    return [_finding(one, edition) for one in findings]


def _finding(one: LintFinding, edition: EditionDef) -> CardFindingResponse:
    code = language.card_at(one.path, edition)
    found = _NUMBER.match(one.path)
    return CardFindingResponse(
        code=one.code,
        place=language.place_of(one.path, edition),
        card=code or None,
        pointer=pointer_in_card(one, int(found[1])) if found else None,
        message=in_all_languages(partial(finding_text, one)),
    )


def _deck_rows(hero: Card) -> list[DeckCard]:
    return list(hero.deck.select_related("card"))
