"""`python -m games.audit FILE...`: audit bundles on any machine, without a server."""

from __future__ import annotations

import argparse
import gc
import gzip
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing.context import BaseContext
from pathlib import Path

import msgspec
from tqdm import tqdm

from games.audit import Verdict, audit, decode_bundle, malformed
from games.audit.report import summary, text

SUFFIXES = (".json", ".json.gz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit what the arguments name; 0 if everything passed."""
    asked = _parser().parse_args(arguments)
    files = list(_files(asked.files))
    verdicts = dict(verdicts_on(files, asked.processes or os.cpu_count() or 1, tuple(asked.key)))
    told = [(file, verdicts[file]) for file in files]
    if asked.json:
        print(msgspec.json.encode([_told(*one) for one in told]).decode())
    else:
        for file, verdict in told:
            print(text(file, verdict))
        print(summary([verdict for _, verdict in told]))
    return 0 if files and all(verdict.passed for _, verdict in told) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.audit", description=__doc__)
    parser.add_argument("files", nargs="+", help="bundles, or folders of them")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    parser.add_argument("--processes", type=int, default=0, help="how many; one a core if not said")
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        help="a public key that you trust, 64 hexadecimal digits; any key counts if none is given",
    )
    return parser


def _files(names: Sequence[str]) -> Iterator[str]:
    """The files named, and those in the folders named, at any depth."""
    for name in names:
        path = Path(name)
        if path.is_dir():
            yield from sorted(str(one) for one in path.rglob("*") if one.name.endswith(SUFFIXES))
        else:
            yield name


def verdicts_on(
    files: Sequence[str], processes: int, trusted: tuple[str, ...] = ()
) -> Iterator[tuple[str, Verdict]]:
    """The verdicts about files as they are reached, over some processes."""
    settle()
    work = partial(verdict_on, trusted=trusted)
    few = min(processes, len(files))
    if few <= 1:
        yield from map(work, tqdm(files, disable=None))
        return
    # The pool comes before the bar, whose clock is a thread: a process with threads is not forked.
    with _context().Pool(few, initializer=settle) as pool:
        chunk = max(1, min(32, len(files) // (few * 4)))
        yield from tqdm(pool.imap_unordered(work, files, chunk), total=len(files), disable=None)


def _context() -> BaseContext:
    """Return how children start: on Linux as copies of this process, elsewhere empty."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")


def settle() -> None:
    """Look for garbage rarely: auditing leaves none that goes round in circles."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def verdict_on(file: str, trusted: tuple[str, ...] = ()) -> tuple[str, Verdict]:
    """The verdict about a file; one that cannot be read is no bundle."""
    try:
        source = Path(file).read_bytes()
        if file.endswith(".gz"):
            source = gzip.decompress(source)
        return file, audit(decode_bundle(source), trusted)
    except (OSError, EOFError, msgspec.MsgspecError, UnicodeDecodeError):
        return file, malformed()


def _told(file: str, verdict: Verdict) -> dict[str, object]:
    return {"file": file, "passed": verdict.passed} | msgspec.structs.asdict(verdict)


if __name__ == "__main__":
    sys.exit(main())
