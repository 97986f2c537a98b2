"""What the lint says of heroes, decks and copies."""

import pytest

from cards.language import Edition, lint
from tests.cards.box_examples import BOXES, box


def test_a_good_box_passes() -> None:
    assert lint(box()) == []


@pytest.mark.parametrize(("made", "path", "code"), BOXES)
def test_a_box_that_makes_no_sense_is_found(made: Edition, path: str, code: str) -> None:
    found = lint(made)
    assert (path, code) in [(one.path, one.code) for one in found]
    for one in found:
        assert one.message and one.message_fr and "{" not in one.message + one.message_fr
