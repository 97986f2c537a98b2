"""Rulings on recorded moves of games."""

from random import Random
from typing import Any

import pytest

from games.engine import Move
from games.engine.zones import HAND
from games.ledger import store
from games.messages.ruled_moves import RuledMove
from games.models import Game, Refusal
from games.officials.grants import grant
from games.officials.models import Look
from games.play import selectors
from games.players.scopes import AUDIT_LIVE
from tests.api.client import Caller, asked_of, create_game, fits, guest, start_game
from tests.api.test_acts import player_of, with_scopes

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("editions"), pytest.mark.slow]

TABLES: dict[str, dict[str, Any]] = {
    "avengers": {"seats": 2, "options": {"rounds": 1}},
    "xmen": {"seats": 2, "options": {"rounds": 1}},
    "ultimate": {"seats": 2, "heroes": ["hulk", "shuri"]},
}


def ask(body: Any, caller: Caller | None = None, query: str = "") -> Any:
    reply = (caller or Caller()).post(f"rulings/{query}", body)
    assert reply.status == 200, reply
    fits("Verdict", reply.json)
    return reply.json


def problem(body: Any, caller: Caller | None = None) -> Any:
    reply = (caller or Caller()).post("rulings/", body)
    return reply.status, reply.code, [flaw.get("pointer") for flaw in reply.json.get("errors", [])]


def play_on(game: str, many: int, *callers: Caller) -> None:
    """Some moves at random, with a refused one now and then."""
    rng = Random(3)
    for number in range(many):
        if Game.objects.get(pk=game).status == Game.Status.OVER:
            return
        player, prompt, _seq = asked_of(game, *callers)
        others = [caller for caller in callers if caller is not player]
        if number % 4 == 1:
            others[0].post(f"games/{game}/moves/", {"move": "catch-uno", "seat": 0})
            others[0].post(f"games/{game}/moves/", {"move": "play", "card": "red-5"})
        options = prompt["options"]
        plays = [one for one in options if one["body"]["move"] == "play"]
        body = rng.choice(plays or options)["body"]
        assert player.post(f"games/{game}/moves/", body).status == 201


@pytest.fixture
def over(request: pytest.FixtureRequest, alice: Caller, bob: Caller) -> str:
    """A finished game, open to all."""
    game = start_game(alice, bob, variant=request.param)
    play_on(game, 12, alice, bob)
    if Game.objects.get(pk=game).status != Game.Status.OVER:
        assert alice.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    return game


@pytest.mark.parametrize("over", TABLES, indirect=True)
def test_every_recorded_move_is_ruled_on_as_it_stands(over: str) -> None:
    events = Caller().get(f"games/{over}/events/").json["results"]
    for event in events[1:]:
        asked = {"game": over, "at": event["seq"] - 1, "move": event["move"]}
        told = ask(asked)
        assert told["legal"] and told["filled"] == [], event
        given = [fact for fact in event["facts"] if fact["fact"] != "prompted"]
        assert [without_count(fact) for fact in given] == [
            without_count(fact) for fact in told["facts"] if fact["fact"] != "prompted"
        ]
        assert [one["rule"] for one in told["rulings"]] == [one["rule"] for one in event["rulings"]]


def without_count(fact: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fact.items() if name != "count"}


@pytest.mark.parametrize("over", ["avengers"], indirect=True)
def test_recorded_refusals_are_refused_again_for_the_same_reason(over: str) -> None:
    bundle = Caller().get(f"games/{over}/audit/bundle/").json
    refused = bundle["refusals"]
    assert {one["move"]["move"] for one in refused} == {"catch-uno", "play"}
    for one in refused:
        told = ask({"game": over, "at": one["seq"], "move": one["move"]})
        assert (told["legal"], told["code"], told["rule"]) == (False, one["code"], one["rule"])
        assert told["seat"] == one["seat"]
    assert Refusal.objects.count() == len(refused)


