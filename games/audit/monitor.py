"""`python -m games.audit monitor URL`: read a log, and name the games without end.

It compares the log with the checkpoint that it saw last. docs/log.md, *A monitor*, is the
specification. No server, framework or database is needed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Final, Literal
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from games.audit.keys import successor
from games.audit.note import (
    LOG_KEY,
    NoteError,
    SignedCheckpoint,
    VerifierKey,
    encode_base64,
    parse_checkpoint,
    parse_vkey,
)
from games.audit.proof import OpenGame, key_records, open_games
from games.audit.tiles import TileAddress, split_entries, tiles_of
from games.audit.tree import leaf_hash, root_of

Outcome = Literal["consistent", "fork", "rewritten", "shrunk", "wrong", "unsigned", "unreachable"]

UNREACHABLE: Final = 2
"""The exit status if the log does not answer; 1 for every other outcome but ``consistent``."""

MAX_REPLY_BYTES: Final = 17 * 1024 * 1024
"""More than a tile of the longest entries has."""

TIMEOUT_SECONDS: Final = 20.0

Fetch = Callable[[str], bytes]
"""Returns a file of a log; raises ``OSError``, or ``LookupError`` if it has no such file."""


class MonitorState(msgspec.Struct, frozen=True):
    """What a monitor remembers: the key given, the log's key, and its last checkpoint."""

    given: str
    log: str
    checkpoint: str = ""


class Seen(msgspec.Struct, frozen=True):
    """What a log shows: the outcome, its checkpoint, and its games without an end."""

    outcome: Outcome
    checkpoint: SignedCheckpoint | None = None
    open: Sequence[OpenGame] = ()

    def __str__(self) -> str:
        one = self.checkpoint
        return self.outcome + (f" {one.size} {encode_base64(one.root)}" if one else "")


def look(state: MonitorState, fetch: Fetch) -> tuple[Seen, MonitorState]:
    """Read a log and compare it with what is remembered; return what to remember.

    A key to which new entries hand the log over is the log's from then on.
    """
    log = parse_vkey(state.log)
    old = parse_checkpoint(state.checkpoint.encode()) if state.checkpoint else None
    try:
        new = parse_checkpoint(fetch("checkpoint"))
        entries = [
            entry
            for number, width in tiles_of(0, new.size)
            for entry in split_entries(fetch(str(TileAddress(None, number, width))))
        ]
        games = open_games(entries)
    except NoteError:
        return Seen("unsigned"), state
    except (LookupError, TypeError, ValueError):
        return Seen("wrong"), state
    except OSError:
        return Seen("unreachable"), state
    outcome = _compare(old, new, [leaf_hash(entry) for entry in entries])
    if outcome == "consistent":
        records = key_records(entries[old.size if old else 0 :])
        public = bytes.fromhex(successor(log.public.hex(), records))
        log = VerifierKey(log.name, LOG_KEY, public)
    if new.origin != log.name or not new.signed_by(log):
        return Seen("unsigned"), state
    if outcome == "consistent":
        state = MonitorState(state.given, str(log), new.note)
    return Seen(outcome, new, games), state


def _compare(
    old: SignedCheckpoint | None, new: SignedCheckpoint, leaves: Sequence[bytes]
) -> Outcome:
    if old is not None and new.size < old.size:
        return "shrunk"
    if old is not None and new.size == old.size and new.root != old.root:
        return "fork"
    if len(leaves) != new.size or root_of(leaves) != new.root:
        return "wrong"
    return "rewritten" if old and root_of(leaves[: old.size]) != old.root else "consistent"


def fetch_from(url: str) -> Fetch:
    """Return a function that fetches the files of the log at an address."""

    def fetch(name: str) -> bytes:
        request = Request(f"{url.rstrip('/')}/{name}", headers={"User-Agent": "fairdeal-monitor"})
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                content: bytes = response.read(MAX_REPLY_BYTES)
                return content
        except HTTPError as error:
            error.close()
            if error.code in (404, 410):
                raise LookupError(name) from error
            raise
        except (HTTPException, ValueError) as error:
            raise OSError(str(error)) from error

    return fetch


def main(arguments: Sequence[str]) -> int:
    """Look at a log, print the outcome and the open games; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m games.audit monitor", description=__doc__)
    parser.add_argument("url", help="the address of the log, before /checkpoint")
    parser.add_argument("--state", required=True, type=Path, metavar="FILE", help="what it saw")
    parser.add_argument("--log", metavar="VKEY", help="the key of the log, needed the first time")
    options = parser.parse_args(arguments)
    try:
        state = _state(options.state, options.log)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    seen, after = look(state, fetch_from(options.url))
    print(seen)
    if seen.outcome == "consistent":
        _write(options.state, msgspec.json.encode(after))
        for game in seen.open:
            print(game)
        return 0
    if seen.checkpoint is not None:
        _write(options.state.with_suffix(".against"), seen.checkpoint.note.encode())
    return UNREACHABLE if seen.outcome == "unreachable" else 1


def _state(file: Path, given: str | None) -> MonitorState:
    """Return what is remembered; raises ValueError if that is about another log."""
    if not file.exists():
        if given is None or parse_vkey(given).kind != LOG_KEY:
            raise ValueError("the key of the log is not known: give it with --log")
        return MonitorState(given, given)
    state = msgspec.json.decode(file.read_bytes(), type=MonitorState)
    if given not in (None, state.given, state.log):
        raise ValueError(f"{file} is about another log: {state.log}")
    return state


def _write(file: Path, content: bytes) -> None:
    """Write a file that appears whole or not at all."""
    draft = file.with_name(f".{file.name}.new")
    draft.write_bytes(content)
    draft.replace(file)
