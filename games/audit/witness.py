"""`python -m games.audit witness URL`: watch a log, and cosign what extends it.

docs/log.md, *Witnesses*, is the specification. No server, framework or database is needed.
"""

from __future__ import annotations

import argparse
import re
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from games.audit.keys import KeyRecord, successor
from games.audit.note import (
    LOG_KEY,
    MAX_NOTE_BYTES,
    Checkpoint,
    NoteError,
    SignatureLine,
    VerifierKey,
    cosign,
    encode_base64,
    parse_checkpoint,
    parse_vkey,
)
from games.audit.proof import OpenGame, key_records, open_games, parse_path
from games.audit.tiles import TILE_WIDTH, TileAddress, split_entries, split_hashes, tiles_of
from games.audit.tree import EMPTY, leaf_hash, root_of, verify_consistency
from games.audit.witness_state import StateError, WitnessState, proven_by

Outcome = Literal["consistent", "fork", "rewritten", "shrunk", "wrong", "unsigned", "unreachable"]
EXIT_STATUS: Final[dict[Outcome, int]] = {
    "consistent": 0,
    "fork": 1,
    "rewritten": 1,
    "shrunk": 1,
    "wrong": 1,
    "unsigned": 1,
    "unreachable": 2,
}
MAX_REPLY_BYTES: Final = 17 * 1024 * 1024
"""More than a tile of the longest entries has."""

MAX_REQUEST_BYTES: Final = 2 * MAX_NOTE_BYTES
TIMEOUT_SECONDS: Final = 20.0

SIZE_TYPE: Final = "text/x.tlog.size"
TEXT_TYPE: Final = "text/plain; charset=utf-8"

Fetch = Callable[[str], bytes]
"""Returns a file of a log; raises ``Unreachable`` or ``Missing``."""


class Unreachable(Exception):
    """The log does not answer."""


class Missing(Exception):
    """The log answers that it has no such file."""


class Look(NamedTuple):
    """The outcome of a look at a log, and the checkpoint that it is about."""

    outcome: Outcome
    checkpoint: Checkpoint | None = None

    def __str__(self) -> str:
        at = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
        one = self.checkpoint
        return f"{at} {self.outcome}" + (f" {one.size} {encode_base64(one.root)}" if one else "")


class Reply(NamedTuple):
    """A reply to a request: its status, its text, and the type of that."""

    status: int
    text: str
    type: str = TEXT_TYPE


