"""Choices sent with a move: the answers to the questions that its card is about to ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import final

import msgspec

from games.engine.moves import Choose, Move, Play
from games.engine.state import State
from games.engine.zones import NO_CARD, Card, Seat


@final
class Foreseen(msgspec.Struct):
    """Answers that a seat gave in advance, by the kind of question.

    They answer what the card ``source`` asks that seat, and nothing that another card asks in
    between. ``left`` holds the values that no question has used yet.
    """

    seat: Seat
    source: Card
    left: dict[str, list[str]]

    def answer(self, state: State) -> Choose | None:
        """Return the answer to the open question and remove it; None if none was given."""
        if not state.prompts:
            return None
        prompt = state.prompts[-1]
        if (prompt.seat, prompt.source) != (self.seat, self.source):
            return None
        values = self.left.get(prompt.kind)
        return Choose(self.seat, values.pop(0)) if values else None

    def unused(self) -> tuple[str, ...]:
        """Return the kinds of question for which values are left."""
        return tuple(kind for kind, values in self.left.items() if values)


def foresee(state: State, move: Move, choices: Mapping[str, object]) -> Foreseen:
    """Return the answers that come with a move; ``state`` is the one before it.

    A choice is a value, or a list of values used in order. The card that asks is the one played,
    or the one whose question the move answers.
    """
    if isinstance(move, Play):
        source = move.card
    else:
        source = state.prompts[-1].source if state.prompts else NO_CARD
    return Foreseen(move.seat, source, {kind: _values(value) for kind, value in choices.items()})


def _values(choice: object) -> list[str]:
    values = choice if isinstance(choice, list | tuple) else [choice]
    return [_option(value) for value in values]


def _option(value: object) -> str:
    """Return a choice as options are spelled."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
