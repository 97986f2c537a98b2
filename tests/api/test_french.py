"""The French that players read: one word for one thing, in every text of the server."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from cards.language import card_text
from cards.language.findings import MESSAGES
from cards.services import shipped_editions
from games.api import catalogue, labels
from games.audit.words import FINDINGS
from games.engine import VARIANTS
from games.engine.rulebook import load_rulebook
from games.pages.words import TEXTS


def _rules() -> Iterator[str]:
    for rule in load_rulebook():
        yield rule.title.fr_ca
        yield rule.text.fr_ca
        if rule.refusal:
            yield rule.refusal.fr_ca


def _cards() -> Iterator[str]:
    for edition in shipped_editions():
        for card in edition.cards:
            yield card.name_fr
            yield card_text(card, edition, "fr-CA")


def _messages() -> Iterator[str]:
    for problem in catalogue.PROBLEMS.values():
        yield problem.title.fr
        yield problem.detail.fr
    yield from (text.fr for text in TEXTS.values())
    yield from (text.fr for text in labels.REASONS.values())
    yield from (french for _, french in [*MESSAGES.values(), *FINDINGS.values()])
    for variant in VARIANTS.values():
        yield from (option.text_fr for option in variant.options)


@pytest.fixture(scope="module")
def french() -> list[str]:
    """Every text in French that can be listed."""
    return [*_rules(), *_cards(), *_messages()]


@pytest.mark.parametrize(
    ("rejected", "used"),
    [
        (r"mauve", "violet"),
        (r"cartes? chiffrée", "carte numérotée"),
        (r"Wild Draw Four|Cartes? blanches? Wild", "Carte blanche +4"),
        (r"défi\b", "conteste"),
        (r"\w'\w", "l’"),
    ],
)
def test_one_thing_has_one_word(french: list[str], rejected: str, used: str) -> None:
    assert [text for text in french if re.search(rejected, text)] == []
    assert any(used in text for text in french)


def test_the_color_of_a_card_is_called_the_same_in_every_text() -> None:
    (avengers,) = (one for one in shipped_editions() if one.variant == "avengers")
    names = {card.name_fr for card in avengers.cards if card.color == "purple"}
    assert all("violet" in name for name in names)
    assert TEXTS["color_purple"].fr == "violet"
