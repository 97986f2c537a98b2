"""Intervals of beat: longer at rest, and steady when the clock is set back."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

from celery.schedules import schedule

_BEGAN: Final = datetime.now(UTC)
_BEGAN_AT: Final = time.monotonic()

LOOK_SECONDS: Final = 1.0
"""How often beat looks for work in the database."""

MARGIN: Final = 0.02
"""How long after that a waiting entry looks: celery wakes it a hundredth of a second early."""


def steady_now() -> datetime:
    """Return the time of the start and what has passed since; it is never set."""
    return _BEGAN + timedelta(seconds=time.monotonic() - _BEGAN_AT)


class _Look:
    """What the last look at the database has found, shared by all entries."""

    def __init__(self) -> None:
        self._until = 0.0
        self._found: set[str] = set()

    def has_work(self, name: str) -> bool:
        """Whether an entry of the schedule has work; the answer is at most a second old."""
        if time.monotonic() >= self._until:
            # The settings, which name the intervals, are read before there are models.
            from config.work import entries_with_work

            self._found = entries_with_work()
            self._until = time.monotonic() + LOOK_SECONDS
        return name in self._found

    def seconds_left(self) -> float:
        """Return when to look again."""
        return max(self._until - time.monotonic(), 0) + MARGIN


_look = _Look()


class Every(schedule):  # type: ignore[misc]
    """Run a task each so many seconds.

    With ``work``, a name of ``config.work``, it runs only when there is such work, and otherwise
    each ``at_rest`` seconds, or not at all.
    """

    def __init__(
        self,
        run_every: float | timedelta,
        relative: bool = False,
        nowfun: Callable[[], datetime] = steady_now,
        app: Any = None,
        *,
        work: str | None = None,
        at_rest: float | None = None,
    ) -> None:
        super().__init__(run_every, relative, nowfun, app)
        self.work, self.at_rest = work, at_rest

    def is_due(self, last_run_at: datetime) -> Any:
        """Return whether to run now, and when to ask again.

        The last run is in the future if the clock was set back between two starts of beat.
        """
        now = self.now()
        last = now - self.run_every if last_run_at > now else last_run_at
        due, seconds = super().is_due(last)
        if not due or self.work is None or _look.has_work(self.work):
            return due, seconds
        if self.at_rest is not None and now - last >= timedelta(seconds=self.at_rest):
            return True, seconds
        return False, _look.seconds_left()

    def __reduce__(self) -> Any:
        """Return how the file of the schedule stores it."""
        made = partial(Every, work=self.work, at_rest=self.at_rest)
        return made, (self.run_every, self.relative, self.nowfun)
