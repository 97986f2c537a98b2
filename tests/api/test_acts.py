"""Organisers' acts over the API, and where they appear."""

from typing import Any

import pytest
from django.test import Client

from games.audit.proof import blinded, parse_proof
from games.models import Game, MoveEvent, MoveReceipt, Refusal
from games.officials.grants import grant
from games.players.models import Player
from games.players.scopes import DIRECT
from games.players.services import issue_token
from games.proofs.services import make_checkpoint
from tests.api.client import Caller, fits, guest, key, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WHY = "Le téléphone sonnait sans cesse."
VOID = {"act": "void", "reason": WHY}


def player_of(caller: Caller) -> Player:
    return Player.objects.get(pk=caller.get("me/").json["id"])


def with_scopes(caller: Caller, *scopes: str) -> Caller:
    """The same player with a token for this."""
    return Caller(issue_token(player=player_of(caller), scopes=scopes)[1])


def may_direct(caller: Caller, game: str) -> None:
    """Grant a caller a game."""
    grant(player=player_of(caller), scope=Game.objects.get(pk=game))


@pytest.fixture
def olga(editions: None) -> Caller:
    """An organiser."""
    return with_scopes(guest("Olga"), DIRECT)


@pytest.fixture
def game(game: str, olga: Caller) -> str:
    """A game that Olga may direct."""
    may_direct(olga, game)
    return game


@pytest.fixture
def over(alice: Caller, game: str) -> str:
    """A game that Bob has won."""
    assert alice.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    return game


def test_a_seat_is_removed_and_the_reply_has_the_event(olga: Caller, game: str) -> None:
    reply = olga.post(f"games/{game}/acts/", {"act": "remove", "seat": 0, "reason": WHY})
    assert reply.status == 201, reply
    fits("MoveReply", reply.json)
    (event,) = reply.json["events"]
    fits("Event", event)
    assert event["move"] == {"move": "remove", "seat": 0}
    who = olga.get("me/").json["id"]
    assert event["actor"] == {"kind": "organiser", "player": who, "reason": WHY}
    assert {"fact": "seat-out", "seat": 0, "why": "removed", "nth": 1} in event["facts"]
    assert {ruling["rule"] for ruling in event["rulings"]} == {"common.forfeit"}
    assert reply.json["position"]["result"] == {"winner": 1, "why": "last", "places": [2, 1]}
    assert reply.headers["ETag"] == f'"{reply.json["seq"]}"'
    assert olga.get(reply.headers["Location"]).json == event


FILED = "Appeal 7/b"


def test_the_reference_of_an_act_is_shown_wherever_the_act_is(
    olga: Caller, alice: Caller, over: str, client: Client
) -> None:
    body = {"act": "correct", "winner": 0, "reason": WHY, "reference": FILED}
    reply = olga.post(f"games/{over}/acts/", body)
    (event,) = reply.json["events"]
    fits("Event", event)
    assert event["actor"]["reference"] == FILED
    bundle = alice.get(f"games/{over}/audit/bundle/").json
    assert bundle["events"][-1]["actor"]["reference"] == FILED
    *_, entry = alice.get(f"games/{over}/log/").json["results"]
    fits("LogEntry", entry)
    assert entry["reference"] == FILED
    assert f"(reference: {FILED}). Reason: {WHY}" in entry["sentences"][0]["text"]
    assert entry["sentences"][0]["text"].count("out of the game, but placed ahead") == 1
    assert "common.correct.out" in entry["sentences"][0]["rules"]
    table = alice.get(f"games/{over}/log/", Accept="text/csv").raw.decode()
    assert table.splitlines()[0].endswith(",reference")
    assert table.splitlines()[-1].endswith(f",{FILED}")
    assert FILED in alice.get(f"games/{over}/log/", Accept="text/plain").raw.decode()
    shown = client.get(f"/audit/games/{over}/sheet/?at={reply.json['seq']}")
    assert FILED in shown.content.decode()
    assert olga.get(f"games/{over}/audit/").json["verdict"] == "result_changed"


@pytest.mark.parametrize("reference", ["", " ", "two\nlines", "x" * 81, 7])
def test_a_reference_is_a_line_of_plain_text(reference: Any, olga: Caller, game: str) -> None:
    reply = olga.post(f"games/{game}/acts/", VOID | {"reference": reference})
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.json["errors"][0]["pointer"] == "/reference"


