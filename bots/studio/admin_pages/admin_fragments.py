"""Parts of several admin pages: findings, and cards in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from bots.studio.admin_pages.shown_changes import Pictures
from bots.studio.drafts.draft_preview import findings_about
from cards import language
from cards.findings.lint_texts import finding_text, place_text
from cards.models import Card, CardSet
from cards.page_language import page_language

DOUBTED: Final = ("text-adds", "text-lacks")
"""The warnings about texts that contradict effects, which are listed first."""
MOST_OPEN: Final = 10
"""The most warnings that are listed without a click."""


def findings_list(
    findings: list[language.LintFinding], edition: language.EditionDef, urls: Mapping[str, str]
) -> SafeString:
    """Return findings in the language of the page, with links to the cards."""
    pages = (urls.get(language.card_at(one.path, edition), "") for one in findings)
    rows = [_row(one, url, edition) for one, url in zip(findings, pages, strict=True)]
    return render_to_string("studio/findings.html", {"rows": rows})


def warnings_list(card_set: CardSet, edition: language.EditionDef) -> SafeString:
    """Return the warnings about a draft, each with a link to its words or page."""
    keys = dict(card_set.cards.values_list("code", "pk"))
    warnings = sorted(language.edition_warnings(edition), key=lambda one: one.code not in DOUBTED)
    rows = [_row(one, _page_of(one, card_set, edition, keys), edition) for one in warnings]
    context = {"rows": rows, "is_open": len(rows) <= MOST_OPEN}
    return render_to_string("studio/warnings.html", context)


def _page_of(
    one: language.LintFinding,
    card_set: CardSet,
    edition: language.EditionDef,
    keys: Mapping[str, int],
) -> str:
    """Return the page of a deck or a card, or the rows of the page of words."""
    code = language.card_at(one.path, edition)
    if one.code in ("untranslated", "stale-text", *DOUBTED):
        words = reverse("admin:cards_cardset_words", args=[card_set.pk])
        return f"{words}?{urlencode({'card': code})}"
    if code:
        return reverse("admin:cards_card_change", args=[keys[code]])
    hero = language.hero_at(one.path, edition)
    return reverse("admin:cards_card_deck", args=[keys[hero]]) if hero in keys else ""


def _row(one: language.LintFinding, url: str, edition: language.EditionDef) -> dict[str, Any]:
    """Return a finding for the template: its place, its code, its text."""
    place = place_text(one.path, edition, page_language())
    text = finding_text(one, page_language())
    return {"place": place, "url": url, "code": one.code, "text": text}


def doubted_list(
    findings: list[language.LintFinding], edition: language.EditionDef, picture: Pictures
) -> SafeString:
    """Return texts that contradict effects, with the made ones and pictures."""
    cards, rows = {card.code: card for card in edition.cards}, dict[str, dict[str, Any]]()
    for one in findings:
        card = cards[language.card_at(one.path, edition)]
        tag = str(one.params["tag"])
        row = rows.setdefault(
            card.code,
            {
                "name": language.card_name(card, page_language()),
                "picture": picture(card.code),
                "texts": {},
            },
        )
        text = row["texts"].setdefault(
            tag,
            {
                "name": language.endonym(tag),
                "own": language.card_text(card, edition, tag),
                "made": language.speech_of(card, tag).text(),
                "findings": [],
            },
        )
        text["findings"].append(_row(one, "", edition))
    return render_to_string("studio/doubted.html", {"cards": rows.values()})


def bilingual_text(card: language.CardDef, edition: language.EditionDef) -> SafeString:
    """Return the text of a card in all languages."""
    texts = ((one, language.card_text(card, edition, one)) for one in language.LANGUAGES)
    return format_html_join("", '<p lang="{}">{}</p>', texts)


def set_step(card_set: CardSet) -> tuple[str, str]:
    """Return the address of the page of a set, and the words that lead there."""
    page = reverse("admin:cards_cardset_change", args=[card_set.pk])
    return page, gettext("The set {card_set}").format(card_set=card_set)


def lead_to(request: HttpRequest, *steps: tuple[str, str]) -> None:
    """Link to the pages where a user may go on."""
    links = format_html_join(" · ", '<a class="underline" href="{}">{}</a>', steps)
    messages.info(request, format_html("{} {}", gettext("Next:"), links))


def findings_of(card: Card, text: language.EditionDef) -> list[language.LintFinding]:
    """Return the findings of a set about a card and, if it is a hero, its deck."""
    number = [one.code for one in text.cards].index(card.code)
    return findings_about(language.lint_edition(text), text, number)


def warn_of(
    request: HttpRequest, findings: Iterable[language.LintFinding], text: language.EditionDef
) -> None:
    """Add a message for each finding, in the language of the page."""
    for one in findings:
        place = place_text(one.path, text, page_language())
        messages.warning(request, f"{place}{gettext(':')} {finding_text(one, page_language())}")
