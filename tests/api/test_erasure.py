"""Erasure: the name of a person is in no page, log, export, reply or table."""

from uuid import uuid4

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.test import Client

from games.ledger import signing
from games.models import Game, MoveReceipt, Seat
from games.officials.grants import grant
from games.play.erasure import erase_player
from games.players.access import digest_of, find_stored
from games.players.models import Player, Token
from games.players.scopes import DIRECT
from games.proofs import runs as auditing
from games.proofs.services import make_checkpoint
from tests.api.client import Caller, asked_of, create_game, guest, key, start_game
from tests.api.stored_texts import places_of
from tests.api.test_acts import player_of, with_scopes
from tests.games.tables import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


NAME = "Zéphyrine Quill"
LOGIN = "zquill"
ADDRESS = "zquill@example.org"
HIDDEN = ("Zéphyrine", "Z\\u00e9phyrine", "Quill", "zquill")


@pytest.fixture
def zed(editions: None) -> Caller:
    """A player with a name, a login that is a name too, an address, and staff rights."""
    caller = guest(NAME)
    user = player_of(caller).user
    user.username, user.email, user.is_staff = LOGIN, ADDRESS, True
    user.first_name, user.last_name = NAME.split()
    user.save()
    user.user_permissions.set(Permission.objects.filter(codename="view_game"))
    return caller


@pytest.fixture
def played(zed: Caller, bob: Caller) -> str:
    """A finished game of Zed and Bob, with stored replies of both."""
    path = start_game(zed, bob)
    for _ in range(4):
        player, prompt, _seq = asked_of(path, zed, bob)
        body = prompt["options"][-1]["body"]
        assert player.post(f"games/{path}/moves/", body, Idempotency_Key=key()).status == 201
    assert bob.post(f"games/{path}/moves/", {"move": "resign"}).status == 201
    table = create_game(zed)
    bob.post(f"games/{table}/seats/", {}, Idempotency_Key=key())
    make_checkpoint()
    return path


def test_the_name_is_nowhere_any_more_and_every_proof_passes(
    zed: Caller, bob: Caller, played: str
) -> None:
    player = player_of(zed)
    browser = Client()
    browser.force_login(player.user)
    Client().post("/admin/login/", {"username": LOGIN, "password": "wrong"})
    LogEntry.objects.create(
        user=player.user,
        content_type=ContentType.objects.get_for_model(Player),
        object_id="1",
        object_repr="x",
        action_flag=CHANGE,
    )
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    root.post(
        "/admin/players/player/",
        {"action": "link", "_selected_action": [player.pk, player_of(bob).pk]},
    )
    other = start_game(bob, guest("Carol"))
    organiser = with_scopes(zed, DIRECT)
    Player.objects.update(person=None)
    grant(player=player, scope=Game.objects.get(pk=other))
    act = {"act": "void", "reason": "Lights out."}
    assert organiser.post(f"games/{other}/acts/", act, Idempotency_Key=key()).status == 201
    assert len(places_of(*HIDDEN)) >= 10
    shown = Caller().get(f"games/{played}/").json["seats"][0]["player"]["name"]
    assert shown == NAME

    call_command("erase_player", str(player.pk))

    assert places_of(*HIDDEN) == set()
    erased = f"erased player #{player.tag}"
    public, french = Caller(), Caller(language="fr-CA")
    seats = public.get(f"games/{played}/").json["seats"]
    assert seats[0]["player"]["name"] == erased
    assert french.get(f"games/{played}/").json["seats"][0]["player"]["name"] == (
        f"joueur effacé #{player.tag}"
    )
    entries = public.get(f"games/{played}/log/?limit=200").json["results"]
    assert any(entry["who"].startswith(erased) for entry in entries)
    act_entry = public.get(f"games/{other}/log/").json["results"][-1]
    assert act_entry["who"] == f"the organiser {erased}"
    for path, word in ((played, "pass"), (other, "result_changed")):
        assert auditing.verdict_on(fresh(Game.objects.get(pk=path))).word == word


def check_absent(text: str) -> None:
    assert not [part for part in HIDDEN if part in text]


