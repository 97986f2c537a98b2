"""Audit the games in the database, many at once, and report."""

from __future__ import annotations

import multiprocessing
import os
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games import tasks
from games.audit.findings import EXIT_CODES, Verdict
from games.audit.report import summary, text
from games.audit.self_check import self_fault
from games.audit.verdict_json import encode_verdicts
from games.management.processes import audit, begin
from games.proofs import runs as auditing

GAMES_PER_TASK: Final = 10
"""The number of games that one task audits."""

MAX_WAITING_TASKS: Final = 4
"""A limit, so that the turns of bots do not wait behind thousands of audits."""

MAX_IDLE_SECONDS: Final = 60.0
"""The time without progress after which unfinished games are submitted again."""

MAX_TRIES: Final = 3
"""The number of times that games are submitted before the command gives up."""


class Command(BaseCommand):
    """Audit stored games, and record the verdicts."""

    help = (
        "Audit finished games: sealed, lawful, fair, dealt, authentic. All of them, or those"
        " named; over the Celery workers, or with --local (and where there is no REDIS_URL) in"
        " processes of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the arguments: which games, in which processes, and the report."""
        parser.add_argument("game", nargs="*", help="the id of a game, also of one that runs")
        parser.add_argument("--new", action="store_true", help="only what was not audited before")
        parser.add_argument("--local", action="store_true", help="not over the workers")
        parser.add_argument("--processes", type=int, default=0, help="with --local: how many")
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
        if options["local"] or not settings.REDIS_URL:
            done = _locally(ids, batch, processes)
        else:
            done = _by_workers(ids, batch)
        # The progress is shown on a terminal only.
        with tqdm(total=len(ids), unit="game", disable=None) as bar:
            for count in done:
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


def _chunks(ids: Sequence[str]) -> list[list[str]]:
    return [list(ids[at : at + GAMES_PER_TASK]) for at in range(0, len(ids), GAMES_PER_TASK)]


# ---- in processes of its own


def _locally(ids: Sequence[str], batch: UUID, processes: int) -> Iterator[int]:
    """Audit in this process or its children; yield the number of games of each step."""
    chunks = _chunks(ids)
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


# ---- over the workers


def _by_workers(ids: Sequence[str], batch: UUID) -> Iterator[int]:
    """Submit a few tasks at a time; yield the number of games finished since."""
    waiting, sent, done = _chunks(ids), 0, 0
    since, tries = time.monotonic(), 0
    while done < len(ids):
        while waiting and sent - done < MAX_WAITING_TASKS * GAMES_PER_TASK:
            chunk = waiting.pop(0)
            tasks.audit_games.delay(chunk, str(batch))
            sent += len(chunk)
        time.sleep(0.1)
        now_done = auditing.count_of(batch)
        if now_done > done:
            since = time.monotonic()
        elif time.monotonic() - since > MAX_IDLE_SECONDS:
            tries, since = tries + 1, time.monotonic()
            if tries == MAX_TRIES:
                return
            waiting, sent = _chunks(auditing.missing_of(batch, ids)), done
        yield now_done - done
        done = now_done
