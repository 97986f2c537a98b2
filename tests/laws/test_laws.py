"""The laws of the engine, over seeded random games of every variant and table size."""

from random import Random

import pytest

from games.engine import Play, State
from games.engine import resolution as engine_resolution
from games.engine.calling import may_leave_one
from games.engine.facts import UnoChanged
from tests.laws.checks import (
    check_accepted,
    check_cards,
    check_citations,
    check_codec,
    check_fold,
    check_hands,
    check_order,
    check_places,
    check_pure,
    check_refused,
)
from tests.laws.random_games import CLASSIC, GAMES_A_TABLE, TABLES, full_games, short_games

pytestmark = pytest.mark.slow

MAX_STEPS = 120
"""No move with the shipped cards takes half as many; the engine stops at ten thousand."""

EVERY_TABLE = pytest.mark.parametrize(("variant", "seats"), TABLES)


@EVERY_TABLE
def test_facts_make_the_state_and_no_card_is_lost(variant: str, seats: int) -> None:
    for game in short_games(variant, seats, GAMES_A_TABLE):
        for moment in game.play():
            check_fold(moment)
            check_order(game, moment)
            check_hands(moment)
        check_cards(game, moment)
        check_places(moment.decision.state)


@EVERY_TABLE
def test_deciding_is_pure_and_everything_is_written_and_read_again(
    variant: str, seats: int
) -> None:
    for game in short_games(variant, seats, GAMES_A_TABLE // 10):
        for moment in game.play():
            check_pure(game, moment)
            check_codec(moment)
            check_cards(game, moment)
            check_citations(moment)


@pytest.mark.parametrize("variant", CLASSIC)
def test_games_of_many_rounds_obey_the_same_laws(variant: str) -> None:
    rounds = 0
    for game in full_games(variant):
        for moment in game.play():
            check_fold(moment)
            check_order(game, moment)
            check_citations(moment)
            rounds = max(rounds, moment.decision.state.round)
        check_cards(game, moment)
    assert rounds > 1


@EVERY_TABLE
def test_no_move_takes_more_than_a_bounded_number_of_steps(
    variant: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_resolution, "MAX_STEPS", MAX_STEPS)
    for game in short_games(variant, seats, GAMES_A_TABLE // 2):
        assert any(moment.decision.state.result is not None for moment in game.play())


@EVERY_TABLE
def test_every_legal_move_is_accepted_and_others_are_refused_with_a_known_rule(
    variant: str, seats: int
) -> None:
    rng = Random(seats)
    for game in short_games(variant, seats, GAMES_A_TABLE // 25):
        for moment in game.play():
            state = moment.decision.state
            legal = check_accepted(game, state)
            check_refused(game.ruleset, state, legal, rng, game.chance)


@EVERY_TABLE
def test_uno_could_be_called_with_every_play_that_left_one_card(variant: str, seats: int) -> None:
    found = 0
    for game in short_games(variant, seats, 20):
        played: dict[int, tuple[State, Play]] = {}
        for moment in game.play():
            if isinstance(moment.move, Play):
                played[moment.move.seat] = moment.before, moment.move
            for ruling in moment.decision.rulings:
                fact = next(iter(moment.decision.facts[ruling.at :]), None)
                if ruling.rule == "common.uno.call" and fact == UnoChanged(ruling.seat, "exposed"):
                    before, play = played[ruling.seat]
                    assert may_leave_one(game.ruleset, before, play.seat, play.card)
                    found += 1
    assert found


def test_chance_of_another_seed_plays_another_game() -> None:
    first, second = (list(short_games("avengers", 3, 2))[number] for number in (0, 1))
    assert next(first.play()).decision.state != next(second.play()).decision.state
