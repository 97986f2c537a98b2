"""Counts of the steps that moves run, to see which texts of an edition act."""

from __future__ import annotations

from collections import Counter
from typing import Any, final

from games.engine.resolution import Frame, Resolution, Verb
from games.engine.verbs import VERBS
from games.engine.zones import Card


@final
class Trace:
    """A record of what moves run.

    Give the same one to ``new_game`` and each ``decide``. ``steps`` counts the steps by path, such
    as ``wild-cerebro.effects[2]``.
    """

    __slots__ = ("_work", "steps", "verbs")

    def __init__(self) -> None:
        self.steps: Counter[str] = Counter()
        self.verbs = {kind: self._traced(verb) for kind, verb in VERBS.items()}
        self._work: Resolution | None = None

    def _traced(self, verb: Verb) -> Verb:
        def traced(work: Resolution, step: Any, frame: Frame) -> None:
            self._work = work
            self.steps[f"{frame.script}[{frame.at - 1}]"] += 1
            verb(work, step, frame)

        return traced

    def unfinished(self) -> tuple[Card, ...]:
        """Return the cards whose texts the last move left unfinished, the innermost last.

        There are some after an error, or after effects without end.
        """
        frames = self._work.agenda if self._work else ()
        sources = [one.source for one in frames if isinstance(one, Frame) and one.source]
        return tuple(dict.fromkeys(sources))
