"""Work for processes that are spawned: nothing here is imported before they know the settings."""

from __future__ import annotations

import os


def begin() -> None:
    """What a new process needs before it can ask the database."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def audit(game_ids: list[str], batch: str) -> int:
    """Audit some games of a batch; how many."""
    from games.tasks import audit_games

    audit_games(game_ids, batch)
    return len(game_ids)
