"""Cards as JSON: strict, canonical, errors with a path."""

import hashlib
import json
from typing import Annotated, Any, Literal

import jsonschema
import msgspec
import pytest
import rfc8785

from cards.language import (
    CardDef,
    CardError,
    Deck,
    DeckCardDef,
    EditionDef,
    card_schema,
    decode_card,
    decode_edition,
    edition_hash,
    encode_card,
    encode_edition,
    indent_card,
    plain_card,
)
from cards.language.effects import Burn, CardFilter, ChoosePlayer, LayColor, Mode
from cards.language.reports import choices_at
from cards.services import SHIPPED
from tests.cards.makers import ULTIMATE, card, edition, wild

CARD = {"code": "own", "name": "Own", "kind": "wild"}


def refused(**fields: Any) -> tuple[str, str]:
    with pytest.raises(CardError) as error:
        decode_card(json.dumps(CARD | fields))
    return error.value.path, error.value.message


class Named(msgspec.Struct):
    """Structs by name, with a note."""

    by_name: dict[str, Annotated[DeckCardDef, msgspec.Meta(extra={"note": ""})]]
    sort: Literal["one", "two"] = "one"


def test_the_choices_at_a_path_are_found_in_dictionaries_and_behind_notes() -> None:
    assert choices_at(dict[str, Annotated[Named, msgspec.Meta(extra={})]], "[...].sort") == (
        "one",
        "two",
    )
    assert choices_at(Named, ".by_name[...].card") == ()


def test_the_right_names_are_told_with_a_wrong_one() -> None:
    with pytest.raises(CardError) as error:
        decode_card(json.dumps(CARD | {"effects": [{"effect": "brun"}]}))
    assert error.value.closest == "burn"
    with pytest.raises(CardError) as error:
        decode_card(json.dumps(CARD | {"effects": [{"effect": "burn", "who": "nxet"}]}))
    assert error.value.closest == "next"
    with pytest.raises(CardError) as error:
        decode_card(json.dumps(CARD | {"effects": [{"effect": "burn", "count": "mayn"}]}))
    assert "int" in error.value.choices


@pytest.mark.parametrize(
    ("fields", "path", "message"),
    [
        ({"effects": [{"effect": "burn", "cuont": 2}]}, "$.effects[0]", "burn has no field cuont"),
        ({"effects": [{"effect": "brun"}]}, "$.effects[0]", "there is no effect brun"),
        ({"effects": [{}]}, "$.effects[0]", "an effect needs the field effect"),
        ({"effects": [{"effect": "set_color"}]}, "$.effects[0]", "set_color needs the field color"),
        ({"effects": [{"effect": "burn", "who": "me"}]}, "$.effects[0].who", "who cannot be me"),
        (
            {"effects": [{"effect": "burn", "count": True}]},
            "$.effects[0].count",
            "expected int | str, got bool",
        ),
        ({"effects": 3}, "$.effects", "expected array, got int"),
        ({"abilities": [{"ability": "magic"}]}, "$.abilities[0]", "there is no ability magic"),
        (
            {"abilities": [{"ability": "trigger", "on": ["now"], "do": []}]},
            "$.abilities[0].on[0]",
            "on cannot be now",
        ),
        (
            {"abilities": [{"ability": "trigger", "on": ["add"], "do": [], "when": {"if": 1}}]},
            "$.abilities[0].when",
            "a condition has no field if",
        ),
        ({"abilities": [{}]}, "$.abilities[0]", "an ability needs the field ability"),
        (
            {"effects": [{"effect": "choose_mode", "modes": [{}]}]},
            "$.effects[0].modes[0]",
            "a mode needs the field name",
        ),
        ({"defeat": {"colour": []}}, "$.defeat", "a card filter has no field colour"),
        ({"defeat": [{"colour": []}]}, "$.defeat[0]", "a card filter has no field colour"),
        ({"kind": "number card"}, "$.kind", "kind cannot be number card"),
        ({"colour": "red"}, "$", "a card has no field colour"),
        ({"effect": "burn"}, "$", "a card has no field effect"),
        ({"effect": "nothing"}, "$", "a card has no field effect"),
    ],
)
def test_an_error_says_where_and_why(fields: dict[str, Any], path: str, message: str) -> None:
    assert refused(**fields) == (path, message)


