"""Running servers, watched by running witnesses, while their owner rewrites the past.

Every server is a process of the production command on an SQLite database of its own, every witness
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

from games.audit.note import (
    LOG_KEY,
    WITNESS_KEY,
    Checkpoint,
    SignerKey,
    VerifierKey,
    parse_checkpoint,
    parse_secret,
)
from games.audit.proof import GameEntry, blinded, log_findings, parse_policy, parse_proof
from games.audit.witness_state import proven_by
from tests.bench.servers import process, wait_for
from tests.ports import free_port

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
    """A witness in a folder."""

    def __init__(self, folder: Path, number: int = 1, log: VerifierKey = LOG) -> None:
        self.folder = folder / f"witness{number}"
        self.name = f"witness.example/w{number}"
        self.log = log

    def command(self, url: str) -> list[str]:
        options = ["--state", str(self.folder), "--log", str(self.log), "--name", self.name]
        return ["-m", "games.audit", "witness", url, *options]

    def looks(self, url: str) -> tuple[str, int]:
        """Look once; return the outcome and the exit status."""
        program = [sys.executable, *self.command(url), "--once"]
        done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True)
        return done.stdout.splitlines()[-1].split()[1], done.returncode

    @property
    def vkey(self) -> VerifierKey:
        """The public key, made at the first call if the witness has not run."""
        if not (self.folder / "key").exists():
            self.folder.mkdir(parents=True)
            (self.folder / "key").write_text(
                SignerKey(self.name, WITNESS_KEY, os.urandom(32)).secret_text()
            )
        return parse_secret((self.folder / "key").read_text().strip()).verifier

    @contextmanager
    def listens(self, url: str, *program: str) -> Iterator[str]:
        """Run the witness as a server; yield its address."""
        port = free_port()
        words = [*(program or self.command(url)), "--interval", "3600"]
        words += ["--listen", f"127.0.0.1:{port}"]
        with process(*words, env=dict(os.environ)):
            wait_for(port)
            yield f"http://127.0.0.1:{port}"

    @property
    def checkpoint(self) -> Checkpoint:
        return parse_checkpoint((self.folder / "checkpoint").read_bytes())

    def proves(self) -> str | None:
        """What the only evidence proves, with the key of the log alone, by the command too."""
        (folder,) = self.folder.glob("evidence-*")
        for name in ("old", "new"):
            assert parse_checkpoint((folder / name).read_bytes()).signed_by(LOG)
        check = ["-m", "games.audit", "witness", "--check", str(folder), "--log", str(LOG)]
        done = subprocess.run([sys.executable, *check], cwd=ROOT, capture_output=True, text=True)
        proven = proven_by(folder, LOG)
        assert done.returncode == (0 if proven else 1)
        return proven


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
        assert observer.looks(url) == ("consistent", 0)
        owner.does("play", "sign", "verify")
        assert observer.looks(url) == ("consistent", 0)
        assert observer.checkpoint.size == 13
        assert observer.checkpoint.cosigned_at(observer.vkey)
    assert observer.looks(url) == ("unreachable", 2)
    assert not list(observer.folder.glob("evidence-*"))


def test_a_game_that_was_rewritten_convicts(owner: Owner, observer: Observer) -> None:
    with owner.serves() as url:
        assert observer.looks(url) == ("consistent", 0)
        owner.does("rewrite", "play", "sign", "verify")
        assert observer.looks(url) == ("rewritten", 1)
    assert observer.checkpoint.size == 9
    assert observer.proves() == "rewritten"


def test_a_game_that_was_dropped_convicts(owner: Owner, observer: Observer) -> None:
    with owner.serves() as url:
        assert observer.looks(url) == ("consistent", 0)
        owner.does("drop", "verify")
        assert observer.looks(url) == ("shrunk", 1)
        assert observer.proves() is None
        # Another game in its place is a fork.
        owner.does("play", "sign", "verify")
        assert observer.looks(url) == ("fork", 1)
    proven = {proven_by(folder, LOG) for folder in observer.folder.glob("evidence-*")}
    assert proven == {None, "fork"}


def test_two_histories_of_one_key_convict(owner: Owner, observer: Observer, tmp_path: Path) -> None:
    other = owner.copy(tmp_path / "other")
    with owner.serves() as url, other.serves() as other_url:
        assert observer.looks(url) == observer.looks(other_url) == ("consistent", 0)
        owner.does("play", "sign", "verify")
        other.does("play", "sign", "verify")
        assert observer.looks(url) == ("consistent", 0)
        assert observer.looks(other_url) == ("fork", 1)
    assert observer.proves() == "fork"


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
        assert Observer(tmp_path, 2, key.verifier).looks(url) == ("consistent", 0)


def test_a_changed_tile_convicts(owner: Owner, observer: Observer) -> None:
    with owner.serves() as url:
        assert observer.looks(url) == ("consistent", 0)
        owner.does("change_tile")
        assert observer.looks(url) == ("wrong", 1)
    assert observer.proves() is None


def test_two_of_three_witnesses_cosign_what_a_client_verifies(owner: Owner, tmp_path: Path) -> None:
    observers = [Observer(tmp_path, number) for number in (1, 2, 3)]
    policy = parse_policy(f"2of3:{','.join(str(one.vkey) for one in observers)}")
    strict = parse_policy(str(policy).replace("2of3", "3of3"))
    with (
        owner.serves() as url,
        observers[0].listens(url) as one,
        observers[1].listens(url) as two,
    ):
        down = f"http://127.0.0.1:{free_port()}"
        owner.witnesses = [
            f"{observer.vkey} {address}"
            for observer, address in zip(observers, (one, two, down), strict=True)
        ]
        assert "2 of 3 witnesses cosigned" in owner.does("play", "sign")
        signed = parse_checkpoint(fetch(f"{url}/checkpoint"))
        assert signed.size == 13
        assert (policy.is_met(signed), strict.is_met(signed)) == (True, False)
        assert "2 of 3 witnesses cosigned" in owner.does("play", "sign", "verify")
        assert parse_checkpoint(fetch(f"{one}/checkpoint")).size == 17
        # The proof of a game carries the cosignatures.
        api = url.removesuffix("/log") + "/api/v1/games/"
        (game,) = json.loads(fetch(f"{api}?limit=1"))["results"]
        event = json.loads(fetch(f"{api}{game['id']}/events/1/"))
        entries = [GameEntry("begun", 1, event["digest"], event["at"], blinded(game["id"]))]
        proof = parse_proof(fetch(f"{api}{game['id']}/audit/inclusion/?entry=begun"))
        assert list(log_findings([proof], entries, log=LOG, policy=policy)) == []
        found = list(log_findings([proof], entries, log=LOG, policy=strict))
        assert found == [("witnesses", 0)]
        # Both convict a server that rewrites: neither cosigns, so no client accepts.
        said = owner.does("rewrite", "play", "sign")
        assert "0 of 3 witnesses cosigned" in said
        assert not policy.is_met(parse_checkpoint(fetch(f"{url}/checkpoint")))


KILLED = """
import os, sys
from games.audit import witness
from games.audit.witness_state import WitnessState

save = WitnessState.save

def killed(self, cosigned):
    save(self, cosigned)
    if cosigned.size > 9:
        os._exit(9)

WitnessState.save = killed
sys.exit(witness.main(sys.argv[1:]))
"""


def test_a_witness_killed_before_its_reply_loses_nothing(
    owner: Owner, observer: Observer, tmp_path: Path
) -> None:
    vkey = observer.vkey
    with owner.serves() as url:
        program = ("-c", KILLED, *observer.command(url)[3:])
        with observer.listens(url, *program) as address:
            owner.witnesses = [f"{vkey} {address}"]
            assert "1 of 1 witnesses cosigned" in owner.does("sign")
            assert "0 of 1 witnesses cosigned" in owner.does("play", "sign")
        assert observer.checkpoint.size == 13
        with observer.listens(url) as address:
            owner.witnesses = [f"{vkey} {address}"]
            assert "1 of 1 witnesses cosigned" in owner.does("sign")
        assert parse_checkpoint(fetch(f"{url}/checkpoint")).cosigned_at(vkey)
    assert not list(observer.folder.glob("evidence-*"))
