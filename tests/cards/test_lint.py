"""What the lint rejects, with the path of each finding; and what it accepts."""

from typing import Any

import msgspec
import pytest

from cards.findings.lint_texts import finding_text, place_text
from cards.language import ONE_PACK, CardDef, card_at, lint_card, lint_edition, place_of
from cards.language.lint_findings import FINDING_TEXTS
from games.engine import VARIANTS
from tests.cards.box_examples import BOXES, box
from tests.cards.makers import NAME_COLOR, NUMBER, ULTIMATE, card, edition, item, wild

COLORS = ("red", "blue")
BURN = {"effect": "burn"}
BURN_TARGET = {"effect": "burn", "who": "target"}
PLAYER = {"effect": "choose_player"}
GRANT = {"effect": "grant", "ability": 0, "until": "your_next_turn"}
FORBID = {"ability": "restriction", "forbid": {"kind": ["wild"]}}


def trigger(on: str, *do: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"ability": "trigger", "on": [on], "do": list(do)} | fields


def instead(*verbs: str, **fields: Any) -> dict[str, Any]:
    return {"ability": "replacement", "instead_of": list(verbs)} | fields


def mode(name: str, *do: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"name": name, "do": list(do)} | fields


def modes(*of: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"effect": "choose_mode", "modes": list(of)} | fields


def maybe(*do: dict[str, Any]) -> dict[str, Any]:
    return {"effect": "may", "do": list(do)}


def only_if(when: dict[str, Any], *do: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"effect": "only_if", "when": when, "do": list(do)} | fields


def enemy(**fields: Any) -> CardDef:
    return card("own-enemy", **({"kind": "enemy", "defeat": {"color": ["red"]}} | fields))


