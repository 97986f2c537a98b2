"""Verbs that decide what else is done: conditions, repetitions, lasting effects."""

from __future__ import annotations

from cards.language.effects import ForEach, Grant, OnlyIf
from games.engine.facts import LastingBegan, LastingEffect
from games.engine.queries import held
from games.engine.resolution import Frame, Resolution


def only_if(work: Resolution, effect: OnlyIf, frame: Frame) -> None:
    """Do this when a condition holds, else that."""
    if _holds(work, effect, frame):
        work.push_part(frame, "do")
    elif effect.otherwise:
        work.push_part(frame, "otherwise")


def _holds(work: Resolution, effect: OnlyIf, frame: Frame) -> bool:
    return any(
        held(work.ruleset, work.state, seat, effect.when.holds, frame.bound)
        for seat in work.seats(effect.when.who, frame)
    )


def for_each(work: Resolution, effect: ForEach, frame: Frame) -> None:
    """Do this for one seat after the other, who is then *they*, or a number of times."""
    if effect.who is None:
        assert isinstance(effect.times, int), "check_supported refuses tallies"
        for _ in range(effect.times):
            work.push_part(frame, "do")
        return
    for seat in reversed(work.seats(effect.who, frame)):
        work.push_part(frame, "do", they=seat)


def grant(work: Resolution, effect: Grant, frame: Frame) -> None:
    """An ability of the card begins to last."""
    bound = tuple((name, frame.read(name)) for name in effect.remember)
    lasting = LastingEffect(
        key=work.state.lasted + 1,
        card=frame.source,
        ability=effect.ability,
        seat=frame.seat,
        until=effect.until,
        uses=effect.uses,
        bound=bound,
    )
    work.rule(work.ruleset.rules[frame.source], frame.seat)
    work.emit(LastingBegan(lasting))
