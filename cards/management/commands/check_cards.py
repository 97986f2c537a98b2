"""manage.py check_cards: decode and lint editions in files, or the shipped ones."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.language import CardError, decode_edition, edition_hash, lint
from cards.services import SHIPPED


class Command(BaseCommand):
    """Decode and lint editions; the exit status tells whether all are well."""

    help = "Decode and lint edition files (the shipped ones if none is named)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        troubles = 0
        for path in options["files"] or sorted(SHIPPED.glob("*.json")):
            troubles += self.check_file(path)
        if troubles:
            raise CommandError(f"{troubles} to put right")

    def check_file(self, path: Path) -> int:
        """Print what is to say of a file, and tell how many things are wrong with it."""
        try:
            edition = decode_edition(path.read_bytes())
        except (OSError, CardError) as error:
            self.stderr.write(f"{path}: {error}")
            return 1
        findings = lint(edition)
        for one in findings:
            self.stderr.write(f"{path}: {one.path}: {one.message} ({one.code})")
        self.stdout.write(f"{path}: {edition.size()} cards, {edition_hash(edition)}")
        return len(findings)
