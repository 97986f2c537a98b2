"""Verbs of a player's deck and burn pile: add, burn, recover, exchange."""

from __future__ import annotations

from typing import Final

import msgspec

from cards.language.effects import (
    Add,
    Burn,
    BurnFromHand,
    BurnUntil,
    CardFilter,
    Exchange,
    Recover,
)
from games.engine.bindings import BURNED, GIVEN, PICKS, join_values, lookup
from games.engine.facts import CardsMoved, LotDrawn
from games.engine.prompts import Intent
from games.engine.queries import card_matches, matching_in_hand
from games.engine.resolution import Frame, Resolution
from games.engine.verbs.causes import cause_of, tally
from games.engine.verbs.removal import check_deck
from games.engine.zones import BURN, DECK, HAND, NO_CARD, Card, Seat, Zone

DONE: Final = "done"
"""The answer that ends a choice of any number of cards."""


def add(work: Resolution, effect: Add, frame: Frame) -> None:
    """Make seats add cards, one after the other."""
    count = tally(work, frame, effect.count)
    work.queue_intents("add", work.seats(effect.who, frame), count, cause_of(work, frame))


def carry_out_add(work: Resolution, intent: Intent) -> None:
    """Move cards from the top of the own deck into the hand (ultimate.add)."""
    if intent.count:
        _cite(work, intent)
        seat = intent.seat
        take_from_deck(work, "add", seat, intent.count, HAND[seat], intent.cause.card)


def burn(work: Resolution, effect: Burn, frame: Frame) -> None:
    """Make seats burn cards of their decks, one after the other."""
    count = tally(work, frame, effect.count)
    seats = work.seats(effect.who, frame)
    work.queue_intents("burn", seats, count, cause_of(work, frame), floor=effect.floor)


def burn_until(work: Resolution, effect: BurnUntil, frame: Frame) -> None:
    """Make seats burn cards of their decks until one that matches is burned.

    If a player who should have named the color or symbol is out, no card is burned
    (ultimate.midway).
    """
    if not all(frame.read(name) for name in effect.card.bindings()):
        return
    seats = work.seats(effect.who, frame)
    until = _with_values(effect.card, frame)
    work.queue_intents("burn", seats, 1, cause_of(work, frame), until=until)


def _with_values(wanted: CardFilter, frame: Frame) -> CardFilter:
    """Return a filter in which bound names are replaced by their values."""
    color, symbol, keyword = (
        lookup(frame.bound, name)
        for name in (wanted.color_bound, wanted.symbol_bound, wanted.keyword_bound)
    )
    return msgspec.structs.replace(
        wanted,
        color=(color,) if wanted.color_bound else wanted.color,
        symbol=(symbol,) if wanted.symbol_bound else wanted.symbol,
        keyword=keyword if wanted.keyword_bound else wanted.keyword,
        color_bound="",
        symbol_bound="",
        keyword_bound="",
    )


def carry_out_burn(work: Resolution, intent: Intent) -> None:
    """Move cards from the top of the own deck onto the own burn pile (ultimate.burn)."""
    seat = intent.seat
    count = intent.count if intent.until is None else _count_until(work, seat, intent.until)
    if count:
        _cite(work, intent)
        take_from_deck(work, "burn", seat, count, BURN[seat], intent.cause.card)


def _count_until(work: Resolution, seat: Seat, wanted: CardFilter) -> int:
    """Return how many cards of a deck are burned until one matches; all if none does."""
    deck = work.state.zones[DECK[seat]]
    for count, card in enumerate(reversed(deck), 1):
        if card_matches(work.ruleset, card, wanted):
            return count
    return len(deck)


def take_from_deck(
    work: Resolution, verb: str, seat: Seat, count: int, target: Zone, cause: Card
) -> tuple[Card, ...]:
    """Move cards from the top of the own deck; without any left its player is out."""
    cards = work.state.zones[DECK[seat]][: -count - 1 : -1] if count else ()
    if cards:
        work.move_cards(verb, seat, cards, DECK[seat], target, cause=cause)
        check_deck(work, seat)
    return cards


def burn_from_hand(work: Resolution, effect: BurnFromHand, frame: Frame) -> None:
    """Burn cards of a hand one by one, or all that match at once."""
    for seat in work.seats(effect.who, frame):
        burned = int(frame.read(BURNED) or 0)
        hand = work.state.zones[HAND[seat]]
        if effect.count == "all" and not effect.upto:
            matching = work.ruleset.matching(effect.card, frame.bound)
            cards = tuple(card for card in hand if card in matching)
            if len(hand) - len(cards) >= effect.keep:
                _burn_of_hand(work, frame, seat, cards)
                break
        is_unfinished = effect.count == "all" or burned < effect.count
        is_unfinished = is_unfinished and len(hand) > effect.keep
        options = matching_in_hand(work.ruleset, work.state, seat, [effect.card], frame.bound)
        if not is_unfinished or not options:
            break
        card = _from_hand(work, effect, frame, seat, options)
        if card is None:
            return
        if card == DONE:
            break
        _burn_of_hand(work, frame, seat, (card,))
        frame.rebind(BURNED, str(burned + 1))
        frame.retry()
        return
    frame.rebind(BURNED)


