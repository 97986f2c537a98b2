"""What organisers did in the games of a person's grants."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import RecordedAct, Seat
from games.officials.models import GameSet, Grant
from games.players.models import Player
from games.players.persons import accounts_of
from games.players.scopes import AUDIT_LIVE, DIRECT, PLAY


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


def recorded_acts(
    wanted: ActQuery, *, caller: Player, scopes: Collection[str]
) -> QuerySet[RecordedAct]:
    """Return the acts in the games of a caller's grants, newest first.

    The scopes of the token say which grants count. Games in which the person has or had a seat are
    left out.
    """
    found = RecordedAct.objects.filter(game__in=_games(wanted, caller, scopes)).order_by("-pk")
    if wanted.player is not None:
        found = found.filter(player=wanted.player)
    if wanted.kind:
        found = found.filter(kind=wanted.kind)
    if wanted.is_open:
        found = found.filter(kind=RecordedAct.CALL, closed_by=None)
    return found


def _games(wanted: ActQuery, caller: Player, scopes: Collection[str]) -> set[UUID]:
    grants = Grant.objects.filter(_rights(scopes), revoked_at=None, player__user=caller.user_id)
    in_sets = GameSet.games.through.objects.order_by()
    games = set(grants.exclude(game=None).order_by().values_list("game", flat=True))
    games |= set(in_sets.filter(gameset__grants__in=grants).values_list("game", flat=True))
    if wanted.game_set:
        named = in_sets.filter(gameset__name=wanted.game_set)
        games &= set(named.values_list("game", flat=True))
    own = Seat.objects.filter(game__in=games, player__in=accounts_of(caller))
    return games - set(own.values_list("game", flat=True))


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