def test_an_error_inside_an_edition_names_the_card() -> None:
    cards = [CARD, CARD | {"effects": [{"effect": "may", "do": [{"effect": "burn", "n": 1}]}]}]
    text = {"code": "own", "name": "Own", "variant": "xmen", "colors": [], "cards": cards}
    with pytest.raises(CardError, match="burn has no field n") as error:
        decode_edition(json.dumps(text))
    assert error.value.path == "$.cards[1].effects[0].do[0]"
    assert str(error.value) == "$.cards[1].effects[0].do[0]: burn has no field n"


@pytest.mark.parametrize(
    ("deck", "path", "message"),
    [
        ({"hero": "own"}, "$.decks[0]", "a deck needs the field cards"),
        ({"hero": "own", "cards": [{}]}, "$.decks[0].cards[0]",
         "a card of a deck needs the field card"),
        ({"hero": "own", "cards": [{"card": "own", "copies": "2"}]}, "$.decks[0].cards[0].copies",
         "expected int, got str"),
        ({"hero": "own", "cards": [{"card": "own", "basis": "guess"}]},
         "$.decks[0].cards[0].basis", "basis cannot be guess"),
    ],
)  # fmt: skip
def test_an_error_inside_a_deck_says_so(deck: dict[str, Any], path: str, message: str) -> None:
    text = {"code": "own", "name": "Own", "variant": "own", "colors": [], "cards": []}
    with pytest.raises(CardError) as error:
        decode_edition(json.dumps(text | {"decks": [deck]}))
    assert (error.value.path, error.value.message) == (path, message)


def test_a_foil_is_of_a_known_rarity() -> None:
    assert card(foils=["common", "ultra_rare"]).foils == ("common", "ultra_rare")
    assert refused(foils=["shiny"]) == ("$.foils[0]", "foils cannot be shiny")


def test_an_edition_without_a_part_is_refused() -> None:
    with pytest.raises(CardError, match="an edition needs the field code"):
        decode_edition(b"{}")


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", '{"code":"\ud800"}'])
def test_what_is_no_json_is_refused(text: bytes | str) -> None:
    with pytest.raises(CardError, match=r"^\$: not JSON"):
        decode_card(text)


@pytest.mark.parametrize(
    ("text", "path", "field"),
    [
        ('{"code": "own", "name": "Own", "name": "Other", "kind": "wild"}', "$", "name"),
        (
            '{"code": "own", "name": "Own", "kind": "wild",'
            ' "effects": [{"effect": "skip"}, {"effect": "burn", "count": 1, "count": 9}]}',
            "$.effects[1]",
            "count",
        ),
    ],
)
def test_a_field_that_is_given_twice_is_refused(text: str, path: str, field: str) -> None:
    with pytest.raises(CardError, match=f"the field {field} is given twice") as error:
        decode_card(text)
    assert error.value.path == path


def test_a_card_is_not_nested_without_measure() -> None:
    deep = '{"effect":"may","do":[' * 1000 + "]}" * 1000
    with pytest.raises(CardError, match="nested more than 60 deep"):
        decode_card(deep)
    assert decode_card(json.dumps(CARD | {"name": "[" * 100 + '"\\'})).name[:2] == "[["


@pytest.mark.parametrize("text", [b"null", b"[]", b'"card"', b"1e400"])
def test_json_of_another_shape_is_refused(text: bytes) -> None:
    with pytest.raises(CardError):
        decode_edition(text)


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.json")), ids=lambda path: path.stem)
def test_canonical_json_is_that_of_rfc_8785(path: Any) -> None:
    read = decode_edition(path.read_bytes())
    text = encode_edition(read)
    assert text == rfc8785.dumps(json.loads(text))
    assert decode_edition(text) == read
    assert encode_edition(decode_edition(text)) == text
    assert edition_hash(read) == hashlib.sha256(text).hexdigest()


