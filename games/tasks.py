"""The tasks of the games: audits."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from games.audits import runs as auditing


@shared_task(name="games.tasks.audit_games")
def audit_games(game_ids: list[str], batch: str) -> None:
    """Audit some games of a batch and put the verdicts on record.

    Delivered twice it changes nothing: what is on record in the batch is left alone.
    """
    for game_id in game_ids:
        auditing.audit_game(game_id=UUID(game_id), batch=UUID(batch))
