"""Audit the games in the database, many at once, and report."""

from __future__ import annotations

import multiprocessing
import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games import tasks
from games.audits import runs as auditing
from games.audits.processes import audit, begin
from games.audits.runs import Report

AT_ONCE: Final = 10
"""How many games one task audits."""

AHEAD: Final = 4
"""How many tasks wait at most, so that the bots' turns do not wait behind thousands of audits."""

PATIENCE: Final = 60.0
"""After how many seconds without any progress what is not done is handed out again."""

TRIES: Final = 3
"""How often that is done before the command gives up."""


class Command(BaseCommand):
    """Ask the three questions of stored games, and put the answers on record."""

    help = (
        "Audit finished games: sealed, lawful, fair. All of them, or those named; over the Celery"
        " workers, or with --local (and where there is no REDIS_URL) in processes of its own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games, where, and what to write."""
        parser.add_argument("game", nargs="*", help="the id of a game, also of one that runs")
        parser.add_argument("--new", action="store_true", help="only what was not audited before")
        parser.add_argument("--local", action="store_true", help="not over the workers")
        parser.add_argument("--processes", type=int, default=0, help="with --local: how many")
        parser.add_argument("--report", help="also write the report as JSON into this file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Audit, print the report, fail if something is wrong."""
        ids, batch = self._wanted(options), uuid4()
        processes = options["processes"] or os.cpu_count() or 1
        if options["local"] or not settings.REDIS_URL:
            done = _locally(ids, batch, processes)
        else:
            done = _by_workers(ids, batch)
        # What is done is shown on a terminal, and nowhere else.
        with tqdm(total=len(ids), unit="game", disable=None) as bar:
            for count in done:
                bar.update(count)
        report = auditing.report_on(batch)
        if options["report"]:
            Path(options["report"]).write_bytes(msgspec.json.encode(report) + b"\n")
        self._tell(report, len(ids))

    def _wanted(self, options: dict[str, Any]) -> list[str]:
        if not options["game"]:
            found = auditing.to_audit(new=options["new"])
            return [str(game_id) for game_id in found.values_list("pk", flat=True)]
        for game_id in options["game"]:
            if not auditing.has_rows(game_id):
                raise CommandError(f"There is no game {game_id} that has begun.")
        return list(dict.fromkeys(options["game"]))

    def _tell(self, report: Report, wanted: int) -> None:
        for line in auditing.lines_of(report):
            self.stdout.write(line)
        if len(report.games) < wanted:
            raise CommandError(f"{wanted - len(report.games)} games were not audited.")
        if report.failed:
            raise CommandError(f"{report.failed} of {wanted} games did not pass.")


def _chunks(ids: Sequence[str]) -> list[list[str]]:
    return [list(ids[at : at + AT_ONCE]) for at in range(0, len(ids), AT_ONCE)]


# ---- in processes of its own


def _locally(ids: Sequence[str], batch: UUID, processes: int) -> Iterator[int]:
    """Audit here; gives how many games each step has done."""
    chunks = _chunks(ids)
    few = min(processes, len(chunks))
    if few <= 1:
        for chunk in chunks:
            yield audit(chunk, str(batch))
        return
    # Children are spawned: copies of this process would share its database connection.
    anew = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(few, mp_context=anew, initializer=begin) as pool:
        asked = [pool.submit(audit, chunk, str(batch)) for chunk in chunks]
        for done in as_completed(asked):
            yield done.result()


# ---- over the workers


def _by_workers(ids: Sequence[str], batch: UUID) -> Iterator[int]:
    """Hand out a few tasks at a time; gives how many games were done since the last look."""
    waiting, sent, done = _chunks(ids), 0, 0
    since, tries = time.monotonic(), 0
    while done < len(ids):
        while waiting and sent - done < AHEAD * AT_ONCE:
            chunk = waiting.pop(0)
            tasks.audit_games.delay(chunk, str(batch))
            sent += len(chunk)
        time.sleep(0.1)
        now_done = auditing.count_of(batch)
        if now_done > done:
            since = time.monotonic()
        elif time.monotonic() - since > PATIENCE:
            tries, since = tries + 1, time.monotonic()
            if tries == TRIES:
                return
            waiting, sent = _chunks(auditing.missing_of(batch, ids)), done
        yield now_done - done
        done = now_done
