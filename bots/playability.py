"""The check that an edition can be played: dealt and played at every size of table."""

from __future__ import annotations

from typing import Final

from bots.rehearsal import Trouble, rehearse, ruleset_for_table
from cards.language import Edition, Finding, finding
from games.engine import VARIANTS, RulesetError, check_deal

GAMES: Final = 20
"""How many random games are played with each number of seats."""

_TROUBLES: Final = {
    "crash": "game-crashes",
    "endless effect": "move-endless",
    "endless game": "game-endless",
}


def check_edition(edition: Edition) -> list[Finding]:
    """Deal an edition and play random games on it, up to the first number of seats that fails."""
    variant = VARIANTS.get(edition.variant)
    if variant is None:
        choices = ", ".join(VARIANTS)
        return [finding("$.variant", "unknown-variant", code=edition.variant, choices=choices)]
    for seats in range(variant.fewest, variant.most + 1):
        found = _deal(edition, seats) or _play(edition, seats)
        if found:
            return found
    return []


def _deal(edition: Edition, seats: int) -> list[Finding]:
    try:
        check_deal(ruleset_for_table(edition, seats)[0])
    except RulesetError as error:
        return [finding("$", "not-dealt", seats=seats, reason=error)]
    return []


def _play(edition: Edition, seats: int) -> list[Finding]:
    played = rehearse(edition, games=GAMES, seats=[seats], bots=["random"], seed=1, stop=True)
    return [_said(one) for one in played.troubles]


def _said(one: Trouble) -> Finding:
    cards = ", ".join(one.cards) or "–"
    return finding(
        "$", _TROUBLES[one.kind], seats=one.seats, seed=one.seed, cards=cards, detail=one.detail
    )
