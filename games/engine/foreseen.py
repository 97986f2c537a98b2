"""Choices sent with a move: answers to the questions that its card will ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, final

import msgspec

from games.engine.moves import Choose, Move, Play
from games.engine.state import State
from games.engine.zones import NO_CARD, NOBODY, Card, Seat


class PreparedAnswer(NamedTuple):
    """An answer given in advance: the ``nth`` value of a ``kind`` of choice, from 0."""

    move: Choose
    kind: str
    nth: int


@final
class Foreseen(msgspec.Struct):
    """Answers that a seat gave in advance, by the kind of question.

    They answer what the card ``source`` asks that seat, and nothing that another card asks in
    between. ``used`` counts, by kind, the values that a question has used.
    """

    seat: Seat
    source: Card
    values: dict[str, list[str]]
    used: dict[str, int] = {}

    def answer(self, state: State) -> PreparedAnswer | None:
        """Return the next answer to the open question; None if none was given."""
        if not state.prompts:
            return None
        prompt = state.prompts[-1]
        if (prompt.seat, prompt.source) != (self.seat, self.source):
            return None
        values, nth = self.values.get(prompt.kind, ()), self.used.get(prompt.kind, 0)
        if nth >= len(values):
            return None
        self.used[prompt.kind] = nth + 1
        return PreparedAnswer(Choose(self.seat, values[nth]), prompt.kind, nth)

    def unused(self) -> tuple[str, ...]:
        """Return the kinds of question for which values are left."""
        return tuple(
            kind for kind, values in self.values.items() if self.used.get(kind, 0) < len(values)
        )


def foresee(state: State, move: Move, choices: Mapping[str, object]) -> Foreseen:
    """Return the answers that come with a move; ``state`` is the one before it.

    A choice is a value, or a list of values used in order. The card that asks is the one played,
    or the one whose question the move answers.
    """
    if isinstance(move, Play):
        source = move.card
    else:
        source = state.prompts[-1].source if state.prompts else NO_CARD
    seat = NOBODY if move.seat is None else move.seat
    return Foreseen(seat, source, {kind: _values(value) for kind, value in choices.items()})


def _values(choice: object) -> list[str]:
    values = choice if isinstance(choice, list | tuple) else [choice]
    return [_option(value) for value in values]


def _option(value: object) -> str:
    """Return a choice as options are spelled."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
