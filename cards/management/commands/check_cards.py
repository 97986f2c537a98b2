"""manage.py check_cards: decode and lint editions in files, or the shipped ones."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.language import (
    CardError,
    decode_edition,
    edition_hash,
    edition_warnings,
    lint_edition,
)
from cards.services import SHIPPED


class Command(BaseCommand):
    """Decode and lint editions; the exit status is 1 if there are findings."""

    help = "Decode and lint edition files (the shipped ones if none is named)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        findings = 0
        for path in options["files"] or sorted(SHIPPED.glob("*.json")):
            findings += self.check_file(path)
        if findings:
            raise CommandError(f"{findings} findings")

    def check_file(self, path: Path) -> int:
        """Print the findings of a file and return their number."""
        try:
            edition = decode_edition(path.read_bytes())
        except (OSError, CardError) as error:
            self.stderr.write(f"{path}: {error}")
            return 1
        findings = lint_edition(edition)
        for one in findings:
            self.stderr.write(f"{path}: {one.path}: {one.message} ({one.code})")
        for one in edition_warnings(edition):
            self.stdout.write(f"{path}: warning: {one.path}: {one.message} ({one.code})")
        self.stdout.write(f"{path}: {edition.size()} cards, {edition_hash(edition)}")
        return len(findings)
