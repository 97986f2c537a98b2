"""What a search says of each game: filters, and the few games that can meet them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from games.audit.findings import RECORDED, UNNAMED_RESULT
from games.engine.rulebook import RULES_VERSION
from games.models import AuditFinding, AuditRun, Game, Seat, with_answer
from games.play.listed import GameSource, has_row, seats_taken
from games.players.names import known_bots
from games.players.selectors import named, players_named
from games.search.models import SearchTerm
from games.search.selectors import NOT_WON, GameQuery

MAX_PLAYERS: Final = 20
"""The most players whose games are read player by player if their names match."""


@dataclass(frozen=True, slots=True)
class Persons:
    """The players and bots that a text names; ``players`` is None for many."""

    text: str
    players: tuple[UUID, ...] | None
    bots: tuple[str, ...]

    @property
    def seats(self) -> Q:
        """The filter of their seats."""
        own = named(self.text, "player__name")
        if self.players is not None:
            own = Q(player__in=self.players)
        return own | Q(bot__in=self.bots) if self.bots else own

    @property
    def is_few(self) -> bool:
        """Whether their seats are found by an index of the players."""
        return self.players is not None and not self.bots


def persons(text: str) -> Persons:
    """Return whom a text names: the id of a player, or part of a name."""
    try:
        return Persons(text, (UUID(text),), ())
    except ValueError:
        found = tuple(players_named(text)[: MAX_PLAYERS + 1])
        bots = tuple(name for name in known_bots() if text.casefold() in name)
        return Persons(text, None if len(found) > MAX_PLAYERS else found, bots)


class Conditions:
    """The conditions of a search beyond variant, status and time."""

    def __init__(self, query: GameQuery) -> None:
        self.query = query
        self.player = persons(query.player) if query.player else None
        is_named = query.winner and query.winner != NOT_WON
        self.winner = persons(query.winner) if is_named else None

    @property
    def named(self) -> list[Persons]:
        """Whom the search names."""
        return [one for one in (self.player, self.winner) if one is not None]

    def source(self) -> GameSource | None:
        """Return a source that alone has all games that can match, if there is one."""
        for one in self.named:
            if one.players is not None and len(one.players) == 1 and not one.bots:
                return seats_taken(one.players[0])
        for term in self.query.terms:
            games = Game.objects.filter(search_terms__term=term)
            moment, key = "search_terms__created_at", "search_terms__game"
            return GameSource(Q(), games, moment=moment, key=key)
        return None

    def filter(self) -> Q:
        """Return the filter that each game must pass; it is empty without conditions."""
        found = Q()
        if self.player:
            found &= _has_seat(self.player)
        if self.winner:
            found &= _has_seat(self.winner, number=OuterRef("winner"))
        if self.query.winner == NOT_WON:
            found &= Q(status=Game.Status.OVER, winner=None)
        for term in self.query.terms:
            found &= self._has_term(term)
        return found & _of_verdict(self.query.verdict, self.query.finding)

    def games(self) -> Iterator[QuerySet[Any, UUID]]:
        """Yield the ids of games that alone can meet a condition, by one index each."""
        for one in self.named:
            if one.is_few:
                yield Seat.objects.order_by().filter(one.seats).values_list("game", flat=True)
        for term in self.query.terms:
            yield SearchTerm.objects.filter(term=term).values_list("game", flat=True)
        if failing := _failing(self.query.verdict):
            yield AuditRun.objects.order_by().filter(failing).values_list("game", flat=True)
        if self.query.finding:
            findings = AuditFinding.objects.order_by().filter(code=self.query.finding)
            yield findings.values_list("run__game", flat=True)

    def _has_term(self, term: str) -> Q:
        """Return whether a game has a term; with a player, one about that player."""
        if self.player is None or term == self.query.act_term:
            return has_row(SearchTerm.objects.filter(game=OuterRef("pk"), term=term))
        number = Cast(OuterRef("number"), CharField())
        own = SearchTerm.objects.filter(game=OuterRef("game"), term=term, seats__contains=number)
        seats = Seat.objects.filter(self.player.seats, game=OuterRef("pk"))
        return has_row(seats.filter(Exists(own)))


def days_of(query: GameQuery) -> tuple[datetime | None, datetime | None]:
    """Return when the days of a search begin, and when they are over."""
    since = _midnight(query.since) if query.since else None
    is_bound = query.until is not None and query.until < date.max
    return since, _midnight(query.until + timedelta(days=1)) if query.until and is_bound else None


def created_between(query: GameQuery) -> Q:
    """Return the filter for games created in the days of a search."""
    since, until = days_of(query)
    found = Q(created_at__gte=since) if since else Q()
    return found & Q(created_at__lt=until) if until else found


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)


def _has_seat(whose: Persons, **more: OuterRef) -> Q:
    return has_row(Seat.objects.filter(whose.seats, game=OuterRef("pk"), **more))


# ---- verdicts


def _of_verdict(verdict: str, finding: str) -> Q:
    """Return the filter for finished games with a verdict and a finding.

    The verdict is the one of the list and of the pages: the last on record for the rows up to the
    head, by the present rules, in which the verifier did not fail; with "none" there is no such
    audit.
    """
    if not verdict and not finding:
        return Q()
    is_audited = Q(status=Game.Status.OVER, seq__gt=0)
    runs = AuditRun.objects.exclude(with_answer("error")).filter(rules_version=RULES_VERSION)
    of_head = runs.filter(game=OuterRef("pk"), head=OuterRef("head"))
    later = runs.filter(game=OuterRef("game"), head=OuterRef("head"), pk__gt=OuterRef("pk"))
    last = of_head.filter(~Exists(later))
    if finding:
        is_audited &= has_row(last.filter(findings__code=finding))
    if verdict == "none":
        return is_audited & ~has_row(of_head)
    return is_audited & has_row(last.filter(_answers(verdict))) if verdict else is_audited


def _answers(verdict: str) -> Q:
    """Return the filter for runs with a verdict: a word, or a question."""
    failed, unjudged = with_answer("no"), with_answer("not_judged")
    changed = Q(Exists(AuditFinding.objects.filter(run=OuterRef("pk"), code=UNNAMED_RESULT)))
    match verdict:
        case "passed":
            return ~(failed | unjudged | changed)
        case "result_changed":
            return changed & ~(failed | unjudged)
        case "not_judged":
            return unjudged & ~failed
        case _:
            return _failing(verdict)


def _failing(verdict: str) -> Q:
    """Return the filter for the runs of a verdict that fails; it is empty for another."""
    if verdict == "failed":
        return with_answer("no")
    return Q(**{verdict: "no"}) if verdict in RECORDED else Q()
