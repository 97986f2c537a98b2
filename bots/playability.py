"""Check that an edition can be dealt and played at every table size."""

from __future__ import annotations

from typing import Final

from bots.rehearsal import ruleset_for_table
from bots.rehearsal_tally import GameTrouble, rehearse
from cards.language import EditionDef, LintFinding, finding
from games.engine import VARIANTS, NotPlayable, check_deal

GAMES: Final = 20
"""How many random games are played with each number of seats."""

_TROUBLES: Final = {
    "crash": "game-crashes",
    "endless effect": "move-endless",
    "endless game": "game-endless",
}


def check_edition(edition: EditionDef) -> list[LintFinding]:
    """Deal an edition and play random games with each number of seats."""
    variant = VARIANTS.get(edition.variant)
    if variant is None:
        choices = ", ".join(VARIANTS)
        return [finding("$.variant", "unknown-variant", code=edition.variant, choices=choices)]
    for seats in range(variant.fewest, variant.most + 1):
        found = _deal(edition, seats) or _play(edition, seats)
        if found:
            return found
    return []


def _deal(edition: EditionDef, seats: int) -> list[LintFinding]:
    try:
        check_deal(ruleset_for_table(edition, seats)[0])
    except NotPlayable as error:
        return [finding("$", "not-dealt", seats=seats, reason=error.why)]
    return []


def _play(edition: EditionDef, seats: int) -> list[LintFinding]:
    played = rehearse(edition, games=GAMES, seats=[seats], bots=["random"], seed=1, stop=True)
    return [_trouble_finding(one) for one in played.troubles]


def _trouble_finding(one: GameTrouble) -> LintFinding:
    cards = ", ".join(one.cards) or "–"
    return finding(
        "$", _TROUBLES[one.kind], seats=one.seats, seed=one.seed, cards=cards, detail=one.detail
    )
