"""The source of chance of a case, which deals and turns up the listed cards."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from games.engine import Card, Chance, Ruleset, Seat
from tests.case_runner.shape import Given
from tests.case_runner.taken_cards import take

DEAL: Final = 7
SEED: Final = bytes(32)

_Top = tuple[Counter[Card], list[Card], list[Card]]
"""The cards of a deck, those that leave it first, and those that lie below a hand dealt from it."""


class CaseChance(Chance):
    """Chance that turns up the cards that a case lists, and number cards otherwise.

    If players have decks, the cards that a case lists lie on top of it after the hand.
    """

    __slots__ = ("_dealt", "_decks", "_hands", "_ruleset", "_top", "_wished")

    def __init__(self, ruleset: Ruleset, given: Given) -> None:
        super().__init__(SEED)
        is_deal = given.turned_up is not None
        self._ruleset = ruleset
        self._wished = list(given.turned_up or ())
        self._top = list(given.draw_top) if is_deal else []
        self._hands = given.hands if is_deal else {}
        self._decks = _tops_of_decks(ruleset, given) if is_deal else []
        self._dealt = False

    def shuffle(self, cards: Sequence[Any], nth: int) -> tuple[Any, ...]:
        """Return the nth shuffle, with the listed cards in their places."""
        pack = super().shuffle(cards, nth)
        if self._ruleset.variant.own_decks:
            return self._deck(pack)
        size, dealt = len(self._ruleset.box), DEAL * self._ruleset.seats
        if len(pack) == size:
            return self._whole(pack)
        if len(pack) == size - dealt and self._dealt:
            return self._arranged(pack, [], self._turned())
        return pack

    def _deck(self, pack: tuple[Card, ...]) -> tuple[Card, ...]:
        """Return a deck after its first shuffle, with the listed cards on top."""
        for at, (deck, hand, top) in enumerate(self._decks):
            if deck == Counter(pack):
                del self._decks[at]
                left = Counter(pack)
                take(left, [*hand, *top])
                order = [card for card in pack if left[card] and not left.subtract([card])]
                under = len(order) - DEAL * (not hand and bool(top))
                return (*order[:under], *reversed(top), *order[under:], *reversed(hand))
        return pack

    def _whole(self, pack: tuple[Card, ...]) -> tuple[Card, ...]:
        """The pack before a deal: hands, then what is turned up, then what is drawn first."""
        first, self._dealt = not self._dealt, True
        if not first:
            return self._arranged(pack, [], [])
        return self._arranged(pack, self._hands_dealt(), self._turned())

    def _hands_dealt(self) -> list[tuple[Seat, list[Card]]]:
        return [(seat, hand) for seat, hand in self._hands.items() if not isinstance(hand, str)]

    def _turned(self) -> list[Card]:
        """Return the cards turned up until the game starts or the pack is shuffled again."""
        ways = self._ruleset.variant.turned_up
        turned: list[Card] = []
        while self._wished:
            card = self._wished.pop(0)
            turned.append(card)
            kind, symbol = self._ruleset.kind[card], self._ruleset.symbol[card]
            if (ways.get(symbol) or ways[kind]) == "again":
                return turned
        return turned + self._top

    def _arranged(
        self,
        pack: tuple[Card, ...],
        hands: list[tuple[Seat, list[Card]]],
        turned: list[Card],
    ) -> tuple[Card, ...]:
        """The pack with its top cards in the order in which they leave it."""
        ruleset = self._ruleset
        box = Counter(pack)
        wished = take(box, turned)
        listed = {seat: take(box, hand) for seat, hand in hands}
        order = [card for card in reversed(pack) if ruleset.kind[card] == "number"]
        order += [card for card in reversed(pack) if ruleset.kind[card] != "number"]
        fillers = (card for card in order if box[card] and not box.subtract([card]))
        leaving: list[Card] = []
        if len(pack) == len(ruleset.box):
            dealer = ruleset.options.dealer or 0
            for place in range(ruleset.seats):
                seat = (dealer + 1 + place) % ruleset.seats
                leaving += listed.get(seat) or (next(fillers) for _ in range(DEAL))
        leaving += wished
        leaving += fillers
        return tuple(reversed(leaving))


def _tops_of_decks(ruleset: Ruleset, given: Given) -> list[_Top]:
    """Return the cards that a case lists on top of each hero's deck and the Danger Deck."""
    tops: list[_Top] = []
    for seat, hero in enumerate(ruleset.heroes):
        hand = given.hands.get(seat, [])
        if hero and not isinstance(hand, str):
            tops.append((Counter(ruleset.decks[hero]), hand, given.decks.get(seat, [])))
    dangers = [card for hero in ruleset.heroes for card in ruleset.dangers.get(hero, ())]
    return [*tops, (Counter(dangers), given.danger_top, [])]
