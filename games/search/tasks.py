"""The task that indexes finished games."""

from __future__ import annotations

from celery import shared_task

from games.search.services import index_finished


@shared_task(name="games.search.tasks.index_games")
def index_games() -> None:
    """Index the finished games that are not indexed; repeated runs change nothing."""
    index_finished()
