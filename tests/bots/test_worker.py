"""A real Celery worker on Redis plays the bots' turns, even one that was killed in between."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.db import connection

from config.celery import app
from games.ledger import store
from games.models import Game
from games.proofs import runs as auditing
from tests.bots.test_turns import begun, rows
from tests.games.tables import fresh

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs the Redis of REDIS_URL"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]

ROOT = Path(__file__).parents[2]
LONG = 120
"""More seconds than a game of bots takes on a slow machine."""


def address_of_test_database() -> str:
    """DATABASE_URL for another process that shall use the database of the tests."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlunsplit(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}"))


class Worker:
    """A worker with its own beat, which sends out the sweeper."""

    def __init__(self, folder: Path, processes: int = 1, **environment: str) -> None:
        self.folder = folder
        self.environment = environment
        self.processes = processes
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "celery", "-A", "config", "--quiet", "worker", "--beat"]
        command += ["--schedule", str(self.folder / "beat"), "--concurrency", str(self.processes)]
        command += ["--without-gossip", "--without-mingle"]
        environment = os.environ | {
            "DATABASE_URL": address_of_test_database(),
            "DATA_DIR": str(self.folder),
            "LOG_LEVEL": "WARNING",
            # A move a task: games last long enough to be cut short.
            "BOT_TASK_SECONDS": "0",
            **self.environment,
        }
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def end(self, how: signal.Signals) -> None:
        """Signal the worker with all its processes, and see it end."""
        if self.process is not None:
            os.killpg(self.process.pid, how)
            self.process.wait(30)
            self.process = None


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Worker]:
    app.control.purge()
    store.forget()
    made = Worker(tmp_path)
    yield made
    made.end(signal.SIGKILL)
    app.control.purge()


def wait_until_over(game: Game) -> Game:
    until = time.monotonic() + LONG
    while fresh(game).status != Game.Status.OVER:
        assert time.monotonic() < until, f"the game stands still after row {fresh(game).seq}"
        time.sleep(0.2)
    return fresh(game)


def wait_for_row(game: Game, seq: int) -> None:
    until = time.monotonic() + LONG
    while fresh(game).seq < seq:
        assert time.monotonic() < until, f"the game stands still after row {fresh(game).seq}"
        time.sleep(0.01)


def check(game: Game) -> None:
    """Every row once, in an unbroken chain, by bots that needed no help."""
    assert [row.seq for row in rows(game)] == list(range(1, game.seq + 1))
    assert auditing.verdict_on(game).passed
    assert not any(row.actor.fallback for row in rows(game))


@pytest.mark.slow
def test_a_worker_plays_a_table_of_bots_to_its_end(worker: Worker) -> None:
    worker.start()
    check(wait_until_over(begun("greedy", "random", "greedy", variant="xmen")))


@pytest.mark.slow
def test_a_game_goes_on_after_its_worker_was_killed_in_the_middle_of_it(worker: Worker) -> None:
    worker.start()
    game = begun(*["greedy", "random"] * 5, rounds=4)
    wait_for_row(game, 30)
    worker.end(signal.SIGKILL)
    store.forget()
    killed = fresh(game)
    assert killed.status == Game.Status.RUNNING
    time.sleep(0.5)
    assert fresh(game).seq == killed.seq
    worker.start()
    check(wait_until_over(game))