class Witness:
    """A witness of one log: it cosigns a checkpoint only if that extends the last one."""

    def __init__(self, state: WitnessState, fetch: Fetch) -> None:
        self.state = state
        self._fetch = fetch
        self._lock = threading.Lock()

    # ---- the witness reads

    def look(self) -> Look:
        """Read the log and judge it; cosign and store its checkpoint if it is consistent.

        The state is read before the log, so that a log that is behind the state is at fault. If a
        request changed the state meanwhile, the look is repeated.
        """
        while True:
            old = self.state.last
            try:
                found = self._read_checkpoint()
            except (Unreachable, Missing):
                return Look("unreachable")
            if found is None:
                return Look("unsigned")
            try:
                outcome, leaves, records = self._judge(old, found)
            except Unreachable:
                return Look("unreachable")
            # A key that is handed over in entries which follow what was cosigned is the log's.
            records = records if outcome == "consistent" else []
            new = self._of_log(found, successor(self.state.log.public.hex(), records))
            if new is None:
                return Look("unsigned")
            with self._lock:
                if self.state.last is not old:
                    continue
                if outcome == "consistent":
                    self.state.follow(records)
                    self._cosign(new)
                    self.state.save_full_tiles(leaves, 0)
                else:
                    self.state.store_evidence(new, leaves)
                return Look(outcome, new)

    def _read_checkpoint(self) -> Checkpoint | None:
        """Return the checkpoint served, signed or not; None if of another log."""
        try:
            found = parse_checkpoint(self._fetch("checkpoint"))
        except NoteError:
            return None
        return found if found.origin == self.state.log.name else None

    def _of_log(self, found: Checkpoint, public: str) -> Checkpoint | None:
        """Return a checkpoint with the lines of a key alone; None if unsigned."""
        key = VerifierKey(self.state.log.name, LOG_KEY, bytes.fromhex(public))
        lines = [line for line in found.signatures if line[:2] == (key.name, key.id)]
        signed = Checkpoint(found.origin, found.size, found.root, tuple(lines))
        return signed if signed.signed_by(key) else None

    def _judge(
        self, old: Checkpoint | None, new: Checkpoint
    ) -> tuple[Outcome, list[bytes], list[KeyRecord]]:
        """Return the outcome, the leaves read, and the records of keys in the new entries."""
        if old is not None and new.size < old.size:
            return "shrunk", [], []
        if old is not None and new.size == old.size and new.root != old.root:
            return "fork", [], []
        try:
            leaves = self._read_leaves(new.size, use_stored=True)
            if root_of(leaves) != new.root:
                leaves = self._read_leaves(new.size, use_stored=False)
            if root_of(leaves) != new.root:
                return "wrong", leaves, []
            if old is not None and root_of(leaves[: old.size]) != old.root:
                return "rewritten", leaves, []
            entries = self._read_entries(leaves, old.size if old else 0)
        except Missing:
            return "wrong", [], []
        if entries is None:
            return "wrong", leaves, []
        return "consistent", leaves, key_records(entries)

    def _read_leaves(self, size: int, *, use_stored: bool) -> list[bytes]:
        leaves: list[bytes] = []
        for number, width in tiles_of(0, size):
            tile = self.state.full_tile(number) if use_stored else None
            leaves += tile or split_hashes(self._fetch(str(TileAddress(0, number, width))))
        return leaves

    def _read_entries(self, leaves: Sequence[bytes], start: int) -> list[bytes] | None:
        """Return the entries from an index on; None if they do not hash to the leaves."""
        read: list[bytes] = []
        for number, width in tiles_of(start, len(leaves)):
            address = TileAddress(None, number, width)
            try:
                entries = split_entries(self._fetch(str(address)))
            except ValueError:
                return None
            first = number * TILE_WIDTH
            if [leaf_hash(entry) for entry in entries] != leaves[first : first + width]:
                return None
            read += entries[max(0, start - first) :]
        return read

    def open_games(self, new: Checkpoint) -> list[OpenGame]:
        """Return the games without an end; ``Missing`` if the entries are wrong."""
        entries: list[bytes] = []
        try:
            for number, width in tiles_of(0, new.size):
                entries += split_entries(self._fetch(str(TileAddress(None, number, width))))
            if root_of([leaf_hash(entry) for entry in entries]) != new.root:
                raise Missing("entries that give the signed root")
            return open_games(entries)
        except (ValueError, LookupError, TypeError) as error:
            raise Missing("entries in the form of docs/log.md") from error

    # ---- the log asks

    def add_checkpoint(self, body: bytes) -> Reply:
        """Cosign a checkpoint that a request proves to extend the last one."""
        try:
            old, path, found = _parse_request(body)
        except NoteError as error:
            return Reply(400, f"{error}\n")
        if found.origin != self.state.log.name:
            return Reply(404, "another log\n")
        new = self._of_log(found, self.state.log.public.hex())
        if new is None:
            return Reply(403, "not signed by the log\n")
        if old > new.size:
            return Reply(400, "the old size is above the size\n")
        with self._lock:
            return self._extend(old, path, new)

    def _extend(self, old: int, path: Sequence[bytes], new: Checkpoint) -> Reply:
        last = self.state.last
        size, root = (last.size, last.root) if last else (0, EMPTY)
        if old != size:
            return Reply(409, f"{size}\n", SIZE_TYPE)
        if new.size == size and new.root != root:
            self.state.store_evidence(new)
            return Reply(409, f"{size}\n", SIZE_TYPE)
        if old == 0 or old == new.size:
            is_proven = not path
        else:
            is_proven = verify_consistency(old, new.size, root, new.root, path)
        if not is_proven:
            return Reply(422, "the proof is wrong\n")
        return Reply(200, str(self._cosign(new)))

    def _cosign(self, new: Checkpoint) -> SignatureLine:
        """Cosign a checkpoint, store it, and return the line."""
        line = cosign(new, int(time.time()), self.state.key)
        self.state.save(new.with_lines(line))
        return line


_OLD: Final = re.compile(r"old (0|[1-9][0-9]{0,17})")


def _parse_request(body: bytes) -> tuple[int, tuple[bytes, ...], Checkpoint]:
    head, separator, note = body.partition(b"\n\n")
    try:
        first, *lines = head.decode().split("\n")
    except UnicodeDecodeError as error:
        raise NoteError("a request is UTF-8") from error
    old = _OLD.fullmatch(first)
    if old is None or not separator:
        raise NoteError("a request begins with the old size, and has a checkpoint")
    return int(old[1]), parse_path(lines), parse_checkpoint(note)


# ---- HTTP


