"""manage.py release_edition: make a published edition current."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.management.named_cards import named_edition
from cards.models import MAX_REASON_LENGTH, Means
from cards.services import AlreadyCurrent, NotPublishable, Origin, release_edition


class Command(BaseCommand):
    """Make a published edition the current one of its variant, as the admin page does."""

    help = "Make a published edition the current one of its variant; an older one to roll back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("hash", help="the hash of the edition, or its first characters")
        parser.add_argument("--reason", required=True, help="the reason, which is stored")

    def handle(self, *args: Any, **options: Any) -> None:
        reason = options["reason"].strip()
        if not 0 < len(reason) <= MAX_REASON_LENGTH:
            raise CommandError(f"Give a reason of 1 to {MAX_REASON_LENGTH} characters.")
        edition = named_edition(options["hash"])
        try:
            release_edition(edition=edition, origin=Origin(Means.COMMAND, reason))
        except (AlreadyCurrent, NotPublishable) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{edition} is the current edition of {edition.variant}.")
