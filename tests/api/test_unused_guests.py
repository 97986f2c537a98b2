"""Guests without a game are deleted some days after they were last seen."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import tasks
from games.models import Game
from games.officials.grants import grant
from games.players import services
from games.players.models import Player, Token
from tests.api.client import Caller, create_game, guest, start_game

pytestmark = pytest.mark.django_db


def pass_days(days: int) -> None:
    """Let all players and tokens be older."""
    for one in Player.objects.all():
        Player.objects.filter(pk=one.pk).update(created_at=one.created_at - timedelta(days=days))
    for token in Token.objects.exclude(last_used_at=None):
        seen = token.last_used_at - timedelta(days=days)
        Token.objects.filter(pk=token.pk).update(last_used_at=seen)


def names() -> set[str]:
    return set(Player.objects.values_list("name", flat=True))


def test_a_guest_without_a_game_is_deleted_with_user_and_tokens(settings: Any) -> None:
    caller = guest("Una")
    assert caller.get("me/").status == 200
    pass_days(29)
    tasks.delete_guests()
    assert names() == {"Una"}
    pass_days(2)
    tasks.delete_guests()
    tasks.delete_guests()
    assert not Player.objects.exists() and not User.objects.exists() and not Token.objects.exists()
    assert caller.get("me/").status == 401


def test_guests_with_a_game_a_right_or_a_late_request_stay(
    editions: None, alice: Caller, bob: Caller, carol: Caller
) -> None:
    create_game(alice, seats=[{"kind": "bot", "bot": "random"}, {"kind": "open"}])
    start_game(guest("Dan"), bob)
    official = guest("Olga").get("me/").json["id"]
    grant(player=Player.objects.get(pk=official), scope=Game.objects.all()[0])
    pass_days(31)
    assert carol.get("me/").status == 200
    guest("New")
    member = User.objects.create_user("vera")
    services.player_for(user=member)
    Player.objects.filter(user=member).update(created_at=timezone.now() - timedelta(days=99))
    tasks.delete_guests()
    assert names() == {"Alice", "Bob", "Carol", "Dan", "Olga", "New", "vera"}


def test_the_task_goes_on_where_it_stopped_and_begins_again_at_the_end(
    editions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "MAX_GUEST_PAGES", 1)
    monkeypatch.setattr(services, "GUESTS_AT_ONCE", 2)
    host = guest("Host")
    create_game(host)
    for name in ("Ann", "Ben", "Cid"):
        guest(name)
    pass_days(31)
    left = []
    for _ in range(4):
        tasks.delete_guests()
        left.append(len(names()))
    assert left == [3, 1, 1, 1]
    guest("Dee")
    pass_days(31)
    tasks.delete_guests()
    assert names() == {"Host"}


def test_with_0_days_all_guests_stay(settings: Any) -> None:
    settings.GUEST_DAYS = 0
    guest("Una")
    pass_days(999)
    tasks.delete_guests()
    assert names() == {"Una"}
