"""The findings of the lint about heroes, decks and copies."""

import pytest

from cards.findings.lint_texts import finding_text
from cards.language import EditionDef, hero_at, lint_edition
from tests.cards.box_examples import BOXES, box


def test_a_good_box_passes() -> None:
    assert lint_edition(box()) == []


def test_what_is_in_a_deck_is_of_its_hero() -> None:
    made = box()
    assert hero_at("$.decks[1].cards[0].card", made) == made.decks[1].hero
    assert hero_at("$.cards[0]", made) == ""


@pytest.mark.parametrize(("made", "path", "code"), BOXES)
def test_a_box_that_makes_no_sense_is_found(made: EditionDef, path: str, code: str) -> None:
    found = lint_edition(made)
    assert (path, code) in [(one.path, one.code) for one in found]
    for one in found:
        french = finding_text(one, "fr-CA")
        assert one.message and french and "{" not in one.message + french
