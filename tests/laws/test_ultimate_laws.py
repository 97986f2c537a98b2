"""Laws of Ultimate: own decks, Danger cards, seats that go out during the game."""

from collections import Counter

import pytest

from tests.laws.checks import (
    check_end,
    check_enemies,
    check_nothing_half_done,
    check_packs,
    check_who_is_out,
)
from tests.laws.random_games import GAMES_A_TABLE, VARIANTS, short_games

pytestmark = pytest.mark.slow

SEATS = pytest.mark.parametrize("seats", VARIANTS["ultimate"])
MAX_MOVES = 700
"""No game of random players has had half as many moves."""


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
    assert longest <= MAX_MOVES


def test_random_games_see_both_ways_to_win_and_every_seat_winning() -> None:
    ends = Counter(
        (moment.decision.state.result.why, moment.decision.state.result.winner)
        for game in short_games("ultimate", 3, 60)
        for moment in game.play()
        if moment.decision.state.result is not None
    )
    assert {why for why, _ in ends} == {"round", "last"}
    assert {winner for _, winner in ends} == {0, 1, 2}
