"""manage.py export_set: write a draft or an edition to a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.language import encode_edition
from cards.management.named_cards import named_draft, named_edition
from cards.selectors import draft_text


class Command(BaseCommand):
    """Write a draft or a published edition to a file or to standard output."""

    help = "Export a draft, or a published edition, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="CODE FILE", help=(
            "the code of the set, then the file; with --edition only the file;"
            " without a file, standard output"
        ))  # fmt: skip
        parser.add_argument("--edition", metavar="HASH", help="the hash of a published edition,"
                            " or its first characters")  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        names = list(options["names"])
        if options["edition"]:
            text = named_edition(options["edition"]).text()
        elif names:
            text = draft_text(named_draft(names.pop(0)))
        else:
            raise CommandError("Name a set by its code, or an edition with --edition HASH.")
        if len(names) > 1:
            raise CommandError(f"Name one file, not {len(names)}.")
        if not names:
            sys.stdout.buffer.write(encode_edition(text))
            return
        try:
            Path(names[0]).write_bytes(encode_edition(text))
        except OSError as error:
            raise CommandError(str(error)) from error
        self.stderr.write(f"{names[0]}: {text.name}, {text.size()} cards")
