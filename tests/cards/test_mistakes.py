"""Mistakes in a card: each has a place and a sentence, and nothing typed is lost."""

import html
import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from cards.models import Card, CardSet
from tests.cards.makers import card, card_set

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls")]

DRAFT, ADD = "/admin/cards/card/draft/", "/admin/cards/card/add/"
WILD = {"code": "own-wild", "name": "Own", "kind": "wild", "symbol": "wild"}
COLOR = {"effect": "choose_color"}


def wild(*effects: dict[str, Any], **fields: Any) -> str:
    """A Wild with these effects after the choice of a color."""
    return json.dumps(WILD | {"effects": [COLOR, *effects]} | fields)


def item(*abilities: dict[str, Any], **fields: Any) -> str:
    """An Item with these abilities."""
    plain = {"code": "own-item", "name": "Own", "kind": "item", "hero": "hulk"}
    return json.dumps(plain | {"abilities": list(abilities)} | fields)


def trigger(*effects: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"ability": "trigger", "on": ["burn"], "do": list(effects)} | fields


def nested(depth: int) -> dict[str, Any]:
    effect: dict[str, Any] = {"effect": "reverse"}
    for _ in range(depth):
        effect = {"effect": "may", "do": [effect]}
    return effect


TEXT = json.dumps(WILD | {"effects": [COLOR]}, indent=1)

NOT_CARDS: list[tuple[str, str, str, str, str]] = [
    # what, the text, the pointer, the code, a part of the sentence in English
    ("nothing", "", "", "not-json", "the text ends too early"),
    ("a brace is missing", TEXT[:-2], "", "not-json", "the text ends too early"),
    ("a comma too many", TEXT[:-2] + ",\n}", "", "not-json", "the object ends with a comma"),
    ("a comma is missing", TEXT.replace(',\n "kind"', '\n "kind"'), "", "not-json", "a comma or }"),
    ("a colon is missing", TEXT.replace('"kind":', '"kind"'), "", "not-json", "a colon"),
    ("a comma ends a list", TEXT.replace("]", ",]"), "", "not-json", "the list ends with a comma"),
    ("single quotes", TEXT.replace('"', "'"), "", "not-json", "double quotes"),
    ("typographic quotes", TEXT.replace('"', "“"), "", "not-json", "double quotes"),
    ("a comment", "// mine\n" + TEXT, "", "not-json", "cannot begin with this character"),
    ("prose", "Draw two cards.", "", "not-json", "cannot begin with this character"),
    ("two cards", TEXT + TEXT, "", "not-json", "more text after the end"),
    ("True of Python", TEXT.replace('"own-wild"', "True"), "", "not-json", "cannot begin"),
    ("a number that is none", TEXT.replace('"own-wild"', "1.2.3"), "/code", "wrong-type", "a text"),
    ("a line break in a name", TEXT.replace("Own", "O\nwn"), "", "not-json", ""),
    ("a backslash", TEXT.replace("Own", "O\\wn"), "", "not-json", "escape"),
    ("an empty object", "{}", "", "field-missing", "a card needs the field code"),
    ("a list of cards", f"[{TEXT}, {TEXT}]", "", "wrong-type", "expected an object, got a list"),
    ("a text", '"draw two"', "", "wrong-type", "expected an object, got a text"),
    ("null", "null", "", "wrong-type", "expected an object, got nothing"),
    ("no name", '{"code": "x", "kind": "item"}', "", "field-missing", "needs the field name"),
    ("no kind", '{"code": "x", "name": "X"}', "", "field-missing", "needs the field kind"),
    (
        "an unknown verb",
        wild({"effect": "drawx"}),
        "/effects/1",
        "unknown-effect",
        "did you mean draw",
    ),
    ("a capital", wild({"effect": "Draw"}), "/effects/1", "unknown-effect", "did you mean draw"),
    (
        "a verb of another game",
        wild({"effect": "attack"}),
        "/effects/1",
        "unknown-effect",
        "did you mean take",
    ),
    (
        "no verb",
        wild({"count": 2}),
        "/effects/1",
        "field-missing",
        "an effect needs the field effect",
    ),
    (
        "a verb by its word",
        wild({"verb": "draw"}),
        "/effects/1",
        "field-missing",
        "needs the field effect",
    ),
    (
        "a wrong field of a verb",
        wild({"effect": "draw", "cuont": 2}),
        "/effects/1/cuont",
        "unknown-field",
        "did you mean count",
    ),
    (
        "a field of another verb",
        wild({"effect": "reverse", "count": 2}),
        "/effects/1/count",
        "unknown-field",
        "reverse has no field count",
    ),
    (
        "a wrong field of a card",
        wild(text="Draw two"),
        "/text",
        "unknown-field",
        "a card has no field text",
    ),
    (
        "a number as a word",
        wild({"effect": "draw", "count": "two"}),
        "/effects/1/count",
        "wrong-choice|wrong-type",
        "expected one of a whole number, enemies, items",
    ),
    (
        "a number as a text",
        wild({"effect": "draw", "count": "2"}),
        "/effects/1/count",
        "wrong-choice|wrong-type",
        "",
    ),
    (
        "a fraction",
        wild({"effect": "draw", "count": 2.5}),
        "/effects/1/count",
        "wrong-type",
        "a whole number",
    ),
    (
        "a yes as a number",
        wild({"effect": "draw", "count": True}),
        "/effects/1/count",
        "wrong-type",
        "true or false",
    ),
    (
        "an unknown player",
        wild({"effect": "draw", "who": "everybody"}),
        "/effects/1/who",
        "wrong-choice",
        "expected one of all, next, others",
    ),
    (
        "a player by seat",
        wild({"effect": "draw", "who": 2}),
        "/effects/1/who",
        "wrong-type|wrong-choice",
        "",
    ),
    (
        "an unknown kind",
        wild(kind="spell"),
        "/kind",
        "wrong-choice",
        "expected one of draw_two, enemy",
    ),
    (
        "effects as an object",
        json.dumps(WILD | {"effects": COLOR}),
        "/effects",
        "wrong-type",
        "expected a list",
    ),
    (
        "effects as a text",
        json.dumps(WILD | {"effects": "draw 2"}),
        "/effects",
        "wrong-type",
        "expected a list",
    ),
    (
        "an unknown ability",
        item({"ability": "magic"}),
        "/abilities/0",
        "unknown-ability",
        "expected one of",
    ),
    (
        "an unknown moment",
        item(trigger(COLOR, on=["now"])),
        "/abilities/0/on/0",
        "wrong-choice",
        "expected one of",
    ),
    (
        "a moment without a list",
        item(trigger(COLOR, on="play")),
        "/abilities/0/on",
        "wrong-type",
        "expected a list",
    ),
    (
        "a condition of no such field",
        item(trigger(COLOR, when={"if": 1})),
        "/abilities/0/when/if",
        "unknown-field",
        "a condition has no field if",
    ),
    (
        "a filter of no such field",
        item(defeat={"colour": ["red"]}),
        "/defeat/colour",
        "unknown-field",
        "did you mean color",
    ),
    (
        "a field twice",
        TEXT.replace('"name"', '"name": "A", "name"'),
        "/name",
        "given-twice",
        "given twice",
    ),
    ("60 levels and more", wild(nested(40)), "", "too-deep", "nested more than 60 deep"),
    ("2,000 brackets", "[" * 2000, "", "too-deep", "nested more than 60 deep"),
    (
        "a rarity that is none",
        wild(foils=["epic"]),
        "/foils/0",
        "wrong-choice",
        "expected one of common",
    ),
    (
        "a basis that is none",
        wild(basis="guess"),
        "/basis",
        "wrong-choice",
        "did you mean guide",
    ),
]

