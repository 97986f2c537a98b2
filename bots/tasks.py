"""Celery tasks of the bots: turns, rehearsals, and what was lost of either."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.utils import timezone

from bots import services
from bots.queues import BOTS, PEOPLE
from cards.releases import is_overdue
from cards.tasks import release_due
from games.ledger import store
from games.models import Game
from games.services import BotTurn, has_people

logger = logging.getLogger(__name__)

MAX_SWEPT: Final = 1000
"""The most overdue turns of one sweep, the longest overdue first."""

RELEASE_OVERDUE_SECONDS: Final = 15
"""How late a scheduled release is sent again: its queue may be long."""

SWEEP_SECONDS: Final = 3
"""The interval of the sweeps; a task that they send expires with the next one."""

HANDED_OUT_SECONDS: Final = 24 * 60 * 60
"""How long the cache remembers that a sweep sent a turn."""


@shared_task(name="bots.tasks.take_turn")
def take_turn(game_id: str, seq: int) -> None:
    """Take the turn of the bot to move after row ``seq``, and following bot turns.

    When its slice of time is up, the game goes to the end of its queue. A second or late delivery
    of the task changes nothing.
    """
    left_at = services.play_on(game_id=game_id, seq=seq)
    game = None if left_at is None else store.read(UUID(game_id))
    if game is not None:
        send(game_id, game.seq, queue_of(game))


def send(game_id: str, seq: int, queue: str) -> None:
    """Put the turn after row ``seq`` at the end of a queue."""
    take_turn.apply_async((game_id, seq), queue=queue)


def on_bot_turn(turn: BotTurn) -> None:
    """Send a turn to its queue, unless the running task continues the game."""
    if not services.is_played_on(turn.game):
        send(turn.game, turn.seq, PEOPLE if turn.has_people else BOTS)


def queue_of(game: Game) -> str:
    """Return the queue of a game that waits for a bot."""
    if game.is_all_bots:
        return BOTS
    return PEOPLE if has_people(game, store.load(game)) else BOTS


# ---- rehearsals


@shared_task(name="bots.tasks.play_rehearsal", soft_time_limit=240, time_limit=270)
def play_rehearsal(rehearsal_id: int, done: int) -> None:
    """Play games of a rehearsal for a slice of time, from the game with a number on.

    The others go to the end of the queue. A second or late delivery of the task changes nothing.
    """
    from bots import rehearsals

    try:
        left_at = rehearsals.play_on(rehearsal_id, done)
    except SoftTimeLimitExceeded:
        rehearsals.fail_rehearsal(rehearsal_id, f"Game {done} or a later one takes too long.")
    except DatabaseError:
        raise  # The sweeper sends the task again.
    except Exception as error:
        rehearsals.fail_rehearsal(rehearsal_id, f"{type(error).__name__}: {error}")
        raise
    else:
        if left_at is not None:
            send_rehearsal(rehearsal_id, left_at)


def send_rehearsal(rehearsal_id: int, done: int) -> None:
    """Put the next games of a rehearsal at the end of the queue of bots."""
    play_rehearsal.apply_async((rehearsal_id, done), queue=BOTS)


@shared_task(name="bots.tasks.sweep_rehearsals")
def sweep_rehearsals() -> None:
    """Send again the tasks of rehearsals that were lost."""
    from bots import rehearsals

    rehearsals.sweep_rehearsals()


# ---- turns whose task was lost


@shared_task(name="bots.tasks.sweep")
def sweep() -> None:
    """Send again the turns whose task was lost, then a mark to each queue.

    Scheduled releases whose task is late are sent to the queue of people.

    A queue is served in order. So the task of a turn that waits since before the last served mark
    was lost; that of a later turn may still be in the queue, however long it is.
    """
    if is_overdue(RELEASE_OVERDUE_SECONDS):
        release_due.apply_async(queue=PEOPLE, expires=SWEEP_SECONDS)
    marks = {queue: served_mark(queue) for queue in (PEOPLE, BOTS)}
    overdue = timezone.now() - timedelta(seconds=settings.BOT_OVERDUE_SECONDS)
    waiting = Game.objects.filter(waits_for_bot=True, changed_at__lt=overdue).order_by("changed_at")
    for_people = waiting.exclude(Game.ALL_BOTS)[:MAX_SWEPT]
    for_bots = waiting.filter(Game.ALL_BOTS, **_before(marks[BOTS]))[:MAX_SWEPT]
    for game, queue in [*with_queues(for_people), *with_queues(for_bots)]:
        if _is_lost(game, marks[queue], overdue):
            logger.warning("The bot's turn after row %s of game %s is overdue.", game.seq, game.pk)
            cache.set(_turn_key(game), time.time(), HANDED_OUT_SECONDS)
            send(str(game.pk), game.seq, queue)
    for queue in (PEOPLE, BOTS):
        mark.apply_async((queue, time.time()), queue=queue)


@shared_task(name="bots.tasks.mark")
def mark(queue: str, sent: float) -> None:
    """Record that every task sent to a queue before ``sent`` has been taken from it."""
    cache.set(_mark_key(queue), sent, None)


def served_mark(queue: str) -> float | None:
    """Return when the last served mark was sent; None if the cache has no value."""
    found: float | None = cache.get(_mark_key(queue))
    return found


def with_queues(games: Iterable[Game]) -> list[tuple[Game, str]]:
    """Pair games with their queues."""
    return [(game, queue_of(game)) for game in games]


def _before(served: float | None) -> dict[str, datetime]:
    return {} if served is None else {"changed_at__lt": datetime.fromtimestamp(served, UTC)}


def _is_lost(game: Game, served: float | None, overdue: datetime) -> bool:
    """Whether no queue has the turn, as far as the cache knows."""
    handed_out: float | None = cache.get(_turn_key(game))
    if served is None:
        return handed_out is None
    sent = handed_out or game.changed_at.timestamp()
    return sent < min(served, overdue.timestamp())


def _turn_key(game: Game) -> str:
    return f"bot-turn:{game.pk}:{game.seq}"


def _mark_key(queue: str) -> str:
    return f"bot-mark:{queue}"
