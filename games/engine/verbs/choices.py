"""Verbs that ask a player for a choice."""

from __future__ import annotations

from cards.language.effects import ChooseColor, ChooseMode, ChoosePlayer, May, Mode
from games.engine.queries import held, in_turn_order
from games.engine.resolution import Frame, Resolution
from games.engine.zones import HAND


def choose_color(work: Resolution, effect: ChooseColor, frame: Frame) -> None:
    """common.wild: name the color that goes on, or with ``bind`` one for later effects.

    A player who has gone out names none: the round ends with this card.
    """
    for seat in work.seats(effect.who, frame):
        if not work.state.zones[HAND[seat]]:
            return
        colors = work.ruleset.edition.colors
        color = work.choose(frame, seat, "color", colors, rule="common.wild")
        if color is None:
            return
        if effect.bind:
            frame.bind(effect.bind, color)
        else:
            work.rule("common.wild", seat)
            work.change_color(color)


def choose_player(work: Resolution, effect: ChoosePlayer, frame: Frame) -> None:
    """Name a player still in."""
    rule = work.ruleset.rules[frame.source]
    for seat in work.seats("self", frame):
        everybody = in_turn_order(work.state, seat)
        options = tuple(str(other) for other in everybody if effect.among == "all" or other != seat)
        chosen = work.choose(frame, seat, "player", options, rule=rule)
        if chosen is not None:
            frame.bind(effect.bind, chosen)


def choose_mode(work: Resolution, effect: ChooseMode, frame: Frame) -> None:
    """One of several things to do, among those that are possible."""
    rule = work.ruleset.rules[frame.source]
    for seat in work.seats(effect.who, frame):
        options = tuple(mode.name for mode in effect.modes if _is_possible(work, mode, frame))
        chosen = work.choose(frame, seat, "mode", options, rule=rule)
        if chosen is None:
            return
        work.rule(rule, seat)
        if effect.bind:
            frame.bind(effect.bind, chosen)
        index = next(at for at, mode in enumerate(effect.modes) if mode.name == chosen)
        work.push_part(frame, f"modes[{index}].do", they=seat)


def _is_possible(work: Resolution, mode: Mode, frame: Frame) -> bool:
    needs = mode.needs
    return needs is None or any(
        held(work.ruleset, work.state, seat, needs.holds, frame.bound)
        for seat in work.seats(needs.who, frame)
    )


def may(work: Resolution, effect: May, frame: Frame) -> None:
    """A player decides whether something is done."""
    rule = work.ruleset.rules[frame.source]
    for seat in work.seats(effect.who, frame):
        answer = work.choose(frame, seat, "confirm", ("yes", "no"), rule=rule, default="no")
        if answer == "yes":
            work.push_part(frame, "do")
