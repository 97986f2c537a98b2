"""Audit the games in the database, many at once, and report."""

from __future__ import annotations

import multiprocessing
import os
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.audit.findings import EXIT_CODES, Verdict
from games.audit.report import summary, text
from games.audit.self_check import self_fault
from games.audit.verdict_json import encode_verdicts
from games.management.processes import audit, begin
from games.proofs import runs as auditing

CHUNK: Final = 10
"""How many games a process is given at a time."""


class Command(BaseCommand):
    """Audit stored games, and record the verdicts."""

    help = (
        "Audit finished games: sealed, lawful, fair, dealt, authentic. All of them, or those"
        " named, in processes of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the arguments: which games, in which processes, and the report."""
        parser.add_argument("game", nargs="*", help="the id of a game, also of one that runs")
        parser.add_argument("--new", action="store_true", help="only what was not audited before")
        parser.add_argument("--processes", type=int, default=0, help="how many; else one a core")
        parser.add_argument("--report", help="also write the report as JSON into this file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit and print the report; fail if a game does not pass.

        The exit status is 3 if the verifier failed, whatever the games are.
        """
        fault = self_fault()
        if fault:
            text = f"The verifier failed its check of itself, so no game was judged: {fault}"
            raise CommandError(text, returncode=EXIT_CODES["error"])
        ids, batch = self._wanted(options), uuid4()
        processes = options["processes"] or os.cpu_count() or 1
        # The progress is shown on a terminal only.
        with tqdm(total=len(ids), unit="game", disable=None) as bar:
            for count in _audited(ids, batch, processes):
                bar.update(count)
        verdicts = auditing.verdicts_of(batch)
        if options["report"]:
            Path(options["report"]).write_bytes(encode_verdicts(verdicts) + b"\n")
        self._tell(verdicts, len(ids))

    def _wanted(self, options: dict[str, Any]) -> list[str]:
        if not options["game"]:
            found = auditing.to_audit(new=options["new"])
            return [str(game_id) for game_id in found.values_list("pk", flat=True)]
        for game_id in options["game"]:
            if not auditing.has_rows(game_id):
                raise CommandError(f"There is no game {game_id} with rows here.")
        return list(dict.fromkeys(options["game"]))

    def _tell(self, verdicts: list[tuple[str, Verdict]], wanted: int) -> None:
        for game, verdict in verdicts:
            if verdict.word != "pass" or any(one.findings for one in verdict.answers.values()):
                self.stdout.write(text(game, verdict, {}))
        self.stdout.write(summary([verdict for _, verdict in verdicts], "games "))
        words = Counter(verdict.word for _, verdict in verdicts)
        if len(verdicts) < wanted:
            raise CommandError(f"{wanted - len(verdicts)} games were not audited.")
        if words["error"]:
            failed = f"The verifier failed on {words['error']} of {wanted} games."
            raise CommandError(failed, returncode=EXIT_CODES["error"])
        if words["fail"]:
            raise CommandError(f"{words['fail']} of {wanted} games did not pass.")
        if words["not_judged"]:
            unjudged = f"{words['not_judged']} of {wanted} games could not be judged."
            raise CommandError(unjudged, returncode=EXIT_CODES["not_judged"])


def _audited(ids: Sequence[str], batch: UUID, processes: int) -> Iterator[int]:
    """Audit in this process or its children; yield the number of games of each step."""
    chunks = [list(ids[at : at + CHUNK]) for at in range(0, len(ids), CHUNK)]
    few = min(processes, len(chunks))
    if few <= 1:
        for chunk in chunks:
            yield audit(chunk, str(batch))
        return
    # Children are spawned: copies of this process would share its database connection.
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(few, mp_context=spawning, initializer=begin) as pool:
        audits = [pool.submit(audit, chunk, str(batch)) for chunk in chunks]
        for done in as_completed(audits):
            yield done.result()
