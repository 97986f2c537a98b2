"""Lint an edition as a whole: its colors, copies, heroes, decks and trigger loops."""

from __future__ import annotations

from collections.abc import Iterator

from cards.language.cards import COLORS, Deck, EditionDef
from cards.language.effects import DANGER, PLAYED
from cards.language.lint_findings import MAX_COUNT, LintFinding, finding
from cards.language.loops import loops

_ONE_OF_EACH = (*DANGER, "hero")


def colors(edition: EditionDef) -> Iterator[LintFinding]:
    """Find colors that are missing, unknown or repeated."""
    if not edition.colors:
        yield finding("$.colors", "no-colors")
    for number, color in enumerate(edition.colors):
        if color in edition.colors[:number]:
            yield finding(f"$.colors[{number}]", "duplicate-color", color=color)
        if color not in COLORS:
            choices = ", ".join(COLORS)
            yield finding(
                f"$.colors[{number}]", "unlisted-color", color=color or "“”", choices=choices
            )


def copies(edition: EditionDef) -> Iterator[LintFinding]:
    """Check the numbers of copies of cards outside the decks."""
    cards = {card.code: card for card in edition.cards}
    in_decks = _in_decks(edition)
    for code, count in edition.copies.items():
        if code not in cards:
            yield finding("$.copies", "unknown-copies", code=code)
        elif code in in_decks:
            yield finding("$.copies", "counted-twice", code=code)
        elif cards[code].kind in _ONE_OF_EACH and count > 1:
            kind = cards[code].kind
            yield finding("$.copies", "one-of-each", code=code, count=count, kind=kind)
        if not 1 <= count <= MAX_COUNT:
            yield finding("$.copies", "bad-copies", code=code, count=count, most=MAX_COUNT)


def heroes(edition: EditionDef) -> Iterator[LintFinding]:
    """Find heroes without a deck, cards of unknown heroes, and cards that no deck has."""
    known, in_decks = _heroes(edition), _in_decks(edition)
    for number, card in enumerate(edition.cards):
        path = f"$.cards[{number}]"
        if card.hero and card.hero not in known:
            yield finding(f"{path}.hero", "unknown-hero", hero=card.hero)
        if card.kind in DANGER and not card.hero:
            yield finding(f"{path}.hero", "hero-missing", kind=card.kind)
        if card.kind == "hero" and edition.deck(card.code) is None:
            yield finding(path, "deck-missing", code=card.code)
        if edition.decks and card.kind in PLAYED and card.code not in in_decks:
            yield finding(path, "in-no-deck", code=card.code)


def decks(edition: EditionDef) -> Iterator[LintFinding]:
    """Find decks of unknown heroes and two decks of one hero; then check each deck."""
    known = _heroes(edition)
    for number, deck in enumerate(edition.decks):
        path = f"$.decks[{number}]"
        if deck.hero not in known:
            yield finding(f"{path}.hero", "unknown-hero", hero=deck.hero or "“”")
        if deck.hero in [other.hero for other in edition.decks[:number]]:
            yield finding(f"{path}.hero", "duplicate-deck", hero=deck.hero)
        yield from _deck(edition, deck, path)


def _deck(edition: EditionDef, deck: Deck, path: str) -> Iterator[LintFinding]:
    cards = {card.code: card for card in edition.cards}
    seen: set[str] = set()
    for number, one in enumerate(deck.cards):
        here = f"{path}.cards[{number}]"
        card = cards.get(one.card)
        if card is None:
            yield finding(f"{here}.card", "unknown-card", code=one.card or "“”")
        elif card.kind not in PLAYED:
            yield finding(f"{here}.card", "not-for-decks", code=card.code, kind=card.kind)
        elif card.hero not in ("", deck.hero):
            yield finding(f"{here}.card", "another-hero", code=card.code, hero=card.hero)
        if one.card in seen:
            yield finding(f"{here}.card", "duplicate-in-deck", code=one.card)
        seen.add(one.card)
        if not 1 <= one.copies <= MAX_COUNT:
            count = one.copies
            yield finding(
                f"{here}.copies", "bad-copies", code=one.card, count=count, most=MAX_COUNT
            )


def abilities(edition: EditionDef) -> Iterator[LintFinding]:
    """Find abilities of different cards that trigger each other endlessly."""
    for loop in loops(edition.cards):
        first, *others = loop.sources
        codes = dict.fromkeys(one.card.code for one in others if one.number != first.number)
        if codes:
            path = f"$.cards[{first.number}].abilities[{first.index}]"
            cards = ", ".join(codes)
            yield finding(path, "endless-together", cards=cards, verbs=loop.way())


def _heroes(edition: EditionDef) -> set[str]:
    return {card.code for card in edition.cards if card.kind == "hero"}


def _in_decks(edition: EditionDef) -> set[str]:
    return {one.card for deck in edition.decks for one in deck.cards}
