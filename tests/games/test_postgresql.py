"""The cost of moves on PostgreSQL, and the check for a read-only database."""

import os
import re

import pytest
from django.db import connection, transaction
from django.test import Client

from config import health
from games.models import Game, MoveEvent, Seat
from games.players.models import Player
from games.players.selectors import players_named
from tests.games.tables import begun, play_on

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"),
        reason="needs the PostgreSQL of DATABASE_URL",
    ),
    pytest.mark.django_db(transaction=True),
]


def updates_of_games() -> tuple[int, int]:
    """How many updates the table of games has seen, and how many of them wrote no index."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(
            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relid = %s::regclass",
            [Game._meta.db_table],
        )
        updated, hot = cursor.fetchone()
    return updated, hot


def test_moves_write_no_index_of_the_games(alice: Player, bob: Player) -> None:
    game = begun(alice, bob, rounds=None)
    before = updates_of_games()
    play_on(game, seed=1, moves=60)
    updated, hot = (now - then for now, then in zip(updates_of_games(), before, strict=True))
    assert updated == 60
    assert hot >= 54


def partitions() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_inherits WHERE inhparent = %s::regclass",
            [MoveEvent._meta.db_table],
        )
        (count,) = cursor.fetchone()
    return int(count)


def test_moves_are_in_partitions_and_numbered_in_their_order(alice: Player, bob: Player) -> None:
    game = begun(alice, bob, rounds=None)
    play_on(game, seed=1, moves=5)
    assert partitions() == 16
    rows = MoveEvent.objects.filter(game_id=game.pk).order_by("seq").values_list("pk", flat=True)
    assert list(rows) == sorted(set(rows)) and len(rows) > 5


def test_the_rows_of_a_game_are_read_from_one_partition(alice: Player, bob: Player) -> None:
    game = begun(alice, bob)
    plan = MoveEvent.objects.filter(game_id=game.pk, seq__gt=0).order_by("seq").explain()
    assert len(re.findall(r" on games_moveevent_\d\d ", plan)) == 1


def indexes_of(table: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE tablename = %s", [table])
        return {name for (name,) in cursor.fetchall()}


def test_no_index_repeats_another_or_serves_no_query() -> None:
    assert not {name for name in indexes_of(Game._meta.db_table) if "_edition_id_" in name}
    assert not {name for name in indexes_of(Seat._meta.db_table) if "_game_id_" in name}


def test_the_sweep_finds_the_waiting_games_by_their_index(alice: Player, bob: Player) -> None:
    waiting = Game.objects.filter(waits_for_bot=True, changed_at__lt=begun(alice, bob).changed_at)
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        plan = waiting.order_by("changed_at").explain()
        cursor.execute("RESET enable_seqscan")
    assert "game_bot_turns" in plan


def test_new_moves_are_summarized_for_the_log_without_a_vacuum() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT reloptions FROM pg_class JOIN pg_inherits ON inhrelid = oid"
            " WHERE inhparent = 'games_moveevent_id_range'::regclass"
        )
        options = [found for (found,) in cursor.fetchall()]
    assert len(options) == partitions()
    assert all("autosummarize=on" in found for found in options)


def test_parts_of_names_have_an_index() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET enable_seqscan = off")
        plan = players_named("lice").explain()
        cursor.execute("RESET enable_seqscan")
    assert "player_name_parts" in plan


def test_the_probe_of_postgresql_writes_a_temporary_file() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) {health.SPILL}")
        plan = " ".join(line for (line,) in cursor.fetchall())
    assert re.search(r"temp read=\d+ written=\d+", plan)
    assert health.try_to_write() == ""


def test_a_read_only_copy_makes_it_not_ready(client: Client) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["database"]) == (503, "is read-only")
