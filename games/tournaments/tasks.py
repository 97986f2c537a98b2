"""The task of the tournaments."""

from __future__ import annotations

from celery import shared_task

from games.tournaments import table_games


@shared_task(name="games.tournaments.tasks.tend_tournaments")
def tend_tournaments() -> None:
    """Open tables, pause them, end them with the time, and tell their ends."""
    table_games.tend_tournaments()
