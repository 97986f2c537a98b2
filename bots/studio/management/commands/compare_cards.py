"""manage.py compare_cards: what changes between two drafts or editions."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import override

from bots.studio.admin_pages.shown_changes import comparison_lines, shown_comparison
from cards.language import LANGUAGES, EditionDef
from cards.management.named_cards import named_edition
from cards.models import CardSet
from cards.selectors import draft_text
from cards.translation import ENGLISH


class Command(BaseCommand):
    """Print what changes from one draft or edition to another."""

    help = "Print what changes from A to B, by card, member, text and deck."

    def add_arguments(self, parser: ArgumentParser) -> None:
        for name in ("before", "after"):
            parser.add_argument(
                name, help="the code of a draft, or the hash of an edition (first characters)"
            )
        parser.add_argument("--language", choices=LANGUAGES, default=ENGLISH)

    def handle(self, *args: Any, **options: Any) -> None:
        (old_name, old), (new_name, new) = (
            find_cards(options[name]) for name in ("before", "after")
        )
        with override(options["language"]):
            found = shown_comparison(old, new, (old_name, new_name), {})
            self.stdout.write(found.title)
            self.stdout.writelines(f"{line}\n" for line in comparison_lines(found))


def find_cards(name: str) -> tuple[str, EditionDef]:
    """Return the name and the cards of a draft, or of the edition with a hash."""
    card_set = CardSet.objects.filter(code=name).first()
    if card_set is not None:
        return f"{card_set.code} (draft)", draft_text(card_set)
    edition = named_edition(name)
    return str(edition), edition.text()
