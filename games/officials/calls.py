"""The open calls for a judge, by who may answer them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from games.models import RecordedAct, Seat
from games.officials.models import GameSet, Grant

MAX_CALLS: Final = 1000
"""The most open calls of the server that are looked at, newest first."""


class OpenCall(NamedTuple):
    """A call of a seat for a judge, by event ``seq`` of its game."""

    game: UUID
    seq: int
    seat: int
    variant: str
    at: datetime


def open_calls_for(players: Collection[UUID]) -> dict[UUID, tuple[OpenCall, ...]]:
    """Return by player the open calls in the games that they may direct, oldest first.

    Where the creator of a game named organisers, no grant of others counts; nor does one of a
    player with a seat in the game.
    """
    if not players:
        return {}
    calls = RecordedAct.objects.filter(kind=RecordedAct.CALL, closed_by=None).order_by("-pk")
    found: dict[UUID, list[OpenCall]] = defaultdict(list)
    named: set[UUID] = set()
    columns = ("game_id", "seq", "seat", "game__variant", "created_at", "game__organisers")
    for game, seq, seat, variant, at, organisers in calls.values_list(*columns)[:MAX_CALLS]:
        found[game].insert(0, OpenCall(game, seq, seat, variant, at))
        if organisers:
            named.add(game)
    directed = _directed(players, found, named) if found else {}
    return {
        player: tuple(call for game in sorted(games) for call in found[game])
        for player, games in directed.items()
    }


def _directed(
    players: Collection[UUID], games: Collection[UUID], named: set[UUID]
) -> dict[UUID, set[UUID]]:
    """Return by player which of some games they may direct."""
    in_sets = GameSet.games.through.objects.filter(game__in=games)
    sets: dict[int, list[UUID]] = defaultdict(list)
    for game_set, game in in_sets.values_list("gameset", "game"):
        sets[game_set].append(game)
    grants = Grant.objects.filter(
        Q(game__in=games) | Q(game_set__in=sets),
        player__in=players,
        may_direct=True,
        revoked_at=None,
    )
    directed: dict[UUID, set[UUID]] = defaultdict(set)
    for grant in grants:
        covered = sets[grant.game_set_id] if grant.game_set_id else [grant.game_id]
        mine = {game for game in covered if game and (grant.by_creator or game not in named)}
        directed[grant.player_id] |= mine
    seated = Seat.objects.filter(game__in=games, player__in=directed)
    for player, game in seated.values_list("player", "game"):
        directed[player].discard(game)
    return directed
