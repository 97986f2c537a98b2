"""The pictures of cards: signs, shapes, languages, and texts that fit."""

from xml.etree import ElementTree

import msgspec
import pytest

from cards.language import COLORS
from cards.pictures.drawing import picture
from cards.pictures.paints import OTHER_SHAPE, SHAPES
from cards.pictures.text_fitting import fit_text, text_width
from tests.cards.makers import ULTIMATE, card, edition

BY_CODE = {one.code: one for one in ULTIMATE.cards}


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


def test_each_color_has_a_shape_of_its_own() -> None:
    assert set(SHAPES) == set(COLORS)
    assert len({*SHAPES.values(), OTHER_SHAPE}) == len(COLORS) + 1
    for color in COLORS:
        own = card(f"{color}-1", kind="number", color=color, symbol="1")
        foe = card("foe", kind="enemy", hero="hulk", defeat={"color": [color]})
        wild = card("wild", kind="wild", symbol="wild")
        box = edition(own, foe, wild, colors=COLORS)
        assert picture(own, box).count(SHAPES[color]) == 2  # one on each face
        assert picture(foe, box).count(SHAPES[color]) == 2
        assert picture(wild, box).count(SHAPES[color]) == 3  # two bands, and beside the sign


def test_the_words_are_in_the_language_of_the_reader() -> None:
    smash = BY_CODE["hulk-smash"]
    english, french = (picture(smash, ULTIMATE, None, one) for one in ("en", "fr-CA"))  # type: ignore[arg-type]
    assert ">wild</text>" in english and ">Carte blanche</text>" in french
    assert ">Choose the color in" in english and ">Choisis la couleur" in french
    red = BY_CODE["red-skip"]
    assert ">rouge</text>" in picture(red, ULTIMATE, None, "fr-CA")
    foil = picture(smash, ULTIMATE, "super_rare", "fr-CA")
    assert "Version brillante : très rare." in foil and "Foil" not in foil
    power = "".join(ElementTree.fromstring(picture(BY_CODE["hulk"], ULTIMATE)).itertext())
    assert "At the start of your turn, if you" in power


@pytest.mark.parametrize("hostile", ["</text><script>x</script>", "a & b < c", "\"'>", "]]>"])
def test_what_users_write_is_escaped(hostile: str) -> None:
    one = msgspec.structs.replace(
        BY_CODE["red-5"], name=hostile, name_fr=hostile, symbol=hostile, character=hostile
    )
    root = ElementTree.fromstring(picture(one, edition(one)))
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {
        "svg", "title", "desc", "style", "clipPath", "rect", "g", "path", "text",
    }  # fmt: skip
    words = "".join("".join(one.itertext()) for one in root.iter() if one.tag.endswith("text"))
    assert hostile.replace(" ", "") in words.replace(" ", "")


@pytest.mark.parametrize(
    "text", ["", "a", "Wild", "W" * 60, "une longue phrase " * 300, "漢字" * 30, "i" * 4000]
)
def test_a_text_fits_into_its_box_and_is_never_cut(text: str) -> None:
    fitted = fit_text(text, 200, 40, 24)
    assert (fitted.size <= 24 and fitted.height <= 40) or not text
    assert all(width <= 200.01 for _, width in fitted.lines)
    assert "".join(line for line, _ in fitted.lines).replace(" ", "") == text.replace(" ", "")


def test_widths_are_those_of_helvetica() -> None:
    assert text_width("é") == text_width("e")
    assert text_width("W") > text_width("e") > text_width("i")
    assert abs(text_width("The Strongest!") - 6.5) < 0.4  # 6.447 in Helvetica
