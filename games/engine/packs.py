"""Assign the cards of a shared pile to the packs that they may belong to.

Cards of different heroes have the same code, and a shared pile does not say to which pack each card
belongs. The number of cards that each pack has elsewhere limits the assignment: it is a flow from
the cards to the packs, computed card by card along augmenting paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from games.engine.zones import Card

T = TypeVar("T")
Pick = Callable[[Sequence[T]], T]
"""A function that returns one item of a sequence that is not empty."""


class Pack:
    """The cards of one owner whose places are not known yet.

    ``left`` are those cards, ``spare`` is how many of them may still be assigned to a shared pile,
    and ``assigned`` are those that have been.
    """

    def __init__(self, left: Counter[Card], spare: int) -> None:
        self.left = left
        self.spare = spare
        self.assigned: list[Card] = []

    def assign(self, card: Card) -> None:
        """Count a card of a shared pile as one of this pack."""
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

    If none can, cards assigned before are reassigned to other packs. Returns False, and changes
    nothing, if the counts cannot be met.
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
