"""The monitor as a command, against servers that lie: each outcome, and what is kept."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from games.audit.note import LOG_KEY, parse_checkpoint
from tests.games.test_monitor import LOG, ORIGIN, Log
from tests.games.witness_double import Silent, answering
from tests.proof.log_keys import SignerKey, sign_checkpoint

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).resolve().parents[2]
STRANGER: Final = SignerKey(ORIGIN, LOG_KEY, bytes([1]) * 32)

Reply = Callable[[str], bytes | Iterator[bytes]]


@contextmanager
def serving(reply: Reply, asked: list[str] | None = None) -> Iterator[str]:
    """Serve the files of a log; yield its address. ``asked`` gets what was asked for."""

    class Handler(Silent):
        def do_GET(self) -> None:
            name = self.path.removeprefix("/log/")
            if asked is not None:
                asked.append(name)
            try:
                content = reply(name)
            except LookupError:
                self.send_error(404)
                return
            self.send_response(200)
            self.end_headers()
            with suppress(ConnectionError):
                for part in [content] if isinstance(content, bytes) else content:
                    self.wfile.write(part)

    with answering(Handler) as address:
        yield f"{address}/log"


class Observer:
    """A monitor in a folder, which has seen an honest log of five entries."""

    def __init__(self, folder: Path) -> None:
        self.state, self.against = folder / "log.json", folder / "log.against"
        with serving(Log(5).fetch) as url:
            assert self.looks(url)[:2] == ("consistent", 0)
        self.known = self.state.read_bytes()

    def looks(self, url: str, *options: str) -> tuple[str, int, str]:
        """Look once; return the outcome, the exit status, and all that it prints."""
        program = [sys.executable, "-m", "games.audit", "monitor", url, "--state", str(self.state)]
        program += ["--log", str(LOG.verifier), *options]
        done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True)
        return done.stdout.split()[0], done.returncode, done.stdout + done.stderr


@pytest.fixture
def observer(tmp_path: Path) -> Observer:
    return Observer(tmp_path)


def lacking(name: str) -> Log:
    log = Log(7)
    log.missing = {name}
    return log


def size_of(size: int, key: SignerKey) -> Reply:
    """A server that says that its log has this size, and makes any tile that is asked for."""
    signed = sign_checkpoint(ORIGIN, size, bytes(32), key).note.encode()
    log = Log(256)
    tile = log.fetch("tile/entries/000")
    return lambda name: signed if name == "checkpoint" else tile


def test_a_stranger_makes_a_monitor_read_nothing(observer: Observer) -> None:
    asked: list[str] = []
    with serving(size_of(2**53, STRANGER), asked) as url:
        assert observer.looks(url)[:2] == ("unsigned", 1)
    assert asked == ["checkpoint"] and not observer.against.exists()
    assert observer.state.read_bytes() == observer.known


def test_a_log_that_grew_by_too_much_is_not_read(observer: Observer) -> None:
    asked: list[str] = []
    with serving(size_of(2**40, LOG), asked) as url:
        outcome, status, said = observer.looks(url)
    assert (outcome, status, asked) == ("wrong", 1, ["checkpoint"])
    assert f"it grew by {2**40 - 5} entries" in said
    assert parse_checkpoint(observer.against.read_bytes()).size == 2**40
    with serving(Log(9).fetch) as url:
        assert observer.looks(url, "--most", "3")[0] == "wrong"
        assert observer.looks(url, "--most", "4")[0] == "consistent"


def test_a_server_that_never_ends_a_reply_is_unreachable(observer: Observer) -> None:
    is_over = threading.Event()

    def drip() -> Iterator[bytes]:
        while not is_over.wait(0.05):
            yield b"f"

    def reply(name: str) -> bytes | Iterator[bytes]:
        return Log(7).fetch(name) if name == "checkpoint" else drip()

    with serving(reply) as url:
        assert observer.looks(url, "--seconds", "1")[:2] == ("unreachable", 2)
        is_over.set()
    assert observer.state.read_bytes() == observer.known and not observer.against.exists()


def test_a_log_without_a_checkpoint_is_unreachable(observer: Observer) -> None:
    with serving(lacking("checkpoint").fetch) as url:
        assert observer.looks(url)[:2] == ("unreachable", 2)
