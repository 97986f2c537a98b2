"""Move the rows of old games to files, or restore them."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.archives.archive_file import ArchiveRefused
from games.archives.services import archive_game, missing_files, old_games, restore_game
from games.audit.findings import EXIT_CODES
from games.audit.self_check import self_fault


class Command(BaseCommand):
    """Archive games, restore some, or verify the files."""

    help = (
        "Move the rows of games that are over to files, one a game, each verified before a row is"
        " deleted: --older-than DAYS --to DIR. Restore games: --restore FILE. Compare the files"
        " with all games that were moved: --verify DIR."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the three forms of the command."""
        form = parser.add_mutually_exclusive_group(required=True)
        form.add_argument("--older-than", type=int, metavar="DAYS", help="over for so many days")
        form.add_argument("--restore", nargs="+", type=Path, metavar="FILE")
        form.add_argument("--verify", type=Path, metavar="DIR")
        parser.add_argument("--to", type=Path, metavar="DIR", help="where the files are written")
        parser.add_argument("--limit", type=int, help="how many games at most")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one of the three; fail if a game is refused."""
        if fault := self_fault():
            text = f"The verifier failed its check of itself, so nothing was moved: {fault}"
            raise CommandError(text, returncode=EXIT_CODES["error"])
        if options["verify"]:
            refused = self._verify(options["verify"])
        elif options["restore"]:
            refused = self._restore(options["restore"])
        elif options["to"] is None or options["older_than"] < 0:
            raise CommandError("--older-than DAYS needs --to DIR, and no negative number.")
        else:
            refused = self._move(options["older_than"], options["to"], options["limit"])
        if refused:
            raise CommandError(f"{refused} games were refused.")

    def _move(self, days: int, folder: Path, limit: int | None) -> int:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        refused = 0
        for game_id in list(old_games(timedelta(days=days))[:limit]):
            try:
                self.stdout.write(f"moved: {archive_game(game_id, folder)}")
            except ArchiveRefused as error:
                refused += 1
                self.stderr.write(f"not moved: {game_id}: {error}")
        return refused

    def _restore(self, files: list[Path]) -> int:
        refused = 0
        for file in files:
            try:
                self.stdout.write(f"restored: {restore_game(file).pk}")
            except ArchiveRefused as error:
                refused += 1
                self.stderr.write(f"not restored: {file}: {error}")
        return refused

    def _verify(self, folder: Path) -> int:
        wrong = list(missing_files(folder))
        for game, why in wrong:
            self.stderr.write(f"wrong: {game.pk}: {why}")
        return len(wrong)
