"""What an unsaved card means: its text, its picture, the findings in its set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import msgspec

from cards import language
from cards.findings.error_places import place_of_error
from cards.findings.json_positions import pointer_of, position_of
from cards.findings.lint_texts import error_text, finding_text, place_text
from cards.language import LANGUAGES, CardDef, CardError, EditionDef, LintFinding
from cards.models import Card, CardSet
from cards.pictures.drawing import picture
from cards.selectors import draft_text


def preview_draft(
    definition: str,
    card_set: CardSet | None,
    stored: Card | None,
    with_texts: Callable[[CardDef], CardDef] = lambda card: card,
) -> dict[str, Any]:
    """Return the meaning of a definition as plain values.

    The card takes the place of the stored one in its set, or follows the cards of the set. If the
    definition is no card, the result has only the reason as ``error``. ``with_texts`` adds what
    is written beside the definition.
    """
    try:
        card = with_texts(language.decode_card(definition))
    except CardError as error:
        return {"error": _error(definition, error)}
    if card_set is None:
        edition = EditionDef(code="", name="", variant="", colors=language.COLORS, cards=(card,))
        findings = language.lint_card(card, language.COLORS)
        return _meaning(definition, card, edition, findings, 0) | {"card_set": None}
    edition, number = with_draft(draft_text(card_set), card, stored)
    findings = findings_about(language.lint_edition(edition), edition, number)
    return _meaning(definition, card, edition, findings, number) | {"card_set": card_set.name}


def with_draft(edition: EditionDef, card: CardDef, stored: Card | None) -> tuple[EditionDef, int]:
    """Return an edition with a card in place of the stored one, and its number.

    If the code changes, the decks and the copies follow.
    """
    before = stored.code if stored else ""
    codes = [one.code for one in edition.cards]
    number = codes.index(before) if before in codes else len(codes)
    cards = [*edition.cards[:number], card, *edition.cards[number + 1 :]]
    changed = msgspec.structs.replace(edition, cards=tuple(cards))
    if before in codes and before != card.code:
        changed = _renamed(changed, before, card.code)
    return changed, number


def _renamed(edition: EditionDef, before: str, after: str) -> EditionDef:
    def named(code: str) -> str:
        return after if code == before else code

    decks = tuple(
        language.Deck(
            hero=named(deck.hero),
            cards=tuple(msgspec.structs.replace(one, card=named(one.card)) for one in deck.cards),
        )
        for deck in edition.decks
    )
    copies = {named(code): count for code, count in edition.copies.items()}
    return msgspec.structs.replace(edition, decks=decks, copies=copies)


def findings_about(
    findings: list[LintFinding], edition: EditionDef, number: int
) -> list[LintFinding]:
    """Return the findings about the card with a number.

    Those of other cards that name it are among them and, if it is a hero, those of its deck.
    """
    code = edition.cards[number].code
    places = [f"$.cards[{number}]"]
    places += [f"$.decks[{at}]" for at, deck in enumerate(edition.decks) if deck.hero == code]
    return [
        one
        for one in findings
        if one.path.startswith(tuple(places))
        or code in str(one.params.get("cards", "")).split(", ")
    ]


def _meaning(
    definition: str,
    card: CardDef,
    edition: EditionDef,
    findings: list[LintFinding],
    number: int,
) -> dict[str, Any]:
    warnings = findings_about(language.edition_warnings(edition), edition, number)
    return {
        "languages": {one: language.endonym(one) for one in LANGUAGES},
        "texts": {one: language.card_text(card, edition, one) for one in LANGUAGES},
        "made": {one: language.speech_of(card, one).text() for one in LANGUAGES},
        "names": {one: language.card_name(card, one) for one in LANGUAGES},
        "pictures": {one: picture(card, edition, language=one) for one in LANGUAGES},
        "findings": [_finding(definition, one, edition, number) for one in findings],
        "warnings": [_finding(definition, one, edition, number) for one in warnings],
    }


def _finding(definition: str, one: LintFinding, edition: EditionDef, number: int) -> dict[str, Any]:
    """Return a finding; its pointer is null if it is not in the card."""
    pointer = pointer_in_card(one, number)
    return {
        "code": one.code,
        "places": {name: place_text(one.path, edition, name) for name in LANGUAGES},
        "pointer": pointer,
        "position": None if pointer is None else asdict(position_of(definition, pointer)),
        "messages": {name: finding_text(one, name) for name in LANGUAGES},
    }


def pointer_in_card(one: LintFinding, number: int) -> str | None:
    """Return the pointer in the definition of the card with a number, or None."""
    inside = one.path.replace(f"$.cards[{number}]", "$", 1)
    return None if inside.startswith(("$.decks", "$.cards")) else pointer_of(inside)


def _error(definition: str, error: CardError) -> dict[str, Any]:
    """Return why a definition is no card, with the place in its text."""
    place = place_of_error(definition, error)
    return {
        "code": error.code,
        "pointer": place.pointer,
        "position": asdict(place.position),
        "messages": {name: error_text(error, name) for name in LANGUAGES},
    }
