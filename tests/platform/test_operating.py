"""docs/operating.md: its commands for SQLite, on a server on which games are played."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.servers import guest
from tests.platform.test_readme import blocks
from tests.platform.test_supervisor import (
    ROOT,
    environment,
    linux_only,
    supervisor,
    wait_until_ready,
)
from tests.ports import free_port

PAGE = "docs/operating.md"
pytestmark = [pytest.mark.slow, linux_only]


def run(heading: str, data: Path, backup: Path) -> str:
    """Run the commands under a heading of the page; return what they print."""
    text = "\n".join(blocks(PAGE, heading)).replace(".venv/bin/python", sys.executable)
    env = environment(data, 0) | {"BACKUP": str(backup)}
    done = subprocess.run(
        ["sh", "-e", "-c", text], cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Table:
    """A person at a table with bots, who plays as long as wanted."""

    def __init__(self, port: int) -> None:
        self.player = guest(port)
        self.acknowledged: list[tuple[str, int, str]] = []
        self.begin()

    def begin(self) -> None:
        """Begin a game."""
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
        body = {"variant": "ultimate", "seats": seats, "start": True}
        self.game: str = self.player.ask("POST", "/api/v1/games/", body)["id"]

    def move(self) -> None:
        """Make the first legal move, if there is one; begin another game after the last."""
        path = f"/api/v1/games/{self.game}"
        asked = self.player.ask("GET", f"{path}/prompts/")
        if asked["prompts"] and asked["prompts"][-1]["options"]:
            body = asked["prompts"][-1]["options"][0]["body"]
            for one in self.player.ask("POST", f"{path}/moves/", body)["events"]:
                self.acknowledged.append((self.game, one["seq"], one["digest"]))
        elif self.player.ask("GET", f"{path}/")["status"] == "over":
            self.begin()

    def move_once(self) -> None:
        """Make a move as soon as it is the turn of the person."""
        before = len(self.acknowledged)
        while len(self.acknowledged) == before:
            self.move()

    @contextmanager
    def plays(self) -> Iterator[None]:
        """Play beside what the test does, from the first move on; fail if a move fails."""
        is_over = threading.Event()
        failed: list[Exception] = []
        before = len(self.acknowledged)

        def play() -> None:
            while not is_over.wait(0.02):
                try:
                    self.move()
                except Exception as error:
                    failed.append(error)
                    return

        thread = threading.Thread(target=play)
        thread.start()
        try:
            while len(self.acknowledged) == before and not failed:
                time.sleep(0.02)
            yield
        finally:
            is_over.set()
            thread.join()
        assert failed == []


def stored(database: Path) -> dict[tuple[str, int], str]:
    """Return the digest of each row of a database, by game and number."""
    with sqlite3.connect(database) as session:
        found = session.execute("SELECT game_id, seq, digest FROM games_moveevent").fetchall()
    return {(game, seq): digest for game, seq, digest in found}


@pytest.mark.rest
def test_a_backup_taken_while_games_are_played_is_restored(tmp_path: Path) -> None:
    first, second, backup = tmp_path / "first", tmp_path / "second", tmp_path / "backup"
    first.mkdir()
    port = free_port()
    with supervisor(first, port) as process:
        wait_until_ready(process, first, port)
        table = Table(port)
        table.move_once()
        before = list(table.acknowledged)
        with table.plays():
            run("Back up SQLite", first, backup)
        assert len(table.acknowledged) > len(before)
    assert_private(backup)
    run("Restore SQLite", second, backup)
    printed = run("Verify what was restored", second, backup)
    assert "all as they were signed" in printed
    rows, live = stored(second / "fairdeal.sqlite3"), stored(first / "fairdeal.sqlite3")
    for game, seq, digest in before:
        assert rows[game.replace("-", ""), seq] == digest
    assert rows.items() <= live.items()
    port = free_port()
    with supervisor(second, port) as process:
        wait_until_ready(process, second, port)
        table.player.port = port
        table.move_once()


def assert_private(backup: Path) -> None:
    """Assert that no other user can read a backup."""
    modes = {one.name: one.stat().st_mode & 0o777 for one in backup.iterdir()}
    assert modes == dict.fromkeys(
        ("fairdeal.sqlite3", "secret-key", "signing-key", "log-key"), 0o600
    )