def test_every_move_there_is_may_be_ruled_on() -> None:
    kinds = {one.__struct_config__.tag for one in RuledMove.__args__}
    of_clocks = {"stand", "close-window"}  # the desk has no clocks
    of_organisers = {"note", "withdraw", "deduct", "game-loss"}  # nor a record of acts
    of_judges = {"call-judge", "cancel-call", "answer-call"}  # nor a judge
    of_keys = {"revoke-key"}  # nor keys
    of_absent = {"claim-absent", "stand-in", "take-back"}  # nor players who may be away
    others = of_clocks | of_organisers | of_judges | of_keys | of_absent
    assert kinds | others == {one.__struct_config__.tag for one in Move.__args__}


POSITION = {"cards": {"hand:0": ["red-5", "blue-1", "red-8"], "discard": ["red-7"]}}
TABLE = {"variant": "avengers", "seats": 3, "position": POSITION}


@pytest.mark.parametrize(
    ("move", "seat", "legal", "rule"),
    [
        ({"move": "play", "seat": 0, "card": "red-5", "uno": False}, 0, True, "common.match"),
        ({"move": "draw", "seat": 0}, 0, True, "common.draw"),
        ({"move": "draw", "seat": 2}, 2, False, "common.turn"),
        ({"move": "pass", "seat": 0}, 0, False, "common.draw"),
        ({"move": "choose", "seat": 0, "option": "red"}, 0, False, "common.answer"),
        ({"move": "call-uno", "seat": 1}, 1, True, "common.uno.call"),
        ({"move": "catch-uno", "seat": 2, "target": 1}, 2, True, "common.uno.catch"),
        ({"move": "catch-uno", "seat": 0, "target": 0}, 0, False, "common.uno.catch"),
        ({"move": "catch-uno", "seat": 1}, 0, True, "common.uno.catch"),
        ({"move": "catch-uno", "target": 1}, 0, True, "common.uno.catch"),
        ({"move": "resign", "seat": 2}, 2, True, "common.forfeit"),
        ({"move": "expire", "seat": 0}, 0, True, "common.choice-timeout"),
        ({"move": "remove", "seat": 2}, 2, True, "common.forfeit"),
        ({"move": "void", "seat": None}, None, True, "common.void"),
        ({"move": "correct", "seat": None, "winner": 1}, None, False, "common.correct"),
    ],
)
def test_moves_name_their_seat_and_cite_their_rule(
    move: Any, seat: int | None, legal: bool, rule: str
) -> None:
    position = POSITION | {"counts": {"hand:1": 1}, "exposed": [1]}
    told = ask(TABLE | {"position": position, "move": move})
    assert (told["legal"], told["seat"]) == (legal, seat)
    assert rule in (told["permitted_by"] if legal else [told["rule"]])
    assert rule in [one["id"] for one in told["rules"]]


def test_a_catch_of_no_seat_says_how_the_seat_is_named() -> None:
    asked = TABLE | {"move": {"move": "catch-uno"}}
    assert problem(asked) == (400, "malformed", ["/move/target"])
    reply = Caller(language="fr-CA").post("rulings/", asked)
    assert "`target`" in reply.json["errors"][0]["detail"]


def test_a_question_names_a_table_or_a_game(alice: Caller, game: str) -> None:
    move = {"move": {"move": "draw"}}
    assert problem(move) == (400, "malformed", ["/variant", "/seats", "/position"])
    assert problem(TABLE | move | {"at": 3}) == (400, "malformed", ["/at"])
    both = {"game": game, "position": POSITION, "options": {}} | move
    assert problem(both, alice) == (400, "malformed", ["/position", "/options"])


# ---- what may be seen


def test_a_running_game_is_asked_about_as_the_caller_sees_it(
    alice: Caller, bob: Caller, game: str
) -> None:
    play_on(game, 5, alice, bob)
    player, prompt, seq = asked_of(game, alice, bob)
    other = bob if player is alice else alice
    position = player.get(f"games/{game}/position/").json
    table = player.get(f"games/{game}/").json
    for option in prompt["options"]:
        told = ask({"game": game, "move": option["body"]}, player)
        assert told["legal"] and told["seat"] == prompt["seat"]
        assert told == ask({"game": game, "at": seq, "move": option["body"]}, player)
        by_hand = {"variant": "avengers", "seats": 2, "options": table["options"]}
        same = ask(by_hand | {"position": position, "move": option["body"]})
        assert {**told, "steps": []} == {**same, "steps": []}
        assert {"draw", f"hand:{1 - prompt['seat']}"} <= set(told["filled"])
    theirs = ask({"game": game, "move": {"move": "draw"}}, other)
    assert f"hand:{prompt['seat']}" in theirs["filled"]


