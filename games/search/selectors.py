"""The words of a search, and the index of finished games.

What happened in a game (rules, cards, refused moves, acts) is searched in the index, which has
finished games only, and of those what the public may know. So no search shows, by what it finds or
by the time it takes, what is hidden in a running game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, get_args
from uuid import UUID

from django.db.models import QuerySet

from games.engine.moves import Act
from games.models import FINISHED_GAME, Game
from games.search.models import SearchTerm

RULE: Final = "rule"
CARD: Final = "card"
REFUSED: Final = "refused"
ACT: Final = "act"
"""The kinds of term; a term is the kind, or the kind, a colon and a code."""

ANY: Final = "any"
NOT_WON: Final = "none"
ACTS: Final = tuple(str(act.__struct_config__.tag) for act in get_args(Act))
"""The acts of organisers."""

SORTS: Final[dict[str, tuple[str, bool]]] = {
    "newest": ("created_at", True),
    "oldest": ("created_at", False),
    "ended": ("ended_at", True),
    "longest": ("result_seq", True),
    "shortest": ("result_seq", False),
}
"""The column of each order, and whether the highest value is first.

The columns of ends and lengths have no value in games that have not ended.
"""


@dataclass(frozen=True, slots=True)
class GameQuery:
    """A search; empty fields match every game.

    ``player`` and ``winner`` are the id of a player, a part of a name, or a bot. With a player, a
    rule, a card or a refused move is one of that player's. With ``refused``, ``rule`` is the rule
    that refused. ``acts`` is "any" or an organiser's act.
    """

    variant: str = ""
    status: str = ""
    player: str = ""
    winner: str = ""
    rule: str = ""
    card: str = ""
    refused: bool = False
    acts: str = ""
    since: date | None = None
    until: date | None = None
    verdict: str = ""
    finding: str = ""
    sort: str = "newest"

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms of the index that a game must have."""
        rule = f"{REFUSED if self.refused else RULE}:{self.rule}" if self.rule else ""
        refused = REFUSED if self.refused and not self.rule else ""
        card = f"{CARD}:{self.card}" if self.card else ""
        return tuple(filter(None, (rule, refused, card, self.act_term)))

    @property
    def act_term(self) -> str:
        """The term of the organiser's act."""
        return f"{ACT}:{self.acts}" if self.acts not in ("", ANY) else ACT if self.acts else ""


# ---- the index


def unindexed_games() -> QuerySet[Game]:
    """Return the finished games with rows here that are not in the index as they are."""
    ended = Game.objects.filter(FINISHED_GAME, result_seq__isnull=False)
    return ended.filter(is_indexed=False).order_by("ended_at")


def first_events(games: list[Game], query: GameQuery) -> dict[UUID, int]:
    """Return by game the first event that has a term of the search."""
    if not query.terms:
        return {}
    terms = SearchTerm.objects.filter(game__in=games, term__in=query.terms).order_by("-first")
    return {one.game_id: one.first for one in terms}
