"""The tasks of the games: audits, starts that wait too long, unused guests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from games.play import deadlines, meeting, openings
from games.players.services import delete_unused_guests
from games.proofs import runs as auditing

GUESTS_KEY: Final = "guests:after"
"""The key of the time of creation of the guest who was looked at last."""

MAX_GUEST_PAGES: Final = 5
"""How many pages of guests one call looks at."""

MAX_SENT: Final = 500
"""The most games that are sent to be audited at once."""


@shared_task(name="games.tasks.audit_game")
def audit_game(game_id: str) -> None:
    """Audit a finished game, unless its rows have a verdict on record."""
    auditing.audit_once(UUID(game_id))


@shared_task(name="games.tasks.audit_finished")
def audit_finished() -> None:
    """Send each finished game that is not audited to the queue of other work.

    A task that was not delivered in time expires, and is sent again by the next call.
    """
    for game_id in auditing.unaudited_games()[:MAX_SENT]:
        audit_game.apply_async((str(game_id),), expires=settings.AUDIT_SECONDS)


@shared_task(name="games.tasks.tend_tables")
def tend_tables() -> None:
    """Pass on the tables of the lobby whose hosts are away, and close idle ones."""
    meeting.tend_tables()


@shared_task(name="games.tasks.delete_guests")
def delete_guests() -> None:
    """Delete guests without a game who were not seen for ``GUEST_DAYS``.

    Each call goes on where the one before stopped; without the cache it begins again.
    """
    if not settings.GUEST_DAYS:
        return
    before = timezone.now() - timedelta(days=settings.GUEST_DAYS)
    after = cache.get(GUESTS_KEY)
    after = after and datetime.fromtimestamp(after, UTC)
    for _ in range(MAX_GUEST_PAGES):
        after = delete_unused_guests(before=before, after=after)
        if after is None:
            break
    cache.set(GUESTS_KEY, after and after.timestamp(), None)


@shared_task(name="games.tasks.run_clocks")
def run_clocks() -> None:
    """Make the moves of the clock that are due."""
    deadlines.run_clocks()


@shared_task(name="games.tasks.close_openings")
def close_openings() -> None:
    """Void the games whose shares of the seed were not all opened in time."""
    openings.close_openings()
