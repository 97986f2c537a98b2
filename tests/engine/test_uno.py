"""UNO: calling it, and catching players who have not."""

import pytest

from games.engine import CallUno, CatchUno, IllegalMove, Play, legal_moves
from games.engine.facts import UnoChanged
from tests.table import Table, table

GAMES = pytest.mark.parametrize("game", ["avengers", "xmen"])


def two_cards(game: str = "avengers", seats: int = 3) -> Table:
    one = table(game, seats).hand(0, "red-1 green-8").hand(1, "red-3 blue-3 blue-4").top("red-5")
    return one.draw_pile("blue-1 blue-2")


@pytest.mark.rule("common.uno.call")
@GAMES
def test_a_play_that_leaves_one_card_without_a_call_exposes(game: str) -> None:
    assert two_cards(game).play(0, "red-1").exposed_now() == [0]


@pytest.mark.rule("common.uno.call")
@GAMES
def test_uno_is_called_with_the_play(game: str) -> None:
    one = two_cards(game).play(0, "red-1", uno=True)
    assert one.exposed_now() == []
    assert one.refusal(CatchUno(1, 0)) == "common.uno.catch"
    assert "common.uno.call" in one.cited


@pytest.mark.rule("common.uno.call")
@GAMES
def test_uno_is_called_later_while_nobody_has_caught(game: str) -> None:
    one = two_cards(game).play(0, "red-1").call(0)
    assert one.exposed_now() == []
    assert one.refusal(CatchUno(2, 0)) == "common.uno.catch"


@pytest.mark.rule("common.uno.call")
def test_uno_is_called_while_the_color_is_still_asked_for() -> None:
    one = table().hand(0, "wild green-8").top("red-5").play(0, "wild").call(0).choose(0, "blue")
    assert one.exposed_now() == []


@pytest.mark.rule("common.uno.call")
def test_a_call_without_one_card_is_refused() -> None:
    one = two_cards()
    assert one.refusal(CallUno(0)) == "common.uno.call"
    one.play(0, "red-1").catch(1, 0)
    assert one.refusal(CallUno(0)) == "common.uno.call"


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


@pytest.mark.rule("common.uno.call", "common.match")
def test_a_card_that_does_not_fit_is_refused_before_a_call_with_it() -> None:
    one = table().hand(0, "green-1 red-2 red-3").top("red-5")
    assert one.refusal(Play(0, "green-1", uno=True)) == "common.match"


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


@pytest.mark.rule("common.uno.call", "avengers.gauntlet")
def test_a_call_with_a_play_counts_only_if_one_card_is_left_when_the_play_is_done() -> None:
    one = table().hand(0, "wild-infinity-gauntlet red-1 red-2").top("red-5")
    one.play(0, "wild-infinity-gauntlet", uno=True).choose(0, "red-1", "blue")
    assert one.sizes()[0] == 3
    assert one.of(UnoChanged) == []
    assert "common.uno.call" not in one.cited


@pytest.mark.rule("common.uno.call")
def test_a_call_with_a_play_is_cited_when_the_play_is_done() -> None:
    one = table().hand(0, "wild green-8").top("red-5").play(0, "wild", uno=True)
    assert one.of(UnoChanged) == []
    assert "common.uno.call" not in one.cited
    assert CallUno(0) not in one.may_besides(0)
    assert one.refusal(CallUno(0)) == "common.uno.call"
    assert one.refusal(CatchUno(1, 0)) == "common.uno.catch"
    one.choose(0, "blue")
    assert one.of(UnoChanged) == [UnoChanged(0, "called")]
    assert one.cited.count("common.uno.call") == 1


@pytest.mark.rule("common.uno.call", "common.uno.catch")
def test_the_time_to_call_ends_with_the_time_to_catch() -> None:
    one = two_cards().play(0, "red-1").play(1, "red-3")
    assert one.state.uno[0] == "missed"
    assert one.refusal(CallUno(0)) == "common.uno.call"
    assert CallUno(0) not in one.may_besides(0)


@pytest.mark.rule("common.uno.call")
def test_a_card_drawn_and_played_at_once_leaves_one_card_again() -> None:
    one = table().hand(0, "green-9").top("red-5").draw_pile("red-9").draw(0).play(0, "red-9")
    assert one.exposed_now() == [0]


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
@pytest.mark.parametrize("move", ["play", "draw", "expire"])
def test_the_next_players_first_own_move_ends_the_time_to_catch(move: str) -> None:
    one = two_cards().play(0, "red-1")
    if move == "play":
        one.play(1, "red-3")
    elif move == "draw":
        one.draw(1)
    else:
        one.expire(1)
    assert one.refusal(CatchUno(2, 0)) == "common.uno.catch"
    assert UnoChanged(0, "missed") in one.all_facts


