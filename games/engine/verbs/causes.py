"""What is behind an effect, and how much it is."""

from __future__ import annotations

from cards.language.effects import When
from games.engine.prompts import Cause
from games.engine.queries import CARD, holds, sort_of_cause
from games.engine.resolution import Frame, Resolution
from games.engine.zones import ENEMY, ITEMS, NOBODY


def cause_of(work: Resolution, frame: Frame) -> Cause:
    """The card and the seat behind what a script does; an Enemy acts for no seat.

    See ultimate.account.
    """
    sort = sort_of_cause(work.ruleset, frame.source)
    return Cause(sort, frame.source, NOBODY if sort == "enemy" else frame.seat)


def tally(work: Resolution, frame: Frame, count: int | str) -> int:
    """A number, or one read from the table."""
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
    """That a Character power acts, and that it answers a reveal or a destruction."""
    if work.ruleset.kind.get(frame.source) == "hero":
        work.cite("power", frame.seat)
        if frame.read(CARD):
            work.cite("react", frame.seat)


def is_so(work: Resolution, when: When, frame: Frame) -> bool:
    """Whether a condition holds for a text as far as it has been worked out."""
    return holds(
        work.ruleset,
        work.state,
        when,
        frame.seat,
        they=frame.they,
        bound=frame.bound,
        this=frame.source,
    )
