"""Views of a position for a seat and for the public."""

import pytest

from games.engine import (
    NOBODY,
    CallUno,
    CatchUno,
    Resign,
    Setup,
    decode_facts,
    decode_state,
    encode_facts,
    encode_state,
    evolve,
    hidden_in_event,
    observe,
    redact,
)
from games.engine.facts import CardsMoved, CardsPlaced, CardsShown, Prompted, Shuffled
from games.engine.moves import Choose
from tests.table import Table, table


def position() -> Table:
    return (
        table(seats=4)
        .skipped(3)
        .out(2)
        .exposed(1)
        .hand(0, "wild red-2 red-3")
        .hand(1, "blue-1")
        .top("red-5")
    )


@pytest.mark.rule("common.hidden")
def test_a_seat_sees_its_own_hand_and_how_many_cards_the_others_have() -> None:
    one = position()
    view = observe(one.ruleset, one.state, 0)
    assert sorted(view.cards["hand:0"]) == ["red-2", "red-3", "wild"]
    assert "hand:1" not in view.cards
    assert "draw" not in view.cards
    assert (view.counts["hand:1"], view.counts["hand:3"]) == (1, 5)
    assert view.cards["discard"] == ("red-5",)


@pytest.mark.rule("common.hidden")
def test_the_public_sees_no_hand_and_has_no_moves() -> None:
    one = position()
    view = observe(one.ruleset, one.state, NOBODY)
    assert not [zone for zone in view.cards if zone.startswith("hand")]
    assert view.moves == view.open == ()


@pytest.mark.rule("common.hidden")
def test_a_view_reports_seats_not_bits() -> None:
    one = position()
    view = observe(one.ruleset, one.state, 0)
    assert (view.out, view.skipped, view.exposed) == ((2,), (3,), (1,))
    assert view.open == (CatchUno(0, 1), Resign(0))
    assert observe(one.ruleset, one.state, 1).open == (CallUno(1), Resign(1))
    assert observe(one.ruleset, one.state, 2).open == ()


@pytest.mark.rule("common.hidden")
def test_a_hidden_question_shows_others_whom_it_asks_but_not_what() -> None:
    one = table().hand(0, "wild-infinity-gauntlet red-1 blue-1 blue-2").top("red-5")
    one.play(0, "wild-infinity-gauntlet")
    (own,) = observe(one.ruleset, one.state, 0).prompts
    (others,) = observe(one.ruleset, one.state, 1).prompts
    assert own.options == ("blue-1", "blue-2", "red-1")
    assert (others.seat, others.kind, others.rule) == (0, "card", own.rule)
    assert (others.options, others.default, others.resume) == ((), "", ())
    (prompted,) = (fact for fact in one.of(Prompted) if fact.prompt.kind == "card")
    assert redact(prompted, 1).prompt.options is None
    assert redact(prompted, 0).prompt.options == ("blue-1", "blue-2", "red-1")


@pytest.mark.rule("common.hidden")
def test_a_hidden_answer_is_hidden_in_the_move_too() -> None:
    one = table("xmen").hand(0, "wild-cerebro red-1 red-2").hand(1, "wild red-3").top("red-5")
    one.play(0, "wild-cerebro").choose(0, "1", "3").choose(1, "reveal")
    one.choose(1, "wild")
    move = Choose(1, "wild")
    assert "/move/option" in hidden_in_event(move, one.facts, 0)
    assert "/move/option" not in hidden_in_event(move, one.facts, 1)
    answered = redact(one.facts[0], 2)
    assert answered.option is None


@pytest.mark.rule("common.hidden")
def test_a_drawn_card_is_its_players_alone_and_the_number_everybodys() -> None:
    one = table().hand(0, "green-1 green-2").top("red-5").draw_pile("blue-9").draw(0)
    (drawn,) = one.of(CardsMoved)
    assert redact(drawn, 0).cards == ("blue-9",)
    for viewer in (1, NOBODY):
        assert redact(drawn, viewer).cards is None
        assert redact(drawn, viewer).count == 1


@pytest.mark.rule("common.hidden")
def test_a_hand_shown_is_seen_by_the_two_alone() -> None:
    shown = CardsShown("hand", 0, ("red-1",), 1)
    assert [redact(shown, viewer).cards for viewer in (0, 1, 2, NOBODY)] == [
        ("red-1",),
        ("red-1",),
        None,
        None,
    ]


@pytest.mark.rule("common.hidden", "common.chance")
def test_nobody_sees_the_order_of_a_shuffle() -> None:
    one = table().turned_up("red-5")
    for viewer in (NOBODY, 0, 1, 2):
        assert redact(one.of(Shuffled)[0], viewer).order is None


@pytest.mark.rule("common.chance")
def test_every_use_of_chance_has_its_own_number() -> None:
    one = table().turned_up("wild-draw-four red-6")
    assert [fact.nth for fact in one.of(Shuffled)] == [0, 1]
    assert one.state.shuffles == 2


@pytest.mark.rule("common.seats")
@pytest.mark.parametrize("game", ["avengers", "xmen"])
def test_two_to_ten_players(game: str) -> None:
    one = table(game, 10).turned_up("red-5")
    assert (one.ruleset.variant.fewest, one.ruleset.variant.most) == (2, 10)
    assert one.sizes() == [7] * 10


@pytest.mark.rule("avengers.deck", "xmen.deck")
@pytest.mark.parametrize("game", ["avengers", "xmen"])
def test_the_box_comes_out_face_up_before_anything_is_shuffled(game: str) -> None:
    one = table(game).turned_up("red-5")
    (placed,) = one.of(CardsPlaced)
    assert placed.cards == one.ruleset.box
    assert len(placed.cards) == 112
    assert redact(placed, NOBODY).count == 112


def test_facts_and_states_are_written_and_read_again() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5").play(0, "red-1")
    assert decode_facts(encode_facts(one.facts)) == one.facts
    assert decode_state(encode_state(one.state)) == one.state


def test_evolve_applies_one_fact_in_place() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5")
    state = one.state.copy()
    for fact in one.play(0, "red-1").facts:
        evolve(state, fact)
    assert state == one.state


def test_a_setup_is_plain_data() -> None:
    setup = Setup("avengers", "", 2, {})
    assert setup.heroes == ()
