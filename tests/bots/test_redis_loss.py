"""The worker when its Redis is killed, absent, and empty when it is back."""

import logging
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery

from config.supervisor import redis_program
from config.worker import Consumer
from games.proofs import runs as auditing
from tests.bots.test_turns import begun
from tests.bots.test_worker import Worker
from tests.games.tables import fresh
from tests.ports import free_port

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
    pytest.mark.slow,
]

LONG = 60
"""More seconds than a worker takes to go on, on a slow machine."""


class Redis:
    """A Redis of the test's own, which stores nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.client = redis.Redis(port=self.port)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Start it; the id of this run."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            [redis_program(), *options, "--dir", str(self.folder)], stdout=subprocess.DEVNULL
        )
        wait_until(self.answers)
        found: dict[str, Any] = self.client.info("server")
        assert found["process_id"] == self.process.pid
        return str(found["run_id"])

    def answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.ConnectionError:
            return False

    def kill(self) -> None:
        """Kill it, and see that it is gone."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)
        assert not Path(f"/proc/{self.process.pid}").exists()
        assert not self.answers()


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + LONG
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[Redis]:
    made = Redis(tmp_path)
    made.start()
    yield made
    if made.process is not None:
        made.process.kill()
        made.process.wait(10)
    made.client.close()


def test_a_connection_that_breaks_while_a_task_runs_does_not_end_the_worker(
    own_redis: Redis,
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
    own_redis: Redis, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
