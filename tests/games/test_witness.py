"""The witness: what it cosigns, refuses and stores."""

from __future__ import annotations

import http.client
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.audit import witness as command
from games.audit.__main__ import main
from games.audit.note import LOG_KEY, Checkpoint, SignerKey, parse_checkpoint, sign_checkpoint
from games.audit.proof import entry_text
from games.audit.tiles import TILE_WIDTH, join_entries, parse_address
from games.audit.tree import consistency_proof, leaf_hash, root_of, subtrees
from games.audit.witness import Missing, Reply, Unreachable, Witness, fetch_from, server_of
from games.audit.witness_state import StateError, WitnessState, proven_by

ORIGIN = "fairdeal.example/log"
LOG = SignerKey(ORIGIN, LOG_KEY, bytes(32))
DOCS = Path(__file__).parent.parent.parent / "docs"
VECTORS: dict[str, Any] = json.loads((DOCS / "log-vectors.json").read_bytes())


class Log:
    """A log in memory, whose owner can do what he likes."""

    def __init__(self, size: int, key: SignerKey = LOG, origin: str = ORIGIN) -> None:
        self.entries = [entry_text("begun", f"{number:064x}", "0" * 64) for number in range(size)]
        self.leaves = [leaf_hash(entry) for entry in self.entries]
        self.key, self.origin = key, origin
        self.missing: set[str] = set()
        self.fetched: list[str] = []
        self.is_down = False

    def grow(self, *entries: str) -> None:
        self.entries += [entry.encode() for entry in entries]
        self.leaves += [leaf_hash(entry.encode()) for entry in entries]

    def rewrite(self, number: int) -> None:
        self.entries[number] = b"another"
        self.leaves[number] = leaf_hash(b"another")

    @property
    def checkpoint(self) -> Checkpoint:
        return sign_checkpoint(self.origin, len(self.leaves), root_of(self.leaves), self.key)

    def request(self, old: int, *, checkpoint: Checkpoint | None = None, cut: int = 0) -> bytes:
        """The request of the log to a witness that knows ``old`` entries."""
        signed = checkpoint or self.checkpoint
        tree = subtrees(self.leaves)
        path = consistency_proof(tree, old, signed.size) if 0 < old <= signed.size else []
        lines = "".join(f"{command.encode_base64(step)}\n" for step in path[cut:])
        return f"old {old}\n{lines}\n{signed.note}".encode()

    def fetch(self, name: str) -> bytes:
        self.fetched.append(name)
        if self.is_down:
            raise Unreachable
        if name in self.missing:
            raise Missing
        if name == "checkpoint":
            return self.checkpoint.note.encode()
        address = parse_address(name.removeprefix("tile/"))
        assert address is not None
        start = address.number * TILE_WIDTH
        end = start + address.width
        assert address.level in (0, None) and end <= len(self.leaves)
        if address.level is None:
            return join_entries(self.entries[start:end])
        return b"".join(self.leaves[start:end])


@pytest.fixture
def state(tmp_path: Path) -> Iterator[WitnessState]:
    opened = WitnessState(tmp_path / "w", log=LOG.verifier, name="witness.example/w1")
    yield opened
    opened.close()


def evidence(state: WitnessState) -> list[Path]:
    return sorted(state.folder.glob("evidence-*"))


# ---- what it sees


@pytest.mark.parametrize("sizes", [(0, 1), (3, 3, 5), (255, 256, 257), (5, 700, 1000)])
def test_a_log_that_only_grows_is_cosigned(state: WitnessState, sizes: Sequence[int]) -> None:
    for size in sizes:
        log = Log(size)
        look = Witness(state, log.fetch).look()
        assert (look.outcome, look.checkpoint) == ("consistent", log.checkpoint)
        stored = parse_checkpoint((state.folder / "checkpoint").read_bytes())
        assert stored.text == log.checkpoint.text
        assert stored.signed_by(LOG.verifier)
        assert stored.cosigned_at(state.key.verifier)
    assert not evidence(state)


