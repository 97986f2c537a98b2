"""Verbs of control: conditions, repetitions, triggered abilities, lasting effects."""

from __future__ import annotations

from typing import Final

from cards.language.abilities import Trigger
from cards.language.effects import ForEach, Grant, May, OnlyIf
from games.engine.bindings import ABILITY, ACTED, KEY, PLAYED, join_values
from games.engine.facts import LastingBegan, LastingEffect
from games.engine.queries import is_in_force, triggered_abilities
from games.engine.resolution import MAX_STEPS, EndlessEffect, Frame, Resolution
from games.engine.triggers import Occasion
from games.engine.variants import Each, Moment, RunTrigger
from games.engine.verbs.causes import cite_power, frame_condition_holds, tally

_MOMENT_RULES: Final = {"turn_start": "start", "turn_end": "end"}


def only_if(work: Resolution, effect: OnlyIf, frame: Frame) -> None:
    """Run effects if a condition holds, else others."""
    if frame_condition_holds(work, effect.when, frame):
        work.push_part(frame, "do")
    elif effect.otherwise:
        work.push_part(frame, "otherwise")


def for_each(work: Resolution, effect: ForEach, frame: Frame) -> None:
    """Run effects for each seat of a role, as *they*, or a number of times."""
    if effect.who is None:
        times = tally(work, frame, effect.times or 0)
        if times > MAX_STEPS:
            raise EndlessEffect
        for _ in range(times):
            work.push_part(frame, "do")
        return
    for seat in reversed(work.seats(effect.who, frame)):
        work.push_part(frame, "do", they=seat)


def each(work: Resolution, step: Each, frame: Frame) -> None:
    """Run the effect once for each player of a role."""
    for seat in reversed(work.seats(step.who, frame)):
        work.push_part(frame, "each", they=seat)


def run_trigger(work: Resolution, step: RunTrigger, frame: Frame) -> None:
    """Run a triggered ability if it is still in force and its condition holds."""
    ruleset, card = work.ruleset, frame.source
    index = int(frame.read(ABILITY))
    if not is_in_force(ruleset, work.state, frame.seat, card, int(frame.read(KEY) or 0)):
        return
    ability = ruleset.ability(card, index)
    if isinstance(ability, Trigger) and (
        ability.when is None or frame_condition_holds(work, ability.when, frame)
    ):
        _cite_trigger(work, frame, ability)
        script = f"{card}.abilities[{index}].do"
        work.push(script, frame.seat, card, they=frame.they, bound=frame.bound)


def _cite_trigger(work: Resolution, frame: Frame, ability: Trigger) -> None:
    """Cite the rules by which an ability acts.

    An optional one cites them with its question.
    """
    if frame.read(PLAYED):
        work.cite("waiting", frame.seat)
    if not isinstance(next(iter(ability.do), None), May):
        cite_power(work, frame)


def moment(work: Resolution, step: Moment, frame: Frame) -> None:
    """Run the abilities of a moment of the turn, one after the other.

    They are listed again after each one: an Item may be gone before it has acted.
    """
    triggered = []
    if step.name in work.ruleset.triggers and not work.state.is_out(frame.seat):
        triggered = triggered_abilities(work.ruleset, work.state, step.name, frame.seat)
    done = frame.read(ACTED)
    acted = done.split() if done else []
    for at, one in enumerate(triggered):
        if acted and one.name in acted:
            continue
        ability_frame = work.trigger_frame(one, Occasion(step.name, frame.seat))
        if isinstance(one.ability, Trigger) and _may_act(work, one.ability, ability_frame):
            passed = [other.name for other in triggered[: at + 1]]
            frame.rebind(ACTED, join_values(dict.fromkeys([*acted, *passed])))
            frame.retry()
            work.cite(_MOMENT_RULES[step.name], one.seat)
            work.spend(one)
            work.agenda.append(ability_frame)
            return
    if acted:
        frame.rebind(ACTED)


def _may_act(work: Resolution, ability: Trigger, frame: Frame) -> bool:
    return ability.when is None or frame_condition_holds(work, ability.when, frame)


def grant(work: Resolution, effect: Grant, frame: Frame) -> None:
    """Put an ability of the card in force, unless its owner is out.

    See ultimate.out.cards.
    """
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
