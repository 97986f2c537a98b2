"""Sign the log of finished games, or hold the games against all that was signed."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.checkpoints import services
from games.checkpoints.checking import findings
from games.checkpoints.models import Checkpoint
from games.checkpoints.selectors import log_size


class Command(BaseCommand):
    """Make a checkpoint now, or verify all."""

    help = (
        "Append the finished games to the log and sign it. With --verify: rebuild the tree from"
        " the games and compare it with every signed checkpoint."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do."""
        parser.add_argument("--verify", action="store_true", help="compare, and write nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; fail if something is found."""
        if options["verify"]:
            self._verify()
            return
        made = services.make_checkpoint()
        if made is None:
            self.stdout.write(f"Nothing is new: the log has {log_size()} games.")
        else:
            self.stdout.write(f"{made.size} games, root {made.root}, signed by {made.key}")

    def _verify(self) -> None:
        found = list(findings())
        for one in found:
            self.stderr.write(f"{one.kind}: {one.at} {one.game}".rstrip())
        if found:
            raise CommandError(f"{len(found)} faults")
        signed = Checkpoint.objects.count()
        self.stdout.write(f"{log_size()} games and {signed} checkpoints: all as they were signed")
