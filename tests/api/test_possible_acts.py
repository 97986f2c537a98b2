"""Which acts are possible, their words before they are done, and calls that reach an organiser."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from games.ledger.store import history
from games.models import Game, MoveEvent
from games.officials.calls import open_calls_for
from games.officials.grants import grant
from games.officials.models import Look, RefusedAct
from games.players.services import player_for
from tests.api.client import Caller, create_game, fits, guest, start_game
from tests.api.test_acts import player_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WHY = "Une carte est tombée."
CALL = {"move": "call-judge", "reason": WHY}
WARN = {"act": "warn", "seat": 1, "reason": WHY}


@pytest.fixture
def olga(editions: None) -> Caller:
    """A guest, without any right but that of being named."""
    return guest("Olga")


@pytest.fixture
def game(alice: Caller, bob: Caller, olga: Caller) -> str:
    """A game whose clock a call stops, and whose organiser is Olga; only the invited see it."""
    named = [{"player": olga.get("me/").json["id"]}]
    options = {"clock": {"seconds": 600, "bank": 60, "call_stops": True}}
    guests = [{"kind": "me"}, {"kind": "invited", "player": bob.get("me/").json["id"]}]
    body = {"seats": guests, "options": options, "organisers": named, "access": "invited"}
    return start_game(alice, bob, **body)


def possible(caller: Caller, game: str) -> dict[str, Any]:
    """Return by label what a caller can do."""
    reply = caller.get(f"games/{game}/acts/possible/")
    assert reply.status == 200, reply
    fits("PossibleActs", reply.json)
    return {one["label"]: one for one in reply.json["results"]}


def test_only_what_the_rules_accept_now_is_possible(alice: Caller, olga: Caller, game: str) -> None:
    labels = ["Warn", "Cards", "Time", "Remove", "Game loss", "Pause", "Note", "Void"]
    assert list(possible(olga, game)) == labels
    alice.post(f"games/{game}/moves/", CALL)
    found = possible(olga, game)
    answers = ["Uphold", "Refuse", "Note the call"]
    assert list(found) == [*answers, *labels[:5], "Go on", *labels[6:]]
    assert found["Uphold"] == {
        "body": {"act": "answer-call", "outcome": "upheld"},
        "label": "Uphold",
        "text": "Uphold the call of a seat for a judge",
        "seats": [0],
        "amount": None,
        "withdrawable": None,
        "final": False,
    }
    assert found["Cards"]["amount"] == {"name": "count", "least": 1, "most": 10}
    assert [name for name, one in found.items() if one["final"]] == ["Remove", "Game loss", "Void"]
    (call,) = olga.get(f"games/{game}/acts/possible/").json["calls"]
    assert (call["seat"], call["reason"]) == (0, WHY)
    warned = olga.post(f"games/{game}/acts/", WARN).json["seq"]
    own = possible(olga, game)["Withdraw"]["withdrawable"]
    assert own == [{"seq": warned, "reason": WHY}]
    olga.post(f"games/{game}/acts/", {"act": "void", "reason": WHY})
    assert list(possible(olga, game)) == ["Correct the result"]


ACTS: tuple[dict[str, Any], ...] = (
    {"act": "answer-call", "seat": 0, "outcome": "upheld"},
    {"act": "warn", "seat": 1},
    {"act": "penalize", "seat": 1, "count": 2},
    {"act": "adjust-clock", "seat": 0, "seconds": -30},
    {"act": "pause"},
    {"act": "resume"},
    {"act": "note", "reference": "A-7"},
    {"act": "game-loss", "seat": 0},
    {"act": "void"},
    {"act": "correct", "winner": 0},
)


def test_the_words_of_an_act_are_those_of_the_log(alice: Caller, olga: Caller, game: str) -> None:
    alice.post(f"games/{game}/moves/", CALL)
    for act in ACTS:
        before = MoveEvent.objects.filter(game=game).count()
        reply = olga.post(f"games/{game}/acts/check/", act | {"reason": WHY})
        assert reply.status == 200, (act, reply)
        fits("ForeseenAct", reply.json)
        assert MoveEvent.objects.filter(game=game).count() == before
        assert olga.post(f"games/{game}/acts/", act | {"reason": WHY}).status == 201
        *_, entry = olga.get(f"games/{game}/log/").json["results"]
        said, foreseen = [one["text"] for one in entry["sentences"]], reply.json["sentences"]
        depends = act["act"] == "game-loss"  # Which cards go under the draw pile is hidden.
        assert (reply.json["whole"], reply.json["second"]) == (not depends, False), act
        assert foreseen == (said[:1] if depends else said), act


def test_an_act_that_is_refused_is_refused_before_and_not_on_record(
    olga: Caller, game: str
) -> None:
    check = f"games/{game}/acts/check/"
    reply = olga.post(check, {"act": "resume", "reason": WHY})
    assert (reply.status, reply.code) == (409, "not_paused")
    assert olga.post(check, WARN | {"seat": 7}).code == "no_such_seat"
    assert olga.post(check, {"act": "withdraw", "seq": 1, "reason": WHY}).status == 409
    assert RefusedAct.objects.count() == 0


def test_no_one_else_learns_what_is_possible(alice: Caller, olga: Caller, game: str) -> None:
    for caller in (alice, guest("Sam")):
        assert caller.get(f"games/{game}/acts/possible/").code == "missing_scope"
        assert caller.post(f"games/{game}/acts/check/", WARN).code == "missing_scope"
        assert caller.get("games/?directed=true").json["results"] == []
    assert Caller().get("games/?directed=true").status == 401
    (mine,) = olga.get("games/?directed=true").json["results"]
    assert mine["id"] == game


def test_calls_are_open_for_those_who_may_answer_them(
    alice: Caller, bob: Caller, olga: Caller, game: str
) -> None:
    stranger = guest("Sam")
    grant(player=player_of(stranger), scope=Game.objects.get(pk=game))
    people = {"olga": olga, "alice": alice, "sam": stranger}
    ids = {name: player_of(one).pk for name, one in people.items()}
    assert open_calls_for(ids.values()) == {}
    seq = alice.post(f"games/{game}/moves/", CALL).json["seq"]
    found = open_calls_for(ids.values())
    assert [(one.seq, one.seat) for one in found[ids["olga"]]] == [(seq, 0)]
    assert not found.get(ids["alice"]) and not found.get(ids["sam"])
    alice.post(f"games/{game}/moves/", {"move": "cancel-call"})
    assert open_calls_for(ids.values()) == {}


# ---- staff at a browser


def staff(game: str, name: str = "sam") -> tuple[Client, User]:
    """A browser in which staff with a grant is logged in and plays."""
    user = User.objects.create_user(name, f"{name}@example.org", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="direct_game"))
    grant(player=player_for(user=user), scope=Game.objects.get(pk=game))
    client = Client()
    client.force_login(user)
    assert client.post("/api/v1/session/", "{}", content_type="application/json").status_code == 201
    return client, user


def test_staff_direct_from_the_pages_by_a_number(alice: Caller, bob: Caller) -> None:
    game = start_game(alice, bob)
    client, user = staff(game)
    path = f"/api/v1/games/{game}/acts/"
    assert client.get(f"{path}possible/").json()["results"][0]["label"] == "Warn"
    made = client.post(path, WARN, content_type="application/json")
    assert made.status_code == 201, made.content
    *_, row = history(Game.objects.get(pk=game))
    assert (row.actor.kind, row.actor.player) == ("organiser", f"staff-{user.pk}")
    assert "sam" not in MoveEvent.objects.get(game=game, seq=row.seq).actor
    alice.post(f"games/{game}/moves/", CALL)
    assert len(client.get("/api/v1/acts/?open=true").json()["results"]) == 1
    user.user_permissions.clear()
    refused = client.post(path, WARN, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "missing_scope")


def test_a_token_of_staff_directs_nothing_without_its_scope(alice: Caller, bob: Caller) -> None:
    game = start_game(alice, bob)
    client, _ = staff(game)
    body = {"scopes": ["game:play"], "label": "bot"}
    made = client.post("/api/v1/me/tokens/", body, content_type="application/json").json()
    assert Caller(made["secret"]).post(f"games/{game}/acts/", WARN).code == "missing_scope"


def shown(client: Client, game: str) -> str:
    return client.get(f"/play/{game}/").content.decode()


def test_the_table_of_staff_has_the_strip_and_the_admin_leads_there(
    alice: Caller, bob: Caller
) -> None:
    game = start_game(alice, bob)
    client, user = staff(game)
    user.user_permissions.add(Permission.objects.get(codename="view_game"))
    assert "<fd-judge " in shown(client, game)
    page = client.get(f"/admin/games/game/{game}/change/").content.decode()
    assert f'href="/play/{game}/"' in page
    user.user_permissions.remove(Permission.objects.get(codename="direct_game"))
    page = client.get(f"/admin/games/game/{game}/change/").content.decode()
    assert "<fd-judge " not in shown(client, game) and f'href="/play/{game}/"' not in page
    assert "<fd-judge" not in shown(Client(), game)
    assert client.get(f"/admin/games/game/{game}/direct/").status_code != 200


def test_staff_who_play_in_a_game_do_not_direct_it(alice: Caller, bob: Caller) -> None:
    game = start_game(alice, bob)
    player = player_of(alice)
    player.user.is_staff = True
    player.user.save()
    player.user.user_permissions.set(Permission.objects.filter(codename="direct_game"))
    grant(player=player, scope=Game.objects.get(pk=game))
    client = Client()
    client.force_login(player.user)
    client.post("/api/v1/session/", "{}", content_type="application/json")
    assert "<fd-judge " not in shown(client, game)
    path = f"/api/v1/games/{game}/acts/"
    refused = client.post(path, WARN, content_type="application/json").json()
    assert (refused["code"], refused["params"]) == ("not_allowed", {"reason": "player"})
    assert client.get(f"{path}possible/").status_code == 403


def test_a_note_before_the_start_has_its_reason_for_words(alice: Caller, olga: Caller) -> None:
    table = create_game(alice, organisers=[{"player": olga.get("me/").json["id"]}])
    assert list(possible(olga, table)) == ["Note"]
    note = {"act": "note", "reason": "Bob did not come."}
    assert olga.post(f"games/{table}/acts/check/", note).json["sentences"] == [note["reason"]]
    assert alice.post(f"games/{table}/acts/check/", note).code == "missing_scope"
    assert olga.post(f"games/{table}/acts/", note).status == 200


def test_only_staff_who_are_arbiters_may_see_the_hands_on_record(
    alice: Caller, bob: Caller
) -> None:
    game = start_game(alice, bob)
    client, user = staff(game)
    path = f"/api/v1/games/{game}/acts/possible/"
    assert client.get(path).json()["hands"] is False
    user.user_permissions.add(Permission.objects.get(codename="audit_live"))
    assert client.get(path).json()["hands"] is False
    grant(player=player_for(user=user), scope=Game.objects.get(pk=game), may_look=True)
    assert client.get(path).json()["hands"] is True
    assert Look.objects.count() == 0
    assert client.get(f"/api/v1/games/{game}/position/?as=full").status_code == 200
    assert Look.objects.get().view == "full"
