"""The command ``python -m games.audit``."""

from __future__ import annotations

import argparse
import gzip
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from games.audit import monitor
from games.audit.bundle import MAX_BYTES, MalformedBundle
from games.audit.bundle_reading import read_bundle
from games.audit.choices import CHOOSER
from games.audit.each_alone import FILE_SECONDS, each_alone
from games.audit.examined import Examined
from games.audit.findings import EXIT_CODES, Verdict, answer, word_of_files
from games.audit.keys import KeyRecord, read_keys_file
from games.audit.note import LOG_KEY, NoteError, VerifierKey, parse_vkey
from games.audit.own_evidence import (
    AnyReceipt,
    OwnEvidence,
    entries_of,
    game_of,
    read_receipt,
    receipt_of,
)
from games.audit.proof import InclusionProof, LogFile, WitnessPolicy, parse_log_file, parse_policy
from games.audit.report import summary, text, totals
from games.audit.self_check import self_fault
from games.audit.together import FileTrace, contradictions
from games.audit.verdict import audit, beyond_limit, malformed, unreadable
from games.audit.verdict_json import encode_verdicts

DESCRIPTION: Final = (
    "Audit bundles on any machine, without a server. The exit status is 3 if the verifier itself"
    " failed; else 1 if any file fails; else 2 if any could not be judged or the command was not"
    " understood; else 4 if the moves of any were not judged, as no view but the full one shows"
    " all cards; else 0."
)

CHOICES_SECONDS: Final = 6 * 3600.0
"""The most time for a file whose bots choose again."""

FILES_BETWEEN_LINES: Final = 100
"""After how many files a line on standard error tells the progress."""

SUFFIXES: Final = (".json", ".json.gz")
PROOF_SUFFIXES: Final = (".proof", ".tlog-proof")

MAX_RECEIPT_BYTES: Final = 4096
"""The size of a file in a folder up to which it may be a receipt."""

SELF_CHECK_FAILED: Final = (
    "The verifier failed its check of itself on a bundle that is good, so no file was judged:"
)

Receipts = dict[str, AnyReceipt]
"""The receipts that a player has, by file."""


class LogEvidence(NamedTuple):
    """Proofs and checkpoints by file, key of the log, witnesses, records of keys.

    ``is_about_one``: there is one bundle, which all of them are about.
    """

    files: Mapping[str, LogFile] = MappingProxyType({})
    log: VerifierKey | None = None
    policy: WitnessPolicy | None = None
    is_about_one: bool = True
    records: tuple[KeyRecord, ...] = ()


class JudgedFile(NamedTuple):
    """A verdict, what is compared with other files, and the proofs about the file."""

    verdict: Verdict
    trace: FileTrace | None = None
    proofs: tuple[str, ...] = ()


NO_LOG: Final = LogEvidence()


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit the files in the arguments; return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["monitor"]:
        return monitor.main(arguments[1:])
    parser = _parser()
    options = parser.parse_args(arguments)
    files = list(_files(options.files))
    _check_files(parser, files)
    trusted, records = _keys(parser, options.key)
    receipts, proofs = _evidence(parser, options, files)
    files = [file for file in files if file not in proofs.files and file not in receipts]
    if not files:
        parser.error("there is no bundle in the folders given")
    chooser = resolve_name(CHOOSER) if options.choices else None
    fault = self_fault() or (self_fault(chooser) if chooser else "")
    if fault:
        print(f"{SELF_CHECK_FAILED} {fault}", file=sys.stderr)
        return EXIT_CODES["error"]
    work = partial(
        judge_file,
        trusted=trusted,
        receipts=tuple(receipts.values()),
        proofs=proofs._replace(is_about_one=len(files) == 1, records=records),
        with_choices=options.choices,
    )
    seconds = CHOICES_SECONDS if options.choices else FILE_SECONDS
    judged = dict(judge_files(files, options.processes or os.cpu_count() or 1, work, seconds))
    results = _together(files, judged)
    if options.json:
        print(encode_verdicts(results).decode())
    else:
        for file, verdict in results:
            print(text(file, verdict))
        verdicts = [verdict for _, verdict in results]
        print("\n".join([*(totals(verdicts) if len(files) > 1 else ()), summary(verdicts)]))
    word = word_of_files(verdict.word for _, verdict in results)
    is_accepted = word == "moves_not_judged" and options.moves_not_judged
    status = 0 if is_accepted else EXIT_CODES[word]
    unused = _unused(judged.values(), receipts, proofs.files)
    if unused:
        print(f"there is evidence about no bundle: {', '.join(unused)}", file=sys.stderr)
    is_clean = status in (EXIT_CODES["pass"], EXIT_CODES["moves_not_judged"])
    return EXIT_CODES["not_judged"] if unused and is_clean else status


