"""Games: create, read, list."""

import pytest

from cards.language import edition_hash, encode_edition
from cards.models import Edition
from games.models import Game
from tests.api.client import TWO, Caller, create_game, fits
from tests.cards.makers import card
from tests.cards.makers import edition as made

pytestmark = pytest.mark.django_db


def test_a_table_reports_who_sits_where_and_its_options(alice: Caller) -> None:
    reply = alice.post("games/", {"variant": "avengers", "seats": TWO, "options": {"rounds": 2}})
    assert reply.status == 201
    told = reply.json
    fits("NewGame", told)
    assert reply.headers["Location"] == f"/api/v1/games/{told['id']}/"
    assert reply.headers["ETag"] == '"0"'
    assert (told["status"], told["you"], told["seq"]) == ("open", 0, 0)
    assert [seat["kind"] for seat in told["seats"]] == ["player", "open"]
    assert told["options"]["rounds"] == 2
    assert (told["seed"], told["position"], told["events"]) == (None, None, [])
    assert len(told["commitment"]) == 64


def test_a_table_with_bots_begins_at_once_and_reports_what_that_caused(alice: Caller) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    told = alice.post("games/", {"variant": "xmen", "seats": seats, "start": True}).json
    fits("NewGame", told)
    assert (told["status"], told["seq"]) == ("running", 1)
    assert [event["seq"] for event in told["events"]] == [1]
    assert told["commitment"] and told["seed"] is None
    bot = told["seats"][1]
    assert (bot["kind"], bot["bot"], bot["player"]) == ("bot", "greedy", None)
    assert bot["bot_version"]


def test_a_table_that_cannot_begin_at_once_is_not_created(alice: Caller) -> None:
    reply = alice.post("games/", {"variant": "xmen", "seats": TWO, "start": True})
    assert (reply.status, reply.code) == (409, "seats_empty")
    assert not Game.objects.exists()


def test_a_key_creates_one_game(alice: Caller) -> None:
    asked = {"variant": "xmen", "seats": TWO}
    first = alice.post("games/", asked, Idempotency_Key="once")
    again = alice.post("games/", asked, Idempotency_Key="once")
    assert first.json == again.json
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["Location"] == first.headers["Location"]
    assert Game.objects.count() == 1


def test_a_request_that_failed_does_not_use_up_its_key(alice: Caller) -> None:
    assert alice.post("games/", {"variant": "no", "seats": TWO}, Idempotency_Key="k").status == 400
    asked = {"variant": "xmen", "seats": TWO}
    assert alice.post("games/", asked, Idempotency_Key="k").status == 201


