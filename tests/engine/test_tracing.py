"""A trace counts the steps of moves, and names the cards that a move left unfinished."""

import pytest

from games.engine import Chance, Choose, Play, Setup, Trace, decide, engine_kind, new_game
from tests.table import edition, table

CHANCE = Chance(bytes(32))


def test_the_steps_of_moves_are_counted_by_path() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5")
    trace = Trace()
    asked = decide(one.ruleset, one.state, Play(0, "wild"), CHANCE, trace)
    assert trace.steps["wild.effects[0]"] == 1
    decide(one.ruleset, asked.state, Choose(0, "blue"), CHANCE, trace)
    assert trace.steps["wild.effects[0]"] == 2
    assert trace.steps["turn[2]"] == 1


def test_a_trace_changes_no_decision() -> None:
    one = table().hand(0, "wild red-2 red-3").top("red-5")
    move = Play(0, "wild")
    traced = decide(one.ruleset, one.state, move, CHANCE, Trace())
    assert traced == decide(one.ruleset, one.state, move, CHANCE)


def test_a_deal_is_traced() -> None:
    one = table()
    options = {"two_player_reverse": "skip", "draw_four": "challenge", "target_score": 500}
    setup = Setup("avengers", edition("avengers").code, 3, options)
    trace = Trace()
    new_game(one.ruleset, setup, CHANCE, trace)
    assert trace.steps["round[2]"] == 1


def test_a_trace_without_a_move_has_nothing_unfinished() -> None:
    assert Trace().unfinished() == ()


@pytest.mark.skipif(
    engine_kind() == "native", reason="a method of a compiled class cannot be replaced"
)
def test_an_error_leaves_the_card_that_was_being_resolved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise LookupError

    one = table().hand(0, "wild red-2 red-3").top("red-5")
    monkeypatch.setattr("games.engine.resolution.Resolution.choose", fail)
    trace = Trace()
    with pytest.raises(LookupError):
        decide(one.ruleset, one.state, Play(0, "wild"), CHANCE, trace)
    assert trace.unfinished() == ("wild",)
