"""Refused moves: the first of a seat at a seq are stored, the others are counted."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ledger import store
from games.models import Game, Refusal, RefusalCount
from games.play.refusals import MAX_REFUSALS
from games.players.models import Player
from tests.games.tables import begun, play_on, refuse

pytestmark = pytest.mark.slow


def stored(game: Game) -> int:
    return Refusal.objects.filter(game=game).count()


def counted(game: Game) -> dict[tuple[int, int], int]:
    counts = RefusalCount.objects.filter(game=game)
    return {(one.seq, one.seat): one.count for one in counts}


def page_of(game: Game, at: int) -> str:
    return Client().get(f"/audit/games/{game.pk}/sheet/?at={at}").content.decode()


@pytest.mark.django_db
def test_twenty_refused_moves_of_each_seat_and_seq_are_stored(running: Game) -> None:
    refuse(running, 0, 25)
    refuse(running, 1, 3)
    assert stored(running) == MAX_REFUSALS + 3
    game = play_on(running, seed=1, moves=1)
    refuse(game, 0)
    assert stored(game) == MAX_REFUSALS + 4
    assert counted(game) == {(1, 0): 25, (1, 1): 3, (2, 0): 1}


@pytest.mark.django_db
def test_a_refused_move_that_is_only_counted_costs_two_writes(
    running: Game,
) -> None:
    refuse(running, 0, MAX_REFUSALS)
    with CaptureQueriesContext(connection) as queries:
        refuse(running, 0)
    ignored = ("SELECT", "SAVEPOINT", "RELEASE")
    writes = [one["sql"] for one in queries if not one["sql"].startswith(ignored)]
    assert [sql.split(" ")[:3] for sql in writes] == [
        ["INSERT", "INTO", "games_refusalcount"],
        ["UPDATE", '"games_game"', "SET"],
    ]


@pytest.mark.django_db(transaction=True)
def test_refusals_at_once_are_all_counted_and_no_more_are_stored(running: Game) -> None:
    start = Barrier(6)

    def run(_number: int) -> None:
        try:
            start.wait(10)
            refuse(running, 0, 5)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(run, range(6)))
    assert counted(running) == {(1, 0): 30}
    assert stored(running) == MAX_REFUSALS


@pytest.mark.django_db
def test_the_sheet_shows_the_first_refused_moves_and_how_many_there_were(
    alice: Player, bob: Player
) -> None:
    game = begun(alice, bob)
    refuse(game, 1 - store.load(game).prompts[-1].seat, 30)
    over = play_on(game, seed=2)
    here, beside = page_of(over, 1), page_of(over, 2)
    assert here.count("no-such-card") == MAX_REFUSALS
    assert "Further refused moves, of which only the number is stored: 10." in here
    assert beside.count("no-such-card") == 0


@pytest.mark.django_db
def test_refused_moves_of_others_are_not_even_counted_for_the_public(running: Game) -> None:
    refuse(running, 0, 30)
    assert "refused" not in page_of(running, 1)