def fetch_from(url: str) -> Fetch:
    """Return a function that fetches the files of the log at an address."""

    def fetch(name: str) -> bytes:
        request = Request(f"{url.rstrip('/')}/{name}", headers={"User-Agent": "fairdeal-witness"})
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                content: bytes = response.read(MAX_REPLY_BYTES)
                return content
        except HTTPError as error:
            error.close()
            if error.code in (404, 410):
                raise Missing(name) from error
            raise Unreachable(str(error)) from error
        except (OSError, ValueError) as error:
            raise Unreachable(str(error)) from error

    return fetch


def server_of(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    """Return a server of ``POST /add-checkpoint`` and ``GET /checkpoint``."""

    class Handler(BaseHTTPRequestHandler):
        timeout = TIMEOUT_SECONDS

        def do_GET(self) -> None:
            last = witness.state.last
            if self.path != "/checkpoint" or last is None:
                self._send(Reply(404, "not found\n"))
            else:
                self._send(Reply(200, last.note))

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if self.path != "/add-checkpoint":
                self._send(Reply(404, "not found\n"))
            elif not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > MAX_REQUEST_BYTES:
                self._send(Reply(400, "the request has no length, or is too long\n"))
            else:
                self._send(witness.add_checkpoint(self.rfile.read(int(length))))

        def _send(self, reply: Reply) -> None:
            content = reply.text.encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Log no requests: the outcomes are printed."""

    return ThreadingHTTPServer((host, port), Handler)


# ---- the command


def main(arguments: Sequence[str]) -> int:
    """Watch a log; with --once return the exit status of the outcome."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        log = parse_vkey(options.log) if options.log else None
        if options.check:
            return _check(Path(options.check), options.log, parser)
        if not options.url or not options.state:
            parser.error("the address of the log and --state are needed")
        listen = _address_of(options.listen, parser) if options.listen else None
        state = WitnessState(Path(options.state), log=log, name=options.name)
    except (NoteError, StateError) as error:
        parser.error(str(error))
    witness = Witness(state, fetch_from(options.url))
    print(f"witness {state.key.verifier}", flush=True)
    server = _listen(witness, *listen) if listen else None
    try:
        if options.open:
            return _print_open(witness)
        return _watch(witness, options.interval, is_once=options.once)
    except KeyboardInterrupt:
        return 0
    finally:
        if server is not None:
            server.shutdown()
        state.close()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.audit witness", description=__doc__)
    parser.add_argument("url", nargs="?", help="the address of the log, before /checkpoint")
    parser.add_argument("--log", metavar="VKEY", help="the key of the log; it is stored")
    parser.add_argument("--state", metavar="FOLDER", help="where the witness stores its state")
    parser.add_argument("--name", default="", help="the name of the witness, to make its key")
    parser.add_argument("--interval", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--once", action="store_true", help="look once, and exit")
    parser.add_argument("--open", action="store_true", help="look once, and list open games")
    parser.add_argument("--listen", metavar="HOST:PORT", help="cosign on request of the log")
    parser.add_argument("--check", metavar="FOLDER", help="verify evidence; needs --log")
    return parser


def _check(folder: Path, log: str | None, parser: argparse.ArgumentParser) -> int:
    """Print what evidence proves; return 0 if it does."""
    if log is None:
        parser.error("--check needs the key of the log: --log")
    proven = proven_by(folder, parse_vkey(log))
    print(proven or "this proves nothing")
    return 0 if proven else 1


def _address_of(text: str, parser: argparse.ArgumentParser) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not re.fullmatch(r"[0-9]{1,5}", port):
        parser.error("--listen takes HOST:PORT")
    return host.strip("[]"), int(port)


def _listen(witness: Witness, host: str, port: int) -> ThreadingHTTPServer:
    server = server_of(witness, host, port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _print_open(witness: Witness) -> int:
    """Look once; print the games that neither ended nor were cancelled."""
    look = witness.look()
    print(look, flush=True)
    if look.outcome != "consistent" or look.checkpoint is None:
        return EXIT_STATUS[look.outcome]
    try:
        for one in witness.open_games(look.checkpoint):
            print(one)
    except (Missing, Unreachable) as error:
        print(f"not read: {error}", flush=True)
        return EXIT_STATUS["wrong" if isinstance(error, Missing) else "unreachable"]
    return 0


def _watch(witness: Witness, interval: float, *, is_once: bool) -> int:
    while True:
        look = witness.look()
        print(look, flush=True)
        if is_once:
            return EXIT_STATUS[look.outcome]
        time.sleep(interval)