REJECTED: list[tuple[CardDef, str, str]] = [
    (item(), "$", "does-nothing"),
    (card("own-event", kind="event"), "$", "does-nothing"),
    # what is printed
    (card(""), "$.code", "bad-code"),
    (card("Red 1"), "$.code", "bad-code"),
    (card(name=""), "$.name", "name-missing"),
    (card(name="  "), "$.name", "name-blank"),
    (card(name="N" * 61), "$.name", "too-long"),
    (card("a" * 61), "$.code", "too-long"),
    (card(rule="r" * 81), "$.rule", "too-long"),
    (card(name="Evil \u202edrawkcab"), "$.name", "unfit-character"),
    (card(name_fr="NUL \0"), "$.name_fr", "unfit-character"),
    (card(name="\u3164"), "$.name", "unfit-character"),
    (card(name="\u2800\u2800"), "$.name", "unfit-character"),
    (card(name_fr=" "), "$.name_fr", "name-blank"),
    (card(name="R\u0300\u0301\u0302"), "$.name", "name-marks"),
    (card(name="R\u0435d"), "$.name", "name-scripts"),
    (card(texts={"es-MX": {"name": "\u3164"}}), "$.texts.es-MX.name", "unfit-character"),
    (card(character="zero\u200bwidth"), "$.character", "unfit-character"),
    # words of translators
    (card(texts={"fr_CA": {"name": "R"}}), "$.texts.fr_CA", "bad-language"),
    (card(texts={"": {"name": "R"}}), "$.texts.", "bad-language"),
    (card(texts={"fr-CA": {"name": "R"}}), "$.texts.fr-CA.name", "name-elsewhere"),
    (card(texts={"es-MX": {}}), "$.texts.es-MX", "no-words"),
    (card(texts={"es-MX": {"written_for": "0"}}), "$.texts.es-MX", "no-words"),
    (card(texts={"en": {"text": "Red."}}), "$.texts.en.written_for", "text-for-nothing"),
    (card(texts={"en": {"text": "R" * 1001}}), "$.texts.en.text", "too-long"),
    (card(texts={"en": {"text": "\u202e"}}), "$.texts.en.text", "unfit-character"),
    (card(texts={"es-MX": {"name": "a\nb"}}), "$.texts.es-MX.name", "unfit-character"),
    (card(color=""), "$.color", "color-missing"),
    (card(color="green"), "$.color", "unknown-color"),
    (card("w", kind="wild", symbol="w", color="red", effects=[NAME_COLOR]), "$.color",
     "color-unwanted"),
    (card(symbol=""), "$.symbol", "symbol-missing"),
    (card(points=-1), "$.points", "bad-number"),
    (card(points=10**30), "$.points", "bad-number"),
    (enemy(defeat=None), "$.defeat", "cost-missing"),
    (item(defeat={"color": ["red"]}), "$.defeat", "cost-unwanted"),
    (enemy(defeat=[]), "$.defeat", "cost-missing"),
    (enemy(defeat={"color": ["green"]}), "$.defeat.color[0]", "unknown-color"),
    (enemy(defeat=[{"danger": True}, {"color": ["green"]}]), "$.defeat[1].color[0]",
     "unknown-color"),
    (card("hero", kind="hero", effects=[BURN]), "$.effects", "never-happens"),
    (card("w", kind="wild", symbol="w"), "$.effects", "color-unasked"),
    # names
    (wild(BURN_TARGET), "$.effects[1].who", "unbound"),
    (wild({"effect": "burn", "who": "they"}), "$.effects[1].who", "unbound"),
    (wild({"effect": "destroy"}), "$.effects[1]", "unbound"),
    (wild({"effect": "defeat"}), "$.effects[1]", "unbound"),
    (wild({"effect": "take"}), "$.effects[1]", "unbound"),
    (wild({"effect": "burn_until", "card": {"color_bound": "color"}}),
     "$.effects[1].card.color_bound", "unbound"),
    (wild({"effect": "for_each", "times": "removed", "do": [BURN]}), "$.effects[1].times",
     "unbound"),
    (wild(GRANT | {"remember": ["verb"]}, abilities=[FORBID]), "$.effects[1].remember[0]",
     "unbound"),
    (wild(only_if({"owner": "others"}, BURN)), "$.effects[1].when.owner", "unbound"),
    (wild(maybe(PLAYER, BURN_TARGET), BURN_TARGET), "$.effects[2].who", "unbound"),
    (wild({"effect": "choose_card", "side": "item"}, {"effect": "defeat"}), "$.effects[2]",
     "wrong-sort"),
    (wild(PLAYER | {"bind": "color"},
          {"effect": "burn_until", "card": {"color_bound": "color"}}),
     "$.effects[2].card.color_bound", "wrong-sort"),
    # choices that no effect reads
    (wild(PLAYER), "$.effects[1]", "unread"),
    (wild(PLAYER, PLAYER, BURN_TARGET), "$.effects[1]", "unread"),
    (wild(maybe(PLAYER), BURN), "$.effects[1].do[0]", "unread"),
    (wild({"effect": "name_character"}), "$.effects[1]", "unread"),
    (wild({"effect": "lay_color"}), "$.effects[1]", "unread"),
    (wild({"effect": "destroy", "which": "all", "bind": "removed"}), "$.effects[1]", "unread"),
    (wild({"effect": "choose_color", "bind": "color"}, GRANT | {"remember": ["color"]},
          abilities=[FORBID]), "$.abilities[0]", "unread"),
    (wild(modes(mode("add"), mode("burn"), bind="verb")), "$.effects[1]", "unread"),
    # choices between nothing
    (wild(modes(mode("burn", BURN))), "$.effects[1].modes", "no-choice"),
    (wild(modes(mode("add"), mode("burn"))), "$.effects[1]", "no-choice"),
    (wild(modes(mode("burn", BURN), mode("burn"))), "$.effects[1].modes[1].name",
     "duplicate-mode"),
    (wild(modes(mode("burn", BURN), mode("Burn 4"))), "$.effects[1].modes[1].name", "bad-code"),
    # branches
    (wild(maybe()), "$.effects[1].do", "dead-branch"),
    (wild(only_if({"has": "item"})), "$.effects[1].do", "dead-branch"),
    (wild(only_if({}, BURN)), "$.effects[1].when", "dead-branch"),
    (wild({"effect": "for_each", "times": 2, "do": []}), "$.effects[1].do", "dead-branch"),
    (wild(modes(mode("burn", BURN, needs={}), mode("add"))), "$.effects[1].modes[0].needs",
     "dead-branch"),
    (wild(only_if({"holds": [{"kind": ["wild"], "color": ["red"]}]}, BURN)),
     "$.effects[1].when.holds[0]", "filter-fits-nothing"),
    (wild({"effect": "burn_from_hand", "card": {"kind": ["wild"], "not_kind": ["wild"]}}),
     "$.effects[1].card", "filter-fits-nothing"),
    # numbers
    (wild(BURN | {"count": 0}), "$.effects[1].count", "bad-number"),
    (wild(BURN | {"floor": -1}), "$.effects[1].floor", "bad-number"),
    (wild({"effect": "recover", "count": -1}), "$.effects[1].count", "bad-number"),
    (wild({"effect": "burn_from_hand", "keep": -1}), "$.effects[1].keep", "bad-number"),
    (wild({"effect": "for_each", "times": 0, "do": [BURN]}), "$.effects[1].times", "bad-number"),
    (wild({"effect": "challenge", "penalty": 0}), "$.effects[1].penalty", "bad-number"),
    (wild(GRANT | {"uses": -1}, abilities=[FORBID]), "$.effects[1].uses", "bad-number"),
    (wild({"effect": "for_each", "do": [BURN]}), "$.effects[1]", "not-one-count"),
    (wild({"effect": "for_each", "who": "all", "times": 2, "do": [BURN]}), "$.effects[1]",
     "not-one-count"),
    (wild({"effect": "set_color", "color": ""}), "$.effects[1].color", "unknown-color"),
    (wild({"effect": "set_color", "color": "green"}), "$.effects[1].color", "unknown-color"),
    # abilities
    (wild(GRANT | {"ability": 1}, abilities=[FORBID]), "$.effects[1].ability",
     "grant-out-of-range"),
    (wild(abilities=[FORBID]), "$.abilities[0]", "ability-asleep"),
    (item(trigger("turn_start")), "$.abilities[0]", "never-fires"),
    (item({"ability": "trigger", "on": [], "do": [BURN]}), "$.abilities[0]", "never-fires"),
    (item(instead(prevent=True)), "$.abilities[0]", "never-fires"),
    (item({"ability": "suppression", "suppress": []}), "$.abilities[0]", "never-fires"),
    (item(instead("burn")), "$.abilities[0]", "not-one-change"),
    (item(instead("burn", prevent=True, reduce=1)), "$.abilities[0]", "not-one-change"),
    (item(instead("burn", reduce=-1)), "$.abilities[0].reduce", "bad-number"),
    (item(instead("skip", reduce=1)), "$.abilities[0]", "out-of-place"),
    (item(instead("skip", increase=1)), "$.abilities[0]", "out-of-place"),
    (item(instead("skip", prevent=True, when={"count_at_least": 2})),
     "$.abilities[0].when.count_at_least", "out-of-place"),
    (item(trigger("add", BURN, when={"played": {"kind": ["wild"]}})),
     "$.abilities[0].when.played", "out-of-place"),
    (wild(only_if({"cause": ["enemy"]}, BURN)), "$.effects[1].when.cause", "out-of-place"),
    (item({"ability": "restriction", "forbid": {"color": ["green"]}}),
     "$.abilities[0].forbid.color[0]", "unknown-color"),
    (wild({"effect": "destroy", "which": "this"}), "$.effects[1]", "not-in-play"),
    (item(trigger("turn_start", {"effect": "defeat", "which": "this"})), "$.abilities[0].do[0]",
     "not-in-play"),
    (item(trigger("turn_start", BURN, when={"cause": ["enemy"]})), "$.abilities[0].when.cause",
     "out-of-place"),
    (item(trigger("play", BURN, when={"cause": ["wild"]})), "$.abilities[0].when.cause",
     "out-of-place"),
    (item(trigger("add", BURN, when={"by": "self"})), "$.abilities[0].when.by", "out-of-place"),
    (item(instead("burn", prevent=True, when={"owner": "self"})), "$.abilities[0].when.owner",
     "out-of-place"),
    (item(trigger("add", BURN, when={"owner": "self"})), "$.abilities[0].when.owner",
     "out-of-place"),
    # what can never be so
    (item(danger=True), "$.danger", "out-of-place"),
    (enemy(indestructible=True), "$.indestructible", "out-of-place"),
    (wild({"effect": "burn_until", "card": {"kind": ["enemy"]}}), "$.effects[1].card",
     "filter-fits-nothing"),
    (item({"ability": "restriction", "forbid": {"kind": ["item"]}}), "$.abilities[0].forbid",
     "filter-fits-nothing"),
    (item(trigger("play", BURN, when={"played": {"kind": ["event"]}})),
     "$.abilities[0].when.played", "filter-fits-nothing"),
    (item(trigger("destroy", BURN, when={"card": {"kind": ["enemy"]}})),
     "$.abilities[0].when.card", "filter-fits-nothing"),
    (item(trigger("defeat", BURN, when={"card": {"color": ["red"]}})),
     "$.abilities[0].when.card", "filter-fits-nothing"),
    (item(trigger("reveal", BURN, when={"card": {"kind": ["wild"]}})),
     "$.abilities[0].when.card", "filter-fits-nothing"),
    (enemy(defeat={"kind": ["item"]}), "$.defeat", "filter-fits-nothing"),
    (item({"ability": "restriction", "forbid": {"keyword": "rob"}}),
     "$.abilities[0].forbid.keyword", "unknown-word"),
    (wild(GRANT, abilities=[trigger("turn_start", BURN)]), "$.abilities[0]", "too-late"),
    (card(foils=["rare", "common", "rare"]), "$.foils[2]", "duplicate-foil"),
    # without end
    (item(trigger("add", {"effect": "add"})), "$.abilities[0]", "endless"),
    (item(trigger("add", BURN), trigger("burn", {"effect": "add"})), "$.abilities[0]", "endless"),
    (item(trigger("draw", {"effect": "draw", "who": "they"}, whose="all")), "$.abilities[0]",
     "endless"),
    (item(trigger("burn", {"effect": "burn_until", "who": "all", "card": {"kind": ["wild"]}},
                  whose="others")), "$.abilities[0]", "endless"),
    (item(trigger("recover", only_if({"has": "item"}, {"effect": "recover"}))), "$.abilities[0]",
     "endless"),
    (item(trigger("add", {"effect": "for_each", "times": 2, "do": [{"effect": "add"}]})),
     "$.abilities[0]", "endless"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "path", "code"), REJECTED)
