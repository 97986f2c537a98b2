"""The command ``python -m games.audit``."""

from __future__ import annotations

import argparse
import gzip
import os
import re
import sys
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Final, NamedTuple
from zipfile import BadZipFile

import msgspec

from games.audit import monitor
from games.audit.archives import TournamentArchive, unpacked
from games.audit.bundle import MAX_BYTES, MalformedBundle
from games.audit.bundle_reading import read_bundle
from games.audit.choices import CHOOSER
from games.audit.each_alone import FILE_SECONDS, Work, each_alone
from games.audit.examined import Examined
from games.audit.findings import EXIT_CODES, Verdict, answer, word_of_files
from games.audit.keys import KeyRecord, read_keys_file
from games.audit.note import LOG_KEY, NoteError, VerifierKey, parse_vkey
from games.audit.own_evidence import (
    AnyReceipt,
    OwnEvidence,
    counting,
    game_of,
    read_receipt,
    receipt_of,
)
from games.audit.proof import (
    GameProof,
    LogFile,
    WitnessPolicy,
    blinded,
    parse_log_file,
    parse_policy,
)
from games.audit.report import summary, text, totals
from games.audit.self_check import self_fault
from games.audit.together import FileTrace, contradictions, deal_of
from games.audit.tournament_judging import judge_tournament
from games.audit.tournament_report import JudgedTournament, tournament_json, tournament_text
from games.audit.tournament_verdict import TournamentVerdict, no_tournament
from games.audit.verdict import audit, beyond_limit, malformed, unreadable
from games.audit.verdict_json import encode_verdicts

