"""manage.py run_cases: run a folder of cases through the engine."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.services import shipped_editions
from games.cases import CaseError, read_cases, report


class Command(BaseCommand):
    """Run cases; the exit status tells whether all came out as they say."""

    help = "Run a folder of cases (YAML) through the engine, and print what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cases = read_cases(options["folder"])
        except CaseError as error:
            raise CommandError(f"stopped: {error}") from error
        editions = {edition.variant: edition for edition in shipped_editions()}
        failed = 0
        for wrong in report(cases, editions):
            failed += bool(wrong)
            for line in wrong:
                self.stdout.write(line)
        self.stdout.write(f"{len(cases)} cases: {len(cases) - failed} passed, {failed} failed")
        if failed:
            raise SystemExit(1)
