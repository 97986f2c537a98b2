"""A worker that is killed while it lets a question run out: the timeout comes exactly once."""

import json
import signal
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction

from games.engine import Expire
from games.models import Game
from games.proofs import runs as auditing
from tests.bots.test_redis_loss import own_redis
from tests.bots.test_turns import begun, rows
from tests.bots.test_worker import Worker, address_of_test_database
from tests.games.tables import fresh
from tests.own_redis import OwnRedis, wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="locks a row, which SQLite does not do"
    ),
    pytest.mark.slow,
]

__all__ = ["own_redis"]

PERSON = 0


def is_in_the_task(redis: OwnRedis) -> bool:
    """Whether a worker has the task of the clock, and waits for the lock on its game."""
    taken: list[Any] = redis.client.hvals("unacked")
    tasks = [json.loads(one)[0]["headers"]["task"] for one in taken]
    # The transaction of the test would see the sessions as they were when it first looked.
    with psycopg.connect(address_of_test_database()) as session:
        found = session.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND wait_event_type = 'Lock'"
        ).fetchone()
    return "games.tasks.run_clocks" in tasks and found is not None and found[0] == 1


def test_a_worker_killed_in_a_timeout_leaves_it_to_be_made_once(
    own_redis: OwnRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", own_redis.url)
    monkeypatch.setenv("CLOCK_GAP_SECONDS", "3600")
    worker = Worker(tmp_path)
    worker.start()
    try:
        game = begun("me", "greedy", clock={"seconds": 5}, timeouts_out=0)
        wait_until(lambda: fresh(game).to_act == PERSON and fresh(game).deadline is not None)
        with transaction.atomic():
            held = Game.objects.select_for_update().get(pk=game.pk)
            assert held.to_act == PERSON
            wait_until(lambda: is_in_the_task(own_redis))
            worker.end(signal.SIGKILL)
        assert fresh(game).seq == held.seq
        worker.start()
        wait_until(lambda: fresh(game).seq > held.seq)
        wait_until(lambda: fresh(game).seq > held.seq + 2)
    finally:
        worker.end(signal.SIGKILL)
    after = rows(game)[held.seq :]
    assert after[0].move == Expire(PERSON)
    # The bot, or another question, is next; the same question has not run out twice.
    timeouts = [row for row in rows(game) if isinstance(row.move, Expire)]
    assert len({row.seq for row in timeouts}) == len(timeouts)
    verdict = auditing.verdict_on(fresh(game))
    assert verdict.passed, verdict
