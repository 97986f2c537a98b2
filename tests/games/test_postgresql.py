"""What moves cost PostgreSQL: which indexes they write, and which ones find a bot's turn."""

from __future__ import annotations

import os

import pytest
from django.db import connection

from games.models import Game, Seat
from games.players.models import Player
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
