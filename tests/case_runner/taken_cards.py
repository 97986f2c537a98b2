"""Take listed cards, and fillers, out of a pack."""

from collections import Counter
from collections.abc import Sequence

from games.engine import Card, Ruleset
from tests.case_runner.shape import CaseError

Unplaced = Counter[Card]
"""The cards that are in no zone yet, with their numbers."""


def take(pack: Unplaced, cards: Sequence[Card], whose: str = "the pack") -> tuple[Card, ...]:
    """Take cards out of a pack; raises ``CaseError`` for one that is not in it."""
    for card in cards:
        if not pack[card]:
            raise CaseError(f"{whose} has no {card} left")
        pack[card] -= 1
    return tuple(cards)


def fillers(ruleset: Ruleset, pack: Unplaced) -> list[Card]:
    """Return the cards left in a pack: numbers first, color by color in turn, then others."""
    colors = {color: rank for rank, color in enumerate(ruleset.edition.colors)}
    left: list[tuple[int, int, str, int, Card]] = []
    for card, copies in pack.items():
        sort = 2 if ruleset.kind[card] != "number" else int(card in ruleset.danger)
        rank = colors.get(ruleset.color[card], len(colors))
        symbol = ruleset.symbol[card]
        left.extend((sort, copy, symbol, rank, card) for copy in range(copies))
    return [card for *_, card in sorted(left)]
