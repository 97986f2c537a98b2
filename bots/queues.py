"""The Celery queues, and the order in which a worker serves them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

PEOPLE: Final = "people"
"""Turns in games with a person, and the sweeper that finds lost ones."""

BOTS: Final = "bots"
"""Turns in games of bots only."""

OTHERS: Final = "celery"
"""All other tasks: audits and the log of finished games."""

MAX_PEOPLE_IN_A_ROW: Final = 20
"""The most tasks of ``PEOPLE`` that a worker takes in a row while other queues wait."""


class PeopleFirst:
    """Order of the queues: ``PEOPLE`` first, the others by turns.

    After ``MAX_PEOPLE_IN_A_ROW`` tasks of ``PEOPLE`` one task of another queue is preferred, so
    that a load of people never stops the others. Kombu creates it by its name in the settings
    (``queue_order_strategy``) and calls its three methods, as those of ``round_robin_cycle``.
    """

    def __init__(self, queues: Iterable[str] = ()) -> None:
        self._queues = list(queues)
        self._in_a_row = 0

    def update(self, queues: Iterable[str]) -> None:
        """Replace the queues that the worker consumes."""
        self._queues = list(queues)

    def consume(self, n: int) -> list[str]:
        """Return the first ``n`` queues in the order in which Redis reads them."""
        others = [queue for queue in self._queues[:n] if queue != PEOPLE]
        people = [queue for queue in self._queues[:n] if queue == PEOPLE]
        if self._in_a_row >= MAX_PEOPLE_IN_A_ROW:
            return [*others, *people]
        return [*people, *others]

    def rotate(self, last_used: str) -> str:
        """Move a queue from which a task was taken behind the others."""
        self._in_a_row = self._in_a_row + 1 if last_used == PEOPLE else 0
        if last_used in self._queues:
            self._queues.remove(last_used)
            self._queues.append(last_used)
        return last_used
