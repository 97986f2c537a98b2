"""A forecast of a move is what happens, and does not depend on hidden cards."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from games.engine import (
    Choose,
    Decision,
    IllegalMove,
    Move,
    Play,
    Ruleset,
    State,
    decide,
    legal_moves,
    open_moves,
    redact,
)
from games.engine.legality import check_move
from games.play.foresight import forecast
from tests.laws.random_games import any_moves, short_games
from tests.laws.twins import Course
from tests.table import Table, table

TABLES = [("avengers", 3), ("xmen", 4), ("ultimate", 2), ("ultimate", 4)]


def told(decision: Decision | None, viewer: int) -> bytes:
    """A decision as a viewer is told it."""
    if decision is None:
        return b""
    facts = [redact(fact, viewer) for fact in decision.facts]
    return msgspec.json.encode((facts, decision.rulings))


def answer(ruleset: Ruleset, state: State, move: Move) -> bytes | tuple[object, ...]:
    """What a trial run answers: why a move is refused, or what it would cause if that is told."""
    try:
        check_move(ruleset, state, move)
    except IllegalMove as refused:
        return refused.rule, refused.code, refused.params
    return told(forecast(ruleset, state, move), move.seat)


def moves_of(ruleset: Ruleset, state: State, seat: int, rng: Random) -> Iterator[Move]:
    """What a seat may do, and some moves of all sorts."""
    yield from legal_moves(ruleset, state, seat)
    yield from open_moves(ruleset, state, seat)
    yield from (move for move in any_moves(ruleset, state, rng, 20) if move.seat == seat)


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_a_trial_run_answers_alike_in_games_that_differ_in_hidden_cards(
    variant: str, seats: int
) -> None:
    rng, answers = Random(seats), Counter[bool]()
    for game in short_games(variant, seats, 4):
        course, states = Course(seats), []
        for moment in game.play():
            course.follow(moment.move, moment.decision)
            states.append(moment.decision.state)
        for until in rng.sample(range(1, len(states)), 12):
            mine = states[until - 1]
            for seat in mine.seats_in():
                *_, (_, other) = course.twin(seat, until, rng)
                for move in moves_of(game.ruleset, mine, seat, rng):
                    reply = answer(game.ruleset, mine, move)
                    assert reply == answer(game.ruleset, other, move), move
                    answers[bool(reply)] += mine.zones != other.zones
    assert min(answers.values()) > 30


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_what_is_forecast_beforehand_is_what_happens(variant: str, seats: int) -> None:
    plays = Counter[bool]()
    for game in short_games(variant, seats, 6):
        for moment in game.play():
            if moment.move is None:
                continue
            seat = moment.move.seat
            foretold = forecast(game.ruleset, moment.before, moment.move)
            assert foretold is None or told(foretold, seat) == told(moment.decision, seat)
            plays[foretold is not None] += type(moment.move).__name__ == "Play"
    assert plays[True] > plays[False] > 0


# what hands have a part in


@pytest.mark.parametrize("hand", ["green-1 green-2", "blue-1 green-2"])
def test_a_gauntlet_is_not_forecast_whatever_seat_holds_the_color_laid(hand: str) -> None:
    one = table(seats=2).hand(0, "wild-infinity-gauntlet blue-3 blue-4").hand(1, hand).top("red-5")
    one.play(0, "wild-infinity-gauntlet")
    assert forecast(one.ruleset, one.state, Choose(0, "blue-3")) is None


@pytest.mark.parametrize("hand", ["green-1 green-2", "green-3 wild"])
def test_a_character_named_is_not_forecast_whatever_seat_holds_it(hand: str) -> None:
    one = table("xmen", 2).hand(0, "wild-cerebro blue-3 blue-4").hand(1, hand).top("red-5")
    one.play(0, "wild-cerebro")
    assert one.prompt.kind == "character"
    assert forecast(one.ruleset, one.state, Choose(0, "3")) is None


@pytest.mark.parametrize("variant", ["avengers", "xmen"])
def test_the_last_card_of_a_round_is_not_forecast_because_the_next_deal_follows(
    variant: str,
) -> None:
    one = table(variant, 2, target_score=500).hand(0, "red-1").hand(1, "red-2 red-3").top("red-5")
    move = Play(0, "red-1")
    decision = decide(one.ruleset, one.state, move, one.chance)
    assert "RoundBegan" in {type(fact).__name__ for fact in decision.facts}
    assert forecast(one.ruleset, one.state, move) is None


# what is told in Ultimate, and what is not


def hulk(hand: str = "red-1 red-3 blue-2") -> Table:
    """Hulk is on turn, Shuri comes next, Captain America last."""
    return table("ultimate", heroes="hulk shuri captain-america").top("red-9").hand(0, hand)


def is_told(one: Table, card: str) -> bool:
    """Whether a trial run of a play tells what it would cause."""
    (move,) = (
        move
        for move in legal_moves(one.ruleset, one.state, 0)
        if getattr(move, "card", "") == card and not getattr(move, "uno", False)
    )
    foretold = forecast(one.ruleset, one.state, move)
    if foretold is not None:
        assert foretold.facts == decide(one.ruleset, one.state, move, one.chance).facts
    return foretold is not None


@pytest.mark.parametrize("card", ["red-1", "red-skip", "red-reverse", "hulk-smash"])
def test_a_plain_card_of_ultimate_is_forecast(card: str) -> None:
    assert is_told(hulk(f"{card} red-3 blue-2"), card)


def test_a_plain_card_that_defeats_an_enemy_is_forecast() -> None:
    assert is_told(hulk("red-1 red-3 blue-2").enemy(0, "crossbones"), "red-1")


def test_the_last_card_of_ultimate_is_forecast_to_win() -> None:
    assert is_told(hulk("red-1"), "red-1")


@pytest.mark.parametrize("card", ["red-draw-two", "red-5"])
def test_a_card_that_takes_or_flips_hidden_cards_is_not_forecast(card: str) -> None:
    assert not is_told(hulk(f"{card} red-3 blue-2"), card)


def test_an_enemy_that_burns_at_the_start_of_the_next_turn_keeps_a_card_from_being_forecast() -> (
    None
):
    assert not is_told(hulk().enemy(1, "crossbones"), "red-1")
    assert is_told(hulk().enemy(2, "crossbones"), "red-1")


def test_an_enraged_hulk_keeps_the_card_before_his_turn_from_being_forecast() -> None:
    one = table("ultimate", heroes="shuri hulk captain-america").top("red-9").burn(1, 12)
    assert not is_told(one.hand(0, "red-2 red-3 blue-2"), "red-2")


def test_a_sabotage_that_waits_keeps_a_card_from_being_forecast() -> None:
    one = table("ultimate", heroes="shuri black-widow captain-america").top("red-9").turn(1)
    one.hand(0, "red-2 red-3 blue-2").hand(1, "sabotage red-2 red-3").hand(2, "red-1 red-2")
    one.play(1, "sabotage").choose(1, "red").draw(2)
    if one.asked == (2, "drawn"):
        one.keep(2)
    assert one.asked == (0, "turn")
    assert not is_told(one, "red-2")
