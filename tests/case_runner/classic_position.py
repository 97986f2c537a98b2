"""A position of Avengers or X-Men: one pack for all."""

from collections import Counter
from typing import Final

from games.engine import Card, Ruleset, Seat, Zone
from games.engine.zones import DISCARD, DRAW, HAND
from tests.case_runner.shape import NO_TOP, CaseError, Given
from tests.case_runner.taken_cards import fillers, take

FILLER_HAND: Final = 5
"""The number of cards of a hand that is not listed."""


def place_pack(ruleset: Ruleset, given: Given) -> dict[Zone, tuple[Card, ...]]:
    """Return the zones of a position, with every card of the pack; the top card is last."""
    if given.discard_top in ("", NO_TOP):
        raise CaseError("a position needs a discard_top")
    box = Counter(ruleset.box)
    listed = {seat: hand for seat, hand in given.hands.items() if not isinstance(hand, str)}
    take(box, [given.discard_top, *given.draw_top])
    for seat, hand in listed.items():
        if seat in given.out_before and hand:
            raise CaseError(f"seat {seat} is out and cannot have a hand")
        take(box, hand)
    hands: dict[Seat, tuple[Card, ...]] = {seat: tuple(hand) for seat, hand in listed.items()}
    rest = [seat for seat, hand in given.hands.items() if hand == "rest"]
    if len(rest) > 1:
        raise CaseError("two hands cannot both have the rest")
    for seat in range(ruleset.seats):
        if seat in given.out_before:
            hands[seat] = ()
        elif seat not in given.hands:
            hands[seat] = take(box, fillers(ruleset, box)[:FILLER_HAND])
    left = fillers(ruleset, box)
    beneath = 0 if given.draw_size is None else given.draw_size - len(given.draw_top)
    if beneath < 0:
        raise CaseError("draw_top has more cards than draw_size")
    if rest:
        below = take(box, left[:beneath])
        hands[rest[0]] = take(box, list(box.elements()))
    elif given.draw_size is None:
        below = take(box, left)
    elif beneath > len(left):
        raise CaseError(f"only {len(left)} cards are left for the draw pile")
    else:
        below = take(box, left[:beneath])
    draw = (*reversed(below), *reversed(given.draw_top))
    discard = (*reversed(fillers(ruleset, box)), given.discard_top)
    return {HAND[seat]: hands[seat] for seat in sorted(hands)} | {DRAW: draw, DISCARD: discard}
