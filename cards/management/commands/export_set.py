"""manage.py export_set: write a draft or an edition to a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.exchange.set_exports import FORMATS, JSON, Notes, export_set
from cards.exchange.sheet_columns import NAMES
from cards.exchange.sheet_files import NotExportable
from cards.exchange.word_edits import notes_of
from cards.language import EditionDef
from cards.models import CardSet, Edition
from cards.selectors import draft_text

SUFFIXES = {".json": "json", ".csv": "csv", ".zip": "csv", ".xlsx": "xlsx"}


class Command(BaseCommand):
    """Write a draft or a published edition to a file or to standard output."""

    help = "Export a draft, or a published edition, as JSON, CSV (an archive) or XLSX."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="CODE FILE", help=(
            "the code of the set, then the file; with --edition only the file;"
            " without a file, standard output"
        ))  # fmt: skip
        parser.add_argument("--edition", metavar="HASH", help="the hash of a published edition,"
                            " or its first characters")  # fmt: skip
        parser.add_argument("--format", choices=FORMATS, help="by default by the file's suffix")
        parser.add_argument("--sheet", choices=NAMES, default="", help="only this sheet")

    def handle(self, *args: Any, **options: Any) -> None:
        names = list(options["names"])
        notes: Notes = {}
        if options["edition"]:
            text = _edition(options["edition"])
        elif names:
            card_set = _draft(names.pop(0))
            text, notes = draft_text(card_set), notes_of(card_set)
        else:
            raise CommandError("Name a set by its code, or an edition with --edition HASH.")
        if len(names) > 1:
            raise CommandError(f"Name one file, not {len(names)}.")
        path = Path(names[0]) if names else None
        format = options["format"] or (SUFFIXES.get(path.suffix.lower()) if path else JSON)
        if format is None:
            raise CommandError(f"Give --format: {', '.join(FORMATS)}.")
        if path and path.suffix.lower() == ".csv" and not options["sheet"]:
            raise CommandError("A .csv file has one sheet: name it with --sheet, or write a .zip.")
        try:
            file = export_set(text, format, notes, options["sheet"])
            if path is None:
                sys.stdout.buffer.write(file.content)
                return
            path.write_bytes(file.content)
        except (NotExportable, OSError) as error:
            raise CommandError(str(error)) from error
        self.stderr.write(f"{path}: {text.name}, {text.size()} cards, {format}")


def _draft(code: str) -> CardSet:
    card_set = CardSet.objects.filter(code=code).first()
    if card_set is None:
        codes = ", ".join(CardSet.objects.values_list("code", flat=True)) or "none"
        raise CommandError(f"There is no draft {code}; there are {codes}.")
    return card_set


def _edition(hash: str) -> EditionDef:
    found = list(Edition.objects.filter(hash__startswith=hash)[:2])
    if len(found) != 1:
        raise CommandError(f"{len(found) or 'No'} editions begin with {hash}.")
    return found[0].text()
