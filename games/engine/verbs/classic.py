"""Verbs of the classic cards: the challenge, the laid card, the named character."""

from __future__ import annotations

from cards.language.effects import Challenge, LayColor, NameCharacter
from games.engine.bindings import COLOR_BEFORE, VICTIM
from games.engine.facts import CardsShown
from games.engine.queries import is_guilty, next_seat
from games.engine.resolution import Frame, Resolution
from games.engine.verbs.causes import cause_of
from games.engine.zones import DISCARD, HAND, Seat


def challenge(work: Resolution, effect: Challenge, frame: Frame) -> None:
    """Make the next player draw and lose the turn, or challenge.

    A play that empties the hand cannot be challenged. The effect is cancelled if the player of the
    card is out (common.forfeit).
    """
    state, player = work.state, frame.seat
    if state.is_out(player):
        return
    rule = work.ruleset.rules[frame.source]
    if not frame.read(VICTIM):
        frame.bind(VICTIM, str(next_seat(state, player)))
    victim = int(frame.read(VICTIM))
    if state.is_out(victim):
        return
    is_open = work.ruleset.options.draw_four == "challenge" and bool(state.zones[HAND[player]])
    answer: str | None = "no"
    if is_open:
        answer = work.choose(
            frame, victim, "challenge", ("yes", "no"), rule=f"{rule}.challenge", default="no"
        )
    if answer == "no":
        _lose(work, frame, victim, effect.count)
    elif answer == "yes":
        _judge(work, effect, frame, victim)


def _judge(work: Resolution, effect: Challenge, frame: Frame, challenger: Seat) -> None:
    player, ruleset = frame.seat, work.ruleset
    rule = ruleset.rules[frame.source]
    hand = work.state.zones[HAND[player]]
    work.rule(f"{rule}.challenge", challenger)
    work.emit(CardsShown("hand", player, hand, challenger))
    before = frame.read(COLOR_BEFORE)
    is_bluff = is_guilty(ruleset, hand, before, wilds_match=effect.wilds_match)
    work.rule(f"{rule}.legal", player, {"guilty": int(is_bluff), "color": before})
    if is_bluff:
        work.queue_intents("draw", [player], effect.count, cause_of(work, frame))
    else:
        _lose(work, frame, challenger, effect.penalty)


def _lose(work: Resolution, frame: Frame, seat: Seat, count: int) -> None:
    cause = cause_of(work, frame)
    work.queue_intents("skip", [seat], 1, cause)
    work.queue_intents("draw", [seat], count, cause)


def lay_color(work: Resolution, effect: LayColor, frame: Frame) -> None:
    """Lay a colored card of the hand on top; without one the card is a plain Wild."""
    ruleset = work.ruleset
    rule = ruleset.rules[frame.source]
    for seat in work.seats("self", frame):
        hand = work.state.zones[HAND[seat]]
        options = tuple(sorted(ruleset.colored.intersection(hand)))
        if not options:
            work.rule(f"{rule}.alone", seat)
            return
        card = work.choose(frame, seat, "card", options, rule=rule, hidden=True)
        if card is None:
            return
        work.rule(rule, seat)
        work.move_cards("lay", seat, (card,), HAND[seat], DISCARD, cause=frame.source)
        if not work.state.zones[HAND[seat]]:
            work.rule(f"{rule}.out", seat)
        frame.bind(effect.bind, ruleset.color[card])


def name_character(work: Resolution, effect: NameCharacter, frame: Frame) -> None:
    """Ask for a character, which is the number of its cards.

    If the player is out before naming one, the rest of the card is cancelled (common.forfeit).
    """
    ruleset, seat = work.ruleset, frame.seat
    if work.state.is_out(seat):
        frame.at = len(frame.steps)
        return
    numbers = {ruleset.symbol[card] for card, kind in ruleset.kind.items() if kind == "number"}
    rule = ruleset.rules[frame.source]
    named = work.choose(frame, seat, "character", tuple(sorted(numbers)), rule=rule)
    if named is not None:
        work.rule(rule, seat)
        frame.bind(effect.bind, named)
