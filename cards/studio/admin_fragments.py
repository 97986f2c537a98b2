"""HTML fragments of several admin pages: findings, and cards in words."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cards import language
from cards.admin_words import say_word
from cards.lint_texts import finding_text
from cards.translation import FRENCH

LINK = '<a class="text-primary-600 dark:text-primary-500" href="{}"><b>{}</b></a>'


def findings_list(
    findings: list[language.LintFinding],
    edition: language.EditionDef | None = None,
    urls: Mapping[str, str] | None = None,
) -> SafeString | str:
    """Return findings in both languages, with links to the cards of an edition."""
    if not findings:
        return say_word("no_findings")
    rows = (
        (_place(one, edition, urls or {}), one.code, one.message, finding_text(one, FRENCH))
        for one in findings
    )
    items = format_html_join(
        "", '<li class="mb-2">{} <code>{}</code> {}<br><span lang="fr-CA">{}</span></li>', rows
    )
    return format_html("<ul>{}</ul>", items)


def _place(
    one: language.LintFinding, edition: language.EditionDef | None, urls: Mapping[str, str]
) -> SafeString:
    place = one.path if edition is None else language.place_of(one.path, edition)
    url = edition and urls.get(language.card_at(one.path, edition))
    if url:
        return format_html(LINK, url, place)
    return format_html("<b>{}</b>", place)


def bilingual_text(card: language.CardDef, edition: language.EditionDef) -> SafeString:
    """Return the text of a card in both languages."""
    texts = ((one, language.card_text(card, edition, one)) for one in language.LANGUAGES)
    return format_html_join("", '<p lang="{}">{}</p>', texts)
