"""Laws of what only Ultimate has: own decks, dangers, players who go out in mid-game."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import Ruleset, State
from games.engine.zones import (
    ARRIVING,
    BURN,
    DECK,
    DISCARD,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    REMOVED,
    Card,
    Seat,
)
from tests.laws.games import GAMES_A_TABLE, VARIANTS, Moment, check_nothing_half_done, short_games

SEATS = pytest.mark.parametrize("seats", VARIANTS["ultimate"])
LONGEST = 1_500
"""No game of random players has had half as many moves."""


def check_who_is_out(state: State) -> None:
    """Whoever is in has a deck; whoever is out has nothing left, and nothing that lasts."""
    for seat in range(state.seats):
        places = [zones[seat] for zones in (HAND, DECK, BURN, ENEMY, ITEMS)]
        if state.is_out(seat):
            assert not any(state.zones[place] for place in places)
            assert not any(effect.seat == seat for effect in state.lasting)
            assert state.uno[seat] == ""
        else:
            assert state.zones[DECK[seat]]


def check_enemies(state: State) -> None:
    """At most one Enemy attacks a player, since a turn that has begun."""
    for seat in range(state.seats):
        assert len(state.zones[ENEMY[seat]]) <= 1
        assert ARRIVING <= state.enemy_since[seat] <= state.turn


def check_packs(ruleset: Ruleset, state: State) -> None:
    """Nobody ever holds a card of another hero's deck."""
    for seat in range(state.seats):
        own = Counter(card for place in _own(seat) for card in state.zones[place])
        assert own <= pack(ruleset, state, seat)
    left = Counter(state.zones[REMOVED] + state.zones[DISCARD])
    for seat in range(state.seats):
        left.update(card for place in _own(seat) for card in state.zones[place])
    assert left == sum((pack(ruleset, state, seat) for seat in range(state.seats)), Counter[Card]())


def _own(seat: Seat) -> tuple[str, ...]:
    return (HAND[seat], DECK[seat], BURN[seat])


def pack(ruleset: Ruleset, state: State, seat: Seat) -> Counter[Card]:
    """The deck that a seat sat down with."""
    (hero,) = state.zones[HERO[seat]]
    return Counter(ruleset.decks[hero])


def check_end(last: Moment) -> None:
    """A game is won by a hand without cards, or by the last one left."""
    state = last.decision.state
    assert state.result is not None
    winner = state.result.winner
    assert not state.is_out(winner)
    if state.result.why == "round":
        assert state.zones[HAND[winner]] == ()
    else:
        assert state.seats_in() == [winner]


@SEATS
def test_the_laws_of_decks_and_dangers_hold_at_every_moment(seats: int) -> None:
    longest = 0
    for game in short_games("ultimate", seats, GAMES_A_TABLE):
        moves = 0
        for moment in game.play():
            state = moment.decision.state
            check_nothing_half_done(state)
            check_who_is_out(state)
            check_enemies(state)
            if moves % 10 == 0:
                check_packs(game.ruleset, state)
            moves += moment.move is not None
        check_end(moment)
        longest = max(longest, moves)
    assert longest <= LONGEST


def test_random_games_see_both_ways_to_win_and_every_seat_winning() -> None:
    ends = Counter(
        (moment.decision.state.result.why, moment.decision.state.result.winner)
        for game in short_games("ultimate", 3, 60)
        for moment in game.play()
        if moment.decision.state.result is not None
    )
    assert {why for why, _ in ends} == {"round", "last"}
    assert {winner for _, winner in ends} == {0, 1, 2}
