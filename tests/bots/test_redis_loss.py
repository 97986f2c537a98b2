"""The worker when its Redis is killed, absent, and empty when it is back."""

import logging
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import Celery

from config.worker import Consumer
from games.proofs import runs as auditing
from tests.bots.test_turns import begun
from tests.bots.test_worker import Worker
from tests.games.tables import fresh
from tests.own_redis import OwnRedis, wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
    pytest.mark.slow,
]


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    with OwnRedis.running(tmp_path) as made:
        yield made


def test_a_connection_that_breaks_while_a_task_runs_does_not_end_the_worker(
    own_redis: OwnRedis,
) -> None:
    """One process waits for a task, the other has one, and the worker listens for commands."""
    app = Celery("lost", broker=own_redis.url, set_as_current=False)
    connection = app.connection_for_read()
    got: list[Any] = []
    app.amqp.TaskConsumer(connection.default_channel, on_message=got.append).consume()
    app.control.mailbox.Node("me@here", channel=connection.channel()).listen()
    app.send_task("nothing")
    while not got:
        connection.drain_events(timeout=10)
    connection.transport.cycle._register_BRPOP(connection.default_channel)
    own_redis.kill()

    consumer = object.__new__(Consumer)
    consumer.app, consumer.connection = app, connection
    app.conf.worker_enable_prefetch_count_reduction = False
    app.conf.worker_cancel_long_running_tasks_on_connection_loss = True
    errors = connection.connection_errors
    consumer.on_connection_error_after_connected(ConnectionError())
    assert consumer.connection is None
    for settle in (got[0].ack_log_error, got[0].reject_log_error):
        settle(logging.getLogger(__name__), errors)
    assert not got[0].acknowledged


@pytest.mark.slow
def test_games_go_on_with_the_same_worker_when_redis_is_back_and_empty(
    own_redis: OwnRedis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", own_redis.url)
    monkeypatch.setenv("BOT_OVERDUE_SECONDS", "1")
    worker = Worker(tmp_path, processes=2)
    worker.start()
    try:
        games = [begun(*["greedy"] * 10, rounds=5) for _ in range(5)]
        wait_until(lambda: all(fresh(game).seq > 5 for game in games))
        assert worker.process is not None
        pid = worker.process.pid
        first_run = own_redis.client.info("server")["run_id"]
        own_redis.kill()
        time.sleep(3)
        stopped = {game.pk: fresh(game).seq for game in games}
        time.sleep(0.5)
        assert stopped == {game.pk: fresh(game).seq for game in games}
        assert own_redis.start() != first_run
        wait_until(lambda: all(fresh(game).seq > stopped[game.pk] for game in games))
        assert worker.process.pid == pid and worker.process.poll() is None
    finally:
        worker.end(signal.SIGKILL)
    assert all(auditing.verdict_on(game).passed for game in map(fresh, games))
