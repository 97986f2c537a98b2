"""manage.py rehearse_cards: play random games on a draft or an edition."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, Final

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import override
from tqdm import tqdm

from bots.rehearsal import Plan
from bots.rehearsal_report import figures_of, report_of
from bots.rehearsal_tally import Results, play_games
from bots.rehearsals import RehearsalRefused, check_plan
from cards.language import LANGUAGES, EditionDef
from cards.management.named_cards import named_draft, named_edition
from cards.selectors import draft_text

MAX_GAMES: Final = 1_000_000_000
"""The most games of a command, which its user can stop."""

CHUNK_GAMES: Final = 10
"""How many games a process plays before it returns its counts."""


class Command(BaseCommand):
    """Play seeded games of bots, and report errors, unused texts and winners."""

    help = (
        "Play random games on a draft (the code of a set) or an edition (its hash), and report what"
        " fails, which texts never act, who wins, and how long games take. With --against, play"
        " each game on both editions, and count who wins with only one of them."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: cards, number of games, seats, bots."""
        parser.add_argument("set", nargs="?", help="the code of a draft")
        parser.add_argument("--edition", metavar="HASH", help="a published edition instead")
        parser.add_argument("--against", metavar="HASH", help="the edition to compare with")
        parser.add_argument("--games", type=int, default=300, help="how many (300)")
        seats = parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
        seats.help = "sizes of tables, in turn (2 3 4)"
        parser.add_argument("--bots", nargs="+", default=["random"], help="who plays, in turn")
        parser.add_argument("--seed", type=int, default=1, help="of the first game (1)")
        parser.add_argument("--jobs", type=int, help="how many processes (one for each core)")
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the report")
        parser.add_argument("--json", action="store_true", help="the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and report; fail if a game could not be played to its end."""
        edition = self._edition(options["set"], options["edition"])
        base = named_edition(options["against"]).text() if options["against"] else None
        seats = tuple(options["seats"])
        plan = Plan(options["games"], seats, tuple(options["bots"]), options["seed"])
        try:
            check_plan(edition, base, plan, MAX_GAMES)
        except RehearsalRefused as error:
            raise CommandError(str(error)) from error
        jobs = _jobs(options["jobs"], plan.games)
        found = Results()
        with tqdm(total=plan.games, unit="game", disable=None) as bar:
            for part in _play(edition, base, plan, jobs):
                found.merge(part)
                bar.update(part.games)
        if options["json"]:
            self.stdout.write(msgspec.json.encode(figures_of(found, edition)).decode())
        else:
            name = options["set"] or f"--edition {options['edition']}"
            command = f"manage.py rehearse_cards {name}"
            with override(options["language"]):
                for line in report_of(found, edition, base, plan, command).lines():
                    self.stdout.write(line)
        failed = found.failed
        if failed:
            raise CommandError(f"{failed} of {found.games} games went wrong")

    def _edition(self, code: str | None, hash: str | None) -> EditionDef:
        if (code is None) == (hash is None):
            raise CommandError("Name a draft by its code, or an --edition.")
        return named_edition(hash).text() if hash else draft_text(named_draft(code or ""))


def _play(edition: EditionDef, base: EditionDef | None, plan: Plan, jobs: int) -> Iterator[Results]:
    """Play all games of a plan in some processes, and yield counts to add."""
    starts = range(0, plan.games, CHUNK_GAMES)
    chunks = (range(first, min(first + CHUNK_GAMES, plan.games)) for first in starts)
    play = partial(play_games, edition, base, plan)
    if jobs == 1:
        yield from map(play, chunks)
        return
    # A new interpreter shares no connection to the database with this one.
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(play, chunks)


def _jobs(given: int | None, games: int) -> int:
    """Return the number of processes: at most one for each chunk of games."""
    if given is not None and given < 1:
        raise CommandError("--jobs must be 1 or more.")
    most = max(1, games // (2 * CHUNK_GAMES)) if given is None else games
    return min(given or os.cpu_count() or 1, most)
