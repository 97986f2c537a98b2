"""The command ``python -m games.audit``."""

from __future__ import annotations

import argparse
import gc
import gzip
import multiprocessing
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from multiprocessing.context import BaseContext
from pathlib import Path
from pkgutil import resolve_name
from typing import Final, NamedTuple

from tqdm import tqdm

from games.audit import Evidence, MalformedBundle, Verdict, audit, malformed, read_bundle, witness
from games.audit.choices import CHOOSER
from games.audit.findings import EXIT_CODES, word_of_files
from games.audit.note import LOG_KEY, NoteError, VerifierKey, parse_vkey
from games.audit.own_evidence import read_receipt, receipt_of
from games.audit.proof import LogFile, WitnessPolicy, parse_log_file, parse_policy
from games.audit.report import summary, text
from games.audit.self_check import self_fault
from games.audit.verdict import unreadable
from games.audit.verdict_json import encode_verdicts
from games.ledger.heads import SignedHead

DESCRIPTION: Final = (
    "Audit bundles on any machine, without a server. The exit status is 3 if the verifier itself"
    " failed; else 1 if any file fails; else 2 if any could not be judged or the command was not"
    " understood; else 0."
)

SUFFIXES = (".json", ".json.gz")

SELF_CHECK_FAILED: Final = (
    "The verifier failed its check of itself on a bundle that is good, so no file was judged:"
)

Receipts = dict[str, tuple[SignedHead, ...]]
"""The signed heads that a player has, by game."""


class LogEvidence(NamedTuple):
    """Proofs and checkpoints that were given, the key of the log, the witnesses."""

    files: tuple[LogFile, ...] = ()
    log: VerifierKey | None = None
    policy: WitnessPolicy | None = None


NO_LOG: Final = LogEvidence()


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit the files in the arguments; return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["witness"]:
        return witness.main(arguments[1:])
    parser = _parser()
    options = parser.parse_args(arguments)
    files = list(_files(options.files))
    if not files:
        parser.error("there is no bundle in the folders given")
    receipts = _receipts(parser, options)
    proofs = _log_evidence(parser, options)
    _check_arguments(parser, files, options.key)
    if proofs.files and len(files) > 1:
        parser.error("--checkpoint is about one bundle: give one file")
    chooser = resolve_name(CHOOSER) if options.choices else None
    fault = self_fault() or (self_fault(chooser) if chooser else "")
    if fault:
        print(f"{SELF_CHECK_FAILED} {fault}", file=sys.stderr)
        return EXIT_CODES["error"]
    work = partial(
        verdict_on,
        trusted=tuple(options.key),
        receipts=receipts,
        proofs=proofs,
        with_choices=options.choices,
    )
    verdicts = dict(verdicts_on(files, options.processes or os.cpu_count() or 1, work))
    results = [(file, verdicts[file]) for file in files]
    games = {verdict.game for verdict in verdicts.values()}
    unused = receipts.keys() - games
    if unused and "" not in games:
        parser.error(f"there is evidence about {', '.join(sorted(unused))}, and no bundle of it")
    if options.json:
        print(encode_verdicts(results).decode())
    else:
        for file, verdict in results:
            print(text(file, verdict))
        print(summary([verdict for _, verdict in results]))
    return EXIT_CODES[word_of_files(verdict.word for _, verdict in results)]


def _check_arguments(
    parser: argparse.ArgumentParser, files: Sequence[str], keys: Sequence[str]
) -> None:
    """End the command for a file that cannot be opened, or a key that is none."""
    for file in files:
        try:
            Path(file).open("rb").close()
        except OSError as error:
            parser.error(f"{file}: {error.strerror}")
    for key in keys:
        if not re.fullmatch("[0-9a-f]{64}", key):
            parser.error(f"--key {key}: a public key has 64 hexadecimal digits in small letters")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.audit", description=DESCRIPTION)
    parser.add_argument("files", nargs="+", help="bundles, or folders of them")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    parser.add_argument("--processes", type=int, default=0, help="how many; one a core if not said")
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        help="a public key that you trust, 64 hexadecimal digits; any key counts if none is given",
    )
    parser.add_argument(
        "--choices",
        action="store_true",
        help="also recompute the choices of bots, which takes as long as they took",
    )
    parser.add_argument(
        "--since",
        action="append",
        default=[],
        metavar="OLD",
        help="an older bundle of the same game: the game must still have its rows",
    )
    parser.add_argument(
        "--receipt",
        action="append",
        default=[],
        metavar="FILE",
        help="a receipt: the game must still have the rows that it proves",
    )
    parser.add_argument(
        "--checkpoint",
        action="append",
        default=[],
        metavar="FILE",
        help="a proof that the game is in the log, or a checkpoint of the log",
    )
    parser.add_argument("--log", metavar="VKEY", help="the key of the log")
    parser.add_argument(
        "--witnesses",
        metavar="KofN:VKEY,…",
        default=os.environ.get("WITNESSES", ""),
        help="how many of which witnesses must have cosigned; default: the variable WITNESSES",
    )
    return parser


def _log_evidence(parser: argparse.ArgumentParser, options: argparse.Namespace) -> LogEvidence:
    """Return the files of the log, its key and the witnesses of the options."""
    try:
        files = tuple(parse_log_file(_read(file)) for file in options.checkpoint)
        log = parse_vkey(options.log) if options.log else None
        if log is not None and log.kind != LOG_KEY:
            raise NoteError("--log names the key of a log, of type 1")
        policy = parse_policy(options.witnesses) if options.witnesses else None
    except (OSError, EOFError, NoteError) as error:
        parser.error(str(error))
    return LogEvidence(files, log, policy)


def _receipts(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Receipts:
    """Return the evidence of the options by game; a file without any is an error."""
    found: Receipts = {}
    given = [(file, read_receipt) for file in options.receipt]
    given += [(file, receipt_of) for file in options.since]
    for file, read in given:
        try:
            receipt = read(_read(file))
        except (OSError, EOFError, MalformedBundle) as error:
            parser.error(f"{file}: {error}")
        found[receipt.head.game] = (*found.get(receipt.head.game, ()), receipt)
    return found


def _files(names: Sequence[str]) -> Iterator[str]:
    """Return the given files, and those in the given folders, at any depth."""
    for name in names:
        path = Path(name)
        if path.is_dir():
            yield from sorted(str(one) for one in path.rglob("*") if one.name.endswith(SUFFIXES))
        else:
            yield name


def verdicts_on(
    files: Sequence[str], processes: int, work: Work | None = None
) -> Iterator[tuple[str, Verdict]]:
    """Yield the verdicts about files as they are reached, by some processes."""
    settle()
    work = work or verdict_on
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
    """Collect garbage rarely: auditing makes no reference cycles."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def _read(file: str) -> bytes:
    source = Path(file).read_bytes()
    return gzip.decompress(source) if file.endswith(".gz") else source


def verdict_on(
    file: str,
    trusted: tuple[str, ...] = (),
    receipts: Receipts | None = None,
    proofs: LogEvidence = NO_LOG,
    with_choices: bool = False,
) -> tuple[str, Verdict]:
    """Return the verdict about a file; an unreadable file is no bundle."""
    try:
        source = _read(file)
    except (OSError, EOFError):
        return file, malformed()
    try:
        bundle = read_bundle(source)
    except MalformedBundle:
        return file, unreadable(source)
    own = (receipts or {}).get(bundle.head.game, ())
    chooser = resolve_name(CHOOSER) if with_choices else None
    return file, audit(bundle, trusted, evidence=Evidence(own, *proofs), chooser=chooser)


Work = Callable[[str], tuple[str, Verdict]]