def test_games_without_an_end_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = Log(0)
    games = [f"{number:064x}" for number in range(6)]
    for game, kinds in zip(
        games,
        (
            ("created", "opened", "begun", "ended"),
            ("created", "opened", "begun"),
            ("created", "cancelled"),
            ("created",),
            ("created", "opened"),
            ("created", "begun", "void", "changed", "erased"),
        ),
        strict=True,
    ):
        log.grow(*(entry_text(kind, "a" * 64, game).decode() for kind in kinds))
    log.grow('fairdeal-log-v3/{"kind":"tournament"}')
    monkeypatch.setattr(command, "fetch_from", lambda url: log.fetch)
    options = ["witness", "log", "--state", str(tmp_path / "m"), "--log", str(LOG.verifier)]
    assert main([*options, "--name", "m", "--open"]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert lines == [f"begun 6 {games[1]}", f"created 9 {games[3]}", f"opened 11 {games[4]}"]
    log.grow("x")
    assert main([*options, "--open"]) == 1
    log.is_down = True
    assert main([*options, "--open"]) == 2


def test_full_tiles_and_old_entries_are_read_once(state: WitnessState) -> None:
    Witness(state, Log(600).fetch).look()
    log = Log(700)
    assert Witness(state, log.fetch).look().outcome == "consistent"
    assert log.fetched == ["checkpoint", "tile/0/002.p/188", "tile/entries/002.p/188"]


def convicted(state: WitnessState, log: Log, outcome: str) -> None:
    """The look has an outcome; nothing is signed; both checkpoints are stored, once."""
    before = (state.folder / "checkpoint").read_bytes()
    for _ in range(2):
        assert Witness(state, log.fetch).look().outcome == outcome
        assert (state.folder / "checkpoint").read_bytes() == before
    (folder,) = evidence(state)
    assert (folder / "old").read_bytes() == before
    assert (folder / "new").read_bytes() == log.checkpoint.note.encode()


def test_another_root_of_the_same_size_is_a_fork(state: WitnessState) -> None:
    Witness(state, Log(5).fetch).look()
    log = Log(5)
    log.rewrite(4)
    convicted(state, log, "fork")
    assert proven_by(evidence(state)[0], LOG.verifier) == "fork"


@pytest.mark.parametrize("size", [5, 600])
def test_a_changed_old_entry_is_rewritten(state: WitnessState, size: int) -> None:
    Witness(state, Log(size).fetch).look()
    log = Log(size + 1)
    log.rewrite(2)
    convicted(state, log, "rewritten")
    assert proven_by(evidence(state)[0], LOG.verifier) == "rewritten"


def test_a_log_that_is_smaller_is_shrunk(state: WitnessState) -> None:
    Witness(state, Log(5).fetch).look()
    convicted(state, Log(4), "shrunk")
    assert proven_by(evidence(state)[0], LOG.verifier) is None


def test_tiles_that_do_not_give_the_root_are_wrong(state: WitnessState) -> None:
    Witness(state, Log(5).fetch).look()
    log = Log(7)
    signed = log.checkpoint
    log.leaves[6] = bytes(32)
    signed_log = Log(7)

    def fetch(name: str) -> bytes:
        return signed.note.encode() if name == "checkpoint" else log.fetch(name)

    assert Witness(state, fetch).look().outcome == "wrong"
    assert proven_by(evidence(state)[0], LOG.verifier) is None
    signed_log.entries[6] = b"another"
    assert Witness(state, signed_log.fetch).look().outcome == "wrong"
    for name in ("tile/0/000.p/7", "tile/entries/000.p/7"):
        log = Log(7)
        log.missing = {name}
        assert Witness(state, log.fetch).look().outcome == "wrong"
    assert state.last is not None and state.last.size == 5


def test_a_checkpoint_of_another_key_or_log_is_unsigned(state: WitnessState) -> None:
    other = SignerKey(ORIGIN, LOG_KEY, bytes([1]) * 32)
    renamed = SignerKey("other", LOG_KEY, bytes(32))
    for log in (Log(5, other), Log(5, origin="other"), Log(5, renamed, "other")):
        assert Witness(state, log.fetch).look() == ("unsigned", None)
    assert Witness(state, lambda name: b"?").look() == ("unsigned", None)
    assert state.last is None and not evidence(state)


def test_a_log_that_does_not_answer_is_unreachable(state: WitnessState) -> None:
    log = Log(5)
    log.is_down = True
    assert Witness(state, log.fetch).look().outcome == "unreachable"
    log.is_down, log.missing = False, {"checkpoint"}
    assert Witness(state, log.fetch).look().outcome == "unreachable"


def test_a_look_that_a_request_overtook_is_repeated(state: WitnessState) -> None:  # words: allow
    log = Log(5)
    witness = Witness(state, log.fetch)
    witness.look()
    log.grow("6", "7")

    def fetch(name: str) -> bytes:
        content = log.fetch(name)
        if name == "checkpoint" and len(log.leaves) == 7:
            log.grow("8")
            assert witness.add_checkpoint(log.request(5)).status == 200
        return content

    look = Witness(state, fetch)
    look._lock = witness._lock
    result = look.look()
    assert (result.outcome, result.checkpoint) == ("consistent", log.checkpoint)
    assert not evidence(state)


# ---- what it is asked


def test_the_request_of_the_vectors_is_cosigned(tmp_path: Path) -> None:
    state = WitnessState(tmp_path, log=command.parse_vkey(VECTORS["vkey"]), name="w")
    state.save(_cosigned(state, VECTORS["checkpoints"][0]["note"]))
    witness = Witness(state, Log(0).fetch)
    reply = witness.add_checkpoint(VECTORS["add_checkpoint_request"].encode())
    assert reply.status == 200
    note = VECTORS["checkpoints"][1]["note"] + reply.text
    assert parse_checkpoint(note.encode()).cosigned_at(state.key.verifier)
    state.close()


def _cosigned(state: WitnessState, note: str) -> Checkpoint:
    signed = parse_checkpoint(note.encode())
    return signed.with_lines(command.cosign(signed, 1, state.key))


def test_each_request_is_answered_as_specified(state: WitnessState) -> None:
    log = Log(5)
    witness = Witness(state, log.fetch)

    def status(body: bytes) -> int:
        return witness.add_checkpoint(body).status

    assert witness.add_checkpoint(log.request(3)) == Reply(409, "0\n", "text/x.tlog.size")
    assert status(log.request(0)) == 200
    assert status(log.request(0)) == 409
    assert status(log.request(5)) == 200
    log.grow("6", "7", "8")
    assert status(log.request(9)) == 400
    assert status(Log(5, origin="other").request(5)) == 404
    assert status(Log(5, SignerKey(ORIGIN, LOG_KEY, bytes([1]) * 32)).request(5)) == 403
    assert status(log.request(5, cut=1)) == 422
    assert status(log.request(5) + b"x") == 400
    assert status(log.request(5).replace(b"old 5", b"old 05")) == 400
    assert status(log.request(5).replace(b"old 5\n", b"old 5\nAAAA\n")) == 400
    assert status(log.request(5).replace(b"old 5\n", b"old 5\n" + b"\xff\n")) == 400
    assert status(b"") == 400
    assert state.last is not None and state.last.size == 5
    assert status(log.request(5)) == 200
    assert state.last.size == 8
    # A proof that is not needed is wrong.
    extra = log.request(8).replace(b"old 8\n", b"old 8\n" + b"A" * 43 + b"=\n")
    assert status(extra) == 422


def test_a_fork_that_the_log_asks_for_is_stored_as_evidence(state: WitnessState) -> None:
    log = Log(5)
    witness = Witness(state, log.fetch)
    witness.look()
    log.rewrite(4)
    assert witness.add_checkpoint(log.request(5)) == Reply(409, "5\n", "text/x.tlog.size")
    (folder,) = evidence(state)
    assert proven_by(folder, LOG.verifier) == "fork"
    log.grow("6")
    assert witness.add_checkpoint(log.request(5)).status == 422


def test_requests_are_worked_on_one_after_another(state: WitnessState) -> None:
    """Of many requests at the same time, one extends each size; the state never goes back."""
    logs = [Log(5) for _ in range(8)]
    for number, log in enumerate(logs):
        log.grow(*(f"{number}" for _ in range(number + 1)))
    witness = Witness(state, Log(5).fetch)
    witness.look()
    replies: list[int] = []
    threads = [
        threading.Thread(
            target=lambda log=log: replies.append(witness.add_checkpoint(log.request(5)).status)
        )
        for log in logs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(replies) == [200] + [409] * 7


def test_a_witness_serves_http(state: WitnessState) -> None:
    log = Log(5)
    witness = Witness(state, log.fetch)
    server = server_of(witness, "127.0.0.1", 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        host, port = server.server_address[:2]

        def ask(method: str, path: str, body: bytes | None = None) -> tuple[int, str]:
            client = http.client.HTTPConnection(str(host), int(port), timeout=10)
            client.request(method, path, body)
            response = client.getresponse()
            return response.status, response.read().decode()

        assert ask("GET", "/checkpoint")[0] == 404
        status, line = ask("POST", "/add-checkpoint", log.request(0))
        assert status == 200
        assert ask("GET", "/checkpoint") == (200, log.checkpoint.note + line)
        assert ask("POST", "/other", b"")[0] == 404
        assert ask("GET", "/other")[0] == 404
        assert ask("POST", "/add-checkpoint", b"x" * 200_000)[0] == 400
        fetch = fetch_from(f"http://127.0.0.1:{port}/")
        assert fetch("checkpoint").decode() == log.checkpoint.note + line
        with pytest.raises(Missing):
            fetch("tile/0/000")
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    with pytest.raises(Unreachable):
        fetch("checkpoint")


# ---- its folder, and the command


def test_the_state_is_that_of_one_log_and_one_process(tmp_path: Path) -> None:
    with pytest.raises(StateError, match="--log"):
        WitnessState(tmp_path, name="w")
    with pytest.raises(StateError, match="--name"):
        WitnessState(tmp_path, log=LOG.verifier)
    with pytest.raises(StateError, match="no spaces"):
        WitnessState(tmp_path, log=LOG.verifier, name="a b")
    state = WitnessState(tmp_path, log=LOG.verifier, name="w")
    with pytest.raises(StateError, match="another witness"):
        WitnessState(tmp_path)
    key = state.key
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    state.close()
    again = WitnessState(tmp_path, log=LOG.verifier)
    assert (again.key, again.log) == (key, LOG.verifier)
    again.close()
    with pytest.raises(StateError, match="another log"):
        WitnessState(tmp_path, log=SignerKey("other", LOG_KEY, bytes(32)).verifier)
    with pytest.raises(StateError, match="not that of a log"):
        WitnessState(tmp_path / "new", log=key.verifier, name="w")


def test_a_state_that_the_witness_did_not_sign_is_refused(tmp_path: Path) -> None:
    state = WitnessState(tmp_path, log=LOG.verifier, name="w")
    (tmp_path / "checkpoint").write_text(Log(3).checkpoint.note)
    state.close()
    with pytest.raises(StateError, match="not cosigned"):
        WitnessState(tmp_path)


def test_a_write_that_did_not_end_leaves_the_state(
    state: WitnessState, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Log(5)
    witness = Witness(state, log.fetch)
    witness.look()
    stored = (state.folder / "checkpoint").read_bytes()
    log.grow("6")

    def fail(*args: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("games.audit.witness_state.os.fsync", fail)
    with pytest.raises(OSError, match="no space"):
        witness.add_checkpoint(log.request(5))
    assert (state.folder / "checkpoint").read_bytes() == stored
    assert state.last is not None and state.last.size == 5


def test_evidence_proves_only_what_it_shows(tmp_path: Path) -> None:
    def write(old: Checkpoint, new: Checkpoint, leaves: list[bytes] | None = None) -> str | None:
        (tmp_path / "old").write_text(old.note)
        (tmp_path / "new").write_text(new.note)
        (tmp_path / "leaves").write_bytes(b"".join(leaves or []))
        return proven_by(tmp_path, LOG.verifier)

    small, large, other = Log(3), Log(5), Log(5)
    other.rewrite(1)
    assert proven_by(tmp_path, LOG.verifier) is None
    assert write(large.checkpoint, other.checkpoint) == "fork"
    assert write(small.checkpoint, other.checkpoint, other.leaves) == "rewritten"
    assert write(other.checkpoint, small.checkpoint, other.leaves) == "rewritten"
    assert write(small.checkpoint, large.checkpoint, large.leaves) is None
    assert write(small.checkpoint, other.checkpoint, large.leaves) is None
    assert write(small.checkpoint, other.checkpoint) is None
    assert write(large.checkpoint, large.checkpoint) is None
    stranger = Log(5, SignerKey(ORIGIN, LOG_KEY, bytes([1]) * 32))
    stranger.rewrite(1)
    assert write(large.checkpoint, stranger.checkpoint) is None


def test_the_command_reports_each_outcome(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = Log(5)
    monkeypatch.setattr(command, "fetch_from", lambda url: log.fetch)
    folder = tmp_path / "w"
    options = ["witness", "http://log.example", "--state", str(folder), "--once"]
    first = [*options, "--log", str(LOG.verifier), "--name", "witness.example/w1"]
    assert main(first) == 0
    assert "witness witness.example/w1+" in (out := capsys.readouterr().out)
    assert " consistent 5 " in out
    log.rewrite(1)
    assert main(options) == 1
    assert " fork 5 " in capsys.readouterr().out
    log.is_down = True
    assert main(options) == 2
    (stored,) = folder.glob("evidence-*")
    check = ["witness", "--check", str(stored), "--log", str(LOG.verifier)]
    assert main(check) == 0
    assert capsys.readouterr().out.endswith("fork\n")
    (stored / "new").write_bytes((stored / "old").read_bytes())
    assert main(check) == 1
    for wrong in (
        ["witness"],
        ["witness", "http://log.example"],
        ["witness", "http://log.example", "--state", str(tmp_path / "x")],
        ["witness", "http://log.example", "--state", str(folder), "--log", "x"],
        ["witness", "--check", str(stored)],
        [*options, "--listen", "x"],
    ):
        with pytest.raises(SystemExit):
            main(wrong)