def test_strings_are_escaped_as_rfc_8785_says() -> None:
    made = edition(card(name='“É” \\ "\u2028" \x01\x7f\n', name_fr="\U0001f0cf"))
    assert encode_edition(made) == rfc8785.dumps(json.loads(encode_edition(made)))


def test_equal_editions_have_one_hash_however_they_are_spelled() -> None:
    short = wild({"effect": "choose_player"}, {"effect": "burn", "who": "target"})
    long = wild(
        {"effect": "choose_player", "among": "others", "bind": "target"},
        {"effect": "burn", "who": "target", "count": 1, "floor": 0},
    )
    assert short == long
    assert edition_hash(edition(short)) == edition_hash(edition(long))
    assert plain_card(long)["effects"][1] == {"effect": "choose_player"}


@pytest.mark.parametrize(
    ("code", "hash"),
    [
        ("avengers", "3297d3180058a9976c7d7d3cdce8bb65ba232bce5f7eedcc7edfb8e9cce47683"),
        ("xmen", "1edcfbbe6473f36edab699ed9a0bcff9d9cf78c3b133f395b5ab215ef2d060b5"),
    ],
)
def test_what_the_language_learns_leaves_the_hashes_alone(code: str, hash: str) -> None:
    assert edition_hash(decode_edition((SHIPPED / f"{code}.json").read_bytes())) == hash


def test_another_card_is_another_hash() -> None:
    assert edition_hash(edition(card())) != edition_hash(edition(card(points=1)))


def test_every_ultimate_text_survives_a_round_trip() -> None:
    assert len(ULTIMATE.cards) == 100
    assert decode_edition(encode_edition(ULTIMATE)) == ULTIMATE
    for one in ULTIMATE.cards:
        assert decode_card(encode_card(one)) == one
        assert decode_card(indent_card(one)) == one


def test_a_definition_for_people_begins_with_its_code() -> None:
    assert indent_card(card()).splitlines()[1] == '  "code": "red-1",'


def test_the_schema_accepts_what_the_codec_does() -> None:
    some = edition(*ULTIMATE.cards[48:60], card())
    jsonschema.validate(json.loads(encode_edition(some)), msgspec.json.schema(EditionDef))
    jsonschema.validate(CARD, card_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(CARD | {"effects": [{"effect": "brun"}]}, card_schema())


def test_definitions_are_values() -> None:
    assert isinstance(card(), CardDef)
    assert hash(Burn(count=2)) == hash(Burn(count=2))
    assert (LayColor().bind, ChoosePlayer().bind) == ("color", "target")
    assert Mode(name="burn").do == ()
    assert CardFilter(color_bound="color", keyword_bound="verb").bindings() == ("color", "verb")
    assert EditionDef(code="a", name="A", variant="a", colors=(), cards=()).count("any") == 1


def test_what_stands_in_decks_is_counted_there() -> None:
    decks = (
        Deck(hero="hulk", cards=(DeckCardDef(card="red-1"), DeckCardDef(card="smash", copies=2))),
        Deck(hero="shuri", cards=(DeckCardDef(card="red-1", basis="ruling"),)),
    )
    made = edition(card(), decks=decks, copies={"rest": 3})
    assert [made.count(code) for code in ("red-1", "smash", "rest", "hulk")] == [2, 2, 3, 1]
    assert made.deck("hulk") == decks[0] and made.deck("thor") is None
    assert [deck.size() for deck in decks] == [3, 1]
    assert json.loads(encode_edition(made))["decks"] == [
        {"hero": "hulk", "cards": [{"card": "red-1"}, {"card": "smash", "copies": 2}]},
        {"hero": "shuri", "cards": [{"card": "red-1", "basis": "ruling"}]},
    ]
    assert decode_edition(encode_edition(made)) == made
    jsonschema.validate(json.loads(encode_edition(made)), msgspec.json.schema(EditionDef))
