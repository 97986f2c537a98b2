"""Search games.

What happened in a game (rules, cards, refused moves, acts) is searched in the index, which has
finished games only, and of those what the public may know. So no search shows, by what it finds or
by the time it takes, what is hidden in a running game.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, get_args
from uuid import UUID

from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Cast

from games.engine.moves import Act
from games.engine.rulebook import RULES_VERSION
from games.models import AuditFinding, AuditRun, Game, Seat, with_error
from games.search.models import IndexedGame, SearchTerm

RULE: Final = "rule"
CARD: Final = "card"
REFUSED: Final = "refused"
ACT: Final = "act"
"""The kinds of term; a term is the kind, or the kind, a colon and a code."""

ANY: Final = "any"
NOT_WON: Final = "none"
QUESTIONS: Final = ("sealed", "lawful", "fair", "dealt", "authentic")
ACTS: Final = tuple(str(act.__struct_config__.tag) for act in get_args(Act))
"""The acts of organisers."""

SORTS: Final[dict[str, tuple[str, bool]]] = {
    "newest": ("created_at", True),
    "oldest": ("created_at", False),
    "ended": ("ended_at", True),
    "longest": ("seq", True),
    "shortest": ("seq", False),
}
"""The column of each order, and whether the highest value is first."""


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


def find_games(query: GameQuery, found: QuerySet[Game]) -> QuerySet[Game]:
    """Return the games of those ``found`` that match, in the order of the search."""
    exact = {"variant": query.variant, "status": query.status}
    found = found.filter(**{name: value for name, value in exact.items() if value})
    if query.player:
        found = found.filter(Exists(_seats_of(query.player)))
    if query.winner == NOT_WON:
        found = found.filter(status=Game.Status.OVER, winner=None)
    elif query.winner:
        found = found.filter(Exists(_seats_of(query.winner).filter(number=OuterRef("winner"))))
    if query.since:
        found = found.filter(created_at__date__gte=query.since)
    if query.until:
        found = found.filter(created_at__date__lte=query.until)
    for term in query.terms:
        found = found.filter(_has_term(term, "" if term == query.act_term else query.player))
    return sorted_games(_of_verdict(found, query.verdict, query.finding), query.sort)


def sorted_games(found: QuerySet[Game], sort: str) -> QuerySet[Game]:
    """Return games in an order; in that of their ends only those that have ended."""
    column, is_descending = SORTS[sort]
    if column == "ended_at":
        found = found.exclude(ended_at=None)
    key = F(column)
    return found.order_by(key.desc() if is_descending else key.asc(), "pk")


def _has_term(term: str, player: str) -> Q:
    """Return whether a game has a term, with ``player`` one about that player."""
    if not player:
        return Q(Exists(SearchTerm.objects.filter(game=OuterRef("pk"), term=term)))
    own = SearchTerm.objects.filter(
        game=OuterRef("game"), term=term, seats__contains=Cast(OuterRef("number"), CharField())
    )
    return Q(Exists(_seats_of(player).filter(Exists(own))))


def _seats_of(named: str) -> QuerySet[Seat]:
    """Return the seats of a player (id or part of the name) or of a named bot."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    try:
        return seats.filter(player=UUID(named))
    except ValueError:
        return seats.filter(Q(player__name__icontains=named) | Q(bot__icontains=named))


def _of_verdict(found: QuerySet[Game], verdict: str, finding: str) -> QuerySet[Game]:
    """Return the finished games whose verdict is that one, with the finding.

    The verdict is the one of the list and of the pages: the last on record for the rows up to the
    head, by the present rules, in which the verifier did not fail; with "none" there is no such
    audit.
    """
    if not verdict and not finding:
        return found
    last = (
        AuditRun.objects.exclude(with_error())
        .filter(game=OuterRef("pk"), head=OuterRef("head"), rules_version=RULES_VERSION)
        .order_by("-id")
    )
    found = found.filter(status=Game.Status.OVER, seq__gt=0)
    found = found.annotate(last_run=Subquery(last.values("pk")[:1]))
    if finding:
        with_finding = AuditFinding.objects.filter(run=OuterRef("last_run"), code=finding)
        found = found.filter(Exists(with_finding))
    runs = AuditRun.objects.filter(pk=OuterRef("last_run"))
    failed, unjudged = Q(), Q()
    for question in QUESTIONS:
        failed |= Q(**{question: "no"})
        unjudged |= Q(**{question: "not_judged"})
    match verdict:
        case "":
            return found
        case "none":
            return found.filter(last_run=None)
        case "passed":
            return found.filter(Exists(runs.exclude(failed | unjudged)))
        case "failed":
            return found.filter(Exists(runs.filter(failed)))
        case "not_judged":
            return found.filter(Exists(runs.filter(unjudged).exclude(failed)))
        case question:
            return found.filter(Exists(runs.filter(**{question: "no"})))


# ---- the index


def unindexed_games() -> QuerySet[Game]:
    """Return the finished games that are not in the index as they are."""
    indexed = IndexedGame.objects.filter(game=OuterRef("pk"), seq=OuterRef("seq"))
    return Game.objects.filter(~Exists(indexed), status=Game.Status.OVER, seq__gt=0).order_by(
        "changed_at", "pk"
    )


def first_events(games: list[Game], query: GameQuery) -> dict[UUID, int]:
    """Return by game the first event that has a term of the search."""
    if not query.terms:
        return {}
    terms = SearchTerm.objects.filter(game__in=games, term__in=query.terms).order_by("-first")
    return {one.game_id: one.first for one in terms}
