"""manage.py import_set: read a set from a file into a draft, or store an edition."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from bots.studio.admin_pages.shown_changes import comparison_lines, shown_comparison
from bots.studio.exchange.import_problems import MAX_FILE_BYTES, NotImportable
from bots.studio.exchange.set_imports import SetExists, SetImport, read_import, write_import
from cards.draft_errors import ReviewError
from cards.language import CardError, decode_edition, edition_hash
from cards.models import MAX_REASON_LENGTH, Means, validate_code
from cards.models.draft_acts import one_act
from cards.services import NotPublishable, Origin, check_publishable, store_edition


class Command(BaseCommand):
    """Import a file of export_set; the exit status is 1 if nothing was written."""

    help = (
        "Import a set from JSON as a draft. The differences are printed first. Any error, or"
        " finding of the lint, changes nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="the file, or - for standard input")
        parser.add_argument("--as", dest="as_code", metavar="CODE", default="",
                            help="import it under another code")  # fmt: skip
        parser.add_argument("--replace", action="store_true",
                            help="replace the stored draft of the same code")  # fmt: skip
        parser.add_argument("--edition", action="store_true",
                            help="store the edition in a JSON file as published, not as a draft;"
                            " it is not made current")  # fmt: skip
        parser.add_argument("--reason", default="", help="the reason, which --edition stores")
        parser.add_argument("--dry-run", action="store_true", help="only print the differences")
        parser.add_argument("--user", metavar="NAME", help="the user whom the history names")

    def handle(self, *args: Any, **options: Any) -> None:
        user = _user(options["user"])
        if options["as_code"]:
            _check_code(options["as_code"])
        if options["edition"]:
            self.store(_contents(options["file"]), options, user)
            return
        try:
            found = read_import(_contents(options["file"]), options["as_code"])
        except NotImportable as error:
            raise CommandError(f"Nothing is imported.\n{error}") from error
        self.report(found)
        if options["dry_run"] or not found.changes:
            return
        try:
            with one_act(user):
                card_set = write_import(found, replace=options["replace"], seen=found.seen)
        except SetExists as error:
            raise CommandError(
                f"Nothing is imported: there is a draft {error} already. Replace it with"
                " --replace, or import the file under another code with --as CODE."
            ) from error
        except (NotImportable, ReviewError) as error:
            raise CommandError(f"Nothing is imported.\n{error}") from error
        self.stdout.write(f"Imported: {card_set.code}, {found.draft_hash}")

    def store(self, data: bytes, options: dict[str, Any], user: User | None) -> None:
        """Store the very edition of a file."""
        reason = options["reason"].strip()
        if not 0 < len(reason) <= MAX_REASON_LENGTH:
            raise CommandError(f"Give a reason of 1 to {MAX_REASON_LENGTH} characters.")
        if options["as_code"] or options["replace"]:
            raise CommandError("An edition has the code that it has: leave out --as and --replace.")
        try:
            text = decode_edition(data)
            if options["dry_run"]:
                check_publishable(text)
                self.stdout.write(f"{text.code}: {text.name}, {edition_hash(text)}: no findings")
                return
            done = store_edition(text=text, origin=Origin(Means.COMMAND, reason, user))
        except (CardError, NotPublishable) as error:
            raise CommandError(f"Nothing is stored.\n{error}") from error
        what = "stored" if done.is_new else "already stored"
        self.stdout.write(f"{done.edition}: {what}, {done.edition.hash}")

    def report(self, found: SetImport) -> None:
        """Print the differences to the stored draft, and the hashes."""
        text = found.text
        self.stdout.write(f"{text.code}: {text.name}, {text.size()} cards, {found.hash}")
        if found.hash != found.draft_hash:
            self.stdout.write(
                f"As a draft its hash is {found.draft_hash}: a draft has its decks in the order of"
                " its cards, and lists no single copies."
            )
        if found.before is None:
            self.stdout.write("There is no draft of this code.")
        elif not found.changes:
            self.stdout.write("The draft is the same.")
        else:
            shown = shown_comparison(found.before, text, ("", ""), {})
            self.stdout.writelines(f"{line}\n" for line in comparison_lines(shown))


def _contents(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise CommandError(str(error)) from error


def _user(name: str | None) -> User | None:
    if name is None:
        return None
    user = User.objects.filter(username=name).first()
    if user is None:
        raise CommandError(f"There is no user {name}.")
    return user


def _check_code(code: str) -> None:
    try:
        validate_code(code)
    except ValidationError as error:
        raise CommandError(f"--as {code}: {error.messages[0]}") from error