def test_the_answer_does_not_depend_on_hidden_cards(
    alice: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, prompt, _seq = asked_of(game, alice, bob)
    body = {"game": game, "move": prompt["options"][0]["body"]}
    before = ask(body, player)
    row = Game.objects.get(pk=game)
    state = store.load(row).copy()
    other = HAND[1 - prompt["seat"]]
    state.zones[other], state.zones["draw"] = (
        state.zones["draw"][:7],
        (*state.zones[other], *state.zones["draw"][7:]),
    )
    monkeypatch.setattr(selectors, "state_after", lambda **_: state)
    assert ask(body, player) == before


def test_a_card_that_is_played_from_a_hidden_hand_is_taken_to_be_in_it(
    alice: Caller, bob: Caller, game: str
) -> None:
    _player, prompt, _seq = asked_of(game, alice, bob)
    seat = prompt["seat"]
    position = Caller().get(f"games/{game}/position/").json
    color = position["color"]
    fits_well = {"move": "play", "card": f"{color}-1", "seat": seat}
    told = ask({"game": game, "move": fits_well})
    assert told["legal"] and f"hand:{seat}" in told["filled"]


def test_hidden_games_events_and_views_are_refused(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    game = start_game(alice, bob)
    move = {"move": "draw"}
    assert problem({"game": game, "at": 99, "move": move}, alice)[:2] == (400, "seq_out_of_range")
    missing = "00000000-0000-0000-0000-000000000000"
    assert problem({"game": missing, "move": move})[1] == "game_not_found"
    closed = create_game(alice, access="invited")
    assert problem({"game": closed, "move": move}, carol)[1] == "game_not_found"
    full = carol.post("rulings/?as=full", {"game": game, "move": move})
    assert full.code == "not_your_view"


def test_an_arbiter_asks_with_all_cards_and_is_put_on_record(
    alice: Caller, bob: Caller, game: str
) -> None:
    arbiter = with_scopes(guest("Ada"), AUDIT_LIVE)
    grant(player=player_of(arbiter), scope=Game.objects.get(pk=game), may_look=True)
    _player, prompt, seq = asked_of(game, alice, bob)
    body = {"game": game, "move": prompt["options"][0]["body"], "seat": prompt["seat"]}
    told = ask(body, arbiter, "?as=full")
    assert told["legal"] and told["filled"] == []
    assert list(Look.objects.values_list("what", "view", "at")) == [("rulings", "full", seq)]
    ask(body, alice)
    assert Look.objects.count() == 1


def card_drawn(alice: Caller, bob: Caller) -> tuple[str, Caller, Any]:
    """A game in which a card was just drawn, the player who is not asked, and the question."""
    game = start_game(alice, bob)
    for _ in range(60):
        player, prompt, _seq = asked_of(game, alice, bob)
        if prompt["kind"] == "drawn":
            return game, bob if player is alice else alice, prompt
        player.post(f"games/{game}/moves/", {"move": "draw"})
    raise AssertionError("no card that fits was drawn")


def test_a_hidden_question_is_not_answered(alice: Caller, bob: Caller) -> None:
    game, other, prompt = card_drawn(alice, bob)
    asked = {"game": game, "move": {"move": "pass"}}
    assert problem(asked, other) == (400, "hidden_question", ["/position/prompts/0"])
    told = ask({"game": game, "move": {"move": "resign"}, "seat": 1 - prompt["seat"]}, other)
    assert told["legal"] and "prompts" in told["filled"]


def test_what_a_question_hides_may_be_null(alice: Caller, bob: Caller) -> None:
    game, other, _ = card_drawn(alice, bob)
    seen = other.get(f"games/{game}/position/").json
    (hidden,) = seen["prompts"]
    hidden |= dict.fromkeys(("options", "default", "resume"))
    asked = {"variant": "avengers", "seats": 2, "position": seen, "seat": 1 - hidden["seat"]}
    fits("RulingBody", asked | {"move": {"move": "resign"}})
    told = ask(asked | {"move": {"move": "resign"}})
    assert told["legal"] and "prompts" in told["filled"]


# ---- responses


def test_the_rules_that_permit_a_bluff_are_cited() -> None:
    for variant in ("avengers", "xmen"):
        cards = {"hand:0": ["blue-5", "wild-draw-four", "red-1"], "discard": ["blue-7"]}
        move = {"move": "play", "card": "wild-draw-four"}
        asked = {"variant": variant, "seats": 2, "position": {"cards": cards}, "move": move}
        told = ask(asked)
        four = f"{variant}.draw-four"
        assert told["legal"]
        assert told["permitted_by"] == ["common.wild", four, f"{four}.legal"]
        assert [one["id"] for one in told["rules"]][:3] == told["permitted_by"]
        strict = ask(asked | {"options": {"draw_four": "strict"}})
        assert (strict["rule"], strict["permitted_by"]) == (f"{four}.legal", [])


def test_a_drawn_card_and_an_answer_cite_the_rule_of_their_question() -> None:
    cards = {"hand:0": ["blue-5", "red-1"], "discard": ["blue-7"]}
    position = {"cards": cards, "drawn": "blue-5"}
    told = ask(TABLE | {"position": position, "move": {"move": "play", "card": "blue-5"}})
    assert told["permitted_by"] == ["common.draw", "common.match"]
    told = ask(TABLE | {"position": position, "move": {"move": "pass"}})
    assert told["permitted_by"] == ["common.draw"]


def test_what_follows_is_rendered_in_words() -> None:
    move = {"move": "play", "card": "red-5"}
    told = ask(TABLE | {"move": move})
    assert told["steps"][0]["rules"] == ["common.match"]
    said = [line for step in told["steps"] for line in step["sentences"]]
    assert said[0].startswith("Seat 0 plays ")
    french = Caller(language="fr-CA").post("rulings/", TABLE | {"move": move}).json
    assert french["steps"][0]["sentences"][0].startswith("Le siège 0 joue ")
    heroes = ask(
        {
            "variant": "ultimate",
            "seats": 2,
            "heroes": ["hulk", "shuri"],
            "position": {"cards": {"discard": ["red-7"]}},
            "move": {"move": "draw"},
        }
    )
    assert heroes["steps"][0]["sentences"][0].startswith("Hulk (seat 0) draws ")


def test_players_of_a_game_are_named(alice: Caller, bob: Caller, game: str) -> None:
    player, _prompt, _seq = asked_of(game, alice, bob)
    told = ask({"game": game, "move": {"move": "draw"}}, player)
    said = told["steps"][0]["sentences"][0]
    assert said.startswith(("Alice draws", "Bob draws"))


def test_suspended_work_is_in_the_position_and_not_in_the_facts() -> None:
    told = ask(TABLE | {"move": {"move": "play", "card": "red-5"}})
    asked = [fact["prompt"] for fact in told["facts"] if fact["fact"] == "prompted"]
    assert asked and all("resume" not in prompt for prompt in asked)
    assert all(prompt["resume"] for prompt in told["position"]["prompts"])


def test_what_is_wrong_is_said_in_plain_words() -> None:
    cards = {"hero:0": ["hulk"], "hero:1": ["shuri"], "discard": ["red-7"]}
    both = {"hand:1": 7, "burn:1": 39, "deck:1": 1, "hand:0": 7, "burn:0": 39, "deck:0": 1}
    asked = {
        "variant": "ultimate",
        "seats": 2,
        "position": {"cards": cards, "counts": both},
        "move": {"move": "draw"},
    }
    reply = Caller().post("rulings/", asked).json
    (flaw,) = reply["errors"]
    assert flaw["detail"].startswith("The count of deck:")
    assert "burn:" in flaw["detail"] and "discard: red-7" in flaw["detail"]
    short = {"cards": {"discard": ["red-7"]}, "counts": {"draw": 1}}
    reply = Caller().post("rulings/", TABLE | {"position": short, "move": {"move": "draw"}}).json
    many = {"cards": short["cards"] | {"draw": ["red-1"]}, "counts": {"draw": 1}}
    reply = Caller().post("rulings/", TABLE | {"position": many, "move": {"move": "draw"}}).json
    assert (reply["code"], len(reply["errors"])) == ("too_few_cards", 1)
    assert reply["params"]["count"] == 112 - 2 - 21
