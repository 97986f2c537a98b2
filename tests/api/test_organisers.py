"""Organisers whom the creator of a game names, and who all may direct a game."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from games.models import Game
from games.officials.grants import grant, revoke
from games.officials.models import Grant, RefusedAct
from games.players.scopes import CREATE, PLAY
from games.players.services import player_for
from tests.api.client import Caller, Reply, create_game, fits, guest
from tests.api.test_acts import player_of, with_scopes

pytestmark = pytest.mark.django_db

VOID = {"act": "void", "reason": "The lights went out."}


@pytest.fixture
def olga(editions: None) -> Caller:
    """A guest, whose token has no scope but those of all guests."""
    return guest("Olga")


def id_of(caller: Caller) -> str:
    return str(caller.get("me/").json["id"])


def named(*organisers: Caller) -> list[dict[str, str]]:
    """Organisers without keys, as a request names them."""
    return [{"player": id_of(one)} for one in organisers]


def begun(alice: Caller, bob: Caller, *organisers: Caller, **more: Any) -> str:
    """A running game of Alice and Bob with some organisers."""
    game = create_game(alice, **({"organisers": named(*organisers)} | more))
    assert bob.post(f"games/{game}/seats/", {}).status == 201
    assert alice.post(f"games/{game}/start/").status == 201
    return game


def act(caller: Caller, game: str, **more: Any) -> Reply:
    return caller.post(f"games/{game}/acts/", VOID | more)


def test_who_is_named_directs_this_game_with_a_guests_token(
    alice: Caller, bob: Caller, olga: Caller
) -> None:
    game, other = begun(alice, bob, olga), begun(alice, bob)
    reply = act(olga, game, act="remove", seat=1)
    assert reply.status == 201
    actor = reply.json["events"][0]["actor"]
    assert (actor["kind"], actor["player"]) == ("organiser", id_of(olga))
    refused = act(olga, other)
    assert (refused.status, refused.code) == (403, "missing_scope")
    assert act(with_scopes(olga, CREATE), game).code == "missing_scope"


def test_a_player_or_a_stranger_does_not_direct(alice: Caller, bob: Caller, olga: Caller) -> None:
    game = begun(alice, bob, olga)
    for caller in (alice, bob, guest("Zed")):
        assert act(caller, game).code == "missing_scope"


def test_all_who_see_the_game_see_who_may_direct_it(
    alice: Caller, bob: Caller, olga: Caller
) -> None:
    game = begun(alice, bob, olga, guest("Pat"), directors=2)
    staff = User.objects.create_user("head.judge", is_staff=True)
    grant(player=player_for(user=staff), scope=Game.objects.get(pk=game), may_look=True)
    for caller in (alice, Caller()):
        listed = caller.get(f"games/{game}/organisers/").json
        fits("Organisers", listed)
        assert listed["directors"] == 2
        first, _, second = listed["results"]
        assert (first["id"], first["player"]["name"], first["by"]) == (
            id_of(olga), "Olga", "creator",
        )  # fmt: skip
        assert (first["direct"], first["look"]) == (True, False)
        assert (second["id"], second["player"], second["by"]) == (
            f"staff-{staff.pk}", None, "staff",
        )  # fmt: skip
        assert (second["direct"], second["look"]) == (True, True)
    revoke(Grant.objects.all(), by=None)
    assert alice.get(f"games/{game}/organisers/").json["results"] == []
    assert act(olga, game).code == "missing_scope"


def test_an_organiser_sees_a_private_game_as_the_public(
    alice: Caller, bob: Caller, olga: Caller
) -> None:
    body = {
        "variant": "avengers",
        "access": "invited",
        "seats": [{"kind": "me"}, {"kind": "invited", "player": id_of(bob)}],
        "organisers": named(olga),
    }
    game = alice.post("games/", body).json["id"]
    assert bob.post(f"games/{game}/seats/", {}).status == 201
    assert alice.post(f"games/{game}/start/").status == 201
    seen = olga.get(f"games/{game}/").json
    assert (seen["you"], seen["position"]["view"]) == (None, "public")
    assert [one["id"] for one in olga.get("games/?mine=true").json["results"]] == [game]
    assert guest("Zed").get(f"games/{game}/organisers/").status == 404
    assert olga.get(f"games/{game}/position/?as=full").status == 403


def test_an_organiser_who_sits_down_directs_no_more(alice: Caller, olga: Caller) -> None:
    game = create_game(alice, organisers=named(olga))
    assert olga.post(f"games/{game}/seats/", {}).status == 201
    assert alice.post(f"games/{game}/start/").status == 201
    refused = act(olga, game)
    assert (refused.status, refused.code) == (403, "not_allowed")
    assert alice.get(f"games/{game}/organisers/").json["results"] == []
    assert RefusedAct.objects.get().detail == "player"


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("alice",), "organiser_seated"),
        (("bob",), "organiser_seated"),
        (("olga", "olga"), "organiser_twice"),
        (("nobody",), "unknown_player"),
        (("olga",) * 6, "malformed"),
    ],
)
def test_organisers_who_cannot_be_named(
    names: tuple[str, ...], code: str, alice: Caller, bob: Caller, olga: Caller
) -> None:
    ids = {"alice": id_of(alice), "bob": id_of(bob), "olga": id_of(olga), "nobody": str(uuid4())}
    body = {
        "variant": "avengers",
        "seats": [{"kind": "me"}, {"kind": "invited", "player": ids["bob"]}],
        "organisers": [{"player": ids[name]} for name in names],
    }
    assert alice.post("games/", body).code == code
    assert not Game.objects.exists()
    assert not Grant.objects.exists()


def test_an_organiser_puts_a_note_on_record_before_the_start(
    alice: Caller, bob: Caller, olga: Caller
) -> None:
    game = create_game(alice, organisers=named(olga))
    body = {"act": "note", "reason": "Bob did not come.", "reference": "7"}
    for caller in (alice, bob):
        assert caller.post(f"games/{game}/acts/", body).status == 403
    noted = olga.post(f"games/{game}/acts/", body, Idempotency_Key="note")
    assert (noted.status, noted.json["status"]) == (200, "open")
    assert olga.post(f"games/{game}/acts/", body, Idempotency_Key="note").raw == noted.raw
    (note,) = bob.get(f"games/{game}/").json["notes"]
    assert note == {
        "by": id_of(olga),
        "reason": "Bob did not come.",
        "reference": "7",
        "at": note["at"],
    }
    assert olga.post(f"games/{game}/acts/", {"act": "pause", "reason": "Wait."}).status == 409
    bob.post(f"games/{game}/seats/")
    assert alice.post(f"games/{game}/start/").status == 201
    assert act(olga, game, act="note", reason="He came.").status == 201
    assert alice.get(f"games/{game}/").json["notes"] == [note]


def test_the_creator_may_direct_a_game_without_an_own_seat(olga: Caller) -> None:
    seats = [{"kind": "bot", "bot": "random"}] * 2
    body = {"variant": "xmen", "seats": seats, "start": True, "organisers": named(olga)}
    game = olga.post("games/", body).json["id"]
    assert act(with_scopes(olga, PLAY), game).status == 201
    assert str(player_of(olga).pk) == id_of(olga)