def _together(files: Sequence[str], judged: Mapping[str, JudgedFile]) -> list[tuple[str, Verdict]]:
    """Return the verdicts in the order of files, with their contradictions."""
    verdicts = {file: judged[file].verdict for file in files}
    traces = {
        file: trace
        for file, (verdict, trace, _) in judged.items()
        if trace is not None and verdict.sealed.answer == "yes"
    }
    for file, finding in contradictions(traces):
        sealed = answer([*verdicts[file].sealed.findings, finding])
        verdicts[file] = msgspec.structs.replace(verdicts[file], sealed=sealed)
    return [(file, verdicts[file]) for file in files]


def _unused(
    judged: Iterable[JudgedFile], receipts: Receipts, proofs: Mapping[str, LogFile]
) -> list[str]:
    """Return the files of evidence about no bundle; none if one is unreadable."""
    games, used = set[str](), set[str]()
    for verdict, _, own in judged:
        games.add(verdict.game)
        used.update(own)
    if "" in games:
        return []
    about_none = [file for file, receipt in receipts.items() if game_of(receipt) not in games]
    return [*about_none, *(file for file in proofs if file not in used)]


def _keys(
    parser: argparse.ArgumentParser, given: Sequence[str]
) -> tuple[tuple[str, ...], tuple[KeyRecord, ...]]:
    """Return the trusted keys of --key, and the records of the files among them.

    The keys of files are trusted if no other key is.
    """
    digits = tuple(key for key in given if re.fullmatch("[0-9a-f]{64}", key))
    keys: list[str] = []
    records: list[KeyRecord] = []
    for file in given:
        if file not in digits:
            try:
                found = read_keys_file(_read(file))
            except (OSError, EOFError, ValueError) as error:
                parser.error(f"--key {file}: neither 64 hexadecimal digits nor keys/: {error}")
            keys += found.keys
            records += found.records
    return digits or tuple(keys), tuple(records)


def _check_files(parser: argparse.ArgumentParser, files: Sequence[str]) -> None:
    """End the command for a file that cannot be opened."""
    for file in files:
        try:
            Path(file).open("rb").close()
        except OSError as error:
            parser.error(f"{file}: {error.strerror}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.audit", description=DESCRIPTION)
    parser.add_argument("files", nargs="+", help="bundles, or folders of them")
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    parser.add_argument(
        "--moves-not-judged",
        action="store_true",
        help="let the exit status be 0 if nothing is found and the moves are not judged",
    )
    parser.add_argument("--processes", type=int, default=0, help="how many; one a core if not said")
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="KEY",
        help="a public key that you trust, 64 hexadecimal digits, or a file of GET keys/; any key"
        " counts if none is given",
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


