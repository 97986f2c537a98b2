"""What several pages of the admin show: findings and the words of cards."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cards import language

LINK = '<a class="text-primary-600 dark:text-primary-500" href="{}"><b>{}</b></a>'
NOTHING = "Nothing to put right."


def findings_list(
    findings: list[language.Finding],
    edition: language.Edition | None = None,
    addresses: Mapping[str, str] | None = None,
) -> SafeString | str:
    """Findings in both languages; those of an edition name cards, linked to their addresses."""
    if not findings:
        return NOTHING
    rows = (
        (_place(one, edition, addresses or {}), one.code, one.message, one.message_fr)
        for one in findings
    )
    items = format_html_join(
        "", '<li class="mb-2">{} <code>{}</code> {}<br><span lang="fr-CA">{}</span></li>', rows
    )
    return format_html("<ul>{}</ul>", items)


def _place(
    one: language.Finding, edition: language.Edition | None, addresses: Mapping[str, str]
) -> SafeString:
    place = one.path if edition is None else language.place_of(one.path, edition)
    address = edition and addresses.get(language.card_at(one.path, edition))
    if address:
        return format_html(LINK, address, place)
    return format_html("<b>{}</b>", place)


def words(card: language.CardDef, edition: language.Edition) -> SafeString:
    """The text of a card in both languages."""
    said = ((one, language.card_text(card, edition, one)) for one in language.LANGUAGES)
    return format_html_join("", '<p lang="{}">{}</p>', said)
