"""Entry points of spawned processes; imports wait for ``django.setup()``."""

from __future__ import annotations

import logging
import os
from typing import Final
from uuid import UUID

logger: Final = logging.getLogger(__name__)


def begin() -> None:
    """Set up Django in a new process."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


def audit(game_ids: list[str], batch: str) -> int:
    """Audit some games of a batch, and record the verdicts; return how many.

    A game whose audit fails has no verdict, and keeps none from the others.
    """
    from games.proofs import runs

    for game_id in game_ids:
        try:
            runs.audit_game(game_id=UUID(game_id), batch=UUID(batch))
        except Exception:
            logger.exception("The audit of game %s failed.", game_id)
    return len(game_ids)
