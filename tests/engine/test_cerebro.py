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


@pytest.mark.rule("xmen.cerebro.reveal")
def test_of_several_cards_the_named_player_picks_the_one_to_reveal() -> None:
    one = played("wild blue-3 red-3 blue-2").choose(0, "1", "3").choose(1, "reveal")
    assert one.asked == (1, "card")
    assert one.may(1) == {"wild", "blue-3", "red-3"}
    one.choose(1, "red-3")
    assert one.of(CardsShown)[0].cards == ("red-3",)
    assert one.asked == (0, "color")


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
