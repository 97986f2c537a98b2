"""Celery tasks of the bots: turns, and those that were lost."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from bots import services
from bots.queues import BOTS, PEOPLE, QUICK, THINKING, THINKING_BOTS, queue_for
from games.ledger import store
from games.ledger.rows import now
from games.models import Game
from games.play.bot_turns import BotTurn, bot_turn, has_people

logger = logging.getLogger(__name__)

MAX_SWEPT: Final = 1000
"""The most overdue turns of one sweep, the longest overdue first."""

MARK_SECONDS: Final = 60
"""When a mark in the queues of bots that think expires: these may have no worker."""

MOST_AHEAD: Final = timedelta(seconds=30)
"""How long before its time the task of a quick answer is sent; the sweeper sends later ones.

It is shorter than the visibility timeout of the broker, which would deliver the task again.
"""

MARGIN: Final = timedelta(milliseconds=10)
"""How long after its time is low another task answers for a bot, so that it is never too early."""

HANDED_OUT_SECONDS: Final = 24 * 60 * 60
"""How long the cache remembers that a sweep sent a turn."""


@shared_task(name="bots.tasks.take_turn")
def take_turn(game_id: str, seq: int) -> None:
    """Take the turn of the bot to move after row ``seq``, and following bot turns.

    When its slice of time is up, or a bot that thinks is next, the game goes to the end of its
    queue. A second or late delivery of the task changes nothing.
    """
    game = services.play_on(game_id=game_id, seq=seq)
    if game is not None:
        hand_out(bot_turn(game, store.load(game)))


def hand_out(turn: BotTurn) -> None:
    """Send a turn to its queue, and a second task if it has little time to think.

    The second one gives the quick answer, if the bot has not answered when its time is low.
    """
    send(turn.game, turn.seq, queue_for(has_people=turn.has_people, thinks=turn.thinks))
    if turn.low_at is not None and turn.low_at < now() + MOST_AHEAD:
        take_turn.apply_async((turn.game, turn.seq), queue=PEOPLE, eta=turn.low_at + MARGIN)


def send(game_id: str, seq: int, queue: str) -> None:
    """Put the turn after row ``seq`` at the end of a queue."""
    take_turn.apply_async((game_id, seq), queue=queue)


def on_bot_turn(turn: BotTurn) -> None:
    """Send a turn to its queue, unless the running task continues the game.

    A task ends with the move that opens a window: the calls and catches in it have their own.
    """
    if turn.in_window or not services.is_played_on(turn.game):
        hand_out(turn)


def queue_of(game: Game) -> str:
    """Return the queue of a game that waits for a bot."""
    people = not game.is_all_bots and has_people(game, store.load(game))
    return queue_for(has_people=people, thinks=game.waits_for_thinking)


# ---- turns whose task was lost


@shared_task(name="bots.tasks.sweep")
def sweep() -> None:
    """Send again the turns whose task was lost, then a mark to each queue.

    The queues of bots that think get one while such a bot plays in a game that waits: otherwise
    there may be no worker for them.

    Turns of bots that think whose time has come are sent to the queue of people.

    A queue is served in order. So the task of a turn that waits since before the last served mark
    was lost; that of a later turn may still be in the queue, however long it is.
    """
    marks = {queue: served_mark(queue) for queue in (*QUICK, *THINKING)}
    overdue = timezone.now() - timedelta(seconds=settings.BOT_OVERDUE_SECONDS)
    of_time = Q(changed_at__lt=overdue) | _after_now()
    waiting = Game.objects.filter(of_time, waits_for_bot=True).order_by("changed_at")
    for_people = waiting.exclude(Game.ALL_BOTS)[:MAX_SWEPT]
    of_bots = waiting.filter(Game.ALL_BOTS)
    for_bots = of_bots.filter(_before(marks[BOTS]), thinking_seats=0)[:MAX_SWEPT]
    before = _before(marks[BOTS]) | _before(marks[THINKING_BOTS])
    with_thinkers = of_bots.filter(before, thinking_seats__gt=0)[:MAX_SWEPT]
    for game, queue in with_queues([*for_people, *for_bots, *with_thinkers]):
        if _is_lost(game, marks[queue], overdue):
            logger.warning("The bot's turn after row %s of game %s is overdue.", game.seq, game.pk)
            cache.set(_turn_key(game), time.time(), HANDED_OUT_SECONDS)
            send(str(game.pk), game.seq, queue)
    _answer_quickly(waiting.filter(deadline__isnull=False, thinking_seats__gt=0)[:MAX_SWEPT])
    for queue in QUICK:
        mark.apply_async((queue, time.time()), queue=queue)
    thinking = Game.objects.filter(waits_for_bot=True, thinking_seats__gt=0)
    for queue in THINKING if thinking.exists() else ():
        mark.apply_async((queue, time.time()), queue=queue, expires=MARK_SECONDS)


def _answer_quickly(games: Iterable[Game]) -> None:
    """Send the turns of bots that think whose time is low to the queue of people."""
    for game in games:
        low_at = bot_turn(game, store.load(game)).low_at
        if low_at is not None and low_at <= now():
            send(str(game.pk), game.seq, PEOPLE)


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


def _before(served: float | None) -> Q:
    if served is None:
        return Q()
    return Q(changed_at__lt=datetime.fromtimestamp(served, UTC)) | _after_now()


def _after_now() -> Q:
    """Games whose last row is in the future: the machine's clock was set back since."""
    return Q(changed_at__gt=timezone.now())


def _is_lost(game: Game, served: float | None, overdue: datetime) -> bool:
    """Whether no queue and no worker has the turn, as far as the cache knows."""
    if game.waits_for_thinking and services.is_leased(game):
        return False
    handed_out: float | None = cache.get(_turn_key(game))
    if served is None:
        return handed_out is None
    sent = handed_out or game.changed_at.timestamp()
    if sent > time.time():
        # The machine's clock was set back: the turn is taken to wait from now on.
        cache.set(_turn_key(game), time.time(), HANDED_OUT_SECONDS)
    return sent < min(served, overdue.timestamp())


def _turn_key(game: Game) -> str:
    return f"bot-turn:{game.pk}:{game.seq}"


def _mark_key(queue: str) -> str:
    return f"bot-mark:{queue}"
