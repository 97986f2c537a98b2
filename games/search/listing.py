"""Read the pages of a search; a page reads hardly more games than it shows.

Each source of games is read in the order of an index. A search with conditions that no index has
looks at ``LOOKED_AT`` games of a source in a round, and makes up to ``ROUNDS`` for a page; the page
may then be short or empty although another follows. If an index shows that only few games can meet
them, exactly those are read.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import (
    Case,
    CharField,
    DateTimeField,
    F,
    Func,
    IntegerField,
    Lookup,
    Q,
    QuerySet,
    UUIDField,
    Value,
    When,
)
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

from games.models import Game
from games.play.listed import GameSource, Prefix, every_game
from games.search.conditions import Conditions, created_between, days_of
from games.search.selectors import SORTS, GameQuery

LOOKED_AT: Final = 500
"""How many games of a source are looked at in a round."""

ROUNDS: Final = 4
"""The most rounds for a page."""

FEW: Final = 1000
"""Up to how many games are read without an order."""

CREATED: Final = "created_at"


class Place(NamedTuple):
    """A place in a list: the value that orders it, a time or a length, and a game."""

    value: Any
    game: UUID


def encode_place(place: Place) -> str:
    """Return a place as a cursor."""
    value = place.value if isinstance(place.value, int) else place.value.isoformat()
    return base64.urlsafe_b64encode(f"{value} {place.game}".encode()).decode()


def decode_place(cursor: str, sort: str) -> Place:
    """Return the place of a cursor; raises ``ValueError``."""
    value, key = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
    if SORTS[sort][0] == "result_seq":
        return Place(int(value[:10]), UUID(key))
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError(value)
    return Place(moment, UUID(key))


class Page(NamedTuple):
    """Games in order, and the place after which the list goes on; None at its end."""

    games: list[Game]
    more: Place | None


@dataclass(frozen=True, slots=True)
class Walk:
    """Games that an index holds in order, and what each of them must meet besides.

    The index has the columns of ``prefix``, then ``value`` and ``key``, which order the games. Of
    few games, ``is_few``, none is used for the order.
    """

    games: QuerySet[Game]
    value: str
    prefix: Prefix = ()
    key: str = "pk"
    rest: Q = field(default_factory=Q)
    is_few: bool = False


def find_games(
    query: GameQuery,
    sources: Sequence[GameSource],
    *,
    limit: int,
    after: Place | None = None,
    rounds: int = ROUNDS,
) -> Page:
    """Return the games of some sources that match, in the order of the search."""
    walks, found, more = list(_walks(query, sources)), list[Game](), after
    for _ in range(rounds):
        games, more = _page(walks, query, limit - len(found), more)
        found += games
        if more is None or len(found) == limit:
            break
    return Page(found, more)


def _page(walks: Sequence[Walk], query: GameQuery, limit: int, after: Place | None) -> Page:
    """Return the games that are found by looking at ``LOOKED_AT`` of each walk."""
    is_descending = SORTS[query.sort][1]
    found: dict[UUID, tuple[Place, Game]] = {}
    cuts: list[Place] = []
    for walk in walks:
        games, cut = _read(walk, query, limit + 1, after)
        found |= {place.game: (place, game) for place, game in games}
        cuts += [cut] if cut else []
    cut = (max if is_descending else min)(cuts, default=None)
    listed = sorted(found.values(), key=lambda one: one[0], reverse=is_descending)
    if cut:
        listed = [one for one in listed if (one[0] >= cut if is_descending else one[0] <= cut)]
    more = listed[limit - 1][0] if len(listed) > limit else cut
    return Page([game for _, game in listed[:limit]], more)


# ---- which games are read


def _walks(query: GameQuery, sources: Sequence[GameSource]) -> Iterator[Walk]:
    column, conditions = SORTS[query.sort][0], Conditions(query)
    is_created, is_live = column == CREATED, query.status not in ("", Game.Status.OVER)
    sources = [one for one in sources if not (is_live and one.is_over)]
    if not sources or (is_live and not is_created):
        return
    shown, rest = reduce(or_, (one.shown for one in sources)), conditions.filter()
    line, days, ends = _line(query), created_between(query), Q(**{f"{column}__isnull": False})
    is_public = any(one.access for one in sources)
    alone = conditions.source() if is_created and is_public else None
    indexed = list(conditions.games())
    few = None if alone and len(indexed) == 1 else _few(*indexed)
    if few is not None:
        yield _few_games(few, column, shown & line & rest & days)
    elif not is_created:
        yield from _by_ends(sources, column, ends, rest & line & days)
    elif alone or (rest and is_public and not is_live):
        yield _by_creation(query, alone or every_game(), rest & shown)
    else:
        for source in sources:
            if source.ids is None:
                yield _by_creation(query, source, rest)
            elif (few := _few(source.ids)) is not None:
                yield _few_games(few, column, source.shown & line & rest)
            else:
                for access in Game.Admission:
                    every = replace(every_game(), access=access)
                    yield _by_creation(query, every, rest & source.shown)


def _few_games(few: list[UUID], column: str, shown: Q) -> Walk:
    """Return how the shown ones of few games are read: by their ids alone."""
    return Walk(_meeting(Game.objects.filter(pk__in=few), shown), column, is_few=True)


def _line(query: GameQuery) -> Q:
    """Return the filter of a search for the columns that indexes of games have."""
    given = {"variant": query.variant, "status": query.status}
    return Q(**{name: value for name, value in given.items() if value})


def _by_creation(query: GameQuery, source: GameSource, rest: Q) -> Walk:
    """Return how games are read in the order of their creation."""
    status, variant = Game.Status.OVER if source.is_over else query.status, query.variant
    is_live = status not in ("", Game.Status.OVER)
    if not source.access:
        games = source.games.filter(source.live) if is_live else source.games
        return Walk(games, source.moment, source.prefix, source.key, rest & _line(query))
    access = ("access", source.access)
    if variant and not is_live:
        games = source.games.filter(status=status) if status else source.games
        return Walk(games, CREATED, (("variant", variant), access), rest=rest)
    prefix = (("status", status), access) if status else (access,)
    return Walk(source.games, CREATED, prefix, rest=rest & Q(variant=variant) if variant else rest)


def _by_ends(sources: Sequence[GameSource], column: str, ends: Q, rest: Q) -> Iterator[Walk]:
    """Yield how games are read by their ends or lengths, which indexes have by access."""
    many = Q()
    for source in sources:
        if source.access and not rest:
            yield Walk(source.games.filter(ends), column, (("access", source.access),))
        elif source.access or (few := _few(_ids(source))) is None:
            many |= source.shown
        else:
            yield _few_games(few, column, source.shown & rest)
    for access in Game.Admission if many else ():
        games = Game.objects.filter(ends)
        yield Walk(games, column, (("access", access),), rest=rest & many)


def _ids(source: GameSource) -> QuerySet[Any, UUID]:
    if source.ids is not None:
        return source.ids
    return source.games.filter(**dict(source.prefix)).order_by().values_list("pk", flat=True)


def _few(*indexed: QuerySet[Any, UUID]) -> list[UUID] | None:
    """Return the first of some sets of games that has few; None if all have many."""
    for one in indexed:
        games = list(one[: FEW + 1])
        if len(games) <= FEW:
            return games
    return None


# ---- reading


class _Bound(NamedTuple):
    """A bound of what is read: a comparison with values of an index."""

    compare: type[Lookup[Any]]
    values: tuple[Any, ...] = ()


def _read(
    walk: Walk, query: GameQuery, most: int, after: Place | None
) -> tuple[list[tuple[Place, Game]], Place | None]:
    """Return games after a place, and the place up to which games were looked at.

    The place is None if all were looked at that can follow. Bounds and order name all columns of
    the index, the bounds as rows of values: so PostgreSQL begins at the place, and has no other
    index that gives the order.
    """
    is_descending, cut = SORTS[query.sort][1], None
    firsts = {f"first_{column}": F(column) for column, _ in walk.prefix}
    # No index has this expression: one of all games in order would be read to its end for few.
    value = Coalesce(walk.value, walk.value) if walk.is_few else F(walk.value)
    games: Any = walk.games.alias(**firsts).annotate(sort_value=value, sort_id=F(walk.key))
    if walk.is_few:
        games = games.filter(sort_value__isnull=False)
    names = [*firsts, "sort_value", "sort_id"]
    games = games.order_by(*(f"-{name}" if is_descending else name for name in names))

    def within(games: Any, bound: _Bound) -> Any:
        values = [*(value for _, value in walk.prefix), *bound.values]
        here = _Row(*map(F, names[: len(values)]))
        return games.filter(bound.compare(here, _Row(*map(_value, values)))) if values else games

    first, last = _bounds(walk, query, after)
    games = within(games, first)
    if walk.rest:
        places = within(games, last).values_list("sort_value", "sort_id")
        cut = next((Place(*one) for one in places[LOOKED_AT - 1 : LOOKED_AT]), None)
    if cut is not None:
        last = _Bound(GreaterThanOrEqual if is_descending else LessThanOrEqual, cut)
    found = _meeting(within(games, last), walk.rest).defer("seed", "server_seed")[:most]
    return [(Place(game.sort_value, game.sort_id), game) for game in found], cut


def _meeting(games: Any, rest: Q) -> Any:
    """Return the games that meet conditions, which are asked of one after the other."""
    return games.filter(Case(When(rest, then=True), default=False)) if rest else games


def _bounds(walk: Walk, query: GameQuery, after: Place | None) -> tuple[_Bound, _Bound]:
    """Return the bounds at which a walk begins and ends."""
    is_descending = SORTS[query.sort][1]
    since, until = days_of(query) if SORTS[query.sort][0] == CREATED else (None, None)
    low = _Bound(GreaterThanOrEqual, (since,) if since else ())
    high = _Bound(LessThan, (until,)) if until else _Bound(LessThanOrEqual)
    if not is_descending:
        is_inside = after is not None and (since is None or after.value >= since)
        return _Bound(GreaterThan, after) if after and is_inside else low, high
    is_inside = after is not None and (until is None or after.value < until)
    return _Bound(LessThan, after) if after and is_inside else high, low


class _Row(Func):
    """A row of values, which databases compare from left to right."""

    template = "(%(expressions)s)"
    output_field = UUIDField()


def _value(value: Any) -> Value:
    kinds = {int: IntegerField, datetime: DateTimeField, UUID: UUIDField}
    kind = kinds.get(type(value))
    return Value(value, kind()) if kind else Value(str(value), CharField())
