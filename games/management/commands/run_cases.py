"""manage.py run_cases: run a folder of cases through the engine."""

from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.services import shipped_editions
from games.cases import Case, CaseError, is_playable, read_cases, run_case


class Command(BaseCommand):
    """Run cases; the exit status tells whether all came out as they say."""

    help = "Run a folder of cases (YAML) through the engine, and print what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cases = read_cases(options["folder"])
            failed = self.run(cases)
        except CaseError as error:
            raise CommandError(f"stopped: {error}") from error
        not_run = self.tell_not_run(cases)
        passed = len(cases) - failed - not_run
        self.stdout.write(f"{len(cases)} cases: {passed} passed, {failed + not_run} failed")
        if failed or not_run:
            raise SystemExit(1)

    def run(self, cases: list[Case]) -> int:
        """Run those that can be played, and tell how many failed."""
        editions = {edition.variant: edition for edition in shipped_editions()}
        failed = 0
        for case in filter(is_playable, cases):
            differences = run_case(case, editions[case.variant])
            failed += bool(differences)
            for one in differences:
                self.stdout.write(f"{case.id}: {one}")
        return failed

    def tell_not_run(self, cases: list[Case]) -> int:
        """Say which variants cannot be played yet, and tell how many cases that concerns."""
        missing = Counter(case.variant for case in cases if not is_playable(case))
        for variant, many in sorted(missing.items()):
            self.stdout.write(f"variant {variant} is not playable yet: {many} cases not run")
        return sum(missing.values())
