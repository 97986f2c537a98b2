"""manage.py load_cards: publish and release the shipped editions."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cards.selectors import current_release
from cards.services import Loaded, NotPublishable, load_cards

CURRENT = {"released": "made current", "kept": "current already"}


class Command(BaseCommand):
    """Publish the shipped editions and make their drafts; doing it again changes nothing."""

    help = (
        "Publish the shipped editions, make them current unless a person has chosen others, and"
        " make their drafts; doing it again changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            every = load_cards()
        except NotPublishable as error:
            raise CommandError(str(error)) from error
        for loaded in every:
            what = "published" if loaded.published else "there already"
            self.stdout.write(f"{loaded.edition}: {what}; {_current(loaded)}; draft {loaded.draft}")


def _current(loaded: Loaded) -> str:
    if loaded.current != "left":
        return CURRENT[loaded.current]
    release = current_release(loaded.edition.variant)
    assert release is not None
    return f"not made current: {release.edition} stays ({release.get_means_display()})"