def _burn_of_hand(work: Resolution, frame: Frame, seat: Seat, cards: tuple[Card, ...]) -> None:
    if cards:
        work.rule(work.ruleset.rules[frame.source], seat)
        work.emit(CardsMoved("burn", seat, cards, HAND[seat], BURN[seat], False, frame.source))


def _from_hand(
    work: Resolution, effect: BurnFromHand, frame: Frame, seat: Seat, options: tuple[Card, ...]
) -> Card | None:
    if effect.at_random:
        hand = sorted(card for card in work.state.zones[HAND[seat]] if card in options)
        nth = work.state.shuffles
        picked = work.chance.pick(len(hand), nth)
        work.rule(work.ruleset.rules[frame.source], seat)
        work.emit(LotDrawn(len(hand), picked, nth, hidden=True))
        return hand[picked]
    if effect.upto:
        options = (DONE, *options)
    rule = work.ruleset.rules[frame.source]
    return work.choose(frame, seat, "card", options, rule=rule, hidden=True)


def recover(work: Resolution, effect: Recover, frame: Frame) -> None:
    """Make seats recover cards, one after the other, from the top or by choice."""
    count = tally(work, frame, effect.count)
    seats = work.seats(effect.who, frame)
    if not effect.chosen:
        work.queue_intents("recover", seats, count, cause_of(work, frame))
        return
    for seat in seats:
        _recover_chosen(work, frame, seat, count)


def _recover_chosen(work: Resolution, frame: Frame, seat: Seat, count: int) -> None:
    """Ask for one card after the other, then put them under the deck in that order."""
    pile = list(work.state.zones[BURN[seat]])
    picks = tuple(frame.read(PICKS).split())
    for picked in picks:
        pile.remove(picked)
    rule = work.ruleset.rules[frame.source]
    while pile and len(picks) < count:
        options = tuple(sorted(set(pile)))
        card = work.choose(frame, seat, "card", options, rule=rule)
        if card is None:
            return
        pile.remove(card)
        picks = (*picks, card)
        frame.rebind(PICKS, join_values(picks))
    frame.rebind(PICKS)
    _cite_copies(work, seat, picks)
    _put_under(work, seat, picks, frame.source)


def _cite_copies(work: Resolution, seat: Seat, chosen: tuple[Card, ...]) -> None:
    """Cite why the uppermost of equal cards is taken, if a chosen card has equal ones."""
    pile = work.state.zones[BURN[seat]]
    if any(pile.count(card) > 1 for card in chosen):
        work.cite("burn.copies", seat)


def carry_out_recover(work: Resolution, intent: Intent) -> None:
    """Move cards from the top of the own burn pile under the deck (ultimate.recover)."""
    pile = work.state.zones[BURN[intent.seat]]
    _put_under(work, intent.seat, pile[: -intent.count - 1 : -1], intent.cause.card)


def _put_under(work: Resolution, seat: Seat, cards: tuple[Card, ...], cause: Card) -> None:
    if cards:
        work.cite("recover", seat)
        work.rule(work.ruleset.rules[cause], seat)
        work.move_cards("recover", seat, cards, BURN[seat], DECK[seat], bottom=True, cause=cause)


def exchange(work: Resolution, effect: Exchange, frame: Frame) -> None:
    """Swap a hand card for one of the burn pile; the hand card goes on top of it."""
    rule = work.ruleset.rules[frame.source]
    zones = work.state.zones
    for seat in work.seats(effect.who, frame):
        hand, pile = HAND[seat], BURN[seat]
        if not zones[hand] or not zones[pile]:
            return
        if not frame.read(GIVEN):
            options = tuple(sorted(set(zones[hand])))
            card = work.choose(frame, seat, "card", options, rule=rule, hidden=True)
            if card is None:
                return
            frame.rebind(GIVEN, card)
        options = tuple(sorted(set(zones[pile])))
        taken = work.choose(frame, seat, "card", options, rule=rule, hidden=True)
        if taken is None:
            return
        given = frame.read(GIVEN)
        frame.rebind(GIVEN)
        work.rule(rule, seat)
        _cite_copies(work, seat, (taken,))
        work.emit(CardsMoved("exchange", seat, (taken,), pile, hand, False, frame.source))
        work.emit(CardsMoved("exchange", seat, (given,), hand, pile, False, frame.source))


def _cite(work: Resolution, intent: Intent) -> None:
    """Cite the rule of the verb, and that of the card that causes it."""
    work.cite(intent.verb, intent.seat)
    if intent.cause.card != NO_CARD:
        work.rule(work.ruleset.rules[intent.cause.card], intent.seat)