FINDINGS: list[tuple[str, str, str, str]] = [
    # what, the text, the pointer, the code
    ("a negative count", wild({"effect": "draw", "count": -2}), "/effects/1/count", "bad-number"),
    ("a count of 0", wild({"effect": "draw", "count": 0}), "/effects/1/count", "bad-number"),
    (
        "a count of a billion",
        wild({"effect": "draw", "count": 10**9}),
        "/effects/1/count",
        "bad-number",
    ),
    (
        "steps by the million",
        wild(
            {
                "effect": "for_each",
                "times": 1000,
                "do": [{"effect": "for_each", "times": 1000, "do": [{"effect": "reverse"}]}],
            }
        ),
        "/effects",
        "too-many-steps",
    ),
    (
        "a target without a choice",
        wild({"effect": "draw", "who": "target"}),
        "/effects/1/who",
        "unbound",
    ),
    ("a choice that nothing reads", wild({"effect": "choose_player"}), "/effects/1", "unread"),
    ("a bad code", wild(code="Own Wild"), "/code", "bad-code"),
    ("an empty code", wild(code=""), "/code", "bad-code"),
    ("an empty name", wild(name=" "), "/name", "name-blank"),
    (
        "a color that the set lacks",
        wild({"effect": "set_color", "color": "black"}),
        "/effects/1/color",
        "unknown-color",
    ),
    ("a Wild with a color", wild(color="red"), "/color", "color-unwanted"),
    (
        "a number without a color",
        json.dumps({"code": "x", "name": "X", "kind": "number", "symbol": "1"}),
        "/color",
        "color-missing",
    ),
    (
        "an Enemy without a cost",
        json.dumps({"code": "x", "name": "X", "kind": "enemy"}),
        "/defeat",
        "cost-missing",
    ),
    ("a cost that is not an Enemy's", item(defeat={"color": ["red"]}), "/defeat", "cost-unwanted"),
    (
        "a Wild that names no color",
        json.dumps(WILD | {"effects": [{"effect": "reverse"}]}),
        "/effects",
        "color-unasked",
    ),
    (
        "an ability that starts itself",
        item(trigger({"effect": "add", "who": "all"}, on=["add"], whose="all")),
        "/abilities/0",
        "endless",
    ),
    (
        "a filter that nothing fits",
        wild({"effect": "burn_from_hand", "card": {"kind": ["wild"], "color": ["red"]}}),
        "/effects/1/card",
        "filter-fits-nothing",
    ),
    ("a branch without effects", wild({"effect": "may", "do": []}), "/effects/1/do", "dead-branch"),
    ("a trigger without a moment", item(trigger(COLOR, on=[])), "/abilities/0", "never-fires"),
    (
        "an ability that is never granted",
        wild(abilities=[trigger({"effect": "reverse"})]),
        "/abilities/0",
        "ability-asleep",
    ),
    (
        "a grant of no ability",
        wild({"effect": "grant", "ability": 3, "until": "used"}),
        "/effects/1/ability",
        "grant-out-of-range",
    ),
    (
        "a symbol that no card has",
        wild({"effect": "burn_from_hand", "card": {"symbol": ["12"]}}),
        "/effects/1/card/symbol/0",
        "unknown-symbol",
    ),
    ("a hero that is none", wild(hero="wolverine"), "/hero", "unknown-hero"),
    ("a name of a megabyte", wild(name="x" * 1_000_000), "/name", "too-long"),
    ("a name of nothing visible", wild(name="\u3164"), "/name", "unfit-character"),
    ("NUL in a name", wild(name="Own\x00"), "/name", "unfit-character"),
    ("an override of direction", wild(name="Own\u202e"), "/name", "unfit-character"),
    (
        "two changes at once",
        item({"ability": "replacement", "instead_of": ["burn"], "prevent": True, "reduce": 1}),
        "/abilities/0",
        "not-one-change",
    ),
    (
        "two ways to repeat",
        wild({"effect": "for_each", "who": "all", "times": 2, "do": [{"effect": "reverse"}]}),
        "/effects/1",
        "not-one-count",
    ),
]


