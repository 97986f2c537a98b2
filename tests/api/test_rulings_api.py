"""The rulings desk over the API."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.messages.records import RulingRequest, VerdictResponse
from games.models import Game, MoveEvent, MoveReceipt, Receipt, Refusal
from games.rulings import flaws
from games.rulings.position_request import PositionRequest
from tests.api.client import Caller, fits

PAGE = Path("docs/rulings.md").read_text(encoding="utf-8")
SOURCE = Path(flaws.__file__).read_text(encoding="utf-8")

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("editions")]

CARDS = {"hand:0": ["red-5", "blue-skip", "wild-draw-four"], "discard": ["blue-7"]}
ASKED = {
    "variant": "avengers",
    "seats": 3,
    "position": {"cards": CARDS},
    "move": {"move": "play", "card": "blue-skip"},
}


def ask(move: Any = None, position: Any = None, **more: Any) -> Any:
    """What the desk answers to anybody."""
    body = ASKED | more
    body |= {"move": move or ASKED["move"], "position": {"cards": CARDS} | (position or {})}
    reply = Caller().post("rulings/", body)
    assert reply.status == 200, reply
    fits("Verdict", reply.json)
    return reply.json


def test_anybody_may_ask_and_gets_the_rules_the_facts_and_what_comes_then() -> None:
    told = ask()
    assert (told["legal"], told["seat"], told["refusal"]) == (True, 0, None)
    assert [rule["id"] for rule in told["rules"]] == ["common.match", "common.skip"]
    assert all(rule["title"] and rule["text"] for rule in told["rules"])
    assert told["facts"][0]["fact"] in ("answered", "cards-moved")
    assert told["position"]["current"] == 2
    (prompt,) = told["prompts"]
    assert (prompt["seat"], prompt["kind"]) == (2, "turn")
    assert {"move": "draw"} in [option["body"] for option in prompt["options"]]
    assert told["filled"] == ["hand:1", "hand:2", "draw"]


def test_a_refusal_is_an_answer_with_the_rule_and_its_words() -> None:
    told = ask({"move": "play", "card": "red-5"})
    assert (told["legal"], told["code"], told["rule"]) == (
        False,
        "card_does_not_fit",
        "common.match",
    )
    assert told["refusal"].startswith("Red 5 does not fit on Blue 7")
    assert [rule["id"] for rule in told["rules"]] == ["common.match"]
    assert (told["facts"], told["rulings"], told["position"]) == ([], [], None)
    assert [prompt["seat"] for prompt in told["prompts"]] == [0]


def test_an_unknown_view_is_refused_also_without_a_game() -> None:
    reply = Caller().post("rulings/?as=seat:x", ASKED)
    assert (reply.status, reply.code) == (400, "invalid_parameter")
    assert reply.json["errors"][0]["parameter"] == "as"
    assert Caller().post("rulings/?as=public", ASKED).status == 200


def test_the_desk_renders_canadian_french() -> None:
    body = ASKED | {"move": {"move": "play", "card": "red-5"}}
    told = Caller(language="fr-CA").post("rulings/", body).json
    english = Caller().post("rulings/", body).json
    assert told["refusal"] != english["refusal"]
    assert told["rules"][0]["text"] != english["rules"][0]["text"]


EXAMPLES = [json.loads(part.split("```")[0]) for part in PAGE.split("```json\n")[1:]]


def example(number: int) -> Any:
    """The answer to an example of the page."""
    told = Caller().post("rulings/", EXAMPLES[number]).json
    fits("Verdict", told)
    return told


def test_the_examples_of_the_page_are_answered_as_it_says() -> None:
    assert len(EXAMPLES) == 6
    bluff = example(0)
    assert bluff["legal"] and bluff["prompts"][0]["kind"] == "challenge"
    four = ["common.wild", "avengers.draw-four", "avengers.draw-four.legal"]
    assert bluff["permitted_by"] == four
    assert "red-9" in example(2)["position"]["cards"]["hand:0"]
    last = example(3)
    assert last["legal"] and 0 in last["position"]["out"]
    drawn = example(4)
    assert (drawn["code"], drawn["rule"]) == ("already_drawn", "common.draw")
    hidden = example(5)
    assert (hidden["code"], hidden["rule"]) == ("card_forbidden", "card.hide-in-plain-sight")


def test_the_example_with_a_game_is_a_question() -> None:
    assert Caller().post("rulings/", EXAMPLES[1]).code == "game_not_found"


def test_the_page_names_every_member_and_every_problem() -> None:
    for struct in (RulingRequest, PositionRequest, VerdictResponse):
        for name in struct.__struct_encode_fields__:
            assert f"`{name}`" in PAGE, name
    for code in set(re.findall(r'flaw\(\s*"(\w+)"', SOURCE)):
        assert f"`{code}`" in PAGE, code


def test_nothing_is_stored() -> None:
    ask()
    ask({"move": "play", "card": "red-5"})
    for model in (Game, MoveEvent, Refusal, Receipt, MoveReceipt):
        assert not model.objects.exists()  # type: ignore[attr-defined]


def problem(position: Any = None, **more: Any) -> Any:
    reply = Caller().post("rulings/", ASKED | {"position": position or {"cards": CARDS}} | more)
    return reply.status, reply.code, [flaw.get("pointer") for flaw in reply.json.get("errors", [])]


def test_what_is_wrong_with_a_position_is_pointed_at() -> None:
    two = {"cards": CARDS | {"hand:1": ["pink-5"], "pocket": []}}
    pointers = ["/position/cards/pocket", "/position/cards/hand:1/0"]
    assert problem(two) == (400, "unknown_zone", pointers)
    many = {"cards": CARDS | {"hand:1": ["red-0", "red-0"]}}
    assert problem(many) == (400, "too_many_cards", ["/position/cards"])
    assert problem({"cards": CARDS, "color": "pink"})[:2] == (400, "unknown_color")
    assert problem({"cards": CARDS, "direction": 2})[:2] == (400, "malformed")
    asks = {"seat": 0, "kind": "turn", "resume": [{"frame": "bookmark", "script": "x", "at": 1}]}
    assert problem({"cards": CARDS, "prompts": [asks]})[:2] == (400, "malformed")
    asks["resume"][0]["seat"] = 0  # type: ignore[index]
    assert problem({"cards": CARDS, "prompts": [asks]}) == (
        400,
        "impossible_prompt",
        ["/position/prompts/0/resume/0"],
    )


def test_more_open_questions_than_a_table_ever_has_are_not_read() -> None:
    asks = {"seat": 0, "kind": "turn"}
    many = {"cards": CARDS, "prompts": [asks] * 11}
    assert problem(many) == (400, "malformed", ["/position/prompts"])


def test_what_is_wrong_with_a_table_is_pointed_at() -> None:
    assert problem(variant="chess") == (400, "unknown_variant", ["/variant"])
    assert problem(seats=11)[:2] == (422, "seats_out_of_range")
    assert problem(seed="00")[:2] == (400, "malformed")
    assert problem(options={"dealer": 9})[1:] == ("option_range", ["/options/dealer"])
    assert problem(stakes=5)[1:] == ("malformed", ["/stakes"])


ULTIMATE = {
    "variant": "ultimate",
    "seats": 2,
    "heroes": ["captain-marvel", "black-panther"],
    "move": {"move": "draw"},
}


def ultimate(cards: dict[str, list[str]], **more: Any) -> Any:
    body = ULTIMATE | {"position": {"cards": cards}} | more
    reply = Caller().post("rulings/", body)
    return reply.json


def heroes() -> list[str]:
    edition = Caller().get("editions/?variant=ultimate").json["results"][0]["hash"]
    from cards.selectors import text_of

    return [deck.hero for deck in text_of(edition).decks]


def test_heroes_their_decks_and_dangers_are_known_too() -> None:
    named = heroes()[:2]
    told = ultimate({"discard": ["red-5"]}, heroes=named, seed="04" * 32)
    assert told["legal"], told
    assert told["position"]["cards"]["hero:1"] == [named[1]]
    assert told["filled"] == [
        "hand:0", "hand:1", "deck:0", "deck:1", "danger"
    ]  # fmt: skip
    again = ultimate(told["position"]["cards"], heroes=[], position=told["position"])
    assert again["legal"] and again["filled"] == [], again


def test_two_enemies_do_not_stand_before_one_hero() -> None:
    from cards.selectors import text_of

    edition = Caller().get("editions/?variant=ultimate").json["results"][0]["hash"]
    cards = text_of(edition).cards
    hero, other = heroes()[:2]
    mine = [card.code for card in cards if card.kind == "enemy" and card.hero in (hero, other)]
    lying = {"discard": ["red-5"], "enemy:0": mine[:2]}
    told = ultimate(lying, heroes=[hero, other])
    assert (told["code"], told["errors"][0]["pointer"]) == (
        "too_many_enemies",
        "/position/cards/enemy:0",
    )
    one = ultimate({"discard": ["red-5"], "enemy:0": mine[:1]}, heroes=[hero, other])
    assert one["legal"]
    item = ultimate({"discard": ["red-5"], "items:0": mine[:1]}, heroes=[hero, other])
    assert item["code"] == "card_out_of_place"
    nobody = ultimate({"discard": ["red-5"]}, heroes=["", other])
    assert (nobody["code"], nobody["errors"][0]["pointer"]) == ("hero_needed", "/heroes")
