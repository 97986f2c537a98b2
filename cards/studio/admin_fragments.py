"""HTML fragments of several admin pages: findings, and cards in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from cards import language
from cards.drafts.draft_preview import findings_about
from cards.findings.lint_texts import finding_text
from cards.models import Card, CardSet
from cards.page_language import page_language

LINK = '<a class="text-primary-600 dark:text-primary-500" href="{}"><b>{}</b></a>'
MOST_OPEN: Final = 10
"""The most warnings that are listed without a click."""

_Row = tuple[language.LintFinding, str | None, language.EditionDef | None]


def findings_list(
    findings: list[language.LintFinding],
    edition: language.EditionDef | None = None,
    urls: Mapping[str, str] | None = None,
) -> SafeString | str:
    """Return findings in all languages, with links to the cards of an edition."""
    if not findings:
        return gettext("No findings.")
    pages = urls or {}
    return _listed(
        (one, pages.get(language.card_at(one.path, edition)) if edition else None, edition)
        for one in findings
    )


def warnings_list(card_set: CardSet, edition: language.EditionDef) -> SafeString | str:
    """Return the warnings about a draft, each with a link to its words or page."""
    warnings = language.edition_warnings(edition)
    if not warnings:
        return gettext("No warnings.")
    keys = dict(card_set.cards.values_list("code", "pk"))
    items = _listed((one, _page_of(one, card_set, edition, keys), edition) for one in warnings)
    is_open = SafeString(" open" if len(warnings) <= MOST_OPEN else "")
    title = gettext("Warnings, which do not prevent publishing: {count}")
    return format_html(
        '<details{}><summary class="cursor-pointer">{}</summary>{}</details>',
        is_open, title.format(count=len(warnings)), items,
    )  # fmt: skip


def _page_of(
    one: language.LintFinding,
    card_set: CardSet,
    edition: language.EditionDef,
    keys: Mapping[str, int],
) -> str:
    """Return the page of a deck or a card, or the rows of the page of words."""
    code = language.card_at(one.path, edition)
    if one.code in ("untranslated", "stale-text"):
        words = reverse("admin:cards_cardset_words", args=[card_set.pk])
        return f"{words}?{urlencode({'card': code})}"
    if code:
        return reverse("admin:cards_card_change", args=[keys[code]])
    hero = language.hero_at(one.path, edition)
    return reverse("admin:cards_card_deck", args=[keys[hero]]) if hero in keys else ""


def _listed(rows: Iterable[_Row]) -> SafeString:
    """Return findings in all languages; each place is a link if there is a page."""
    items = format_html_join(
        "",
        '<li class="mb-2">{} <code>{}</code> {}</li>',
        ((_place(one, url, edition), one.code, _in_all(one)) for one, url, edition in rows),
    )
    return format_html("<ul>{}</ul>", items)


def _in_all(one: language.LintFinding) -> SafeString:
    texts = ((tag, finding_text(one, tag)) for tag in language.LANGUAGES)
    return format_html_join(SafeString("<br>"), '<span lang="{}">{}</span>', texts)


def _place(
    one: language.LintFinding, url: str | None, edition: language.EditionDef | None
) -> SafeString:
    place = one.path if edition is None else language.place_of(one.path, edition)
    return format_html(LINK, url, place) if url else format_html("<b>{}</b>", place)


def bilingual_text(card: language.CardDef, edition: language.EditionDef) -> SafeString:
    """Return the text of a card in both languages."""
    texts = ((one, language.card_text(card, edition, one)) for one in language.LANGUAGES)
    return format_html_join("", '<p lang="{}">{}</p>', texts)


def findings_of(card: Card, text: language.EditionDef) -> list[language.LintFinding]:
    """Return the findings of a set about a card and, if it is a hero, its deck."""
    number = [one.code for one in text.cards].index(card.code)
    return findings_about(language.lint_edition(text), text, number)


def warn_of(
    request: HttpRequest, findings: Iterable[language.LintFinding], text: language.EditionDef
) -> None:
    """Add a message for each finding, in the language of the page."""
    for one in findings:
        place = language.place_of(one.path, text)
        messages.warning(request, f"{place}: {finding_text(one, page_language())}")
