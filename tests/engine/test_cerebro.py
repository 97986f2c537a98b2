"""Wild Cerebro."""

import pytest

from games.engine.facts import CardsShown, UnoChanged
from games.engine.moves import CallUno, CatchUno, Remove, Resign
from tests.table import Table, table

CARD = "wild-cerebro"


def played(target: str, seats: int = 3) -> Table:
    one = table("xmen", seats).hand(0, f"{CARD} green-8 green-9").hand(1, target).top("red-5")
    return one.play(0, CARD)


@pytest.mark.rule("xmen.cerebro")
def test_its_player_names_any_other_player_then_a_character() -> None:
    one = played("blue-1 blue-2", 4)
    assert one.asked == (0, "player")
    assert one.may(0) == {"1", "2", "3"}
    one.choose(0, "2")
    assert one.asked == (0, "character")
    assert one.may(0) == {str(number) for number in range(10)}


@pytest.mark.rule("xmen.cerebro")
def test_the_color_is_named_after_the_answer() -> None:
    one = played("blue-1 blue-2").choose(0, "1", "3")
    assert one.sizes()[1] == 7
    assert one.asked == (0, "color")
    one.choose(0, "blue")
    assert one.state.color == "blue"
    assert "xmen.cerebro" in one.cited


@pytest.mark.rule("xmen.cerebro")
def test_the_named_player_draws_five_without_losing_a_turn() -> None:
    one = played("blue-1 blue-2").choose(0, "1", "3", "blue")
    assert one.sizes() == [2, 7, 5]
    assert one.asked == (1, "turn")


@pytest.mark.rule("xmen.cerebro")
def test_with_two_players_the_other_one_is_named_without_asking() -> None:
    one = played("blue-1 blue-2", 2)
    assert one.asked == (0, "character")


@pytest.mark.rule("xmen.cerebro", "xmen.cerebro.reveal")
def test_a_number_card_of_any_color_with_that_number_is_revealed_to_all_and_stays() -> None:
    one = played("blue-3 blue-2").choose(0, "1", "3")
    assert one.asked == (1, "mode")
    assert one.may(1) == {"reveal", "draw"}
    one.choose(1, "reveal")
    assert one.of(CardsShown) == [CardsShown("reveal", 1, ("blue-3",))]
    assert one.cards_of(1) == ["blue-2", "blue-3"]
    assert "xmen.cerebro.reveal" in one.cited


@pytest.mark.rule("xmen.cerebro", "xmen.cerebro.reveal")
def test_a_plain_wild_is_revealed_as_well() -> None:
    one = played("wild blue-2").choose(0, "1", "3").choose(1, "reveal")
    assert one.of(CardsShown) == [CardsShown("reveal", 1, ("wild",))]
    assert one.sizes()[1] == 2


@pytest.mark.rule("xmen.cerebro.reveal")
def test_of_several_cards_the_named_player_picks_the_one_to_reveal() -> None:
    one = played("wild blue-3 red-3 blue-2").choose(0, "1", "3").choose(1, "reveal")
    assert one.asked == (1, "card")
    assert one.may(1) == {"wild", "blue-3", "red-3"}
    one.choose(1, "red-3")
    assert one.of(CardsShown)[0].cards == ("red-3",)
    assert one.asked == (0, "color")


@pytest.mark.rule("xmen.cerebro.reveal")
def test_revealing_is_the_named_players_choice() -> None:
    one = played("blue-3 blue-2").choose(0, "1", "3").choose(1, "draw")
    assert one.sizes()[1] == 7
    assert one.of(CardsShown) == []


@pytest.mark.rule("xmen.cerebro.reveal")
@pytest.mark.parametrize("hand", ["blue-1 blue-2", "wild-draw-four wild-cerebro", "red-skip"])
def test_with_nothing_to_reveal_the_five_are_drawn_at_once(hand: str) -> None:
    one = played(hand).choose(0, "1", "3")
    assert one.asked == (0, "color")
    assert one.sizes()[1] == len(hand.split()) + 5


