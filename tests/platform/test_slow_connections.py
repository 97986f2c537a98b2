"""The production web server while many clients send slowly."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.servers import Client, guest, wait_for
from tests.bots.test_worker import address_of_test_database
from tests.ports import free_port
from tests.slow_clients import slow_clients

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def production(folder: Path, **more: str) -> Iterator[int]:
    """The command of docs/running.md with two processes, on the database of the tests."""
    port = free_port()
    environment = os.environ | {
        "DATABASE_URL": address_of_test_database(),
        "DATA_DIR": str(folder),
        "PORT": str(port),
        "WEB_PROCESSES": "2",
        "LOG_LEVEL": "WARNING",
        "REDIS_URL": "",
        **more,
    }
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "-c", "config/gunicorn.py"],
            cwd=ROOT,
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        wait_for(port)
        yield port
        assert process.poll() is None
    finally:
        process.terminate()
        process.wait(30)


def make_a_move(game: str, players: list[Client]) -> None:
    path = f"/api/v1/games/{game}"
    for player in players:
        prompts = player.ask("GET", f"{path}/prompts/")["prompts"]
        if prompts and prompts[-1]["options"]:
            player.ask("POST", f"{path}/moves/", prompts[-1]["options"][-1]["body"])
            return
    raise AssertionError("no player is asked")


def test_two_hundred_slow_clients_keep_nobody_from_playing(tmp_path: Path) -> None:
    with production(tmp_path) as port:
        players = [guest(port), guest(port)]
        for player in players:
            player.headers.pop("X-Player")
        seats = [{"kind": "me"}, {"kind": "open"}]
        game = players[0].ask("POST", "/api/v1/games/", {"variant": "xmen", "seats": seats})["id"]
        players[1].ask("POST", f"/api/v1/games/{game}/seats/", {"seat": 1})
        players[0].ask("POST", f"/api/v1/games/{game}/start/", {})
        make_a_move(game, players)
        with slow_clients(port) as slow:
            assert len(slow) == 200
            time.sleep(1)
            for _ in range(5):
                assert Client(port).ask("GET", "/healthz") is not None
                make_a_move(game, players)