def test_an_edition_that_cannot_be_dealt_is_a_problem_in_both_languages(alice: Caller) -> None:
    single = made(card())
    text = encode_edition(single).decode()
    Edition.objects.create(hash=edition_hash(single), code="own", variant="xmen", canonical=text)
    asked = {"variant": "xmen", "edition": edition_hash(single), "seats": TWO, "start": True}
    reply = alice.post("games/", asked)
    assert (reply.status, reply.code) == (400, "edition_not_playable")
    assert reply.json["params"] == {"seats": 2, "variant": "xmen"}
    assert reply.json["detail"].startswith("The cards of this edition cannot be dealt to 2 seats")
    french = alice.post("games/", asked, Accept_Language="fr-CA").json["detail"]
    assert french.startswith("Les cartes de cette édition ne peuvent pas être distribuées à 2")
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("asked", "status", "code", "pointer"),
    [
        ({"variant": "uno"}, 400, "unknown_variant", "/variant"),
        ({"edition": "0" * 64}, 400, "unknown_edition", "/edition"),
        ({"options": {"cheat": 1}}, 400, "unknown_option", "/options/cheat"),
        ({"options": {"rounds": "two"}}, 400, "option_type", "/options/rounds"),
        ({"options": {"rounds": 0}}, 400, "option_range", "/options/rounds"),
        ({"options": {"draw_four": "no"}}, 400, "option_choice", "/options/draw_four"),
        ({"options": {"target_score": None}}, 400, "endless_game", "/options/target_score"),
        ({"seats": [{"kind": "me"}]}, 422, "seats_out_of_range", "/seats"),
        ({"seats": [{"kind": "open"}] * 11}, 422, "seats_out_of_range", "/seats"),
        ({"seats": [{"kind": "me"}] * 2}, 400, "seated_twice", "/seats/1"),
        (
            {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "x"}]},
            400,
            "unknown_bot",
            "/seats/1/bot",
        ),
        ({"seats": [{"kind": "me"}, {"kind": "robot"}]}, 400, "malformed", "/seats/1/kind"),
        ({"seats": [{"kind": "me", "x": 1}, {"kind": "me"}]}, 400, "malformed", "/seats/0/x"),
        (
            {"seats": [{"kind": "invited", "player": "0" * 8 + "-0000-0000-0000-" + "0" * 12}] * 2},
            400,
            "unknown_player",
            "/seats/0/player",
        ),
        ({"access": "secret"}, 400, "malformed", "/access"),
        ({"stakes": 5}, 400, "malformed", "/stakes"),
        ({"start": "yes"}, 400, "malformed", "/start"),
        ({"variant": 5}, 400, "malformed", "/variant"),
    ],
)
def test_a_table_that_cannot_be_created_is_pointed_at_and_nothing_is_stored(
    alice: Caller, asked: dict[str, object], status: int, code: str, pointer: str
) -> None:
    reply = alice.post("games/", {"variant": "avengers", "seats": TWO} | asked)
    assert (reply.status, reply.code) == (status, code)
    assert reply.json["errors"][0]["pointer"] == pointer
    assert not Game.objects.exists()


def test_a_game_is_seen_from_the_own_seat_or_as_the_public(
    alice: Caller, bob: Caller, carol: Caller, game: str
) -> None:
    hers, his = (one.get(f"games/{game}/").json for one in (alice, bob))
    for told in (hers, his):
        fits("Game", told)
    assert len(hers["position"]["cards"]["hand:0"]) >= 7
    assert "hand:1" not in hers["position"]["cards"]
    assert (hers["you"], his["you"]) == (0, 1)
    for other in (carol, Caller()):
        told = other.get(f"games/{game}/").json
        assert told["position"]["view"] == "public"
        assert told["you"] is None
        assert not any(zone.startswith("hand") for zone in told["position"]["cards"])
        assert told["position"]["counts"]["hand:0"] == len(hers["position"]["cards"]["hand:0"])


def test_a_game_for_invited_players_is_not_there_for_strangers(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    seats = [{"kind": "me"}, {"kind": "invited", "player": bob.get("me/").json["id"]}]
    game = create_game(alice, seats=seats, access="invited")
    assert bob.get(f"games/{game}/").status == 200
    for other in (carol, Caller()):
        for path in ("", "prompts/", "events/", "position/", "events/1/"):
            reply = other.get(f"games/{game}/{path}")
            assert (reply.status, reply.code) == (404, "game_not_found")
        assert game not in [one["id"] for one in other.get("games/").json["results"]]
    for path in ("seats/", "start/"):
        assert carol.post(f"games/{game}/{path}").status == 404
    assert carol.post(f"games/{game}/moves/", {"move": "draw"}).status == 404
    assert carol.ask("DELETE", f"games/{game}/seats/0/").status == 404
    invitation = {"player": carol.get("me/").json["id"]}
    assert carol.ask("PUT", f"games/{game}/seats/1/", invitation).status == 404


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "limit=x", "mine=1", "status=lost", "cursor=x", "page=2"]
)
def test_a_query_that_cannot_be_read_is_refused(query: str) -> None:
    reply = Caller().get(f"games/?{query}")
    assert (reply.status, reply.code) == (400, "invalid_parameter")
    assert reply.json["errors"][0]["parameter"] == query.split("=")[0]