@pytest.mark.rule("xmen.cerebro", "xmen.characters")
def test_every_number_is_a_character_the_same_in_every_color() -> None:
    names = {
        card.symbol: card.character
        for card in table("xmen").cards.cards
        if card.kind == "number" and card.color == "red"
    }
    assert len(set(names.values())) == 10
    for card in table("xmen").cards.cards:
        assert card.character == names.get(card.symbol, "")


@pytest.mark.rule("common.after-wild", "xmen.cerebro")
def test_on_a_cerebro_the_color_named_fits() -> None:
    one = played("blue-1 red-2 wild").choose(0, "1", "9").choose(1, "reveal").choose(0, "blue")
    assert one.may(1) == {"blue-1", "wild", "draw"}


@pytest.mark.rule("common.uno.call")
def test_no_call_is_open_after_a_call_with_the_play_though_its_question_is_hidden() -> None:
    one = table("xmen", 3).hand(0, f"{CARD} green-8").hand(1, "blue-3 red-3").top("red-5")
    one.play(0, CARD, uno=True).choose(0, "1", "3").choose(1, "reveal")
    assert one.state.prompts[-1].hidden
    assert CallUno(0) not in one.may_besides(0)
    assert one.refusal(CallUno(0)) == "common.uno.call"
    one.choose(1, "red-3").choose(0, "blue")
    assert one.of(UnoChanged) == [UnoChanged(0, "called")]
    assert one.exposed_now() == []
    assert CallUno(0) not in one.may_besides(0)
    assert CatchUno(1, 0) not in one.may_besides(1)


@pytest.mark.rule("common.forfeit")
@pytest.mark.parametrize("leave", [Resign, Remove])
@pytest.mark.parametrize("named", [(), ("1",)])
def test_a_cerebro_whose_player_is_out_before_naming_a_character_does_nothing(
    leave: type[Resign | Remove], named: tuple[str, ...]
) -> None:
    one = played("blue-1 wild", 4).choose(0, *named)
    assert one.asked == (0, "character" if named else "player")
    one.move(leave(0))
    assert (one.asked, one.sizes(), one.state.color) == ((1, "turn"), [0, 2, 5, 5], "red")
    assert one.of(CardsShown) == []


@pytest.mark.rule("common.forfeit", "common.clock.out")
def test_a_cerebro_whose_player_is_put_out_by_the_clock_does_nothing() -> None:
    one = table("xmen", 4).hand(0, f"{CARD} green-8").hand(1, "blue-1 wild").top("red-5")
    one.clocked(10, timeouts_out=1).play(0, CARD).choose(0, "1").after(10).expire(0)
    assert (one.asked, one.sizes(), one.state.color) == ((1, "turn"), [0, 2, 5, 5], "red")


@pytest.mark.rule("common.forfeit", "common.wild")
@pytest.mark.parametrize(("answer", "cards"), [("reveal", 2), ("draw", 7)])
def test_a_cerebro_is_answered_though_its_player_is_out_after_the_naming(
    answer: str, cards: int
) -> None:
    one = played("blue-3 blue-2", 4).choose(0, "1", "3").resign(0)
    assert one.asked == (1, "mode")
    one.choose(1, answer)
    assert (one.asked, one.sizes(), one.state.color) == ((1, "turn"), [0, cards, 5, 5], "red")
    assert "common.wild" in one.cited


@pytest.mark.rule("common.forfeit")
def test_a_cerebro_whose_named_player_is_out_still_asks_for_character_and_color() -> None:
    one = played("blue-1 wild", 4).choose(0, "1").resign(1)
    assert one.asked == (0, "character")
    one.choose(0, "3")
    assert one.asked == (0, "color")
    assert one.choose(0, "blue").asked == (2, "turn")
    assert one.sizes() == [2, 0, 5, 5]
