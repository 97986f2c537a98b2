"""The places of all seats when a game is over (common.places)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.zones import DECK, HAND, Card, Seat

Places = tuple[int, ...]
"""A number from 1 for each seat; equal places have the same number, and the next is skipped."""


def final_places(ruleset: Ruleset, state: State, winner: Seat) -> Places:
    """Return the final places: the winner, the seats still in, the seats out."""
    return _rank([_order(ruleset, state, seat, winner) for seat in range(state.seats)])


def promote(places: Places, winner: Seat) -> Places:
    """Return the places with another winner; the other seats keep their order."""
    return _rank([(seat != winner, place) for seat, place in enumerate(places)])


def are_places(places: Places, winner: Seat | None, seats: int) -> bool:
    """Whether numbers are the places of so many seats, with one sole winner.

    Without a winner the first place is shared.
    """
    if len(places) != seats or places != _rank([(place,) for place in places]):
        return False
    return winner == (places.index(1) if places.count(1) == 1 else None)


def _rank(keys: Sequence[tuple[int, ...]]) -> Places:
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def _order(ruleset: Ruleset, state: State, seat: Seat, winner: Seat) -> tuple[int, ...]:
    """Return what a seat is ranked by, the lowest first."""
    if seat == winner:
        return (0,)
    if state.is_out(seat):
        return (2, -state.gone[seat])
    hand = state.zones[HAND[seat]]
    if ruleset.variant.own_decks:
        return (1, len(hand), -len(state.zones[DECK[seat]]))
    if has_scores(ruleset):
        total = state.scores[seat]
        return (1, total if ruleset.options.scoring == "low" else -total)
    return (1, hand_points(ruleset, hand))


def has_scores(ruleset: Ruleset) -> bool:
    """Whether the total score decides the places of a game."""
    return ruleset.is_scored and ruleset.options.rounds != 1


def score_after(ruleset: Ruleset, state: State, seat: Seat, points: int) -> int:
    """Return the score of a seat after points count against it (common.deduct)."""
    score = state.scores[seat]
    return score + points if ruleset.options.scoring == "low" else max(0, score - points)


def hand_points(ruleset: Ruleset, hand: Sequence[Card]) -> int:
    """Return the points of a hand."""
    return sum(ruleset.points[card] for card in hand)
