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

THINKING_PEOPLE: Final = "thinking-people"
"""Turns of bots that think, in games with a person; served by workers of their own."""

THINKING_BOTS: Final = "thinking-bots"
"""Turns of bots that think, in games of bots only; served by the same workers."""

QUICK: Final = (PEOPLE, BOTS)
THINKING: Final = (THINKING_PEOPLE, THINKING_BOTS)
WITH_PEOPLE: Final = (PEOPLE, THINKING_PEOPLE)

MAX_PEOPLE_IN_A_ROW: Final = 20
"""The most tasks of ``WITH_PEOPLE`` that a worker takes in a row while other queues wait."""


def queue_for(*, has_people: bool, thinks: bool) -> str:
    """Return the queue of a turn, by its game and its bot."""
    with_people, bots_only = THINKING if thinks else QUICK
    return with_people if has_people else bots_only


class PeopleFirst:
    """Order of the queues: those ``WITH_PEOPLE`` first, the others by turns.

    After ``MAX_PEOPLE_IN_A_ROW`` tasks of people one task of another queue is preferred, so
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
        others = [queue for queue in self._queues[:n] if queue not in WITH_PEOPLE]
        people = [queue for queue in self._queues[:n] if queue in WITH_PEOPLE]
        if self._in_a_row >= MAX_PEOPLE_IN_A_ROW:
            return [*others, *people]
        return [*people, *others]

    def rotate(self, last_used: str) -> str:
        """Move a queue from which a task was taken behind the others."""
        self._in_a_row = self._in_a_row + 1 if last_used in WITH_PEOPLE else 0
        if last_used in self._queues:
            self._queues.remove(last_used)
            self._queues.append(last_used)
        return last_used