def _evidence(
    parser: argparse.ArgumentParser, options: argparse.Namespace, files: Sequence[str]
) -> tuple[Receipts, LogEvidence]:
    """Return the evidence of the options, and that among the files of folders.

    A file of the options that is none is an error of the command.
    """
    receipts: Receipts = {}
    given: list[tuple[str, Callable[[bytes], AnyReceipt]]] = []
    given += [(file, read_receipt) for file in options.receipt]
    given += [(file, receipt_of) for file in options.since]
    for file, read in given:
        try:
            receipts[file] = read(_read(file))
        except (OSError, EOFError, MalformedBundle) as error:
            parser.error(f"{file}: {error}")
    for file in set(files) - set(options.files):
        if Path(file).stat().st_size <= MAX_RECEIPT_BYTES:
            with suppress(OSError, EOFError, MalformedBundle):
                receipts[file] = read_receipt(_read(file))
    found = [file for file in files if file.endswith(PROOF_SUFFIXES)]
    try:
        proofs = {file: parse_log_file(_read(file)) for file in [*options.checkpoint, *found]}
        log = parse_vkey(options.log) if options.log else None
        if log is not None and log.kind != LOG_KEY:
            raise NoteError("--log names the key of a log, of type 1")
        policy = parse_policy(options.witnesses) if options.witnesses else None
    except (OSError, EOFError, NoteError) as error:
        parser.error(str(error))
    return receipts, LogEvidence(proofs, log, policy)


def _files(names: Sequence[str]) -> Iterator[str]:
    """Return the given files, and those in the given folders, at any depth."""
    for name in names:
        path = Path(name)
        if path.is_dir():
            suffixes = (*SUFFIXES, *PROOF_SUFFIXES)
            yield from sorted(str(one) for one in path.rglob("*") if one.name.endswith(suffixes))
        else:
            yield name


def judge_files(
    files: Sequence[str], processes: int, work: Work | None = None, seconds: float = FILE_SECONDS
) -> Iterator[tuple[str, JudgedFile]]:
    """Yield the verdicts about files as they are reached.

    A file for which its process died, or took more than so many seconds, is not judged.
    """
    done = each_alone(files, processes, work or judge_file, seconds)
    for count, (file, judged) in enumerate(done, 1):
        yield file, judged or JudgedFile(beyond_limit())
        if count % FILES_BETWEEN_LINES == 0:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"{count} of {len(files)} files", file=sys.stderr, end=end, flush=True)


def _read(file: str) -> bytes:
    """Return the bytes of a file, unpacked, up to one more than it may have."""
    with gzip.open(file) if file.endswith(".gz") else Path(file).open("rb") as source:
        return source.read(MAX_BYTES + 1)


def judge_file(
    file: str,
    trusted: tuple[str, ...] = (),
    receipts: tuple[AnyReceipt, ...] = (),
    proofs: LogEvidence = NO_LOG,
    with_choices: bool = False,
) -> JudgedFile:
    """Judge a file; an unreadable one is no bundle."""
    try:
        source = _read(file)
    except (OSError, EOFError, zlib.error):
        return JudgedFile(malformed())
    try:
        bundle = read_bundle(source)
    except MalformedBundle:
        return JudgedFile(unreadable(source))
    trace, used = FileTrace(bundle.head, ()), dict[str, LogFile]()

    def own(examined: Examined) -> OwnEvidence:
        nonlocal trace
        trace = FileTrace(bundle.head, examined.digests)
        used.update(_proofs_about(file, examined, proofs))
        mine = tuple(one for one in receipts if game_of(one) == bundle.head.game)
        return OwnEvidence(mine, tuple(used.values()), proofs.log, proofs.policy, proofs.records)

    chooser = resolve_name(CHOOSER) if with_choices else None
    verdict = audit(bundle, trusted, evidence=own, chooser=chooser)
    return JudgedFile(verdict, trace, tuple(used))


def _proofs_about(file: str, examined: Examined, proofs: LogEvidence) -> dict[str, LogFile]:
    """Return the proofs about a file, by name or by entry, and all checkpoints."""
    if proofs.is_about_one:
        return dict(proofs.files)
    leaves = [entry.leaf for entry in entries_of(examined)] if proofs.files else []
    return {
        name: one
        for name, one in proofs.files.items()
        if not isinstance(one, InclusionProof)
        or _stem(name) == _stem(file)
        or any(map(one.leads_from, leaves))
    }


def _stem(file: str) -> str:
    """Return the name of a file without what tells its kind."""
    for suffix in (*SUFFIXES, *PROOF_SUFFIXES):
        file = file.removesuffix(suffix)
    return file


Work = Callable[[str], JudgedFile]
