"""Each statement of a request to a game names it, so that one shard answers.

The client of these tests checks it in all that it sends.
"""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import UniqueConstraint
from django.utils import timezone

from bots.services import play_on
from games.models import Game, Seat
from games.tasks import run_clocks
from tests.api.client import Caller, create_game, start_game
from tests.api.named_games import keys, unnamed, unnamed_in

pytestmark = pytest.mark.django_db

JOINED = 'INNER JOIN "games_game" ON ("games_seat"."game_id" = "games_game"."id")'


@pytest.mark.parametrize(
    "sql",
    [
        'UPDATE "games_seat" SET "hero" = %s WHERE "games_seat"."id" = %s',
        f'SELECT "games_seat"."id" FROM "games_seat" {JOINED} WHERE "games_game"."status" = %s',
        'SELECT T3."why" FROM "games_rematch" INNER JOIN "games_game" T3'
        ' ON ("games_rematch"."table_id" = T3."id") WHERE "games_rematch"."game_id" = %s',
        "UPDATE games_seat SET game_id = %s WHERE id = %s",
        "INSERT INTO games_moveevent (seq, digest) VALUES (%s, %s)",
        "UPDATE games_game SET seq = %s WHERE id = %s;DELETE FROM games_heldmove WHERE seat = %s",
    ],
)
def test_a_statement_that_does_not_name_its_game_is_found(sql: str) -> None:
    assert unnamed(sql) == [sql.rpartition(";")[2]]


def test_a_request_with_such_a_statement_fails(
    alice: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(seat: Seat, *fields: str) -> None:
        seat.save(update_fields=fields)

    game = create_game(alice)
    monkeypatch.setattr("games.play.seating.save_seat", save)
    with pytest.raises(AssertionError, match='UPDATE "games_seat"'):
        bob.post(f"games/{game}/seats/")


def test_the_turns_of_bots_name_their_game(alice: Caller) -> None:
    bot = {"kind": "bot", "bot": "random"}
    game = create_game(alice, seats=[bot, bot], start=True)
    with unnamed_in() as found:
        play_on(game_id=game, seq=1)
    assert Game.objects.get(pk=game).seq > 1
    assert found == []


def test_the_clock_searches_all_games_by_one_statement(
    alice: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob, options={"clock": {"seconds": 30, "bank": 0, "increment": 0}})
    monkeypatch.setattr("games.ledger.rows.wall_time", lambda: timezone.now() + timedelta(hours=1))
    with unnamed_in() as found:
        run_clocks()
    assert Game.objects.get(pk=game).seq > 1
    (search,) = found
    assert '"games_game"."deadline" <= %s' in search


PAGE = Path("docs/scaling.md")


def test_the_page_on_shards_has_the_tables_of_games() -> None:
    lines = PAGE.read_text().splitlines()
    (row,) = (line for line in lines if line.startswith("| `games_game` by `id`"))
    names = set(re.findall(r"`(\w+)`", row)) - {"id", "game_id"}
    assert names == keys().keys() | {"search_searchterm"}


def test_what_is_unique_among_the_rows_of_games_is_so_within_a_game() -> None:
    for model in apps.get_models():
        table = model._meta.db_table
        if table not in keys():
            continue
        given = [one for one in model._meta.constraints if isinstance(one, UniqueConstraint)]
        single = [one.name for one in model._meta.local_fields if one.unique]
        unique = [*(one.fields for one in given), *((name,) for name in single)]
        assert all("game" in one or one in {("id",), ("pk",)} for one in unique), table