def test_what_makes_no_sense_is_found(one: CardDef, path: str, code: str) -> None:
    found = lint_card(one, COLORS)
    assert (path, code) in [(each.path, each.code) for each in found]
    for each in found:
        french = finding_text(each, "fr-CA")
        assert each.message and french and "{" not in each.message + french


def test_findings_of_an_edition() -> None:
    same = edition(card(), card(), colors=("red", "red"), copies={"red-1": 0, "joker": 2})
    assert [(one.path, one.code) for one in lint_edition(same)] == [
        ("$.colors[1]", "duplicate-color"),
        ("$.cards[1].code", "duplicate-code"),
        ("$.copies", "bad-copies"),
        ("$.copies", "unknown-copies"),
    ]


def test_two_cards_of_one_name_are_found_in_each_language() -> None:
    cards = (
        card("red-1", name="Red Storm", name_fr="Orage"),
        card("red-2", name="RED ST0RM", name_fr="Tempête"),
        card("red-3", name="Red Wind", name_fr="orage"),
    )
    found = [one for one in lint_edition(edition(*cards)) if one.code == "duplicate-name"]
    assert [(one.path, one.message) for one in found] == [
        ("$.cards[1].name", "another card has the name RED ST0RM, or one that looks like it"),
        ("$.cards[2].name_fr", "another card has the name orage, or one that looks like it"),
    ]


