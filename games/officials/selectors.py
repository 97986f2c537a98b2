"""What organisers did in the games of a person's grants."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet

from games.models import RecordedAct, Seat
from games.officials.models import GameSet, Grant
from games.players.models import Player
from games.players.persons import accounts_of
from games.players.scopes import AUDIT_LIVE, DIRECT, PLAY

FEW: Final = 1000
"""Up to how many games of grants are looked up one by one."""

LOOKED_AT: Final = 500
"""How many acts are looked at in a round, if the grants cover more games."""

ROUNDS: Final = 4
"""The most rounds for a page."""


@dataclass(frozen=True, slots=True)
class ActQuery:
    """Which acts are listed; what is empty or None does not count.

    ``game_set`` is the name of a set of games, ``player`` whose seat an act names. ``is_open``:
    only calls for a judge without an answer.
    """

    game_set: str = ""
    player: UUID | None = None
    kind: str = ""
    is_open: bool = False


class ActPage(NamedTuple):
    """Acts, newest first, and the key below which the list goes on; None at its end."""

    acts: list[RecordedAct]
    more: int | None


def recorded_acts(
    wanted: ActQuery,
    *,
    caller: Player,
    scopes: Collection[str],
    limit: int,
    before: int | None = None,
) -> ActPage:
    """Return a page of the acts in the games of a caller's grants, below a key.

    The scopes of the token say which grants count. Games in which the person has or had a seat are
    left out. If the grants cover few games, their acts are read. Otherwise each round looks at
    ``LOOKED_AT`` acts of any games, so a page may be short although another one follows.
    """
    reach = _reach(wanted, caller, scopes)
    acts = _matching(wanted)
    if before is not None:
        acts = acts.filter(pk__lt=before)
    if (few := reach.few_games()) is not None:
        return _page_of(few, acts, limit)
    found: list[RecordedAct] = []
    for _ in range(ROUNDS):
        looked = list(acts.order_by("-pk")[:LOOKED_AT])
        games = reach.covered({one.game_id for one in looked})
        found += [one for one in looked if one.game_id in games]
        if len(found) > limit:
            return ActPage(found[:limit], found[limit - 1].pk)
        if len(looked) < LOOKED_AT:
            return ActPage(found, None)
        acts = acts.filter(pk__lt=looked[-1].pk)
    return ActPage(found, looked[-1].pk)


def _page_of(games: set[UUID], acts: QuerySet[RecordedAct], limit: int) -> ActPage:
    """Return the first acts of some games."""
    # No column, as PostgreSQL would walk its index through the acts of all games.
    newest = (F("pk") + 0).desc()
    found = list(acts.filter(game__in=games).order_by(newest)[: limit + 1])
    more = found[limit - 1].pk if len(found) > limit else None
    return ActPage(found[:limit], more)


def _matching(wanted: ActQuery) -> QuerySet[RecordedAct]:
    found = RecordedAct.objects.order_by()
    if wanted.player is not None:
        found = found.filter(player=wanted.player)
    if wanted.kind:
        found = found.filter(kind=wanted.kind)
    if wanted.is_open:
        found = found.filter(kind=RecordedAct.CALL, closed_by=None)
    return found


@dataclass(frozen=True, slots=True)
class _Reach:
    """The games of which acts are listed: ``games``, and those of ``sets``.

    They are in the sets ``named`` too, if that is not None, and without a seat of ``persons``.
    """

    games: frozenset[UUID]
    sets: list[int]
    named: list[int] | None
    persons: set[UUID]

    def few_games(self) -> set[UUID] | None:
        """Return the games if there are few, else None."""
        in_sets = _in_sets(self.sets).values_list("game", flat=True)
        found = {*self.games, *in_sets[: FEW + 1]}
        return None if len(found) > FEW else self._without_others(found)

    def covered(self, games: set[UUID]) -> set[UUID]:
        """Return those among some games."""
        in_sets = _in_sets(self.sets).filter(game__in=games)
        found = set(in_sets.values_list("game", flat=True)) | (self.games & games)
        return self._without_others(found)

    def _without_others(self, games: set[UUID]) -> set[UUID]:
        if self.named is not None:
            in_named = _in_sets(self.named).filter(game__in=games)
            games = set(in_named.values_list("game", flat=True))
        own = Seat.objects.filter(game__in=games, player__in=self.persons)
        return games - set(own.values_list("game", flat=True))


def _reach(wanted: ActQuery, caller: Player, scopes: Collection[str]) -> _Reach:
    grants = Grant.objects.filter(_rights(scopes), revoked_at=None, player__user=caller.user_id)
    named = GameSet.objects.filter(name=wanted.game_set).order_by().values_list("pk", flat=True)
    return _Reach(
        games=frozenset(grants.exclude(game=None).order_by().values_list("game", flat=True)),
        sets=list(grants.exclude(game_set=None).order_by().values_list("game_set", flat=True)),
        named=list(named) if wanted.game_set else None,
        persons=accounts_of(caller),
    )


def _in_sets(sets: list[int]) -> QuerySet[Any]:
    return GameSet.games.through.objects.order_by().filter(gameset__in=sets)


def _rights(scopes: Collection[str]) -> Q:
    """Return the filter for the grants that count with some scopes."""
    by_scope = {
        DIRECT: Q(may_direct=True),
        AUDIT_LIVE: Q(may_look=True),
        PLAY: Q(may_direct=True, by_creator=True),
    }
    rights = Q(pk__in=())
    for scope in by_scope.keys() & set(scopes):
        rights |= by_scope[scope]
    return rights