DESCRIPTION: Final = (
    "Audit bundles on any machine, without a server. The exit status is 3 if the verifier itself"
    " failed; else 1 if any file fails; else 2 if any could not be judged or the command was not"
    " understood; else 5 if organisers that the table did not name changed the result of any; else"
    " 4 if the moves of any were not judged, as no view but the full one shows"
    " all cards, or the lots of a tournament, which is not over; else 0."
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
    """Proofs and checkpoints by file, key of the log, witnesses, records of key files.

    ``is_about_one``: there is one bundle, which all of them are about.
    """

    files: Mapping[str, LogFile] = MappingProxyType({})
    log: VerifierKey | None = None
    policy: WitnessPolicy | None = None
    is_about_one: bool = True
    records: tuple[KeyRecord, ...] = ()

    def about(self, receipts: Iterable[AnyReceipt], files: Iterable[LogFile]) -> OwnEvidence:
        """Return the evidence about a game, given its receipts and its proofs."""
        return OwnEvidence(tuple(receipts), tuple(files), self.log, self.policy, self.records)


class JudgedFile(NamedTuple):
    """A verdict, what is compared with other files, and the evidence used."""

    verdict: Verdict
    trace: FileTrace | None = None
    evidence: tuple[str, ...] = ()


NO_LOG: Final = LogEvidence()


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit the files in the arguments; return the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments[:1] == ["monitor"]:
        return monitor.main(arguments[1:])
    parser = _parser()
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        try:
            found = stack.enter_context(unpacked(options.files))
        except (OSError, BadZipFile) as error:
            parser.error(str(error))
        options.files = found.names
        return _audit(parser, options, found.tournaments)


def _audit(
    parser: argparse.ArgumentParser,
    options: argparse.Namespace,
    archives: Mapping[str, TournamentArchive],
) -> int:
    """Judge the files of the options, and print what is found; return the exit status."""
    files, faults = _files(parser, options.files)
    given = {Path(one).resolve() for one in options.receipt + options.since + options.checkpoint}
    files = [one for one in files if one in options.files or Path(one).resolve() not in given]
    trusted, records = _keys(parser, options.key)
    receipts, proofs = _evidence(parser, options)
    more, found_proofs = _found(parser, options.files, files, faults)
    found = {*more, *found_proofs}.difference(options.files)
    receipts |= more
    proofs = proofs._replace(files={**proofs.files, **found_proofs}, records=records)
    files = [file for file in files if file not in {*more, *found_proofs, *faults}]
    for file, fault in faults.items():
        print(f"{file} cannot be read: {fault}", file=sys.stderr)
    if not files and not archives:
        parser.error("there is no bundle in the folders given")
    chooser = resolve_name(CHOOSER) if options.choices else None
    fault = self_fault() or (self_fault(chooser) if chooser else "")
    if fault:
        print(f"{SELF_CHECK_FAILED} {fault}", file=sys.stderr)
        return EXIT_CODES["error"]
    work = partial(
        judge_file,
        trusted=trusted,
        receipts=receipts,
        found=found,
        proofs=proofs._replace(is_about_one=len(files) == 1),
        with_choices=options.choices,
    )
    seconds = CHOICES_SECONDS if options.choices else FILE_SECONDS
    judged = dict(judge_files(files, options.processes or os.cpu_count() or 1, work, seconds))
    results = _together(files, judged, proofs.about((), proofs.files.values()).all_records)
    tournaments = _tournaments(archives, trusted, results)
    _print(options, results, tournaments)
    word = word_of_files(
        [
            *(verdict.word for _, verdict in results),
            *(one.verdict.word for one in tournaments),
        ]
    )
    is_accepted = word == "moves_not_judged" and options.moves_not_judged
    status = 0 if is_accepted else EXIT_CODES[word]
    unused = _unused(judged.values(), [*receipts, *proofs.files])
    if unused:
        print(f"there is evidence about no bundle: {', '.join(unused)}", file=sys.stderr)
    is_failed = word in ("error", "fail")
    return EXIT_CODES["not_judged"] if (unused or faults) and not is_failed else status


def _tournaments(
    archives: Mapping[str, TournamentArchive],
    trusted: tuple[str, ...],
    results: Sequence[tuple[str, Verdict]],
) -> list[JudgedTournament]:
    """Return the verdicts about tournaments, whose games were judged before."""
    work = partial(_judge_archive, archives=archives, trusted=trusted)
    found = dict(each_alone(list(archives), 1, work))
    return [
        JudgedTournament(
            name,
            found[name] or no_tournament("limit"),
            {file: one for file, one in results if Path(file) in archive.bundles},
        )
        for name, archive in archives.items()
    ]


def _judge_archive(
    name: str,
    _: Callable[[TournamentVerdict], None],
    archives: Mapping[str, TournamentArchive],
    trusted: tuple[str, ...],
) -> TournamentVerdict:
    return judge_tournament(archives[name], trusted)


def _print(
    options: argparse.Namespace,
    results: Sequence[tuple[str, Verdict]],
    tournaments: Sequence[JudgedTournament],
) -> None:
    """Print the verdicts: for tournaments a line for each table."""
    if options.json:
        verdicts = encode_verdicts(results)
        print((tournament_json(tournaments, verdicts) if tournaments else verdicts).decode())
        return
    of_tables = {file for one in tournaments for file in one.games}
    others = [(file, verdict) for file, verdict in results if file not in of_tables]
    keys = {file: verdict.key for file, verdict in results}
    for file, verdict in others:
        print(text(file, verdict, keys))
    if others or not tournaments:
        each = [verdict for _, verdict in others]
        print("\n".join([*(totals(each) if len(each) > 1 else ()), summary(each)]))
    for one in tournaments:
        print(tournament_text(one, options.language))


def _together(
    files: Sequence[str], judged: Mapping[str, JudgedFile], records: Sequence[KeyRecord]
) -> list[tuple[str, Verdict]]:
    """Return the verdicts in the order of files, with their contradictions."""
    verdicts = {file: judged[file].verdict for file in files}
    traces = {
        file: trace
        for file, (verdict, trace, _) in judged.items()
        if trace is not None and verdict.sealed.answer == "yes"
    }
    for file, finding in contradictions(traces, records):
        sealed = answer([*verdicts[file].sealed.findings, finding])
        verdicts[file] = msgspec.structs.replace(verdicts[file], sealed=sealed)
    return [(file, verdicts[file]) for file in files]


def _unused(judged: Iterable[JudgedFile], files: Iterable[str]) -> list[str]:
    """Return the files of evidence about no bundle; none if a bundle is unreadable."""
    games, used = set[str](), set[str]()
    for verdict, _, own in judged:
        games.add(verdict.game)
        used.update(own)
    if "" in games:
        return []
    return [file for file in files if file not in used]


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
            except (OSError, ValueError) as error:
                parser.error(f"--key {file}: neither 64 hexadecimal digits nor keys/: {error}")
            keys += found.keys
            records += found.records
    return digits or tuple(keys), tuple(records)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.audit", description=DESCRIPTION)
    parser.add_argument(
        "files",
        nargs="+",
        help="bundles, folders or ZIP archives of them, or the archive of a tournament",
    )
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    parser.add_argument(
        "--moves-not-judged",
        action="store_true",
        help="let the exit status be 0 if nothing is found and the moves are not judged",
    )
    parser.add_argument(
        "--language", default="en", help="of what is printed about a tournament: en or fr-CA"
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
    parser: argparse.ArgumentParser, options: argparse.Namespace
) -> tuple[Receipts, LogEvidence]:
    """Return the evidence of the options.

    A file that is none is an error of the command.
    """
    receipts: Receipts = {}
    given: list[tuple[str, Callable[[bytes], AnyReceipt]]] = []
    given += [(file, read_receipt) for file in options.receipt]
    given += [(file, receipt_of) for file in options.since]
    for file, read in given:
        try:
            receipts[file] = read(_read(file))
        except (OSError, MalformedBundle) as error:
            parser.error(f"{file}: {error}")
    try:
        proofs = {file: parse_log_file(_read(file)) for file in options.checkpoint}
        log = parse_vkey(options.log) if options.log else None
        if log is not None and log.kind != LOG_KEY:
            raise NoteError("--log names the key of a log, of type 1")
        policy = parse_policy(options.witnesses) if options.witnesses else None
    except (OSError, NoteError) as error:
        parser.error(str(error))
    return receipts, LogEvidence(proofs, log, policy)


def _found(
    parser: argparse.ArgumentParser,
    given: Sequence[str],
    files: Sequence[str],
    faults: dict[str, str],
) -> tuple[Receipts, dict[str, LogFile]]:
    """Return the receipts and proofs among the files, which were given or found.

    A given receipt is taken for a bundle. A proof of a folder that cannot be read is added to the
    faults; a given one ends the command.
    """
    receipts: Receipts = {}
    proofs: dict[str, LogFile] = {}
    for file in files:
        if file.endswith(PROOF_SUFFIXES):
            try:
                proofs[file] = parse_log_file(_read(file))
            except (OSError, NoteError) as error:
                if file in given:
                    parser.error(f"{file}: {error}")
                faults[file] = str(error)
        elif file not in given and Path(file).stat().st_size <= MAX_RECEIPT_BYTES:
            with suppress(OSError, MalformedBundle):
                receipts[file] = read_receipt(_read(file))
    return receipts, proofs


def _files(
    parser: argparse.ArgumentParser, names: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """Return the given files, and those in the given folders, at any depth.

    A given file that cannot be opened ends the command. With the others comes, by file, why one of
    a folder cannot be.
    """
    files: list[str] = []
    faults: dict[str, str] = {}
    for name in names:
        is_folder = Path(name).is_dir()
        for file in _files_in(Path(name)) if is_folder else [name]:
            try:
                if is_folder and not Path(file).is_file():
                    faults[file] = "it is no file"
                else:
                    Path(file).open("rb").close()
                    files.append(file)
            except OSError as error:
                if not is_folder:
                    parser.error(f"{file}: {error.strerror}")
                faults[file] = str(error.strerror)
    return files, faults


def _files_in(folder: Path) -> list[str]:
    suffixes = (*SUFFIXES, *PROOF_SUFFIXES)
    return sorted(str(one) for one in folder.rglob("*") if one.name.endswith(suffixes))


def judge_files(
    files: Sequence[str],
    processes: int,
    work: Work[JudgedFile] | None = None,
    seconds: float = FILE_SECONDS,
) -> Iterator[tuple[str, JudgedFile]]:
    """Yield the verdicts about files as they are reached.

    A file for which its process died, or took more than so many seconds, has the answers so far.
    """
    done = each_alone(files, processes, work or judge_file, seconds)
    for count, (file, judged) in enumerate(done, 1):
        yield file, judged or JudgedFile(beyond_limit())
        if count % FILES_BETWEEN_LINES == 0:
            end = "\r" if sys.stderr.isatty() else "\n"
            print(f"{count} of {len(files)} files", file=sys.stderr, end=end, flush=True)


def _read(file: str) -> bytes:
    """Return the bytes of a file, unpacked, up to one more than it may have.

    Raises OSError.
    """
    try:
        with gzip.open(file) if file.endswith(".gz") else Path(file).open("rb") as source:
            return source.read(MAX_BYTES + 1)
    except (EOFError, zlib.error) as error:
        raise OSError(str(error)) from error


def judge_file(
    file: str,
    keep: Callable[[JudgedFile], None],
    trusted: tuple[str, ...] = (),
    receipts: Mapping[str, AnyReceipt] = MappingProxyType({}),
    found: Collection[str] = (),
    proofs: LogEvidence = NO_LOG,
    with_choices: bool = False,
) -> JudgedFile:
    """Judge a file; an unreadable one is no bundle.

    ``keep`` gets what is found before the end. Receipts and proofs that were ``found`` in a folder
    count only if a key that counts for the file signed them: anybody may have put them there.
    """
    try:
        source = _read(file)
    except OSError:
        return JudgedFile(malformed())
    try:
        bundle = read_bundle(source)
    except MalformedBundle:
        return JudgedFile(unreadable(source))
    public = bundle.signature.public if bundle.signature else ""
    deal = deal_of(bundle.head.game, bundle.start)
    trace, used = FileTrace(bundle.head, (), public, deal), list[str]()

    def own(examined: Examined) -> OwnEvidence:
        nonlocal trace
        trace = FileTrace(bundle.head, examined.digests, public, deal)
        about = _proofs_about(file, examined, proofs)
        mine = {name: one for name, one in receipts.items() if game_of(one) == bundle.head.game}
        given = proofs.about(mine.values(), about.values())
        every = {**mine, **about}
        named = [one for name, one in every.items() if name not in found]
        others = [one for one in every.values() if one not in named]
        counted = counting(bundle, given, trusted, others)
        used.extend(name for name, one in mine.items() if one in counted.receipts)
        used.extend(name for name, one in about.items() if one in counted.log_files)
        return counted

    chooser = resolve_name(CHOOSER) if with_choices else None

    def judged(verdict: Verdict) -> JudgedFile:
        return JudgedFile(verdict, trace, tuple(used))

    def keep_so_far(verdict: Verdict) -> None:
        keep(judged(verdict))

    return judged(audit(bundle, trusted, evidence=own, chooser=chooser, keep=keep_so_far))


def _proofs_about(file: str, examined: Examined, proofs: LogEvidence) -> dict[str, LogFile]:
    """Return the proofs about a file, by name or by entry, and all checkpoints."""
    if proofs.is_about_one:
        return dict(proofs.files)
    game = blinded(examined.bundle.head.game)
    return {
        name: one
        for name, one in proofs.files.items()
        if not isinstance(one, GameProof) or _stem(name) == _stem(file) or one.of_game(game)
    }


def _stem(file: str) -> str:
    """Return the name of a file without what tells its kind."""
    for suffix in (*SUFFIXES, *PROOF_SUFFIXES):
        file = file.removesuffix(suffix)
    return file