MADE: list[tuple[dict[str, Any], list[dict[str, Any]], str, str]] = [
    ({"act": "warn", "seat": 1}, [], "common.warn", "warns Bob."),
    ({"act": "note"}, [], "common.note", "puts a note on record."),
    (
        {"act": "withdraw", "seq": 3},
        [],
        "common.withdraw",
        "withdraws the act of event 3.",
    ),
    (
        {"act": "deduct", "seat": 1, "points": 20},
        [{"fact": "score-penalized", "seat": 1, "points": 20, "total": 20}],
        "common.deduct",
        "counts 20 points against Bob.",
    ),
    (
        {"act": "adjust-clock", "seat": 1, "seconds": 90},
        [{"fact": "clock-changed", "seat": 1, "bank": 150_000}],
        "common.clock.adjust",
        "adds 90 seconds to the clock of Bob.",
    ),
    (
        {"act": "adjust-clock", "seat": 1, "seconds": -200},
        [{"fact": "clock-changed", "seat": 1, "bank": 0}],
        "common.clock.adjust",
        "takes 200 seconds from the clock of Bob.",
    ),
    ({"act": "pause"}, [{"fact": "paused"}], "common.pause", "pauses the game."),
    ({"act": "resume"}, [{"fact": "resumed"}], "common.pause", "lets the game go on."),
    (
        {"act": "game-loss", "seat": 0},
        [{"fact": "seat-out", "seat": 0, "why": "loss", "nth": 0}],
        "common.loss",
        "a game loss",
    ),
]
"""Acts in a game of two with a clock, the facts each begins with, its rule and its words."""


def test_each_act_is_an_event_with_its_facts_its_rule_and_its_words(
    alice: Caller, bob: Caller, olga: Caller
) -> None:
    clock = {"seconds": 600, "bank": 60, "increment": 0}
    game = start_game(alice, bob, options={"scoring": "low", "clock": clock})
    may_direct(olga, game)
    for act, facts, rule, words in MADE:
        reply = olga.post(f"games/{game}/acts/", act | {"reason": WHY})
        assert reply.status == 201, (act, reply)
        (event,) = reply.json["events"]
        fits("Event", event)
        assert (event["seat"], event["facts"][: len(facts) or 1]) == (act.get("seat"), facts)
        assert rule in [ruling["rule"] for ruling in event["rulings"]]
        *_, entry = alice.get(f"games/{game}/log/").json["results"]
        said = entry["sentences"][0]["text"]
        assert words in said and said.endswith(f"Reason: {WHY}")
    assert alice.get(f"games/{game}/").json["result"]["places"] == [2, 1]
    assert olga.get(f"games/{game}/audit/").json["verdict"] == "result_changed"


def test_a_penalty_is_drawn_and_each_card_is_known_to_its_seat_alone(
    olga: Caller, alice: Caller, bob: Caller
) -> None:
    game, kind = "", ""
    while kind != "turn":
        game = start_game(alice, bob)
        kind = alice.get(f"games/{game}/prompts/").json["prompts"][-1]["kind"]
    may_direct(olga, game)
    body = {"act": "penalize", "seat": 1, "count": 2, "reason": WHY}
    reply = olga.post(f"games/{game}/acts/", body)
    (event,) = reply.json["events"]
    fits("Event", event)
    assert event["move"] == {"move": "penalize", "seat": 1, "count": 2}
    assert [ruling["rule"] for ruling in event["rulings"]] == ["common.penalty"]
    path = f"games/{game}/events/{event['seq']}/"
    shown = [caller.get(path).json["facts"][0] for caller in (alice, bob)]
    assert [(fact["verb"], fact["count"]) for fact in shown] == [("draw", 2)] * 2
    assert shown[0]["cards"] is None and len(shown[1]["cards"]) == 2
    *_, entry = alice.get(f"games/{game}/log/").json["results"]
    assert "lets Bob draw cards as a penalty (2)" in entry["sentences"][0]["text"]
    olga.post(f"games/{game}/acts/", VOID)
    assert olga.get(f"games/{game}/audit/").json["verdict"] == "result_changed"


