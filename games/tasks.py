"""The tasks of the games: audits, and starts that wait too long."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from celery import shared_task
from django.conf import settings

from games.play import deadlines, meeting, services
from games.proofs import runs as auditing

MAX_SENT: Final = 500
"""The most games that are sent to be audited at once."""


@shared_task(name="games.tasks.audit_games")
def audit_games(game_ids: list[str], batch: str) -> None:
    """Audit some games of a batch and record the verdicts.

    Delivered twice, the task changes nothing: recorded verdicts of the batch stay.
    """
    for game_id in game_ids:
        auditing.audit_game(game_id=UUID(game_id), batch=UUID(batch))


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


@shared_task(name="games.tasks.run_clocks")
def run_clocks() -> None:
    """Make the moves of the clock that are due."""
    deadlines.run_clocks()


@shared_task(name="games.tasks.close_openings")
def close_openings() -> None:
    """Void the games whose shares of the seed were not all opened in time."""
    services.close_openings()
