"""The choice of the dealer."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine import Chance, new_game
from games.engine.facts import CardsShown, LotDrawn, RoundBegan, Shuffled
from tests.table import SEED, Table, setup_for, table


class Rigged(Chance):
    """The first shuffle lays these cards on top, the first of them topmost."""

    def __init__(self, *shuffles: str) -> None:
        super().__init__(SEED)
        self.shuffles = [one.split() for one in shuffles]

    def shuffle(self, cards: Sequence[Any], nth: int) -> tuple[Any, ...]:
        pile = list(super().shuffle(cards, nth))
        top = self.shuffles.pop(0) if self.shuffles else []
        for card in top:
            pile.remove(card)
        return (*pile, *reversed(top))


def dealt(one: Table, chance: Chance) -> Table:
    """The game dealt with this chance."""
    one._took(new_game(one.ruleset, setup_for(one.cards, one.seats, one.ruleset), chance))
    return one


@pytest.mark.rule("avengers.dealer")
def test_the_highest_number_drawn_deals() -> None:
    one = dealt(table(), Rigged("red-3 blue-9 green-8"))
    shown = [(fact.seat, fact.cards) for fact in one.of(CardsShown)]
    assert shown == [(0, ("red-3",)), (1, ("blue-9",)), (2, ("green-8",))]
    assert one.state.dealer == 1
    assert "avengers.dealer" in one.cited


@pytest.mark.rule("avengers.dealer")
def test_symbols_count_zero() -> None:
    one = dealt(table(), Rigged("wild red-skip green-1"))
    assert one.state.dealer == 2


@pytest.mark.rule("avengers.dealer")
def test_those_tied_for_the_highest_draw_again() -> None:
    one = dealt(table(), Rigged("red-9 blue-3 green-9 blue-1 blue-2"))
    drew = [fact.seat for fact in one.of(CardsShown)]
    assert drew == [0, 1, 2, 0, 2]
    assert one.state.dealer == 2


@pytest.mark.rule("avengers.dealer")
def test_zeros_all_round_are_a_tie_too() -> None:
    one = dealt(table(seats=2), Rigged("wild red-0 blue-4 blue-1"))
    assert [fact.seat for fact in one.of(CardsShown)] == [0, 1, 0, 1]
    assert one.state.dealer == 0


@pytest.mark.rule("avengers.dealer")
def test_when_the_pack_runs_out_it_is_shuffled_again_for_those_tied() -> None:
    box = list(table().ruleset.box)
    same = [card for card in box for _ in [0]]
    by_number = sorted(same, key=lambda card: table().ruleset.symbol[card])
    pairs = [
        card
        for low, high in zip(by_number[::2], by_number[1::2], strict=True)
        if table().ruleset.symbol[low] == table().ruleset.symbol[high]
        for card in (low, high)
    ]
    one = dealt(table(seats=2), Rigged(" ".join(pairs), "red-9 red-1"))
    assert one.state.dealer in (0, 1)
    assert one.sizes() == [7, 7]


@pytest.mark.rule("avengers.dealer")
def test_all_cards_go_back_before_the_shuffle() -> None:
    one = dealt(table(), Rigged("red-3 blue-9 green-8"))
    first, second, *_ = one.of(Shuffled)
    assert sorted(first.order) == sorted(second.order) == sorted(one.ruleset.box)


@pytest.mark.rule("avengers.dealer", "xmen.dealer")
@pytest.mark.parametrize("game", ["avengers", "xmen"])
def test_an_option_names_the_dealer(game: str) -> None:
    one = table(game, dealer=2).turned_up("red-5", dealer=2)
    assert one.state.dealer == 2
    assert one.of(CardsShown) == one.of(LotDrawn) == []


@pytest.mark.rule("avengers.dealer", "xmen.dealer")
@pytest.mark.parametrize("game", ["avengers", "xmen"])
def test_in_later_rounds_the_deal_passes_on_clockwise(game: str) -> None:
    one = table(game, rounds=3).dealer(2).counter().hand(0, "red-1").top("red-5").play(0, "red-1")
    assert one.of(RoundBegan) == [RoundBegan(2, 0)]
    assert one.asked[0] == 1


@pytest.mark.rule("xmen.dealer")
def test_without_the_option_the_dealer_of_x_men_is_drawn_by_lot() -> None:
    dealers = set()
    for number in range(20):
        one = dealt(table("xmen", 4), Chance(bytes([number]) * 32))
        lot = one.of(LotDrawn)[0]
        assert lot.among == 4
        assert one.state.dealer == lot.picked
        dealers.add(lot.picked)
    assert dealers == {0, 1, 2, 3}
    assert "xmen.dealer" in one.cited