def test_lists_and_games_show_a_result_that_was_changed(
    olga: Caller, alice: Caller, over: str
) -> None:
    def shown() -> list[tuple[Any, ...]]:
        line = next(one for one in alice.get("games/").json["results"] if one["id"] == over)
        fits("GameSummary", line)
        told = alice.get(f"games/{over}/").json
        fits("Game", told)
        return [tuple(one[name] for name in RESULT) for one in (line, told["result"])]

    assert shown() == [(1, "last", [2, 1])] * 2
    ended = alice.get(f"games/{over}/").json["ended_at"]
    act = {"act": "correct", "winner": 0, "reason": WHY}
    reply = olga.post(f"games/{over}/acts/", act)
    assert reply.json["events"][0]["facts"] == [
        {"fact": "result-changed", "winner": 0, "why": "corrected", "places": [1, 2]}
    ]
    assert shown() == [(0, "corrected", [1, 2])] * 2
    olga.post(f"games/{over}/acts/", act | {"winner": None, "places": [1, 1]})
    assert shown() == [(None, "corrected", [1, 1])] * 2
    olga.post(f"games/{over}/acts/", VOID)
    assert shown() == [(None, "void", None)] * 2
    assert alice.get(f"games/{over}/").json["ended_at"] == ended


def test_the_log_reports_who_and_why_and_by_which_rule(olga: Caller, over: str) -> None:
    olga.post(f"games/{over}/acts/", VOID)
    olga.post(f"games/{over}/acts/", {"act": "correct", "winner": 1, "reason": "=1+1"})
    tied = {"act": "correct", "winner": None, "places": [1, 1], "reason": WHY}
    olga.post(f"games/{over}/acts/", tied)
    *_, void, correct, shared = Caller().get(f"games/{over}/log/").json["results"]
    tag = olga.get("me/").json["tag"]
    assert void["who"] == f"the organiser Olga#{tag}"
    who = f"The organiser Olga#{tag}"
    assert void["sentences"][0]["text"] == f"{who} voids the game. Reason: {WHY}"
    assert (void["kind"], void["seat"]) == ("organiser", None)
    assert [rule["rule"] for rule in void["rules"]] == ["common.void"]
    said = f"{who} corrects the result of the game. Reason: "
    assert [one["sentences"][0]["text"] for one in (correct, shared)] == [
        f"{said}=1+1.",
        f"{said}{WHY}",
    ]
    french = Caller(language="fr-CA").get(f"games/{over}/log/", Accept="text/csv").raw.decode()
    assert f"l’organisateur Olga#{tag}" in french
    assert f"annule la partie. Motif\u00a0: {WHY}" in french


def test_nothing_that_an_act_may_add_to_is_kept_for_ever(olga: Caller, over: str) -> None:
    paths = ["events/", "log/", "position/", "position/diff/", "audit/bundle/"]
    paths += ["events/?after=999", "log/?after=999"]
    for path in paths:
        reply = olga.get(f"games/{over}/{path}")
        assert "immutable" not in reply.headers["Cache-Control"], path
    for kind in ("text/plain", "text/csv"):
        reply = olga.get(f"games/{over}/log/", Accept=kind)
        assert reply.headers["Cache-Control"] == "no-store"
    for path in ("events/1/", "events/2/", "events/?limit=1", "position/?at=2"):
        reply = olga.get(f"games/{over}/{path}")
        assert "immutable" in reply.headers["Cache-Control"], path
    bundle = olga.get(f"games/{over}/audit/bundle/")
    tag = {"If_None_Match": bundle.headers["ETag"]}
    assert olga.get(f"games/{over}/audit/bundle/", **tag).status == 304
    olga.post(f"games/{over}/acts/", VOID)
    changed = olga.get(f"games/{over}/audit/bundle/", **tag).json
    assert changed["events"][-1]["move"]["move"] == "void"


def test_the_proof_of_inclusion_is_that_of_the_newest_result(olga: Caller, over: str) -> None:
    make_checkpoint()
    path = f"games/{over}/audit/inclusion/"
    first = parse_proof(olga.get(path).raw)
    olga.post(f"games/{over}/acts/", VOID)
    assert parse_proof(olga.get(path).raw) == first
    make_checkpoint()
    proof = parse_proof(olga.get(path).raw)
    *before, (_, changed) = proof.of_game(blinded(over))
    assert proof.holds(blinded(over)) and before == first.of_game(blinded(over))
    assert (changed.kind, changed.digest) == ("changed", Game.objects.get(pk=over).head)


