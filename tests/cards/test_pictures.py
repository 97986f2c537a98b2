"""The pictures of cards."""

import pytest

from cards.pictures import picture
from tests.cards.makers import card, edition


@pytest.mark.parametrize(
    ("cost", "signs"),
    [
        ({"kind": ["number"]}, "#"),
        ({"kind": ["draw_two", "reverse", "skip", "wild"]}, "AW"),
        ({"danger": True, "color": ["orange"]}, "O!"),
        ({"symbol": ["7"], "kind": ["skip"]}, "A7"),
        ([{"color": ["red"]}, {"danger": True}], "R!"),
    ],
)
def test_every_cost_has_its_signs(cost: object, signs: str) -> None:
    foe = card("foe", kind="enemy", hero="hulk", defeat=cost)
    drawn = picture(foe, edition(foe))
    assert all(f">{sign}</text>" in drawn for sign in signs)
