"""manage.py load_cards: publish the shipped editions."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.services import load_cards


class Command(BaseCommand):
    """Publish the shipped editions and make their drafts; doing it again changes nothing."""

    help = "Publish the shipped editions and make their drafts; doing it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        for loaded in load_cards():
            what = "published" if loaded.published else "there already"
            self.stdout.write(f"{loaded.edition}: {what}; draft {loaded.draft}")
