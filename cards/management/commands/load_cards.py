"""manage.py load_cards: publish and release the shipped editions."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.selectors import current_release
from cards.services import Loaded, NotPublishable, load_cards

CURRENT = {"released": "made current", "unchanged": "already current"}


class Command(BaseCommand):
    """Publish and release the shipped editions and create their drafts; idempotent."""

    help = (
        "Publish the shipped editions, make them current unless a user has released others, and"
        " create their drafts. Running it again changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            every = load_cards()
        except NotPublishable as error:
            raise CommandError(str(error)) from error
        for loaded in every:
            what = "published" if loaded.published else "already published"
            self.stdout.write(f"{loaded.edition}: {what}; {_current(loaded)}; draft {loaded.draft}")


def _current(loaded: Loaded) -> str:
    if loaded.current != "other":
        return CURRENT[loaded.current]
    release = current_release(loaded.edition.variant)
    assert release is not None
    return f"not made current: {release.edition} stays ({release.get_means_display()})"
