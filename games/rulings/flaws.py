"""Find what is impossible in a position: flaws with a code and a JSON pointer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.engine import Chance, Ruleset, State, are_places
from games.engine.zones import DECK, DISCARD, HAND, owner_of
from games.json_pointers import pointer_to
from games.rulings.filling import Box, Filling, may_lie
from games.rulings.open_questions import problems_of_prompts
from games.rulings.position_request import PositionFlaw, PositionRequest

EMPTY_WHEN_OUT: Final = ("hand:", "deck:", "burn:", "enemy:", "items:")
"""The zones that are empty if their seat is out."""


def flaw(code: str, pointer: str, **params: str | int) -> PositionFlaw:
    """Return a flaw at a JSON pointer into the position."""
    return PositionFlaw(code, pointer, params)


def flaws_of_seats(ruleset: Ruleset, given: PositionRequest) -> Iterator[PositionFlaw]:
    """Yield seats that do not exist, or that are out."""
    seats = ruleset.seats
    named = {"current": [given.current], "dealer": [] if given.dealer is None else [given.dealer]}
    for name, values in named.items():
        for seat in values:
            if seat >= seats:
                yield flaw("no_such_seat", f"/{name}", seat=seat)
    for name in ("out", "skipped", "exposed"):
        for at, seat in enumerate(getattr(given, name)):
            if seat >= seats:
                yield flaw("no_such_seat", f"/{name}/{at}", seat=seat)
    for name in ("scores", "uno", "enemy_since", "gone"):
        if (values := getattr(given, name)) and len(values) != seats:
            yield flaw("wrong_length", f"/{name}", member=name, seats=seats)
    result = given.result
    if result and result.places and not are_places(result.places, result.winner, seats):
        yield flaw("wrong_places", "/result/places", seats=seats)
    if given.result is None and not given.prompts and given.current in given.out:
        yield flaw("seat_is_out", "/current", seat=given.current)
    if given.result is None and len(set(given.out)) > seats - 2:
        yield flaw("too_few_left", "/out", seats=seats)


def flaws_of_cards(ruleset: Ruleset, box: Box, given: PositionRequest) -> Iterator[PositionFlaw]:
    """Yield zones and cards that do not exist, and cards in impossible places."""
    for name in ("cards", "counts"):
        for zone in getattr(given, name):
            if zone not in box.zones:
                yield flaw("unknown_zone", pointer_to([name, zone]), zone=zone)
    for zone, cards in given.cards.items():
        here = pointer_to(["cards", zone])
        for at, card in enumerate(cards):
            if card not in ruleset.cards:
                yield flaw("unknown_card", f"{here}/{at}", card=card)
            elif zone in box.zones and not may_lie(ruleset, card, zone):
                yield flaw("card_out_of_place", f"{here}/{at}", card=card, zone=zone)
        owner = owner_of(zone)
        if zone.startswith("enemy:") and len(cards) > 1:
            yield flaw("too_many_enemies", here, seat=owner, count=len(cards))
        if cards and zone.startswith(EMPTY_WHEN_OUT) and owner in given.out:
            yield flaw("cards_of_seat_out", here, seat=owner, zone=zone)
    total = box.total()
    named = Counter(card for cards in given.cards.values() for card in cards)
    for card, count in named.items():
        if card in ruleset.cards and count > total[card]:
            yield flaw("too_many_cards", "/cards", card=card, count=count, most=total[card])


def flaws_of_filling(given: PositionRequest, filling: Filling) -> Iterator[PositionFlaw]:
    """Yield counts that the box cannot meet, and cards for which no zone has room."""
    for zone, count in given.counts.items():
        if count != (found := len(filling.zones[zone])):
            yield flaw(
                "wrong_count",
                pointer_to(["counts", zone]),
                zone=zone,
                count=count,
                cards=found,
                elsewhere=filling.sources.get(zone, "") or "–",
            )
    if filling.left_over:
        codes = ", ".join(sorted(filling.left_over.elements()))
        yield flaw("too_few_cards", "/cards", cards=codes, count=filling.left_over.total())


def flaws_of_table(
    ruleset: Ruleset, given: PositionRequest, state: State
) -> Iterator[PositionFlaw]:
    """Yield impossible decks, colors, UNO statuses and Enemies."""
    for seat in state.seats_in() if ruleset.variant.own_decks and state.result is None else ():
        if not state.zones[DECK[seat]]:
            yield flaw("empty_deck", "/cards", seat=seat)
    colors = ruleset.edition.colors
    is_open = not given.prompts and state.result is None and bool(state.zones[DISCARD])
    if (state.color and state.color not in colors) or (is_open and not state.color):
        yield flaw("unknown_color", "/color", color=state.color, choices=", ".join(colors))
    for seat, status in enumerate(state.uno):
        # UNO may have been called with a card whose own question will take the hand down to one.
        is_early = status == "called" and bool(given.prompts)
        if status and not is_early and len(state.zones[HAND[seat]]) != 1:
            pointer = f"/uno/{seat}" if given.uno is not None else "/exposed"
            yield flaw("impossible_uno", pointer, seat=seat)
    for seat, since in enumerate(state.enemy_since):
        if since > state.turn:
            yield flaw("impossible_enemy_since", f"/enemy_since/{seat}", turn=state.turn)


def flaws_of_prompts(ruleset: Ruleset, state: State, chance: Chance) -> Iterator[PositionFlaw]:
    """Yield open questions that the rules would not ask."""
    for at, why in problems_of_prompts(ruleset, state, chance):
        yield flaw("impossible_prompt", f"/prompts/{at}{why}", nth=at)
