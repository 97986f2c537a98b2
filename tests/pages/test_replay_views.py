"""As whom the replay shows a game: what its page says, and what the API gives to its browser."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.ledger import store
from games.models import Game
from games.officials.grants import grant
from games.officials.models import Look, RefusedLook
from games.players.models import Player
from games.players.services import player_for
from tests.games.finished import finished
from tests.games.finished import running as begun
from tests.pages.test_game import judge, refuse

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def place_of(
    game: Game, client: Client | None = None, page: str = "play/{}/replay/"
) -> dict[str, str]:
    """What the page of the replay tells its program of a game."""
    reply = (client or Client()).get("/" + page.format(game.pk))
    assert reply.status_code == 200
    (app,) = re.findall(r'<div id="app"([^>]*)>', reply.content.decode())
    given = dict(re.findall(r'data-(\w+)="([^"]*)"', app))
    return {name: given[name] for name in ("views", "recorded", "seq") if name in given}


def signed_in(client: Client) -> Client:
    """The browser of staff, in which the page has begun a session."""
    assert client.post("/api/v1/session/", {}, content_type="application/json").status_code == 201
    return client


def hands(game: Game, client: Client, rest: str) -> list[str] | int:
    """Whose hands the API shows after an event; the status of a refusal."""
    reply = client.get(f"/api/v1/games/{game.pk}/position/?at=2{rest}")
    if reply.status_code != 200:
        return reply.status_code
    return sorted(zone for zone in reply.json()["cards"] if zone.startswith("hand"))


def test_a_finished_game_is_open_in_all_views(over: Game) -> None:
    views = {"views": "full public seat:0 seat:1", "seq": str(over.seq)}
    assert place_of(over) == place_of(over, page="embed/{}/") == views
    assert hands(over, Client(), "") == ["hand:0", "hand:1"]
    assert hands(over, Client(), "&as=seat:1") == ["hand:1"]
    assert hands(over, Client(), "&as=public") == []


def test_a_running_game_has_the_views_of_the_public_and_of_the_own_seat(
    running: Game, alice: Player
) -> None:
    client = Client()
    assert place_of(running, client) == {"views": "public", "seq": str(running.seq)}
    for at in range(1, running.seq + 1):
        position = client.get(f"/api/v1/games/{running.pk}/position/?at={at}").json()
        assert set(position["cards"]) == {"discard"}
    for view in ("full", "seat:0", "seat:1"):
        assert hands(running, client, f"&as={view}") == 403


def test_a_finished_game_that_stays_closed_has_no_other_view(editions: None) -> None:
    game = finished("avengers", reveal="seats")
    assert place_of(game)["views"] == "public"
    assert hands(game, Client(), "") == []
    assert hands(game, Client(), "&as=full") == 403


def test_a_game_that_may_not_be_seen_is_as_one_that_is_not_there(
    alice: Player, bob: Player
) -> None:
    game = begun("avengers", alice, bob, access="invited")
    assert place_of(game) == place_of(game, page="embed/{}/") == {}
    assert place_of(Game(pk=uuid4())) == {}


def test_staff_with_a_grant_look_from_every_view_and_each_look_is_on_record(
    running: Game,
) -> None:
    client = judge()
    views = {"views": "public full seat:0 seat:1", "recorded": "full seat:0 seat:1"}
    assert place_of(running, client) == views | {"seq": str(running.seq)}
    assert "recorded" not in place_of(running, client, "embed/{}/")
    assert hands(running, client, "&as=full") == 403
    signed_in(client)
    assert hands(running, client, "") == hands(running, client, "&as=public") == []
    assert not Look.objects.exists()
    assert hands(running, client, "&as=full") == ["hand:0", "hand:1"]
    assert hands(running, client, "&as=seat:1") == ["hand:1"]
    refuse(running)
    path = f"/api/v1/games/{running.pk}"
    log = client.get(f"{path}/log/?as=full")
    assert "refused" in [one["kind"] for one in log.json()["results"]]
    assert log["Cache-Control"] == "no-store"
    client.get(f"{path}/position/diff/?from=1&to=2&as=full")
    assert list(Look.objects.order_by("id").values_list("view", "what", "at")) == [
        ("full", "position", 2),
        ("seat:1", "position", 2),
        ("full", "log", running.seq),
        ("full", "position/diff", 2),
    ]
    assert {look.player.name for look in Look.objects.all()} == {"judge"}


@pytest.mark.parametrize(("is_staff", "may"), [(True, False), (False, True)])
def test_without_the_permission_or_without_being_staff_nobody_sees_more(
    running: Game, is_staff: bool, may: bool
) -> None:
    client = signed_in(judge(is_staff=is_staff, may=may))
    assert place_of(running, client)["views"] == "public"
    assert hands(running, client, "&as=full") == 403
    assert not RefusedLook.objects.exists()


def test_staff_without_a_grant_are_refused_on_record(running: Game) -> None:
    client = signed_in(judge(granted=False))
    assert place_of(running, client)["views"] == "public"
    assert hands(running, client, "&as=full") == 403
    assert [(one.view, one.why) for one in RefusedLook.objects.all()] == [("full", "grant")]


def test_a_player_of_the_game_is_never_its_arbiter(running: Game, alice: Player) -> None:
    user = alice.user
    user.is_staff = user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    signed_in(client)
    assert place_of(running, client)["views"] == "seat:0 public"
    assert hands(running, client, "&as=seat:0") == ["hand:0"]
    assert hands(running, client, "&as=full") == 403
    assert not Look.objects.exists()


def test_the_session_of_another_player_has_no_right_of_staff(running: Game) -> None:
    client = signed_in(Client())
    guest = client.session["browser_token"]
    staff = judge()
    session = staff.session
    session["browser_token"] = guest
    session.save()
    assert hands(running, staff, "&as=full") == 403


def test_a_game_by_invitation_is_there_for_its_arbiter_with_every_look_on_record(
    alice: Player, bob: Player
) -> None:
    game = begun("avengers", alice, bob, access="invited")
    client = signed_in(judge(granted=False))
    assert place_of(game, client) == {}
    player = player_for(user=User.objects.get(username="judge"))
    grant(player=player, scope=game, may_direct=False, may_look=True)
    place = place_of(game, client)
    assert place["views"] == place["recorded"] == "public full seat:0 seat:1"
    assert hands(game, client, "&as=public") == []
    assert [look.view for look in Look.objects.all()] == ["public"]
    assert store.load(game).zones["hand:0"]
