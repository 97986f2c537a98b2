"""Whether the tasks at intervals have work: beat asks once a second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import DatabaseError, connection
from django.db.models import Exists

from games.models import ClockTick, Game
from games.tournaments.models import TableGame, Tournament
from games.webhooks.models import Delivery, Webhook

QUESTIONS: Final = {
    "clocks": Exists(Game.objects.filter(deadline__isnull=False)),
    "openings": Exists(Game.objects.filter(status=Game.Status.OPENING)),
    "sweep": Exists(Game.objects.filter(waits_for_bot=True)),
    "tables": Exists(Game.objects.filter(status=Game.Status.OPEN)),
    "tournaments": Exists(Tournament.objects.filter(is_over=False))
    | Exists(TableGame.objects.filter(is_told=False)),
    "webhooks": Exists(Webhook.objects.filter(off_at=None))
    | Exists(Delivery.objects.filter(status=Delivery.Status.WAITING)),
}
"""What tells that an entry of the schedule has work, by its name."""


def entries_with_work() -> set[str]:
    """Return the names of the entries with work, by one statement.

    They are all of them if the database does not answer, and before the clock ran first.
    """
    answers = _answers()
    return {name for name, has_work in answers.items() if has_work} if answers else set(QUESTIONS)


def _answers() -> Mapping[str, object] | None:
    """Ask on a connection that stays open: opening it takes longer than the statement."""
    try:
        return ClockTick.objects.filter(pk=ClockTick.KEY).values(**QUESTIONS).first()
    except DatabaseError:
        connection.close()
        return None
