"""Sign the log of games, or compare the games with every checkpoint."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.proofs import cosigning, services
from games.proofs.checking import findings
from games.proofs.models import Checkpoint
from games.proofs.selectors import log_size


class Command(BaseCommand):
    """Make a checkpoint now, or verify all."""

    help = (
        "Append what games began, ended or changed to the log, sign it, and ask the witnesses. All"
        " rows of all games are searched. With --verify: rebuild the tree from the games and"
        " compare it with every signed checkpoint."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --verify and --restored."""
        parser.add_argument("--verify", action="store_true", help="compare, and write nothing")
        parser.add_argument(
            "--restored",
            action="store_true",
            help="with --verify, on a restored database: the server did not run after its last row",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Sign or verify; fail if there is a finding."""
        if options["verify"]:
            self._verify(restored=options["restored"])
            return
        try:
            made = services.make_checkpoint(search_all=True)
        except services.LogBroken as error:
            raise CommandError(f"The log is not signed: {error}.") from error
        if made is None:
            self.stdout.write(f"Nothing is new: the log has {log_size()} entries.")
        else:
            self.stdout.write(f"{made.size} entries, root {made.root}")
        if wanted := cosigning.witnesses():
            cosigning.ask_witnesses()
            have = cosigning.cosigned_by()
            self.stdout.write(f"{len(have)} of {len(wanted)} witnesses cosigned: {', '.join(have)}")

    def _verify(self, *, restored: bool) -> None:
        found = list(findings(restored=restored))
        for one in found:
            self.stderr.write(f"{one.kind}: {one.at} {one.game}".rstrip())
        if found:
            raise CommandError(f"{len(found)} faults")
        signed = Checkpoint.objects.count()
        self.stdout.write(f"{log_size()} entries and {signed} checkpoints: all as they were signed")
