"""`python -m games.audit monitor URL`: read a log, and name the games without end.

It compares the log with the checkpoint that it saw last. docs/log.md, *A monitor*, is the
specification. No server, framework or database is needed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from http.client import HTTPException
from pathlib import Path
from typing import Final, Literal
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from games.audit.each_alone import each_alone
from games.audit.game_map import GameMap
from games.audit.keys import successor
from games.audit.log_order import Contradiction, GameEntryAt, GameOrder, read_entry
from games.audit.note import (
    LOG_KEY,
    NoteError,
    SignedCheckpoint,
    VerifierKey,
    encode_base64,
    parse_checkpoint,
    parse_vkey,
)
from games.audit.proof import is_map, key_records, map_text, text_entry
from games.audit.tiles import TILE_WIDTH, TileAddress, split_entries, tiles_of
from games.audit.tree import GrowingTree, leaf_hash

Outcome = Literal[
    "consistent", "fork", "rewritten", "shrunk", "wrong", "contradiction", "unsigned", "unreachable"
]

UNREACHABLE: Final = 2
"""The exit status if the log does not answer; 1 for every other outcome but ``consistent``."""

MAX_REPLY_BYTES: Final = 17 * 1024 * 1024
"""More than a tile of the longest entries has."""

TIMEOUT_SECONDS: Final = 20.0
"""The most time until the next bytes of a reply."""

LOOK_SECONDS: Final = 600.0
"""The most time for a log."""

MOST_ENTRIES: Final = 1_000_000
"""The most entries by which a log may have grown."""

Fetch = Callable[[str], bytes]
"""Returns a file of a log; raises ``OSError``, or ``LookupError`` if it has no such file."""


class MonitorState(msgspec.Struct, frozen=True):
    """What a monitor remembers: the key given, the log's key, and its last checkpoint."""

    given: str
    log: str
    checkpoint: str = ""


class Seen(msgspec.Struct, frozen=True):
    """What a log shows: the outcome and its checkpoint.

    ``games`` are those without an end; of a ``contradiction``, what the entries contradict. ``why``
    is for people.
    """

    outcome: Outcome
    checkpoint: SignedCheckpoint | None = None
    games: Sequence[GameEntryAt | Contradiction] = ()
    why: str = ""

    def __str__(self) -> str:
        one = self.checkpoint
        return self.outcome + (f" {one.size} {encode_base64(one.root)}" if one else "")


def look(state: MonitorState, fetch: Fetch, most: int = MOST_ENTRIES) -> tuple[Seen, MonitorState]:
    """Read a log and compare it with what is remembered; return what to remember.

    Nothing is read before the checkpoint is known to be the log's, and its size to be at most
    ``most`` above that of the last one. A key to which new entries hand the log over is the log's
    from then on.
    """
    log = parse_vkey(state.log)
    old = parse_checkpoint(state.checkpoint.encode()) if state.checkpoint else None
    size = old.size if old else 0
    try:
        new = parse_checkpoint(fetch("checkpoint"))
    except NoteError:
        return Seen("unsigned"), state
    except (LookupError, OSError):
        return Seen("unreachable"), state
    try:
        if not _is_signed(new, log, size, fetch, most):
            return Seen("unsigned"), state
        if new.size < size:
            return Seen("shrunk", new), state
        if old and new.size == size and new.root != old.root:
            return Seen("fork", new), state
        if new.size - size > most:
            why = f"it grew by {new.size - size} entries, and --most is {most}"
            return Seen("wrong", new, why=why), state
        seen, log = _read(new, old, log, fetch)
    except (LookupError, TypeError, ValueError, RecursionError):
        return Seen("wrong", new), state
    except OSError:
        return Seen("unreachable"), state
    if seen.outcome == "consistent":
        state = MonitorState(state.given, str(log), new.note)
    return seen, state


