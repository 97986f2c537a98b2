"""manage.py rehearse_tournament: play a tournament by its rules alone."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.tournaments.rehearsed_figures import Figures, Summary, figures_of, summary_of
from games.tournaments.rehearsed_plot import plot_of
from games.tournaments.rehearsed_tournament import Plan, Rehearsal
from games.tournaments.rules.round_robin import round_robin
from games.tournaments.rules.sizes import sizes_of
from games.tournaments.rules.tournament_rows import unlawful

PRESETS: Final = {
    "club": Plan(300, 3, 4, 4, 1),
    "open": Plan(300, 7, 4, 4, 1),
    "cup": Plan(300, 0, 4, 0, 1, "knockout"),
    "round-robin": Plan(6, 0, 4, 3, 1, "round_robin"),
    "duplicate-open": Plan(300, 7, 4, 16, 1, "swiss", "shared"),
}
KINDS: Final = {"knockout": "knockout", "round_robin": "round robin"}
LIMITS: Final = {"players": (2, 4_000), "rounds": (1, 20), "size": (2, 10)}
"""The least and the most of each number."""


class Command(BaseCommand):
    """Play a tournament with drawn places, and report how good its pairings are."""

    help = (
        "Play a whole tournament by its rules alone, without a database, and report how good its"
        " pairings are. No game is played: the places of each table are drawn by a hidden strength"
        " of each player. Figures are of the rounds before the cut; the standings have all rounds."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: players, terms, seed, output."""
        parser.add_argument("--players", type=int, help="how many (300, in a round robin 6)")
        preset = (
            "club: 3 rounds, final of 4; open: 7 rounds, final of 4 (this one); cup: knockout;"
            " round-robin: all tables, final of 3; duplicate-open: 7 rounds of shared deals,"
            " knockout of 16. All: tables of 4"
        )
        parser.add_argument("--preset", choices=sorted(PRESETS), default="open", help=preset)
        parser.add_argument("--rounds", type=int, help="other Swiss rounds than the preset has")
        parser.add_argument("--size", type=int, help="another size of tables")
        parser.add_argument("--seed", type=int, default=1, help="of lots, strengths, places (1)")
        parser.add_argument("--svg", metavar="FILE", help="draw repeats and spread by round")
        parser.add_argument("--json", action="store_true", help="the figures as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, check and report; fail if a row does not follow from the rules."""
        plan = _plan(options)
        rehearsal = Rehearsal(plan)
        for _ in tqdm(rehearsal.play(), unit="round", disable=None):
            pass
        rows = tqdm(rehearsal.rows, unit="row", disable=None)
        found = figures_of(rehearsal, unlawful(rows, rehearsal.seed))
        seconds = summary_of(rehearsal.seconds or [0])
        if options["json"]:
            self.stdout.write(msgspec.json.encode(_plain(plan, seconds, found)).decode())
        else:
            for line in _lines(plan, seconds, found):
                self.stdout.write(line)
        if options["svg"]:
            _write(Path(options["svg"]), plot_of(found))
        if found.findings:
            count = len(found.findings)
            raise CommandError(f"rows that do not follow from the rules: {count}")


def _plan(options: dict[str, Any]) -> Plan:
    preset = PRESETS[options["preset"]]
    given = {name: options[name] for name in LIMITS if options[name] is not None}
    for name, value in given.items():
        least, most = LIMITS[name]
        if not least <= value <= most:
            raise CommandError(f"--{name} must be {least} to {most}, not {value}.")
    if "rounds" in given and not preset.rounds:
        raise CommandError(f"--preset {options['preset']} has as many rounds as its players need.")
    plan = preset._replace(**given, seed=options["seed"])
    if not sizes_of(plan.players, plan.size).tables:
        raise CommandError(f"{plan.players} players are too few for tables of {plan.size}.")
    if plan.stage == "round_robin" and not round_robin(plan.players, plan.size):
        raise CommandError(f"A round robin of {plan.players} players is not possible, or too long.")
    return plan


def _plain(plan: Plan, seconds: Summary, found: Figures) -> dict[str, Any]:
    """Return the figures as objects."""
    rounds = [{"repeats": one.repeats, "spread": one.spread._asdict()} for one in found.rounds]
    others = {
        "rounds": rounds,
        "seats": found.seats._asdict(),
        "findings": [one._asdict() for one in found.findings],
    }
    figures = found._asdict() | others
    return {"plan": plan._asdict(), "pairing_seconds": seconds._asdict(), **figures}


def _lines(plan: Plan, seconds: Summary, found: Figures) -> Iterator[str]:
    final = f", final of {plan.final}" if plan.final else ""
    kind = KINDS.get(plan.stage, f"{plan.rounds} rounds")
    yield f"{plan.players} players, {kind}, tables of {plan.size}{final}, seed {plan.seed}"
    yield f"seconds a pairing: mean {seconds.mean:.3f}, largest {seconds.largest:.3f}"
    yield "round  repeats  spread: mean  largest"
    for nth, one in enumerate(found.rounds, 1):
        yield f"{nth:5}  {one.repeats:7}  {one.spread.mean:12.2f}  {one.spread.largest:7.2f}"
    yield f"pairs that met more than once: {found.repeated_pairs}"
    yield f"most meetings of a pair: {found.most_meetings}"
    yield (
        "times at the most less the least frequent seat of a player:"
        f" mean {found.seats.mean:.2f}, largest {found.seats.largest:g}"
    )
    yield f"most short tables of a player: {found.most_shorts}"
    yield f"byes: {found.byes}, most of a player: {found.most_byes}"
    yield f"Kendall's tau of standings and strengths: {found.tau:.3f}"
    yield f"rows that do not follow from the rules: {len(found.findings)}"
    yield from (f"row {one.seq}: {one.code}" for one in found.findings)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"--svg {path}: {error.strerror}") from error
