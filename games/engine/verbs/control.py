"""Verbs that decide what else is done: conditions, repetitions, lasting effects."""

from __future__ import annotations

from typing import Final

from cards.language.abilities import Trigger
from cards.language.effects import ForEach, Grant, May, OnlyIf
from games.engine.facts import LastingBegan, LastingEffect
from games.engine.queries import PLAYED, is_in_force, listening
from games.engine.resolution import ABILITY, KEY, MOST_STEPS, EndlessEffect, Frame, Resolution
from games.engine.triggers import Happening
from games.engine.variants import Each, Fire, Moment
from games.engine.verbs.causes import cite_power, is_so, tally

_MOMENT_RULES: Final = {"turn_start": "start", "turn_end": "end"}

DONE = "done"
"""The name under which a turn keeps the abilities that have acted at a moment."""


def only_if(work: Resolution, effect: OnlyIf, frame: Frame) -> None:
    """Do this when a condition holds, else that."""
    if is_so(work, effect.when, frame):
        work.push_part(frame, "do")
    elif effect.otherwise:
        work.push_part(frame, "otherwise")


def for_each(work: Resolution, effect: ForEach, frame: Frame) -> None:
    """Do this for one seat after the other, who is then *they*, or a number of times."""
    if effect.who is None:
        times = tally(work, frame, effect.times or 0)
        if times > MOST_STEPS:
            raise EndlessEffect
        for _ in range(times):
            work.push_part(frame, "do")
        return
    for seat in reversed(work.seats(effect.who, frame)):
        work.push_part(frame, "do", they=seat)


def each(work: Resolution, step: Each, frame: Frame) -> None:
    """One player after the other is asked."""
    for seat in reversed(work.seats(step.who, frame)):
        work.push_part(frame, "each", they=seat)


def fire(work: Resolution, step: Fire, frame: Frame) -> None:
    """An ability that was woken acts if its card still speaks and the table is as it asks."""
    ruleset, card = work.ruleset, frame.source
    index = int(frame.read(ABILITY))
    if not is_in_force(ruleset, work.state, frame.seat, card, int(frame.read(KEY) or 0)):
        return
    ability = ruleset.ability(card, index)
    if isinstance(ability, Trigger) and (ability.when is None or is_so(work, ability.when, frame)):
        _cite_firing(work, frame, ability)
        script = f"{card}.abilities[{index}].do"
        work.push(script, frame.seat, card, they=frame.they, bound=frame.bound)


def _cite_firing(work: Resolution, frame: Frame, ability: Trigger) -> None:
    """The rules by which an ability acts now; a may cites for itself, once it is asked."""
    if frame.read(PLAYED):
        work.cite("waiting", frame.seat)
    if not isinstance(next(iter(ability.do), None), May):
        cite_power(work, frame)


def moment(work: Resolution, step: Moment, frame: Frame) -> None:
    """What waits for a moment of the turn acts, one after the other, in the order of its rule.

    Who is next is computed again each time: an Item may be gone before it was its turn.
    """
    there = []
    if step.name in work.ruleset.triggers and not work.state.is_out(frame.seat):
        there = listening(work.ruleset, work.state, step.name, frame.seat)
    done = frame.read(DONE).split() if frame.bound else []
    for one in there:
        if one.name in done:
            continue
        done.append(one.name)
        firing = work.firing(one, Happening(step.name, frame.seat))
        if isinstance(one.ability, Trigger) and _may_act(work, one.ability, firing):
            frame.rebind(DONE, " ".join(done))
            frame.at -= 1
            work.cite(_MOMENT_RULES[step.name], one.seat)
            work.spend(one)
            work.agenda.append(firing)
            return
    if done:
        frame.rebind(DONE)


def _may_act(work: Resolution, ability: Trigger, firing: Frame) -> bool:
    return ability.when is None or is_so(work, ability.when, firing)


def grant(work: Resolution, effect: Grant, frame: Frame) -> None:
    """An ability of the card begins to last, unless its owner is out (ultimate.out.cards)."""
    if work.state.is_out(frame.seat):
        return
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