def _is_signed(new: SignedCheckpoint, log: VerifierKey, size: int, fetch: Fetch, most: int) -> bool:
    """Whether the log's key signed a checkpoint, or one that new entries name.

    Of these entries only the records of keys count, which are signed themselves.
    """
    if new.origin != log.name:
        return False
    if new.signed_by(log):
        return True
    if new.size - size > most:
        return False
    try:
        for entry in _entries(fetch, size, new.size):
            after = _handed_over(log, entry)
            if after != log and new.signed_by(after):
                return True
            log = after
    except (LookupError, ValueError, RecursionError):
        return False
    return False


def _handed_over(log: VerifierKey, entry: bytes) -> VerifierKey:
    """Return the log's key after an entry."""
    public = successor(log.public.hex(), key_records([entry]))
    return VerifierKey(log.name, LOG_KEY, bytes.fromhex(public))


def _read(
    new: SignedCheckpoint, old: SignedCheckpoint | None, log: VerifierKey, fetch: Fetch
) -> tuple[Seen, VerifierKey]:
    """Read all entries, one by one; return the outcome and the log's key after them.

    Raises ``LookupError``, ``ValueError`` or ``RecursionError`` for entries that are wrong.
    """
    tree, order, contradictions = GrowingTree(), GameOrder(), list[Contradiction]()
    games, is_mapped, is_rewritten = GameMap(), True, False
    for text in _entries(fetch, 0, new.size):
        entry = read_entry(text, tree.size)
        contradiction = entry and order.add(entry)
        if contradiction:
            contradictions.append(contradiction)
        if entry:
            games.add(entry.game, entry.number, leaf_hash(text))
        is_mapped = is_map(text)
        if is_mapped and text != text_entry(map_text(games.root)):
            return Seen("wrong", new, why=f"the map {tree.size} is not that of the entries"), log
        if old is None or tree.size >= old.size:
            log = _handed_over(log, text)
        tree.add(leaf_hash(text))
        if old and tree.size == old.size:
            is_rewritten = tree.root != old.root
    if tree.root != new.root or not is_mapped:
        return Seen("wrong", new), log
    if is_rewritten:
        return Seen("rewritten", new), log
    if not new.signed_by(log):
        return Seen("unsigned"), log
    if contradictions:
        return Seen("contradiction", new, contradictions), log
    return Seen("consistent", new, order.open()), log


def _entries(fetch: Fetch, start: int, end: int) -> Iterator[bytes]:
    """Yield the entries from ``start`` up to ``end``, a tile at a time."""
    for number, width in tiles_of(start, end):
        tile = split_entries(fetch(str(TileAddress(None, number, width))))
        if len(tile) != width:
            raise ValueError("a tile of entries is not full")
        yield from tile[max(0, start - number * TILE_WIDTH) :]


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
    parser.add_argument(
        "--seconds",
        type=float,
        default=LOOK_SECONDS,
        help="the most time for the log; default: %(default)s",
    )
    parser.add_argument(
        "--most",
        type=int,
        default=MOST_ENTRIES,
        metavar="N",
        help="the most entries by which the log may have grown; default: %(default)s",
    )
    options = parser.parse_args(arguments)
    try:
        state = _state(options.state, options.log)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    work = partial(_look_from, state=state, most=options.most)
    ((_, looked),) = each_alone([options.url], 1, work, options.seconds)
    seen, after = looked or (Seen("unreachable"), state)
    print(seen)
    if seen.why:
        print(seen.why, file=sys.stderr)
    if seen.outcome in ("consistent", "contradiction"):
        for one in seen.games:
            print(one)
    if seen.outcome == "consistent":
        _write(options.state, msgspec.json.encode(after))
        return 0
    if seen.checkpoint is not None:
        _write(options.state.with_suffix(".against"), seen.checkpoint.note.encode())
    return UNREACHABLE if seen.outcome == "unreachable" else 1


def _look_from(url: str, _: object, *, state: MonitorState, most: int) -> tuple[Seen, MonitorState]:
    return look(state, fetch_from(url), most)


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