def test_nobody_acts_or_logs_in_as_an_erased_player(zed: Caller, bob: Caller, played: str) -> None:
    player = player_of(zed)
    browser = Client()
    browser.force_login(player.user)
    assert browser.get("/admin/").status_code == 200
    assert find_stored(digest_of(zed.secret)) is not None
    erase_player(player)
    assert zed.get("me/").status == 401
    assert not Token.objects.filter(user=player.user_id).exists()
    assert browser.get("/admin/").status_code == 302
    user = User.objects.get(pk=player.user_id)
    assert not user.is_active and not user.has_usable_password() and not user.is_staff


def test_open_games_lose_the_player_and_running_ones_are_listed(
    zed: Caller, bob: Caller, capsys: pytest.CaptureFixture[str]
) -> None:
    running, table, own = start_game(zed, bob), create_game(bob), create_game(zed)
    mine = {"key": signing.public_key().public}
    assert zed.post(f"games/{table}/seats/", mine).status == 201
    player = player_of(zed)
    call_command("erase_player", str(player.pk))
    assert f"no one plays: {running}" in capsys.readouterr().out
    kinds = Seat.objects.filter(game=table).order_by("number").values_list("kind", "player")
    assert list(kinds) == [("player", player_of(bob).pk), ("open", None)]
    left = Seat.objects.get(game=table, number=1)
    assert (left.key, left.name) == ("", "")
    assert Game.objects.get(pk=own).why == "cancelled"
    assert bob.post(f"games/{running}/moves/", {"move": "resign"}).status == 201


def test_erasing_again_changes_nothing(zed: Caller, played: str) -> None:
    player = player_of(zed)
    erase_player(player)
    at = Player.objects.get(pk=player.pk).erased_at
    erase_player(player)
    assert Player.objects.get(pk=player.pk).erased_at == at
    with pytest.raises(CommandError, match="no player"):
        call_command("erase_player", str(uuid4()))


def test_a_token_that_is_still_in_a_cache_gives_no_new_name(
    zed: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = player_of(zed)
    monkeypatch.setattr("games.players.access.forbid", lambda _digests: None)
    erase_player(player)
    assert zed.ask("PATCH", "me/", {"name": "Zed again"}).status == 200
    assert Player.objects.get(pk=player.pk).name == ""


def test_a_reply_to_somebody_else_that_names_the_player_is_not_sent_again(
    zed: Caller, bob: Caller
) -> None:
    player = player_of(zed)
    seats = [{"kind": "me"}, {"kind": "invited", "player": str(player.pk)}]
    body, once = {"variant": "avengers", "seats": seats}, key()
    first = bob.post("games/", body, Idempotency_Key=once)
    assert (first.status, NAME in first.raw.decode()) == (201, True)
    again = bob.post("games/", body, Idempotency_Key=once)
    assert again.json == first.json
    erase_player(player)
    again = bob.post("games/", body, Idempotency_Key=once)
    assert "Idempotent-Replayed" not in again.headers
    check_absent(again.raw.decode())


def test_replies_of_others_are_kept(zed: Caller, bob: Caller, played: str) -> None:
    carol, dan = guest("Carol"), guest("Dan")
    other = start_game(carol, dan)
    carol.post(f"games/{other}/moves/", {"move": "resign"}, Idempotency_Key="mine")
    erase_player(player_of(zed))
    assert MoveReceipt.objects.filter(game=other).exists()


def test_staff_erase_a_player_in_the_admin_after_a_warning(zed: Caller) -> None:
    player = player_of(zed)
    chosen = {"action": "erase", "_selected_action": [str(player.pk)]}
    vera = Client()
    user = User.objects.create_user("vera", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_player"))
    vera.force_login(user)
    vera.post("/admin/players/player/", chosen | {"confirmed": "yes"})
    assert Player.objects.get(pk=player.pk).name == NAME
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    page = root.post("/admin/players/player/", chosen).content.decode()
    assert "cannot be undone" in page and player.tagged_name in page
    assert Player.objects.get(pk=player.pk).name == NAME
    root.post("/admin/players/player/", chosen | {"confirmed": "yes"})
    assert Player.objects.get(pk=player.pk).name == ""
    assert places_of(*HIDDEN) == set()
