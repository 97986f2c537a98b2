"""The clock of the games: the moves it makes, and the time it does not count.

``run_clocks`` is called twice a second. It may run twice at once, or not at all for a while: each
move is made on the locked game, if the time for it has come. The time in which it did not run
counts for no player, nor does the time by which the machine's clock was set forward or back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.engine import CloseWindow, Expire
from games.ledger import store
from games.ledger.rows import now
from games.models import ClockTick, Game
from games.play.commands import MoveCommand, MoveRefused
from games.play.seating import locked_game
from games.play.submitting import CLOCK, gap_since, last_tick, leave_out, make_move

logger = logging.getLogger(__name__)

MAX_DUE: Final = 200
"""The most games that one run moves; the next run moves the others."""

TICK: Final = timedelta(seconds=1)
"""How often the time of the last run is written."""


def run_clocks() -> int:
    """Make the moves of the clock that are due; return how many were made."""
    # One moment decides: the machine's clock may be set forward at any line of this function.
    last, moment = last_tick(), now()
    is_set_back = _future.is_last(last, moment)
    gap = last if is_set_back else gap_since(last, moment)
    if gap is not None:
        logger.warning("The clock of the games has not run since %s.", gap)
        for game_id in _with_rows_after(moment) if is_set_back else _clocked():
            _try(partial(leave_out, game_id, gap), game_id)
    _tick(moment, is_set_back=is_set_back)
    made = 0
    for game_id in _clocked(deadline__lte=moment)[:MAX_DUE]:
        made += _try(partial(_expire, game_id), game_id)
        last, moment = moment, now()
        if gap_since(last, moment) is not None:
            break
        _tick(moment)
    return made


def _clocked(**those: datetime) -> list[UUID]:
    """Return the games in which a clock runs, the first deadline first."""
    games = Game.objects.filter(deadline__isnull=False, **those)
    return list(games.order_by("deadline").values_list("pk", flat=True))


def _with_rows_after(moment: datetime) -> list[UUID]:
    """Return the games whose times stand still, as the clock was set back."""
    games = Game.objects.filter(status=Game.Status.RUNNING, changed_at__gt=moment)
    return list(games.order_by("changed_at").values_list("pk", flat=True))


def _tick(moment: datetime, *, is_set_back: bool = False) -> None:
    """Write when the clock ran last; an earlier time only if it was set back."""
    rows = ClockTick.objects.filter(pk=ClockTick.KEY)
    if is_set_back or not rows.filter(at__gt=moment - TICK).exists():
        ClockTick.objects.update_or_create(pk=ClockTick.KEY, defaults={"at": moment})


class _Future:
    """A last run at a time in the future, and since when this process has known it.

    Another machine, whose clock is ahead, goes on writing such times. Once there is none for
    ``CLOCK_GAP_SECONDS``, all clocks were set back.
    """

    def __init__(self) -> None:
        self._tick: datetime | None = None
        self._since = 0.0

    def is_last(self, tick: datetime | None, moment: datetime) -> bool:
        """Whether ``tick`` is after ``moment``, and none was written for long."""
        if tick is None or tick - moment <= timedelta(seconds=settings.CLOCK_GAP_SECONDS):
            tick = None
        if tick is None or tick != self._tick:
            self._tick, self._since = tick, time.monotonic()
        return tick is not None and time.monotonic() - self._since > settings.CLOCK_GAP_SECONDS


_future = _Future()


def _try(move: Callable[[], bool], game_id: UUID) -> bool:
    """Make a move of the clock, and return whether it was made.

    An error in one game does not delay the others.
    """
    try:
        return move()
    except MoveRefused:
        # The game has moved on since it was found.
        return False
    except Exception:
        logger.exception("The clock could not move in game %s.", game_id)
        return False


@transaction.atomic
def _expire(game_id: UUID) -> bool:
    """Let the open question of a game run out, or close its window, if it is time."""
    game = locked_game(game_id)
    if game.deadline is None or game.to_act is None:
        return False
    is_window = store.load(game).window is not None
    move = CloseWindow() if is_window else Expire(game.to_act)
    make_move(game, MoveCommand(move, CLOCK))
    return True