def test_a_symbol_that_no_card_has_is_found() -> None:
    ban = {"ability": "restriction", "forbid": {"symbol": ["1", "joker"]}}
    found = lint_edition(edition(card(), wild(GRANT, abilities=[ban])))
    assert [(one.path, one.code) for one in found] == [
        ("$.cards[1].abilities[0].forbid.symbol[1]", "unknown-symbol")
    ]


def test_a_finding_inside_an_edition_names_the_card() -> None:
    assert [one.path for one in lint_edition(edition(card(), wild(PLAYER)))] == [
        "$.cards[1].effects[1]"
    ]


MANY = {"effect": "for_each", "times": 40}
TOO_MANY_STEPS: list[tuple[CardDef, str, int]] = [
    (wild(MANY | {"do": [MANY | {"do": [{"effect": "reverse"}]}]}), "$.effects", 1642),
    (wild({"effect": "for_each", "times": 2, "do": [{"effect": "draw", "count": 500}]}),
     "$.effects", 1002),
    (wild({"effect": "draw", "who": "all", "count": 101}), "$.effects", 1011),
    (wild({"effect": "for_each", "who": "all", "do": [
        {"effect": "for_each", "who": "others", "do": [BURN | {"count": "enemies"}]}]}),
     "$.effects", 1012),
    (wild(maybe({"effect": "add", "count": 999}) | {"who": "others"}), "$.effects", 9992),
    (wild(modes(mode("a", BURN), mode("b", BURN | {"count": 1000}))), "$.effects", 1002),
    (wild(only_if({"has": "item"}, BURN, otherwise=[{"effect": "recover", "count": 1000}])),
     "$.effects", 1002),
    (wild({"effect": "challenge", "count": 4, "penalty": 1000}), "$.effects", 1001),
    (item(trigger("turn_start", {"effect": "for_each", "times": 1000, "do": [BURN]})),
     "$.abilities[0].do", 1001),
]  # fmt: skip


