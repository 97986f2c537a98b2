"""Running servers, watched by a monitor and witnesses, while their owner rewrites the past.

Every server is a process of the production command on an SQLite database of its own, the monitor
the command of docs/log.md.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.request import urlopen

import pytest

from games.audit.note import LOG_KEY, WITNESS_KEY, SignedCheckpoint, VerifierKey, parse_checkpoint
from games.audit.proof import blinded, parse_policy, parse_proof
from tests.bench.servers import process, wait_for
from tests.games.witness_double import WitnessDouble, listening
from tests.ports import free_port
from tests.proof.log_keys import SignerKey

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SECRET = bytes([7]) * 32
ORIGIN = "fairdeal.example/log"
LOG = SignerKey(ORIGIN, LOG_KEY, SECRET).verifier


@dataclass
class Owner:
    """A database, and what its owner does to it."""

    folder: Path
    witnesses: list[str] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def env(self) -> dict[str, str]:
        return os.environ | {
            "DATABASE_URL": f"sqlite:///{self.folder / 'log.sqlite3'}",
            "DATA_DIR": str(self.folder),
            "LOG_KEY": SECRET.hex(),
            "LOG_ORIGIN": ORIGIN,
            "LOG_WITNESSES": ",".join(self.witnesses),
            "REDIS_URL": "",
            "LOG_LEVEL": "ERROR",
            "WEB_PROCESSES": "1",
            "DEBUG": "true",
            **self.settings,
        }

    def does(self, *words: str) -> str:
        """Run a program of the owner; return what it prints."""
        program = [sys.executable, "-m", "tests.games.log_owner", *words]
        done = subprocess.run(
            program, env=self.env, cwd=ROOT, check=True, capture_output=True, text=True
        )
        return done.stdout + done.stderr

    @contextmanager
    def serves(self) -> Iterator[str]:
        """Run the server; yield the address of the log."""
        port = free_port()
        env = self.env | {"PORT": str(port)}
        with process("-m", "gunicorn", "-c", "config/gunicorn.py", env=env):
            wait_for(port)
            yield f"http://127.0.0.1:{port}/log"

    def copy(self, folder: Path) -> Owner:
        shutil.copytree(self.folder, folder)
        return Owner(folder)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Owner:
    """A database with two games, signed."""
    owner = Owner(tmp_path_factory.mktemp("owner") / "data")
    owner.folder.mkdir()
    owner.does("setup", "play", "sign", "play", "sign")
    return owner


@pytest.fixture
def owner(first: Owner, tmp_path: Path) -> Owner:
    return first.copy(tmp_path / "data")


class Observer:
    """A monitor in a folder."""

    def __init__(self, folder: Path, log: VerifierKey = LOG) -> None:
        self.state = folder / "monitor.json"
        self.log = log

    def looks(self, url: str) -> tuple[str, int]:
        """Look once; return the outcome and the exit status."""
        options = ["--state", str(self.state), "--log", str(self.log)]
        program = [sys.executable, "-m", "games.audit", "monitor", url, *options]
        done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True)
        return done.stdout.split()[0], done.returncode

    @property
    def size(self) -> int:
        """How many entries the log had when it was consistent."""
        note = json.loads(self.state.read_bytes())["checkpoint"]
        return parse_checkpoint(note.encode()).size

    @property
    def against(self) -> SignedCheckpoint:
        """The checkpoint that does not fit, which the log signed."""
        found = parse_checkpoint(self.state.with_suffix(".against").read_bytes())
        assert found.signed_by(self.log)
        return found


@pytest.fixture
def observer(tmp_path: Path) -> Observer:
    return Observer(tmp_path)


def fetch(url: str) -> bytes:
    with urlopen(url, timeout=10) as response:
        content: bytes = response.read()
        return content


def test_an_honest_log_is_consistent(owner: Owner, observer: Observer) -> None:
    with owner.serves() as url:
        assert observer.looks(url) == ("consistent", 0)
        owner.does("play", "sign", "verify")
        assert observer.looks(url) == ("consistent", 0)
        assert observer.size == 16
    assert observer.looks(url) == ("unreachable", 2)


def test_a_game_that_was_rewritten_is_found(owner: Owner, observer: Observer) -> None:
    with owner.serves() as url:
        assert observer.looks(url) == ("consistent", 0)
        owner.does("rewrite", "play", "sign", "verify")
        assert observer.looks(url) == ("rewritten", 1)
    assert (observer.size, observer.against.size) == (11, 16)


@pytest.mark.rest
def test_a_game_that_was_dropped_is_found(owner: Owner, observer: Observer) -> None:
    with owner.serves() as url:
        assert observer.looks(url) == ("consistent", 0)
        owner.does("drop", "verify")
        assert observer.looks(url) == ("shrunk", 1)
        # Another game in its place is another history: the drop was signed with a map of its own.
        owner.does("play", "sign", "verify")
        assert observer.looks(url) == ("rewritten", 1)
    assert (observer.size, observer.against.size) == (11, 12)


@pytest.mark.rest
def test_two_histories_of_one_key_are_a_fork(
    owner: Owner, observer: Observer, tmp_path: Path
) -> None:
    other = owner.copy(tmp_path / "other")
    with owner.serves() as url, other.serves() as other_url:
        assert observer.looks(url) == observer.looks(other_url) == ("consistent", 0)
        owner.does("play", "sign", "verify")
        other.does("play", "sign", "verify")
        assert observer.looks(url) == ("consistent", 0)
        assert observer.looks(other_url) == ("fork", 1)
    assert observer.against.size == 16


@pytest.mark.rest
def test_a_database_restored_to_an_older_moment_needs_a_new_log(
    owner: Owner, observer: Observer, tmp_path: Path
) -> None:
    restored = owner.copy(tmp_path / "restored")
    owner.does("play", "sign")
    with owner.serves() as url:
        assert observer.looks(url) == ("consistent", 0)
    with restored.serves() as url:
        assert observer.looks(url) == ("shrunk", 1)
    wrong = restored.copy(tmp_path / "wrong")
    wrong.does("play", "play", "sign", "verify")
    with wrong.serves() as url:
        assert observer.looks(url) == ("rewritten", 1)
    key = SignerKey("fairdeal.example/log2", LOG_KEY, bytes([8]) * 32)
    restored.settings = {
        "LOG_ORIGIN": key.name,
        "LOG_KEY": key.seed.hex(),
    }
    restored.does("play", "sign", "verify")
    with restored.serves() as url:
        assert Observer(restored.folder, key.verifier).looks(url) == ("consistent", 0)


@pytest.mark.rest
def test_two_of_three_witnesses_cosign_what_a_client_verifies(owner: Owner) -> None:
    keys = [SignerKey(f"witness.example/w{n}", WITNESS_KEY, bytes([n]) * 32) for n in (1, 2, 3)]
    first, second = (WitnessDouble(key, LOG) for key in keys[:2])
    policy = parse_policy(f"2of3:{','.join(str(key.verifier) for key in keys)}")
    strict = parse_policy(str(policy).replace("2of3", "3of3"))
    with (
        owner.serves() as url,
        listening(first.add_checkpoint) as one,
        listening(second.add_checkpoint) as two,
    ):
        down = f"http://127.0.0.1:{free_port()}"
        owner.witnesses = [
            f"{key.verifier} {address}" for key, address in zip(keys, (one, two, down), strict=True)
        ]
        assert "2 of 3 witnesses cosigned" in owner.does("play", "sign")
        signed = parse_checkpoint(fetch(f"{url}/checkpoint"))
        assert signed.size == 16
        assert (policy.is_met(signed), strict.is_met(signed)) == (True, False)
        assert "2 of 3 witnesses cosigned" in owner.does("play", "sign", "verify")
        assert first.last.size == second.last.size == 21
        # The proof of a game carries the cosignatures.
        api = url.removesuffix("/log") + "/api/v1/games/"
        (game,) = json.loads(fetch(f"{api}?limit=1"))["results"]
        event = json.loads(fetch(f"{api}{game['id']}/events/1/"))
        proof = parse_proof(fetch(f"{api}{game['id']}/audit/inclusion/"))
        (_, begun) = proof.of_game(blinded(game["id"]))[2]
        assert (begun.kind, begun.digest) == ("begun", event["digest"])
        assert proof.holds
        assert (policy.is_met(proof.checkpoint), strict.is_met(proof.checkpoint)) == (True, False)
        # No witness cosigns a log that was rewritten, so no client accepts it.
        said = owner.does("rewrite", "play", "sign")
        assert "0 of 3 witnesses cosigned" in said
        assert not policy.is_met(parse_checkpoint(fetch(f"{url}/checkpoint")))
