"""Moves over the API."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from prometheus_client import REGISTRY

from games.models import Game, MoveEvent, MoveReceipt, Refusal
from games.play import selectors
from tests.api.client import Caller, asked_of, create_game, fits, key

pytestmark = pytest.mark.django_db


def other(player: Caller, alice: Caller, bob: Caller) -> Caller:
    return bob if player is alice else alice


def stored(game: str) -> tuple[object, ...]:
    """Everything that a move changes."""
    row = Game.objects.values("seq", "head", "status", "to_act", "changed_at").get(pk=game)
    return (*row.values(), MoveEvent.objects.count())


def test_the_reply_to_a_move_has_the_events_it_caused_and_the_position_after_it(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    reply = player.post(f"games/{game}/moves/", {"move": "draw"}, If_Match=f'"{seq}"')
    assert reply.status == 201
    fits("MoveReply", reply.json)
    told = reply.json
    assert (told["seq"], told["position"]["seq"]) == (seq + 1, seq + 1)
    assert told["events"][0]["move"]["move"] == "draw"
    drawn = next(fact for fact in told["events"][0]["facts"] if fact["fact"] == "cards-moved")
    seat = told["events"][0]["seat"]
    assert drawn["cards"][0] in told["position"]["cards"][f"hand:{seat}"]
    assert reply.headers["ETag"] == f'"{seq + 1}"'
    assert player.get(reply.headers["Location"]).json == told["events"][0]


def test_a_client_can_redraw_the_table_from_the_reply_to_its_move(
    alice: Caller, bob: Caller, game: str
) -> None:
    for _ in range(6):
        player, prompt, _seq = asked_of(game, alice, bob)
        player.language = "fr-CA"
        reply = player.post(f"games/{game}/moves/", prompt["options"][0]["body"])
        shown = player.get(f"games/{game}/").json
        table, position = reply.json["table"], reply.json["position"]
        assert (table, position) == (shown["table"], shown["position"])
        for name in ("current", "direction", "color"):
            assert table[name] == position[name]
        hands = [place["cards"] is not None for place in table["places"]]
        assert hands == [player is alice, player is bob]


def test_what_one_draws_the_other_does_not_see(alice: Caller, bob: Caller, game: str) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    player.post(f"games/{game}/moves/", {"move": "draw"})
    for viewer in (other(player, alice, bob), Caller()):
        event = viewer.get(f"games/{game}/events/{seq + 1}/").json
        fits("Event", event)
        drawn = next(fact for fact in event["facts"] if fact["fact"] == "cards-moved")
        assert (drawn["cards"], drawn["count"]) == (None, 1)
    assert player.get(f"games/{game}/events/{seq + 1}/").json["facts"] != event["facts"]


def test_a_stale_if_match_brings_the_events_missed_and_changes_nothing(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    player.post(f"games/{game}/moves/", {"move": "draw"})
    before = stored(game)
    reply = other(player, alice, bob).post(
        f"games/{game}/moves/", {"move": "draw"}, If_Match=f'"{seq}"'
    )
    assert (reply.status, reply.code) == (412, "stale_seq")
    assert reply.json["seq"] == seq + 1
    assert [event["seq"] for event in reply.json["events"]] == [seq + 1]
    drawn = [fact for fact in reply.json["events"][0]["facts"] if fact["fact"] == "cards-moved"]
    assert drawn[0]["cards"] is None
    assert stored(game) == before
    assert not Refusal.objects.exists()


@pytest.mark.parametrize(
    "header", ["41", "abc", '"x"', 'w/"1"', '"1", "2"', '"-1"', '"1-é"', "W/1"]
)
def test_an_if_match_that_is_no_seq_is_refused(alice: Caller, game: str, header: str) -> None:
    reply = alice.post(f"games/{game}/moves/", {"move": "draw"}, If_Match=header)
    assert (reply.status, reply.code) == (400, "invalid_header")


def test_a_repeated_request_is_made_once_and_answered_alike_before_its_version_is_looked_at(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    name = key()
    first = player.post(
        f"games/{game}/moves/", {"move": "draw"}, If_Match=f'"{seq}"', Idempotency_Key=name
    )
    before = stored(game)
    again = player.post(
        f"games/{game}/moves/", {"move": "draw"}, If_Match=f'"{seq}"', Idempotency_Key=name
    )
    assert (again.status, again.raw) == (201, first.raw)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["ETag"] == first.headers["ETag"]
    assert "Idempotent-Replayed" not in first.headers
    assert stored(game) == before


def test_a_key_with_another_body_is_refused(alice: Caller, bob: Caller, game: str) -> None:
    player, _prompt, _seq = asked_of(game, alice, bob)
    name = key()
    player.post(f"games/{game}/moves/", {"move": "draw"}, Idempotency_Key=name)
    before = stored(game)
    reply = player.post(f"games/{game}/moves/", {"move": "pass"}, Idempotency_Key=name)
    assert (reply.status, reply.code) == (422, "key_reused")
    assert stored(game) == before
    assert MoveReceipt.objects.filter(game=game).count() == 1


def test_a_move_on_a_game_that_has_moved_since_it_was_read_is_decided_again(
    alice: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    seen, moves = selectors.stored_game(game), f"games/{game}/moves/"
    player.post(moves, {"move": "draw"})
    with monkeypatch.context() as patch:
        patch.setattr(selectors, "stored_game", lambda _: seen)
        reply = other(player, alice, bob).post(moves, {"move": "resign"}, Idempotency_Key=key())
    assert (reply.status, reply.json["seq"]) == (201, seq + 2)
    assert [event["seq"] for event in reply.json["events"]] == [seq + 2]
    assert reply.headers["ETag"] == f'"{seq + 2}"'
    receipt = MoveReceipt.objects.get()
    assert (str(receipt.game_id), receipt.seq, receipt.events) == (game, seq + 2, 1)


def test_two_players_may_use_the_same_key(alice: Caller, bob: Caller, game: str) -> None:
    name, moves = key(), f"games/{game}/moves/"
    for player in (alice, bob):
        while (turn := asked_of(game, alice, bob))[0] is not player:
            turn[0].post(moves, turn[1]["options"][-1]["body"])
        reply = player.post(moves, turn[1]["options"][-1]["body"], Idempotency_Key=name)
        assert (reply.status, "Idempotent-Replayed" in reply.headers) == (201, False)
    assert MoveReceipt.objects.filter(game=game).count() == 2


def test_a_refused_move_leaves_its_key_free(alice: Caller, bob: Caller, game: str) -> None:
    player, _prompt, _seq = asked_of(game, alice, bob)
    name, moves = key(), f"games/{game}/moves/"
    refused = player.post(moves, {"move": "pass"}, Idempotency_Key=name)
    assert (refused.status, refused.code) == (422, "nothing_drawn")
    made = player.post(moves, {"move": "draw"}, Idempotency_Key=name)
    assert made.status == 201
    assert "Idempotent-Replayed" not in made.headers


def test_anothers_turn_is_409_with_the_prompt_again(alice: Caller, bob: Caller, game: str) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    before = stored(game)
    reply = other(player, alice, bob).post(f"games/{game}/moves/", {"move": "draw"})
    assert (reply.status, reply.code, reply.json["rule"]) == (
        409,
        "not_your_prompt",
        "common.turn",
    )
    assert reply.json["seq"] == seq
    assert reply.json["prompts"][0]["options"] is None
    assert [option["body"] for option in reply.json["open"]] == [{"move": "resign"}]
    assert stored(game) == before
    assert Refusal.objects.get().rule == "common.turn"


@pytest.mark.parametrize(
    ("body", "code", "rule"),
    [
        ({"move": "play", "card": "mauve-12"}, "card_not_in_hand", "common.hand"),
        ({"move": "pass"}, "nothing_drawn", "common.draw"),
        ({"move": "choose", "option": "red"}, "not_an_option", "common.answer"),
        ({"move": "choose", "option": 3}, "not_an_option", "common.answer"),
        ({"move": "call-uno"}, "no_uno_to_call", "common.uno.call"),
        ({"move": "catch-uno", "seat": 1}, "nobody_to_catch", "common.uno.catch"),
        ({"move": "catch-uno", "seat": 9}, "nobody_to_catch", "common.uno.catch"),
    ],
)
def test_what_the_rules_refuse_is_422_with_the_rule_and_the_prompt_and_kept_as_a_refusal(
    alice: Caller, bob: Caller, game: str, body: dict[str, Any], code: str, rule: str
) -> None:
    player, prompt, _seq = asked_of(game, alice, bob)
    before = stored(game)
    reply = player.post(f"games/{game}/moves/", body)
    assert (reply.status, reply.code, reply.json["rule"]) == (422, code, rule)
    assert reply.json["prompts"] == [prompt]
    assert stored(game) == before
    kept = Refusal.objects.get()
    assert (kept.code, kept.rule, str(kept.game_id)) == (code, rule, game)


def counted() -> list[float | None]:
    names = ("refused", "conflicting")
    return [REGISTRY.get_sample_value(f"fairdeal_moves_{name}_total") for name in names]


def test_refused_and_conflicting_moves_are_counted_and_checks_are_not(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    refused, conflicting = (count or 0 for count in counted())
    sent, name = {"move": "play", "card": "no-such-card"}, key()
    for path in ("moves/", "moves/check/", "moves/"):
        assert player.post(f"games/{game}/{path}", sent).status == 422
    assert counted() == [refused + 2, conflicting]
    sent = {"move": "draw"}
    assert player.post(f"games/{game}/moves/", sent, Idempotency_Key=name).status == 201
    assert player.post(f"games/{game}/moves/", sent, Idempotency_Key=name).status == 201
    assert player.post(f"games/{game}/moves/", sent, If_Match=f'"{seq}"').status == 412
    assert counted() == [refused + 2, conflicting + 1]


def wild(alice: Caller, bob: Caller, game: str) -> tuple[Caller, dict[str, Any]]:
    """Draw until a seat may play a plain Wild."""
    for _ in range(400):
        player, prompt, _seq = asked_of(game, alice, bob)
        for option in prompt["options"]:
            if option["body"].get("card") == "wild":
                return player, option
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    raise AssertionError("no Wild came")


def test_choices_come_with_the_card_and_are_rows_of_their_own(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, option = wild(alice, bob, game)
    assert option["then"] == ["color"]
    body = option["body"] | {"choices": {"color": "green", "player": 1}}
    reply = player.post(f"games/{game}/moves/", body)
    assert reply.status == 201
    moves = [event["move"]["move"] for event in reply.json["events"]]
    assert moves == ["play", "choose"]
    assert reply.json["position"]["color"] == "green"
    assert reply.json["unused"] == ["player"]


def test_a_dry_run_reports_and_changes_nothing(alice: Caller, bob: Caller, game: str) -> None:
    player, _prompt, seq = asked_of(game, alice, bob)
    before = stored(game)
    reply = player.post(f"games/{game}/moves/check/", {"move": "draw"})
    assert reply.status == 200
    fits("DryRun", reply.json)
    assert reply.json == {"legal": True, "seq": seq, "depends_on_hidden": True}
    reply = player.post(f"games/{game}/moves/check/", {"move": "pass"})
    assert (reply.status, reply.code) == (422, "nothing_drawn")
    assert stored(game) == before
    assert not Refusal.objects.exists()


def test_a_dry_run_reports_what_a_plain_card_would_do(
    alice: Caller, bob: Caller, game: str
) -> None:
    for _ in range(60):
        player, prompt, seq = asked_of(game, alice, bob)
        plain = [
            option["body"]
            for option in prompt["options"]
            if option["body"].get("card", "-")[-1].isdigit()
        ]
        if plain:
            break
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    told = player.post(f"games/{game}/moves/check/", plain[0]).json
    fits("DryRun", told)
    assert told["depends_on_hidden"] is False
    made = player.post(f"games/{game}/moves/", plain[0], If_Match=f'"{seq}"').json
    assert told["facts"] == made["events"][0]["facts"]
    assert told["rulings"] == made["events"][0]["rulings"]


def statements(queries: CaptureQueriesContext) -> list[str]:
    """The first two words of each statement, without those that delimit transactions."""
    words = [" ".join(one["sql"].split()[:2]) for one in queries]
    return [one for one in words if not one.startswith(("BEGIN", "COMMIT"))]


def known_to(game: str, alice: Caller, bob: Caller) -> None:
    """Let each player move once, after which their tokens and seats are in the cache."""
    left = {alice, bob}
    while left:
        player, prompt, _seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
        left.discard(player)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("more", [{}, {"Prefer": "receipt"}, {"Accept_Language": "fr-CA"}])
def test_a_move_reads_the_game_and_writes_it_in_one_text_or_three_statements(
    alice: Caller, bob: Caller, game: str, more: dict[str, str]
) -> None:
    known_to(game, alice, bob)
    player, prompt, _seq = asked_of(game, alice, bob)
    with CaptureQueriesContext(connection) as queries:
        reply = player.post(
            f"games/{game}/moves/", prompt["options"][-1]["body"], Idempotency_Key=key(), **more
        )
    assert reply.status == 201
    writes = ["UPDATE games_game", "INSERT INTO", "INSERT INTO"]
    if connection.vendor == "postgresql":
        writes = writes[:1]
    assert statements(queries) == ["SELECT id,", *writes]


@pytest.mark.django_db(transaction=True)
def test_a_refused_move_is_recorded_on_the_locked_game(
    alice: Caller, bob: Caller, game: str
) -> None:
    known_to(game, alice, bob)
    player, prompt, _seq = asked_of(game, alice, bob)
    with CaptureQueriesContext(connection) as queries:
        reply = player.post(f"games/{game}/moves/", {"move": "play", "card": "no-such-card"})
    assert (reply.status, reply.json["prompts"]) == (422, [prompt])
    kinds = [one for one in statements(queries) if "SAVEPOINT" not in one]
    assert kinds == [
        "SELECT id,",
        "SELECT id,",
        "INSERT INTO",
        'SELECT "games_refusal"."id",',
        "INSERT INTO",
        'UPDATE "games_game"',
    ]


def test_a_game_that_has_not_begun_takes_no_moves(alice: Caller) -> None:
    game = create_game(alice)
    assert alice.post(f"games/{game}/moves/", {"move": "draw"}).code == "not_started"


def test_who_has_no_seat_makes_no_moves(carol: Caller, game: str) -> None:
    reply = carol.post(f"games/{game}/moves/", {"move": "draw"})
    assert (reply.status, reply.code) == (403, "not_seated")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/move"),
        ({"move": "cheat"}, "/move"),
        ({"move": 5}, "/move"),
        ({"move": "play"}, "/card"),
        ({"move": "play", "card": 7}, "/card"),
        ({"move": "play", "card": "red-5", "uno": "yes"}, "/uno"),
        ({"move": "play", "card": "red-5", "seat": 1}, "/seat"),
        ({"move": "play", "card": "wild", "choices": {"colour": "red"}}, "/choices/colour"),
        ({"move": "play", "card": "wild", "choices": {"color": {}}}, "/choices/color"),
        ({"move": "catch-uno", "seat": 10}, "/seat"),
        ({"move": "catch-uno", "seat": -1}, "/seat"),
        ({"move": "catch-uno", "seat": 1.5}, "/seat"),
        ({"move": "draw", "card": "red-5"}, "/card"),
        ([], ""),
        (5, ""),
    ],
)
def test_a_malformed_move_is_pointed_at_and_nothing_is_stored(
    alice: Caller, game: str, body: object, pointer: str
) -> None:
    before = stored(game)
    reply = alice.post(f"games/{game}/moves/", body)
    assert (reply.status, reply.code) == (400, "malformed")
    assert reply.json["errors"][0]["pointer"] == pointer
    assert stored(game) == before
    assert not Refusal.objects.exists()
