"""UNO: calling it, and catching players who have not."""

import pytest

from games.engine import CallUno, CatchUno, IllegalMove, Play, legal_moves
from tests.table import Table, table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


def two_cards(game: str = "avengers", seats: int = 3) -> Table:
    one = table(game, seats).hand(0, "red-1 green-8").hand(1, "red-3 blue-3 blue-4").top("red-5")
    return one.draw_pile("blue-1 blue-2")


@pytest.mark.rule("common.uno.call")
def test_the_moves_offer_the_call_where_it_means_something() -> None:
    one = two_cards()
    assert Play(0, "red-1", uno=True) in _moves(one, 0)
    assert Play(1, "red-3", uno=True) not in _moves(one.play(0, "red-1"), 1)
    assert CallUno(0) in one.may_besides(0)
    assert CatchUno(2, 0) in one.may_besides(2)
    assert CatchUno(0, 0) not in one.may_besides(0)


def _moves(one: Table, seat: int) -> list[object]:
    return list(legal_moves(one.ruleset, one.state, seat))


NOT_THE_LAST_BUT_ONE = [
    ("avengers", "red-1 red-2 red-3", "red-1"),
    ("avengers", "red-1 red-2 blue-skip wild red-4", "red-1"),
    ("avengers", "red-1", "red-1"),
    ("avengers", "red-draw-two", "red-draw-two"),
    ("avengers", "wild-infinity-gauntlet", "wild-infinity-gauntlet"),
    ("avengers", "wild-infinity-gauntlet red-1", "wild-infinity-gauntlet"),
    ("avengers", "wild-infinity-gauntlet wild wild", "wild-infinity-gauntlet"),
    ("avengers", "wild-infinity-gauntlet red-1 red-2 red-3", "wild-infinity-gauntlet"),
    ("xmen", "wild-cerebro red-1 red-2", "wild-cerebro"),
    ("xmen", "wild", "wild"),
]


@pytest.mark.rule("common.uno.call")
@pytest.mark.parametrize(("game", "hand", "card"), NOT_THE_LAST_BUT_ONE)
def test_a_call_with_a_play_that_cannot_leave_one_card_is_refused(
    game: str, hand: str, card: str
) -> None:
    one = table(game).hand(0, hand).top("red-5")
    assert one.refusal(Play(0, card)) == ""
    with pytest.raises(IllegalMove) as refused:
        one.play(0, card, uno=True)
    why = refused.value
    assert (why.rule, why.code, why.params) == ("common.uno.call", "no_uno_to_call", {"seat": 0})


@pytest.mark.rule("common.uno.call")
@pytest.mark.parametrize("hand", ["wild wild wild", "red-1 blue-1 wild"])
def test_a_gauntlet_leaves_one_card_of_two_or_three(hand: str) -> None:
    card = "wild-infinity-gauntlet"
    for left in range(1, 4):
        held = " ".join(hand.split()[:left])
        one = table().hand(0, f"{card} {held}").top("red-5")
        lays = left > 0 and "-1" in held
        expected = "" if left - lays == 1 else "common.uno.call"
        assert one.refusal(Play(0, card, uno=True)) == expected


@pytest.mark.rule("common.uno.catch")
@GAMES
@pytest.mark.parametrize("catcher", [1, 2])
def test_any_other_player_catches_and_the_caught_one_draws_two(game: str, catcher: int) -> None:
    one = two_cards(game).play(0, "red-1").catch(catcher, 0)
    assert one.cards_of(0) == ["blue-1", "blue-2", "green-8"]
    assert one.asked == (1, "turn")
    assert one.exposed_now() == []
    assert "common.uno.catch" in one.cited


@pytest.mark.rule("common.uno.catch")
def test_a_catch_leaves_an_open_question_open() -> None:
    one = table().turn(1).exposed(0).hand(0, "green-8").hand(1, "red-1 red-2 red-3").top("red-5")
    before = one.prompt
    one.catch(2, 0)
    assert one.prompt == before
    assert one.state.current == 1
