"""The pictures of cards: signs, shapes, languages, and texts that fit."""

from xml.etree import ElementTree

import msgspec
import pytest

from cards.language import COLORS, LANGUAGES
from cards.pictures.drawing import CHARACTERS, HEROES, picture
from cards.pictures.paints import FILLS, OTHER_FILL, OTHER_SHAPE, SHAPES, color_letter
from cards.pictures.signs import LINES, effect_signs
from cards.pictures.text_fitting import fit_text, text_width
from cards.services import shipped_editions
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


def faces(drawn: str) -> tuple[str, str]:
    """Return the two faces of a picture: the whole one, and that of a card in a hand."""
    full, _, small = drawn.partition('<g class="sign">')
    return full, small


def test_each_color_has_a_shape_of_its_own() -> None:
    assert set(SHAPES) == set(FILLS) == set(COLORS)
    assert len({*SHAPES.values(), OTHER_SHAPE}) == len(COLORS) + 1
    assert len({*FILLS.values(), OTHER_FILL}) == len(COLORS) + 1
    for language in LANGUAGES:
        assert len({color_letter(color, language) for color in COLORS}) == len(COLORS)
    for color in COLORS:
        own = card(f"{color}-1", kind="number", color=color, symbol="1")
        foe = card("foe", kind="enemy", hero="hulk", defeat={"color": [color]})
        wild = card("wild", kind="wild", symbol="wild")
        box = edition(own, foe, wild, colors=COLORS)
        for one, least in ((own, 3), (foe, 1), (wild, 2)):  # in corners, middle, cost
            assert all(face.count(SHAPES[color]) >= least for face in faces(picture(one, box)))


@pytest.mark.parametrize(
    ("code", "signs"),
    [
        ("red-skip", ["skip"]),
        ("red-reverse", ["reverse"]),
        ("red-draw-two", ["+2"]),
        ("hulk-smash", ["burn 2", "+2", "burn 1"]),
        ("bend-and-break", ["color green"]),
        ("rest", ["recover ×"]),
        ("visionary", ["flip !"]),
        ("captain-america", ["shield −1"]),
        ("taskmaster", ["+2", "burn 1", "lock"]),
        ("abomination", ["+1", "recover 2", "ban"]),
        ("final-justice", ["burn ×"]),
        ("red-5", []),
    ],
)
def test_signs_show_what_a_card_does(code: str, signs: list[str]) -> None:
    found = effect_signs(BY_CODE[code])
    assert [" ".join(filter(None, one)) for one in found][: len(signs)] == signs
    assert bool(found) == bool(signs)


def test_every_verb_that_a_shipped_card_has_first_has_a_sign() -> None:
    for box in shipped_editions():
        for one in box.cards:
            plain = one.kind == "number" or one.code == "wild"
            assert plain or effect_signs(one), one.code


def test_a_symbol_stands_in_the_corners_and_the_middle() -> None:
    for code, label in (("red-draw-two", "+2"), ("red-5", "5")):
        for face in faces(picture(BY_CODE[code], ULTIMATE)):
            assert face.count(f">{label}</text>") == 3
    for face in faces(picture(BY_CODE["red-skip"], ULTIMATE)):
        assert face.count(LINES["skip"]) == 3


def test_each_hero_has_an_emblem_of_its_own() -> None:
    heroes = [one for one in ULTIMATE.cards if one.kind == "hero"]
    frames = [
        {path for path in HEROES if path in face}
        for one in heroes
        for face in faces(picture(one, ULTIMATE))
    ]
    assert [len(one) for one in frames] == [1] * 2 * len(heroes)
    assert len({path for one in frames for path in one}) == len(heroes) > 3


def test_each_character_has_an_emblem_of_its_own() -> None:
    [xmen] = [one for one in shipped_editions() if one.code == "xmen"]
    found = {
        one.character: {path for path in CHARACTERS if all(path in face for face in faces(drawn))}
        for one in xmen.cards
        if one.character and (drawn := picture(one, xmen))
    }
    assert sorted(len(paths) for paths in found.values()) == [1] * 10
    assert set().union(*found.values()) == set(CHARACTERS)


def test_the_words_are_in_the_language_of_the_reader() -> None:
    smash = BY_CODE["hulk-smash"]
    english, french = (picture(smash, ULTIMATE, None, one) for one in ("en", "fr-CA"))  # type: ignore[arg-type]
    assert "Hulk · wild</text>" in english and "Carte blanche</text>" in french
    assert ">Choose the color in" in english and ">Choisis la couleur" in french
    red = BY_CODE["red-skip"]
    assert ">rouge</text>" in picture(red, ULTIMATE, None, "fr-CA")
    foil = picture(smash, ULTIMATE, "super_rare", "fr-CA")
    assert "Version brillante\u00a0: très rare." in foil and "Foil" not in foil
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
        "linearGradient", "stop",
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


def test_a_line_breaks_only_where_french_punctuation_allows() -> None:
    lines = [line for line, _ in fit_text("Nomme « ajoute » ou : passe !", 70, 200, 14).lines]
    assert lines == ["Nomme", "« ajoute »", "ou :", "passe !"]


def test_widths_are_those_of_helvetica() -> None:
    assert text_width("é") == text_width("e")
    assert text_width("W") > text_width("e") > text_width("i")
    assert abs(text_width("The Strongest!") - 6.5) < 0.4  # 6.447 in Helvetica
