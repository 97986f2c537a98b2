"""The tasks of the games: audits, and starts that wait too long."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from games import deadlines, services
from games.audits import runs as auditing


@shared_task(name="games.tasks.audit_games")
def audit_games(game_ids: list[str], batch: str) -> None:
    """Audit some games of a batch and record the verdicts.

    Delivered twice, the task changes nothing: recorded verdicts of the batch stay.
    """
    for game_id in game_ids:
        auditing.audit_game(game_id=UUID(game_id), batch=UUID(batch))


@shared_task(name="games.tasks.run_clocks")
def run_clocks() -> None:
    """Make the moves of the clock that are due."""
    deadlines.run_clocks()


@shared_task(name="games.tasks.close_openings")
def close_openings() -> None:
    """Void the games whose shares of the seed were not all opened in time."""
    services.close_openings()
