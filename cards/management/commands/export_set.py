"""manage.py export_set: write a draft or an edition to a file."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.language import EditionDef, encode_edition
from cards.models import CardSet, Edition
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
            text = _edition(options["edition"])
        elif names:
            text = draft_text(_draft(names.pop(0)))
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
