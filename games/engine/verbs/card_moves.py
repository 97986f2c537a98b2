"""Verbs that move or show cards."""

from __future__ import annotations

from collections.abc import Sequence

from cards.language.effects import Draw, ShowHand
from games.engine.facts import CardsShown, Shuffled
from games.engine.prompts import Intent
from games.engine.queries import matching_in_hand
from games.engine.resolution import Frame, Resolution
from games.engine.verbs.causes import cause_of, tally
from games.engine.verbs.decks import take_from_deck
from games.engine.zones import DISCARD, DRAW, HAND, NO_CARD, Card, Seat, Zone


def draw(work: Resolution, effect: Draw, frame: Frame) -> None:
    """Make seats draw, one after the other."""
    count = tally(work, frame, effect.count)
    work.queue_intents("draw", work.seats(effect.who, frame), count, cause_of(work, frame))


def carry_out_draw(work: Resolution, intent: Intent) -> None:
    """Carry out a draw."""
    if work.ruleset.variant.own_decks:
        work.cite("draw", intent.seat)
    if intent.cause.card:
        work.rule(work.ruleset.rules[intent.cause.card], intent.seat)
    draw_cards(work, intent.seat, intent.count, cause=intent.cause.card)


def carry_out_penalty(work: Resolution, intent: Intent) -> None:
    """Carry out a penalty, to which no ability responds (common.penalty)."""
    work.is_silent = True
    carry_out_draw(work, intent)
    work.is_silent = False


def draw_cards(
    work: Resolution, seat: Seat, count: int, *, cause: Card = NO_CARD
) -> tuple[Card, ...]:
    """Draw up to ``count`` cards, and return them.

    They come from the own deck if players have one, else from the draw pile, which is rebuilt if it
    is empty.
    """
    if work.ruleset.variant.own_decks:
        return take_from_deck(work, "draw", seat, count, HAND[seat], cause)
    drawn: tuple[Card, ...] = ()
    zones = work.state.zones
    while count and (zones[DRAW] or reshuffle(work)):
        taken = zones[DRAW][: -count - 1 : -1]
        work.move_cards("draw", seat, taken, DRAW, HAND[seat], cause=cause)
        count -= len(taken)
        drawn += taken
    return drawn


def reshuffle(work: Resolution) -> bool:
    """Make the discard pile, except its top card, the draw pile (common.reshuffle)."""
    beneath = work.state.zones[DISCARD][:-1]
    if not beneath:
        return False
    work.rule("common.reshuffle", work.state.current)
    work.move_cards("reshuffle", work.state.current, beneath, DISCARD, DRAW)
    shuffle_zone(work, DRAW)
    return True


def shuffle_zone(work: Resolution, zone: Zone) -> None:
    """Give a zone a new order by chance."""
    nth = work.state.shuffles
    work.emit(Shuffled(zone, work.chance.shuffle(work.state.zones[zone], nth), nth))


def show_hand(work: Resolution, effect: ShowHand, frame: Frame) -> None:
    """Show a hand, or with a filter one matching card that its owner picks."""
    for owner in work.seats(effect.of, frame):
        cards = work.state.zones[HAND[owner]]
        verb = "hand"
        if effect.card:
            options = matching_in_hand(work.ruleset, work.state, owner, effect.card, frame.bound)
            if not options:
                return
            rule = f"{work.ruleset.rules[frame.source]}.reveal"
            picked = work.choose(frame, owner, "card", options, rule=rule, hidden=True)
            if picked is None:
                return
            work.rule(rule, owner)
            cards, verb = (picked,), "reveal"
        else:
            work.rule(work.ruleset.rules[frame.source], frame.seat)
        for viewer in _viewers(work, effect, frame):
            work.emit(CardsShown(verb, owner, cards, viewer))


def _viewers(work: Resolution, effect: ShowHand, frame: Frame) -> Sequence[Seat | None]:
    return [None] if effect.to in ("all", "others") else work.seats(effect.to, frame)