@pytest.mark.parametrize(("one", "path", "steps"), TOO_MANY_STEPS)
def test_repetition_is_multiplied(one: CardDef, path: str, steps: int) -> None:
    (found,) = [each for each in lint_card(one, COLORS) if each.code == "too-many-steps"]
    assert (found.path, found.message) == (path, f"this can take {steps} steps: 1000 at most")
    assert finding_text(found, "fr-CA") == f"ceci peut prendre {steps} étapes\u00a0: 1000 au plus"


def test_an_edition_is_named_and_colored() -> None:
    def found(**fields: Any) -> list[tuple[str, str]]:
        return [(one.path, one.code) for one in lint_edition(edition(card(), **fields))]

    assert found() == []
    assert found(names={"es-MX": "Propio"}) == []
    assert found(names={"es_MX": "Propio"}) == [("$.names.es_MX", "bad-language")]
    assert found(names={"": "Propio"}) == [("$.names.", "bad-language")]
    assert found(names={"es-MX": ""}) == [("$.names.es-MX", "no-words")]
    assert found(names={"en": "Own"}) == [("$.names.en", "name-elsewhere")]
    assert found(names={"es-MX": "P" * 101}) == [("$.names.es-MX", "too-long")]
    assert found(code="Own Set") == [("$.code", "bad-code")]
    assert found(code="a" * 41) == [("$.code", "too-long")]
    assert found(name="N" * 101, name_fr="\x07") == [
        ("$.name", "too-long"),
        ("$.name_fr", "unfit-character"),
    ]
    assert ("$.colors", "no-colors") in found(colors=())
    assert found(colors=("red", "pink")) == [("$.colors[1]", "unlisted-color")]


def test_places_have_codes_for_numbers() -> None:
    whole = box()
    places = {
        "$.cards[3].effects[0]": "smash, effects[0]",
        "$.cards[2]": "red-1",
        "$.decks[0].cards[1].copies": "deck of hulk, smash, copies",
        "$.decks[1].hero": "deck of shuri, hero",
        "$.decks[1]": "deck of shuri",
        "$.colors[0]": "colors[0]",
        "$": "the edition",
    }
    assert {path: place_of(path, whole) for path in places} == places
    assert [card_at(path, whole) for path in places] == ["smash", "red-1", "", "", "", "", ""]