@pytest.fixture
def drafter(client: Client) -> Client:
    """An administrator, on the pages of a set with one card."""
    client.force_login(User.objects.create_superuser("keeper"))
    card_set("own", [card()])
    return client


def ask(client: Client, text: str) -> dict[str, Any]:
    """Return what the page of a card says while it is typed."""
    reply = client.post(DRAFT, {"definition": text, "card_set": CardSet.objects.get().pk})
    assert reply.status_code == 200
    meaning: dict[str, Any] = reply.json()
    return meaning


def save(client: Client, text: str) -> Any:
    """Save a card as the form does."""
    data = {"definition": text, "card_set": CardSet.objects.get().pk, "copies": 1}
    return client.post(ADD, data | {"_save": "Save"})


def named(rows: list[Any]) -> Any:
    long = {True: pytest.mark.slow, False: ()}
    return pytest.mark.parametrize(
        ("text", *(("pointer", "code", "said") if len(rows[0]) == 5 else ("pointer", "code"))),
        [pytest.param(*row[1:], id=row[0], marks=long[len(row[1]) > 99_999]) for row in rows],
    )


@named(NOT_CARDS)
def test_what_is_no_card_is_refused_at_its_place_and_kept_as_typed(
    drafter: Client, text: str, pointer: str, code: str, said: str
) -> None:
    error = ask(drafter, text)["error"]
    assert error["code"] in code.split("|")
    assert error["pointer"] == pointer
    at = error["position"]
    assert 1 <= at["line"] <= text.count("\n") + 1 and at["column"] >= 1
    assert any(part in error["messages"]["en"] for part in said.split("|"))
    assert error["messages"]["fr-CA"] not in ("", error["messages"]["en"])

    reply = save(drafter, text)
    page = html.unescape(reply.content.decode())
    assert reply.status_code == 200 and Card.objects.count() == 1
    if text:
        assert f"line {at['line']}, column {at['column']}: {error['messages']['en']}" in page
        assert text in page


@named(FINDINGS)
def test_what_makes_no_sense_is_told_at_its_place(
    drafter: Client, text: str, pointer: str, code: str
) -> None:
    found = [one for one in ask(drafter, text)["findings"] if one["code"] == code]
    assert pointer in [one["pointer"] for one in found], found
    for one in found:
        assert one["position"]["line"] >= 1
        assert one["messages"]["fr-CA"] not in ("", one["messages"]["en"])

    reply = save(drafter, text)
    if reply.status_code == 302:  # A draft may be unfinished; it is stored as typed.
        assert Card.objects.exclude(code="red-1").get().definition.strip() == text
    else:  # Code and name must be right before a card can be stored.
        assert text in html.unescape(reply.content.decode())
        assert Card.objects.count() == 1
