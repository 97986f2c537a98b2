"""The cause of an effect, its amount, and its conditions."""

from __future__ import annotations

from cards.language.effects import When
from games.engine.bindings import CARD
from games.engine.prompts import Cause
from games.engine.queries import cause_kind, condition_holds
from games.engine.resolution import Frame, Resolution
from games.engine.zones import ENEMY, ITEMS, NOBODY


def cause_of(work: Resolution, frame: Frame) -> Cause:
    """Return the cause of what a script does; an Enemy acts for no seat.

    See ultimate.account.
    """
    kind = cause_kind(work.ruleset, frame.source)
    return Cause(kind, frame.source, NOBODY if kind == "enemy" else frame.seat)


def tally(work: Resolution, frame: Frame, count: int | str) -> int:
    """Return a number, or the value of a tally."""
    if isinstance(count, int):
        return count
    state = work.state
    match count:
        case "others":
            return len([seat for seat in state.seats_in() if seat != frame.seat])
        case "items":
            return len(state.zones[ITEMS[frame.seat]])
        case "enemies":
            return sum(len(state.zones[ENEMY[seat]]) for seat in state.seats_in())
        case _:
            return int(frame.read(count) or 0)


def cite_power(work: Resolution, frame: Frame) -> None:
    """Cite the rules of Character powers, if the script is one."""
    if work.ruleset.kind.get(frame.source) == "hero":
        work.cite("power", frame.seat)
        if frame.read(CARD):
            work.cite("react", frame.seat)


def frame_condition_holds(work: Resolution, when: When, frame: Frame) -> bool:
    """Whether a condition holds for a script that is being run."""
    return condition_holds(
        work.ruleset,
        work.state,
        when,
        frame.seat,
        they=frame.they,
        bound=frame.bound,
        this=frame.source,
    )