@pytest.mark.rule("common.uno.catch")
def test_a_catch_or_a_call_of_the_next_player_does_not_end_the_time_to_catch() -> None:
    one = table(seats=4).turn(1).exposed(0).hand(0, "green-8").hand(1, "red-1 blue-1").top("red-5")
    one.play(1, "red-1", uno=False)
    assert one.exposed_now() == [1]
    one.call(1)
    assert one.exposed_now() == []


@pytest.mark.rule("common.uno.catch")
def test_an_answer_to_a_challenge_does_not_end_the_time_to_catch() -> None:
    one = table().hand(0, "wild-draw-four green-8").top("red-5").play(0, "wild-draw-four")
    one.choose(0, "blue").choose(1, "no")
    assert one.state.current == 2
    assert one.exposed_now() == [0]
    one.catch(1, 0)
    assert one.sizes()[0] == 3


@pytest.mark.rule("common.uno.catch")
def test_an_answer_to_a_cerebro_does_not_end_the_time_to_catch() -> None:
    one = table("xmen").hand(0, "wild-cerebro green-8").hand(1, "red-3 red-4").top("red-5")
    one.play(0, "wild-cerebro").choose(0, "1", "3").choose(1, "reveal").choose(0, "blue")
    assert one.exposed_now() == [0]


@pytest.mark.rule("common.uno.catch")
def test_after_a_skip_the_time_to_catch_lasts_until_the_player_who_is_next() -> None:
    one = table().hand(0, "red-skip green-8").hand(2, "red-3 red-4 red-6").top("red-5")
    one.play(0, "red-skip")
    assert one.exposed_now() == [0]
    one.play(2, "red-3")
    assert one.exposed_now() == []


@pytest.mark.rule("common.uno.catch")
def test_whose_own_turn_follows_ends_the_time_to_catch_alone() -> None:
    one = table(seats=2).hand(0, "red-skip red-8").top("red-5").play(0, "red-skip")
    assert one.exposed_now() == [0]
    one.draw(0)
    assert one.exposed_now() == []


@pytest.mark.rule("common.uno.catch")
def test_a_false_catch_is_refused_at_no_cost() -> None:
    one = two_cards()
    for move in (CatchUno(1, 0), CatchUno(0, 0), CatchUno(1, 9), CatchUno(1, -1)):
        assert one.refusal(move) == "common.uno.catch"
    assert one.refusal(CatchUno(0, 0)) == "common.uno.catch"


@pytest.mark.rule("common.uno.catch")
def test_nobody_catches_the_own_hand() -> None:
    assert two_cards().play(0, "red-1").refusal(CatchUno(0, 0)) == "common.uno.catch"


@pytest.mark.rule("common.uno.catch")
def test_a_catch_leaves_an_open_question_open() -> None:
    one = table().turn(1).exposed(0).hand(0, "green-8").hand(1, "red-1 red-2 red-3").top("red-5")
    before = one.prompt
    one.catch(2, 0)
    assert one.prompt == before
    assert one.state.current == 1


@pytest.mark.rule("common.uno.other")
def test_a_hand_that_was_already_one_card_is_not_newly_exposed() -> None:
    one = table().turn(1).hand(0, "green-8").hand(1, "red-1 red-2 red-3").top("red-5")
    one.play(1, "red-1")
    assert one.exposed_now() == []


@pytest.mark.rule("common.uno.other")
def test_a_hand_that_grows_again_is_not_exposed() -> None:
    one = table().hand(0, "red-draw-two red-8 red-1").turn(0).hand(1, "green-8").exposed(1)
    one.top("red-5").play(0, "red-draw-two")
    assert one.exposed_now() == []
    assert one.state.uno[1] == ""


@pytest.mark.rule("common.uno.other")
def test_a_call_stays_good_while_the_hand_stays_at_one() -> None:
    one = two_cards().play(0, "red-1", uno=True).play(1, "red-3")
    assert one.state.uno[0] == "called"
    one.draw(2)
    if one.asked == (2, "drawn"):
        one.keep(2)
    assert one.state.uno[0] == "called"
    assert one.refusal(CatchUno(1, 0)) == "common.uno.catch"


@pytest.mark.rule("common.uno.other")
def test_a_call_is_forgotten_when_the_hand_grows() -> None:
    one = table(seats=2).hand(0, "red-1 green-8").hand(1, "red-draw-two red-3 red-4").top("red-5")
    one.play(0, "red-1", uno=True).play(1, "red-draw-two")
    assert one.state.uno[0] == ""


@pytest.mark.rule("common.uno.other")
def test_a_hand_that_stays_at_one_because_nothing_can_be_drawn_is_not_exposed_again() -> None:
    one = table(seats=2).hand(0, "green-9").hand(1, "rest").top("red-5").draw_pile(size=0).draw(0)
    assert one.exposed_now() == []
