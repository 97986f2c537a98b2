"""Entry points of spawned processes; imports wait for ``django.setup()``."""

from __future__ import annotations

import os


def begin() -> None:
    """Set up Django in a new process."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def audit(game_ids: list[str], batch: str) -> int:
    """Audit some games of a batch; return how many."""
    from games.tasks import audit_games

    audit_games(game_ids, batch)
    return len(game_ids)
