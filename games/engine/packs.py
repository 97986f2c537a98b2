"""The packs of cards that players bring, and whose pack a card of a shared pile belongs to.

Cards of different heroes have the same code, and a shared pile does not say whose card each is. How
many cards of each pack lie elsewhere bounds the answer: it is a flow from the cards of the pile to
the packs, found card by card along augmenting paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from games.engine.zones import Card

T = TypeVar("T")
Pick = Callable[[Sequence[T]], T]
"""Returns one of some things, of which there is at least one."""


class Pack:
    """The cards of one owner whose places are not known yet.

    ``left`` has those cards, ``spare`` how many of them may still be assigned to a shared pile, and
    ``assigned`` those that are.
    """

    def __init__(self, left: Counter[Card], spare: int) -> None:
        self.left = left
        self.spare = spare
        self.assigned: list[Card] = []

    def assign(self, card: Card) -> None:
        """Take a card of a shared pile for one of this pack."""
        self.left[card] -= 1
        self.spare -= 1
        self.assigned.append(card)

    def withdraw(self, card: Card) -> None:
        """Undo ``assign``."""
        self.left[card] += 1
        self.spare += 1
        self.assigned.remove(card)


def assign(card: Card, packs: Collection[Pack], pick: Pick[Pack]) -> bool:
    """Assign a card of a shared pile to one of the packs that can spare it.

    Where none has room, other cards of a pack move to other packs. Returns False, with everything
    as it was, if the counts cannot be met.
    """
    return _assign(card, packs, pick, [])


def _assign(card: Card, packs: Collection[Pack], pick: Pick[Pack], tried: list[Pack]) -> bool:
    able = [pack for pack in packs if pack.left[card] > 0 and pack not in tried]
    if free := [pack for pack in able for _ in range(pack.spare)]:
        pick(free).assign(card)
        return True
    for pack in able:
        tried.append(pack)
        for other in sorted(set(pack.assigned)):
            pack.withdraw(other)
            if _assign(other, packs, pick, tried):
                pack.assign(card)
                return True
            pack.assign(other)
    return False
