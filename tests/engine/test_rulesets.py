"""Rulesets of one edition share their tables; those of another do not."""

import msgspec
import pytest

from cards.language import EditionDef
from games.engine import Ruleset, Setup, compile_ruleset
from tests.table import edition


def ruleset(given: EditionDef, seats: int) -> Ruleset:
    """The ruleset of an edition for some seats, with the default options."""
    return compile_ruleset(given, Setup(given.variant, "", seats, {}))


@pytest.mark.parametrize("variant", ["avengers", "xmen"])
def test_rulesets_of_one_edition_share_their_tables(variant: str) -> None:
    given = edition(variant)
    two, three = ruleset(given, 2), ruleset(given, 3)
    assert two.seats != three.seats
    for name in ("fits", "plays", "turns_answered", "cards_played"):
        assert getattr(two, name) is getattr(three, name), name


def test_a_card_that_becomes_wild_fits_everywhere_in_its_edition_only() -> None:
    given = edition("avengers")
    changed = msgspec.structs.replace(
        given,
        cards=tuple(
            msgspec.structs.replace(card, kind="wild", color="", symbol="odd")
            if card.code == "red-5"
            else card
            for card in given.cards
        ),
    )
    before, after = ruleset(given, 2), ruleset(changed, 2)
    assert "red-5" not in before.fits["blue-1"]["blue"]
    assert "red-5" in after.fits["blue-1"]["blue"]