NOT_IN_XMEN: list[tuple[CardDef, str, str]] = [
    (wild({"effect": "play_again"}), "effects[1]", "needs-second-play"),
    (wild(BURN), "effects[1]", "needs-decks"),
    (wild({"effect": "flip"}), "effects[1]", "needs-dangers"),
    (wild({"effect": "draw", "count": "items"}), "effects[1].count", "needs-dangers"),
    (wild(only_if({"burned_at_least": 3}, {"effect": "reverse"})),
     "effects[1].when.burned_at_least", "needs-decks"),
    (wild(GRANT, abilities=[trigger("turn_start", {"effect": "reverse"})]),
     "abilities[0].on", "needs-turn-moments"),
    (wild(GRANT, abilities=[instead("attack", prevent=True)]),
     "abilities[0].instead_of", "needs-dangers"),
    (wild(GRANT, abilities=[{"ability": "suppression", "suppress": ["item"]}]),
     "abilities[0]", "needs-dangers"),
]  # fmt: skip


@pytest.mark.parametrize(("found", "path", "code"), NOT_IN_XMEN)
def test_what_a_game_has_not_is_found_at_its_card_in_both_languages(
    found: CardDef, path: str, code: str
) -> None:
    text = edition(card(**NUMBER), found)
    assert ("$.cards[1]." + path, code) in {(one.path, one.code) for one in lint_edition(text)}
    (one,) = [one for one in lint_edition(text) if one.code == code]
    assert finding_text(one, "fr-CA") != one.message
    other = msgspec.structs.replace(text, variant="ultimate")
    assert code not in {one.code for one in lint_edition(other)}


def test_the_condition_of_an_effect_cannot_ask_for_the_cause_of_its_ability() -> None:
    asks = only_if({"cause": ["wild"]}, {"effect": "reverse"})
    found = lint_edition(edition(card(**NUMBER), wild(GRANT, abilities=[trigger("draw", asks)])))
    places = [one.path for one in found if one.code == "out-of-place"]
    assert places == ["$.cards[1].abilities[0].do[0].when.cause"]


def test_the_variants_with_one_pack_are_those_without_own_decks() -> None:
    assert {code for code, one in VARIANTS.items() if not one.own_decks} == ONE_PACK


def test_every_code_has_an_example() -> None:
    shown = {code for _, _, code in REJECTED}
    shown |= {"too-many-steps", "no-colors", "unlisted-color"}
    shown |= {"unknown-variant", "not-dealt", "move-endless", "game-endless", "game-crashes"}
    # The reasons of not-dealt are those of tests/bots/test_playability.py.
    shown |= {"all-count-the-same", "box-too-small", "deck-too-small", "few-heroes", "not-for-box"}
    shown |= {code for *_, code in NOT_IN_XMEN}
    shown |= {"duplicate-color", "duplicate-code", "duplicate-name", "bad-copies"}
    shown |= {"untranslated", "stale-text", "text-adds", "text-lacks"}  # test_warnings.py
    shown |= {"count-above-deck", "unusual-deck"}
    shown |= {"unknown-copies", "unknown-symbol", "endless-together"} | {code for *_, code in BOXES}
    assert shown == set(FINDING_TEXTS)


FORM_WORDS: list[tuple[CardDef, str, str, str, str]] = [
    (item(trigger("burn")), "own-item › Abilities 1", "“What happens” is empty, so this ability",
     "own-item › Capacités 1", "«\u00a0Ce qui arrive\u00a0» est vide\u00a0: cette capacité"),
    (card(color=""), "red-1 › Color", "a Number card needs a color",
     "red-1 › Couleur", "une carte Nombre a besoin d’une couleur"),
    (wild({"effect": "burn", "who": "they"}), "own-wild › Effects 2 › Who",
     "nothing before this chooses “the player it is about”",
     "own-wild › Effets 2 › Qui", "auparavant, ne choisit «\u00a0le joueur dont il s’agit\u00a0»"),
    (item(trigger("turn_start", {"effect": "add", "count": 0})),
     "own-item › Abilities 1 › What happens 1 › How many", "“How many” is 0: it must be 1",
     "own-item › Capacités 1 › Ce qui arrive 1 › Combien", "vaut 0"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "place", "said", "french_place", "french"), FORM_WORDS)
