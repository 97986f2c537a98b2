"""The tasks of the bots: take turns, and find turns that nobody took."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from bots import services
from games.models import Game

logger = logging.getLogger(__name__)

SWEPT_AT_ONCE: Final = 200
"""How many overdue turns one sweep looks at, the longest overdue first."""

LEASE: Final = 15
"""For how many seconds a turn that a sweep has handed out is left alone."""


@shared_task(name="bots.tasks.take_turn")
def take_turn(game_id: str, seq: int) -> None:
    """Take the turn of the bot asked after row ``seq``, and the bots' turns that follow it.

    Delivered twice it changes nothing; delivered late it ends at once.
    """
    left_at = services.play_on(game_id=game_id, seq=seq)
    if left_at is not None:
        take_turn.delay(game_id, left_at)


@shared_task(name="bots.tasks.sweep")
def sweep() -> None:
    """Hand out the bots' turns that nobody took: the task was lost, or its worker was."""
    overdue = timezone.now() - timedelta(seconds=settings.BOT_OVERDUE_SECONDS)
    waiting = Game.objects.filter(waits_for_bot=True, changed_at__lt=overdue)
    turns = waiting.order_by("changed_at").values_list("pk", "seq")[:SWEPT_AT_ONCE]
    for game_id, seq in turns:
        if _leased(str(game_id), seq):
            logger.warning("The bot's turn after row %s of game %s is overdue.", seq, game_id)
            take_turn.delay(str(game_id), seq)


def _leased(game_id: str, seq: int) -> bool:
    """Whether this sweep, and no other, hands out the turn."""
    return cache.add(f"bot-turn:{game_id}:{seq}", 1, LEASE)


def tell(game_id: str, seq: int) -> None:
    """Have a bot's turn taken, unless the running task goes on to it by itself."""
    if not services.is_played_on(game_id):
        take_turn.delay(game_id, seq)
