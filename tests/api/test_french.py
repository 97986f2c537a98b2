"""The French texts: the same word for the same thing in all of them."""

import re
from collections.abc import Iterator

import pytest

from cards.language import card_text, color_name
from cards.services import shipped_editions
from config.po_files import source_texts
from games.engine import VARIANTS, Choose, Play
from games.wording.labels import label_of
from games.wording.variant_texts import OPTION_TEXTS


def _cards() -> Iterator[str]:
    for edition in shipped_editions():
        for card in edition.cards:
            yield card.name_fr
            yield card_text(card, edition, "fr-CA")


def _messages() -> Iterator[str]:
    for texts in source_texts().values():
        yield from (text.to("fr-CA") for text in texts)


@pytest.fixture(scope="module")
def french() -> list[str]:
    """Every text in French that can be listed."""
    return [*_cards(), *_messages()]


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
    assert color_name("purple", "fr-CA") == "violet"
    assert label_of(avengers, Choose(0, "purple"), "color", "fr-CA") == "Nommer le violet"


@pytest.mark.parametrize(
    ("card", "english", "french"),
    [
        ("blue-2", "Play Blue 2", "Jouer le 2 bleu"),
        ("red-skip", "Play Red Skip", "Jouer la carte Passer rouge"),
        ("green-reverse", "Play Green Reverse", "Jouer l’Inversion verte"),
        ("purple-draw-two", "Play Purple Draw Two", "Jouer la Carte +2 violette"),
        ("wild-draw-four", "Play Wild Draw Four", "Jouer la Carte blanche +4"),
        ("wild-infinity-gauntlet", "Play Wild Infinity Gauntlet", "Jouer Wild Infinity Gauntlet"),
    ],
)
def test_a_card_to_play_has_its_article_in_french(card: str, english: str, french: str) -> None:
    (avengers,) = (one for one in shipped_editions() if one.variant == "avengers")
    assert label_of(avengers, Play(0, card), "turn", "en") == english
    assert label_of(avengers, Play(0, card), "turn", "fr-CA") == french


def test_an_option_does_the_same_in_every_variant() -> None:
    options = [option for variant in VARIANTS.values() for option in variant.options]
    assert [one.name for one in options if OPTION_TEXTS[one.name].en != one.text] == []