def test_findings_speak_as_the_form_does(
    one: CardDef, place: str, said: str, french_place: str, french: str
) -> None:
    text = edition(one)
    found = next(each for each in lint_edition(text) if each.path.startswith("$.cards[0]"))
    assert place_text(found.path, text, "en") == place.replace(one.code, one.name)
    assert finding_text(found, "en").startswith(said) or said in finding_text(found, "en")
    assert place_text(found.path, text, "fr-CA") == french_place.replace(one.code, one.name)
    assert french in finding_text(found, "fr-CA")


def test_the_place_of_an_entry_of_a_deck_names_the_deck_and_the_card() -> None:
    text = box()
    assert place_text("$.decks[0].cards[1].copies", text, "en") == "Deck of Hulk › Smash › copies"
    assert place_text("$.decks[1]", text, "fr-CA") == "Paquet du héros Shuri"
    assert place_text("$", text, "en") == "The set"


def test_a_finding_is_rendered_in_both_languages() -> None:
    (found,) = lint_card(wild(PLAYER), COLORS)
    assert found.message == "“target” is chosen, but nothing reads it"
    assert finding_text(found, "fr-CA") == "«\u00a0target\u00a0» est choisi, mais rien ne le lit"


ACCEPTED = [
    card(**NUMBER),
    wild(PLAYER, BURN_TARGET),
    # a may, a choice or a counted use ends a loop
    item(trigger("add", maybe({"effect": "add"}))),
    item(trigger("add", modes(mode("add", {"effect": "add"}), mode("burn", BURN)))),
    wild(GRANT | {"uses": 1}, abilities=[trigger("add", {"effect": "add"})]),
    # what others do does not wake what listens to oneself
    item(trigger("add", {"effect": "add", "who": "next"})),
    item(trigger("burn", {"effect": "add"}), trigger("add", {"effect": "draw"})),
    # granted by an ability of the same card
    item(trigger("turn_start", maybe(GRANT | {"ability": 1})), FORBID),
    item(trigger("turn_start", only_if({"has": "item"}, BURN, otherwise=[GRANT | {"ability": 1}])),
         FORBID),
    item(trigger("turn_start", modes(mode("a", GRANT | {"ability": 1}), mode("b"))), FORBID),
    # two tallies of one name are one
    wild({"effect": "defeat", "which": "all", "bind": "removed"},
         {"effect": "destroy", "which": "all", "bind": "removed"},
         {"effect": "for_each", "times": "removed", "do": [BURN]}),
    item(trigger("defeat", BURN, whose="all", when={"card": {"kind": ["enemy"]}})),
    item(trigger("reveal", BURN, when={"card": {"not_kind": ["event"]}})),
    item({"ability": "restriction", "forbid": {"keyword": "burn"}}),
    # of many who are asked, each is *they*
    wild({"effect": "may", "who": "all", "do": [BURN | {"who": "they"}]}),
    wild(modes(mode("add", {"effect": "add", "who": "they"}), mode("b"), who="others")),
    # what lasts until it is used, or speaks of others' turns, is not too late
    wild(GRANT | {"until": "used"}, abilities=[trigger("turn_start", BURN)]),
    wild(GRANT, abilities=[trigger("turn_start", BURN, whose="others")]),
    wild(GRANT, abilities=[trigger("turn_end", BURN)]),
    item(trigger("turn_start", {"effect": "flip"}, {"effect": "exchange"})),
]  # fmt: skip


@pytest.mark.parametrize("one", ACCEPTED)
def test_what_makes_sense_passes(one: CardDef) -> None:
    assert lint_card(one, COLORS) == []


@pytest.mark.parametrize("one", ULTIMATE.cards, ids=lambda one: one.code)
def test_every_ultimate_card_passes(one: CardDef) -> None:
    assert lint_card(one, ULTIMATE.colors) == []
