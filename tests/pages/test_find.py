"""The list of games: what it finds, and for whom."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.audits.runs import audit_game
from games.models import Game
from games.players.models import Player
from tests.games.finished import running as begun
from tests.games.tables import guest, laid

pytestmark = pytest.mark.django_db
HERE = "/audit/"


def found(address: str = HERE, client: Client | None = None) -> list[str]:
    """The ids of the games on a page of the list."""
    page = (client or Client()).get(address).content.decode()
    return re.findall(r'href="/audit/games/([0-9a-f-]{36})/"', page)


def test_the_list_has_every_open_game_newest_first(running: Game, over: Game) -> None:
    assert found() == [str(over.pk), str(running.pk)]


@pytest.mark.parametrize(
    ("query", "is_there"),
    [
        ("variant=avengers", True),
        ("variant=xmen", False),
        ("status=running", True),
        ("status=over", False),
        ("player=ALI", True),
        ("player=Carol", False),
        ("since=2000-01-01", True),
        ("since=2999-01-01", False),
        ("until=2000-01-01", False),
        ("verdict=none", True),
        ("verdict=passed", False),
        ("finding=altered", False),
    ],
)
def test_a_game_is_found_by_what_fits_it(running: Game, query: str, is_there: bool) -> None:
    assert found(f"{HERE}?{query}") == ([str(running.pk)] if is_there else [])


def test_a_game_is_found_by_the_id_of_a_player(running: Game, alice: Player) -> None:
    assert found(f"{HERE}?player={alice.pk}") == [str(running.pk)]
    assert found(f"{HERE}?player={uuid4()}") == []


def test_a_game_is_found_by_the_last_verdict_on_record(over: Game) -> None:
    audit_game(game_id=over.pk, batch=uuid4())
    assert found(f"{HERE}?verdict=passed") == [str(over.pk)]
    assert found(f"{HERE}?verdict=failed") == found(f"{HERE}?verdict=none") == []
    Game.objects.filter(pk=over.pk).update(commitment="0" * 64)
    audit_game(game_id=over.pk, batch=uuid4())
    assert found(f"{HERE}?verdict=passed") == []
    assert found(f"{HERE}?verdict=sealed") == found(f"{HERE}?verdict=failed") == [str(over.pk)]
    assert found(f"{HERE}?finding=setup") == [str(over.pk)]


def test_what_cannot_be_read_is_told_and_not_looked_for(running: Game) -> None:
    reply = Client().get(f"{HERE}?since=yesterday&variant=chess")
    assert reply.status_code == 200
    assert reply.content.decode().count("This cannot be read.") == 2
    assert found(f"{HERE}?since=yesterday&variant=chess") == [str(running.pk)]


def test_the_list_comes_in_pages(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.pages.views.PAGE", 2)
    made = [str(laid(alice).pk) for _ in range(3)]
    for second, one in enumerate(made):
        # Games of the same millisecond come in no order that a test could know.
        Game.objects.filter(pk=one).update(created_at=datetime(2026, 11, 21, 9, 0, second, 0, UTC))
    assert found(HERE) + found(f"{HERE}?page=2") == made[::-1]
    older = re.search(
        r'rel="next" href="([^"]+)"', Client().get(f"{HERE}?status=open").content.decode()
    )
    assert older is not None
    assert older[1].replace("&amp;", "&") == "?status=open&page=2"


def test_the_last_page_has_no_older_one_and_a_page_behind_it_is_empty(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.pages.views.PAGE", 1)
    for _ in range(2):
        laid(alice)
    last = Client().get(f"{HERE}?page=2").content.decode()
    assert 'rel="prev"' in last
    assert 'rel="next"' not in last
    assert found(f"{HERE}?page=3") == []
    assert len(found(f"{HERE}?page=0")) == len(found(f"{HERE}?page=x")) == 1


def test_the_list_counts_no_games_and_reads_the_seats_once(running: Game, over: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        found()
    assert not [one["sql"] for one in queries if "COUNT(" in one["sql"]]
    assert len(queries) == 3


def test_the_page_of_a_game_reads_its_seats_once(running: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        Client().get(f"{HERE}games/{running.pk}/")
    assert len([one for one in queries if 'FROM "games_seat"' in one["sql"]]) == 1


def test_a_game_by_invitation_is_in_nobody_elses_list(alice: Player, bob: Player) -> None:
    begun("avengers", alice, bob, access="invited")
    assert found() == []


def test_staff_who_may_look_live_find_games_by_invitation_too(alice: Player, bob: Player) -> None:
    game = begun("avengers", alice, bob, access="invited")
    User.objects.create_superuser("judge", password="secret")
    client = Client()
    client.force_login(User.objects.get(username="judge"))
    assert found(client=client) == [str(game.pk)]


def test_a_name_with_markup_is_text(editions: None) -> None:
    laid(guest('<script>alert("x")</script>'))
    page = Client().get(HERE).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;" in page
