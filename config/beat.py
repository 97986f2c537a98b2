"""Intervals of beat that do not stop when the machine's clock is set back."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from celery.schedules import schedule

_BEGAN: Final = datetime.now(UTC)
_BEGAN_AT: Final = time.monotonic()


def steady_now() -> datetime:
    """Return the time of the start and what has passed since; it is never set."""
    return _BEGAN + timedelta(seconds=time.monotonic() - _BEGAN_AT)


class Every(schedule):  # type: ignore[misc]
    """Run a task each so many seconds."""

    def __init__(
        self,
        run_every: float | timedelta,
        relative: bool = False,
        nowfun: Callable[[], datetime] = steady_now,
        app: Any = None,
    ) -> None:
        super().__init__(run_every, relative, nowfun, app)

    def is_due(self, last_run_at: datetime) -> Any:
        """Return whether to run now, and when to ask again.

        The last run is in the future if the clock was set back between two starts of beat.
        """
        now = self.now()
        return super().is_due(now - self.run_every if last_run_at > now else last_run_at)
