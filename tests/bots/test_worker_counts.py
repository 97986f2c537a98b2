"""A worker serves what all its processes have counted."""

import os
import signal
import urllib.request
from pathlib import Path

import pytest

from config.celery import app
from games.ledger import store
from tests.bots.test_turns import begun, rows
from tests.bots.test_worker import Worker, wait_until_over
from tests.own_redis import wait_until
from tests.platform.test_metrics import values
from tests.ports import free_port

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs the Redis of REDIS_URL"),
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
    pytest.mark.slow,
]


def scraped(port: int, name: str) -> float:
    """Return a sample of a worker, 0 while there is none."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as response:
        return values(response.read().decode()).get(name, 0.0)


def test_a_worker_counts_the_moves_and_times_the_tasks_of_its_processes(tmp_path: Path) -> None:
    (folder := tmp_path / "metrics").mkdir()
    app.control.purge()
    store.forget()
    given = {"PROMETHEUS_MULTIPROC_DIR": str(folder), "WORKER_METRICS_PORT": str(free_port())}
    worker = Worker(tmp_path, 2, **given)
    worker.start()
    try:
        game = wait_until_over(begun("greedy", "random", variant="xmen"))
        moves = sum(row.seat is not None for row in rows(game))
        assert moves > 10
        port = int(given["WORKER_METRICS_PORT"])
        wait_until(lambda: scraped(port, "fairdeal_bot_moves_total") == moves)
        wait_until(lambda: scraped(port, "fairdeal_task_seconds_count bots.tasks.take_turn") > 2)
        assert len(list(folder.glob("counter_*.db"))) > 1
    finally:
        worker.end(signal.SIGKILL)
        app.control.purge()


def test_a_worker_without_a_folder_for_its_metrics_does_not_start(tmp_path: Path) -> None:
    worker = Worker(tmp_path, WORKER_METRICS_PORT=str(free_port()))
    worker.start()
    assert worker.process is not None
    assert worker.process.wait(60) == 3
    assert "WORKER_METRICS_PORT needs PROMETHEUS_MULTIPROC_DIR" in (tmp_path / "log").read_text()
