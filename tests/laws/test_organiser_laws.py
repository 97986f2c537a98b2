"""The laws of the engine with organisers' acts at any moment of random games."""

from collections.abc import Iterator
from random import Random

import pytest

from games.engine import (
    ACTS,
    AnswerCall,
    CallJudge,
    CancelCall,
    Correct,
    GameLoss,
    Move,
    Note,
    Pause,
    Penalize,
    Remove,
    Resume,
    State,
    Void,
    Warn,
    Withdraw,
    decide,
    new_game,
)
from tests.laws.random_games import TABLES, Game, Moment, setup_for, short_games
from tests.laws.test_laws import (
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

EVERY_TABLE = pytest.mark.parametrize(("variant", "seats"), TABLES)
FEW = 8
OFTEN = 0.03


def with_acts(game: Game) -> Iterator[Moment]:
    """A game in which an organiser now and then does something, also after its end."""
    rng, chance, ruleset = Random(game.seed), game.chance, game.ruleset
    setup = setup_for(ruleset.edition, ruleset.seats, ruleset)
    decision = new_game(ruleset, setup, chance)
    left = 4
    while left:
        before = decision.state
        move: Move = act(before, rng) if _steps_in(before, rng) else game.pick(before, rng)
        left -= before.result is not None
        decision = decide(ruleset, before, move, chance)
        yield Moment(before, move, decision)


def _steps_in(state: State, rng: Random) -> bool:
    return state.result is not None or state.paused or rng.random() < OFTEN


def act(state: State, rng: Random) -> Move:
    """Something that an organiser may do now, or a call for a judge."""
    if state.result is None:
        seat = rng.choice(state.seats_in())
        acts: list[Move] = [
            Remove(seat),
            GameLoss(seat),
            Warn(seat),
            Note(),
            Withdraw(seq=1),
            Void(),
        ]
        if seat in state.calls.open:
            acts += [CancelCall(seat), AnswerCall(seat, "refused")]
        else:
            acts.append(CallJudge(seat, "A card fell."))
        acts.append(Resume() if state.paused else Pause())
        acts += [Penalize(seat, rng.choice((1, 2, 10)))] * 3
        return rng.choice(acts)
    others = [seat for seat in range(state.seats) if seat != state.result.winner]
    winner = rng.choice(others)
    places = [2] * state.seats
    places[winner] = 1
    correct = Correct(winner=winner, places=rng.choice([None, tuple(places)]))
    return correct if state.result.why == "void" else rng.choice([correct, Void()])


@EVERY_TABLE
def test_whatever_an_organiser_does_the_laws_hold(variant: str, seats: int) -> None:
    rng, acts = Random(seats), set()
    for game in short_games(variant, seats, FEW):
        for moment in with_acts(game):
            check_fold(moment)
            check_order(game, moment)
            check_hands(moment)
            check_places(moment.decision.state)
            check_cards(game, moment)
            if isinstance(moment.move, ACTS):
                acts.add((type(moment.move), moment.before.result is None))
                check_pure(game, moment)
                check_codec(moment)
                check_citations(moment)
                assert moment.decision.state.shuffles >= moment.before.shuffles
        legal: set[Move] = set()
        check_refused(game.ruleset, moment.decision.state, legal, rng, game.chance)
    assert {(Void, True), (Void, False), (Correct, False), (Penalize, True)} <= acts


@EVERY_TABLE
def test_the_result_of_a_game_that_is_over_is_all_that_an_organiser_changes(
    variant: str, seats: int
) -> None:
    for game in short_games(variant, seats, FEW):
        for moment in with_acts(game):
            if moment.before.result is not None:
                after = moment.decision.state.copy()
                after.result = moment.before.result
                assert after == moment.before