# ---- who may not


def test_a_game_for_invited_players_can_be_directed_too(
    alice: Caller, bob: Caller, olga: Caller
) -> None:
    seats = [{"kind": "me"}, {"kind": "invited", "player": bob.get("me/").json["id"]}]
    game = start_game(alice, bob, seats=seats, access="invited")
    assert olga.get(f"games/{game}/").status == 404
    may_direct(olga, game)
    assert olga.get(f"games/{game}/").status == 200
    stale = olga.post(f"games/{game}/acts/", VOID, If_Match='"0"')
    assert (stale.status, stale.code) == (412, "stale_seq")
    deals = [fact for fact in stale.json["events"][0]["facts"] if fact.get("verb") == "deal"]
    assert deals and all(fact["cards"] is None for fact in deals)
    assert olga.post(f"games/{game}/acts/", VOID).status == 201


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"act": "void"}, "/reason"),
        ({"act": "void", "reason": "two\nlines"}, "/reason"),
        ({"act": "remove", "reason": "x"}, "/seat"),
        ({"act": "correct", "reason": "x"}, "/winner"),
        ({"act": "correct", "reason": "x", "winner": 0, "places": [1, 0]}, "/places/1"),
        ({"act": "void", "reason": "x", "seat": 1}, "/seat"),
        ({"act": "penalize", "reason": "x", "seat": 1, "count": 11}, "/count"),
        ({"act": "adjust-clock", "reason": "x", "seat": 1, "seconds": 3601}, "/seconds"),
        ({"act": "adjust-clock", "reason": "x", "seat": 1, "seconds": 0.5}, "/seconds"),
        ({"act": "undo", "reason": "x"}, "/act"),
    ],
)
def test_a_body_of_another_shape_is_malformed_at_its_place(
    body: dict[str, Any], pointer: str, olga: Caller, game: str
) -> None:
    reply = olga.post(f"games/{game}/acts/", body)
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.json["errors"][0]["pointer"] == pointer
    assert MoveEvent.objects.count() == 1


REMOVE = {"act": "remove", "seat": 0, "reason": WHY}
ADJUST = {"act": "adjust-clock", "seat": 0, "seconds": 5, "reason": WHY}
RESULT = ("winner", "why", "places")
CORRECT = {"act": "correct", "winner": 1, "reason": WHY}


@pytest.mark.parametrize(
    ("before", "act", "status", "code", "rule"),
    [
        ([], REMOVE | {"seat": 2}, 400, "no_such_seat", None),
        ([], CORRECT, 409, "game_not_over", "common.correct"),
        ([REMOVE], CORRECT, 422, "same_result", "common.correct"),
        ([REMOVE], CORRECT | {"places": [1, 2]}, 422, "wrong_places", "common.places"),
        ([VOID], VOID, 409, "already_void", "common.void"),
        ([], ADJUST, 409, "no_clock", "common.clock.adjust"),
    ],
)
def test_what_the_rules_refuse_is_refused_with_the_rule(
    before: list[Any], act: Any, status: int, code: str, rule: str | None, olga: Caller, game: str
) -> None:
    for one in before:
        assert olga.post(f"games/{game}/acts/", one).status == 201
    reply = olga.post(f"games/{game}/acts/", act)
    assert (reply.status, reply.code, reply.json.get("rule")) == (status, code, rule)
    assert not Refusal.objects.exists()


# ---- as moves have it


def test_an_act_sent_twice_with_one_key_is_done_once(olga: Caller, game: str) -> None:
    one = key()
    first = olga.post(f"games/{game}/acts/", VOID, Idempotency_Key=one)
    again = olga.post(f"games/{game}/acts/", VOID, Idempotency_Key=one)
    assert (first.status, again.status) == (201, 201)
    assert first.raw == again.raw
    assert again.headers["Idempotent-Replayed"] == "true"
    assert str(MoveReceipt.objects.get().game_id) == game
    other = olga.post(f"games/{game}/acts/", CORRECT, Idempotency_Key=one)
    assert (other.status, other.code) == (422, "key_reused")
