"""Verbs that ask a player for a choice."""

from __future__ import annotations

from collections.abc import Sequence

from cards.language.abilities import Restriction
from cards.language.effects import (
    ChooseCard,
    ChooseColor,
    ChooseMode,
    ChoosePlayer,
    Effect,
    Grant,
    May,
    Mode,
    Take,
)
from games.engine.queries import in_turn_order, seats_of_role
from games.engine.resolution import Frame, Resolution
from games.engine.verbs.causes import cite_power, frame_condition_holds
from games.engine.verbs.dangers import choosable
from games.engine.zones import BURN, HAND, Card, Seat


def choose_color(work: Resolution, effect: ChooseColor, frame: Frame) -> None:
    """Ask for the color in play, or with ``bind`` for a color that later effects read.

    A player whose hand is empty names none: the round ends with this card. One who is out of the
    game names none either, and the color does not change (common.wild).
    """
    if effect.bind:
        frame.rebind(effect.bind)
    elif effect.who == "self" and work.state.is_out(frame.seat):
        work.rule("common.wild", frame.seat)
    for seat in work.seats(effect.who, frame):
        if not work.state.zones[HAND[seat]]:
            return
        colors = work.ruleset.edition.colors
        rule = work.ruleset.rules[frame.source] if effect.bind else "common.wild"
        color = work.choose(frame, seat, "color", colors, rule=rule)
        if color is None:
            return
        if effect.bind:
            frame.bind(effect.bind, color)
        else:
            work.rule("common.wild", seat)
            kind = work.ruleset.kind.get(frame.source, "")
            work.change_color(color, seat, "play" if kind == "wild" else kind)


def choose_player(work: Resolution, effect: ChoosePlayer, frame: Frame) -> None:
    """Ask for a player who is still in; a seat that is out chooses none."""
    frame.rebind(effect.bind)
    rule = work.ruleset.rules[frame.source]
    for seat in work.seats("self", frame):
        seats = in_turn_order(work.state, seat)
        options = tuple(str(other) for other in seats if effect.among == "all" or other != seat)
        chosen = work.choose(frame, seat, "player", options, rule=rule)
        if chosen is not None:
            frame.rebind(effect.bind, chosen)


def choose_mode(work: Resolution, effect: ChooseMode, frame: Frame) -> None:
    """Ask for one of the modes that are possible, and run it."""
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
    return mode.needs is None or frame_condition_holds(work, mode.needs, frame)


def may(work: Resolution, effect: May, frame: Frame) -> None:
    """Ask a player whether to run some effects; not if they could change nothing."""
    rule = work.ruleset.rules[frame.source]
    for seat in work.seats(effect.who, frame):
        if frame.answer is None:
            if not could_gain(work, effect.do, frame):
                return
            cite_power(work, frame)
        answer = work.choose(frame, seat, "confirm", ("yes", "no"), rule=rule, default="no")
        if answer == "yes":
            work.push_part(frame, "do")


def could_gain(work: Resolution, effects: Sequence[Effect], frame: Frame) -> bool:
    """Whether any of some effects would change something.

    Effects that only cost or name something do not count, unless there are no others.
    """
    changes = [_would_change(work, effect, effects, frame) for effect in effects]
    return any(changes) or all(effect.gain in ("cost", "name") for effect in effects)


def _would_change(
    work: Resolution, effect: Effect, effects: Sequence[Effect], frame: Frame
) -> bool:
    zones = work.state.zones
    match effect.gain:
        case "always":
            return True
        case "burn_pile":
            seats = _possible_seats(work, effect.role, effects, frame)
            return any(zones[BURN[seat]] for seat in seats)
        case "exchange":
            seats = _possible_seats(work, effect.role, effects, frame)
            return any(zones[HAND[seat]] and zones[BURN[seat]] for seat in seats)
        case "turn":
            return _has_a_turn(work, _possible_seats(work, effect.role, effects, frame))
        case "ban":
            if not isinstance(effect, Grant) or not _is_ban(work, frame.source, effect.ability):
                return True
            return _has_a_turn(work, _possible_seats(work, "others", effects, frame))
        case "card":
            return _has_a_card_to_choose(work, effects, frame)
        case "elsewhere":
            to = effect.to if isinstance(effect, Take) else effect.role
            return any(seat != frame.seat for seat in _possible_seats(work, to, effects, frame))
        case "cost" | "name":
            return False


def _has_a_turn(work: Resolution, seats: Sequence[Seat]) -> bool:
    """Whether any of some seats is not skipped already."""
    return any(not work.state.skipped >> seat & 1 for seat in seats)


def _is_ban(work: Resolution, card: Card, index: int) -> bool:
    """Whether an ability only forbids other seats to play cards."""
    ability = work.ruleset.ability(card, index)
    return isinstance(ability, Restriction) and ability.who == "others"


def _has_a_card_to_choose(work: Resolution, effects: Sequence[Effect], frame: Frame) -> bool:
    """Whether a choice among these effects has an option; true if there is no choice."""
    choices = [at for at, effect in enumerate(effects) if isinstance(effect, ChooseCard)]
    return not choices or any(
        choosable(work, effect, effects[at + 1 :], frame.source, frame.seat)
        for at in choices
        if isinstance(effect := effects[at], ChooseCard)
    )


def _possible_seats(
    work: Resolution, who: str, effects: Sequence[Effect], frame: Frame
) -> list[Seat]:
    """Return the seats of a role, or those that a choice among these effects may name."""
    if who == "target":
        among = [effect.among for effect in effects if isinstance(effect, ChoosePlayer)]
        who = among[-1] if among else who
    return seats_of_role(work.state, who, frame.seat, frame.they, frame.bound)
