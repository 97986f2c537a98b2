"""The findings about one card of a set, shown as messages after saving."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.http import HttpRequest

from cards import language
from cards.findings.lint_texts import finding_text
from cards.language import EditionDef, LintFinding
from cards.models import Card
from cards.studio.studio_texts import page_language


def findings_of(card: Card, text: EditionDef) -> list[LintFinding]:
    """Return the findings of a set about a card and, if it is a hero, its deck."""
    decks = tuple(f"$.decks[{at}]" for at, deck in enumerate(text.decks) if deck.hero == card.code)
    return [
        one
        for one in language.lint_edition(text)
        if language.card_at(one.path, text) == card.code or one.path.startswith(decks)
    ]


def warn_of(request: HttpRequest, findings: Iterable[LintFinding], text: EditionDef) -> None:
    """Add a message for each finding, in the language of the page."""
    for one in findings:
        place = language.place_of(one.path, text)
        messages.warning(request, f"{place}: {finding_text(one, page_language())}")
