"""What a caller may list: games in the order of an index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import IsNull

from games.models import Game, Seat
from games.officials.models import GameSet, Grant
from games.players.models import Player

Prefix = tuple[tuple[str, Any], ...]
"""The first columns of an index, with their values."""


@dataclass(frozen=True, slots=True)
class GameSource:
    """Games that an index holds in the order of their creation.

    ``shown`` is the filter for the same games among others. ``moment`` and ``key`` are the columns
    of the index that repeat when a game was created, and its id; if it is an index of games, the
    columns of ``prefix`` are before them. ``live`` is the filter by which another index has those
    that are not over.

    Games of one ``access`` have more indexes: by status, variant, end and length. ``is_over``: they
    are finished ones. ``ids`` are the ids of games that no index has in an order.
    """

    shown: Q
    games: QuerySet[Game] = field(default_factory=Game.objects.all)
    prefix: Prefix = ()
    moment: str = "created_at"
    key: str = "pk"
    live: Q = field(default_factory=Q)
    access: str = ""
    is_over: bool = False
    ids: QuerySet[Any, UUID] | None = None

    def narrowed(self, condition: Q) -> GameSource:
        """Return those of the games that meet a condition."""
        return replace(self, games=self.games.filter(condition), shown=self.shown & condition)


def every_game() -> GameSource:
    """Return all games, also those that the caller may not see."""
    return GameSource(Q())


def open_games() -> GameSource:
    """Return the games that any player may join, which all may see."""
    return GameSource(Q(access=Game.Admission.OPEN), access=Game.Admission.OPEN)


def over_by_invitation() -> GameSource:
    """Return the finished games by invitation."""
    shown = Q(status=Game.Status.OVER, access=Game.Admission.INVITED)
    found = GameSource(shown, access=Game.Admission.INVITED, is_over=True)
    return found.narrowed(Q(is_held=False))


def own_games(player: Player) -> list[GameSource]:
    """Return the games that a player created, has a seat in, or may direct."""
    not_over = ~Q(status=Game.Status.OVER)
    created = GameSource(Q(creator=player.pk), prefix=(("creator", player.pk),), live=not_over)
    return [created, seats_taken(player.pk), directed_games(player)]


def own_seats(games: Sequence[Game], player: Player | None) -> dict[UUID, int]:
    """Return the player's seat in each of these games that has one."""
    taken = Seat.objects.filter(player=player, game__in=games) if player else Seat.objects.none()
    return dict(taken.exclude(kind=Seat.Kind.INVITED).values_list("game", "number"))


def seats_taken(player: UUID) -> GameSource:
    """Return the games in which a player has a seat."""
    return GameSource(
        has_row(Seat.objects.filter(game=OuterRef("pk"), player=player)),
        Game.objects.filter(seat_set__player=player).alias(left_at=F("seat_set__ended_at")),
        moment="seat_set__created_at",
        key="seat_set__game",
        live=Q(left_at=None),
    )


def directed_games(player: Player) -> GameSource:
    """Return the games that a player may direct; a seat in one is another question."""
    held = Grant.objects.filter(player=player.pk, may_direct=True, revoked_at=None)
    return granted_games(held)


def granted_games(grants: QuerySet[Grant]) -> GameSource:
    """Return the games that some grants cover; a set may have many."""
    alone = grants.exclude(game=None).order_by().values_list("game", flat=True)
    in_sets = GameSet.games.through.objects.order_by().filter(gameset__grants__in=grants)
    shown = Q(pk__in=alone) | has_row(in_sets.filter(game=OuterRef("pk")))
    ids = alone.union(in_sets.values_list("game", flat=True), all=True)
    return GameSource(shown, Game.objects.filter(shown), ids=ids)


def has_row(rows: QuerySet[Any], least: int = 1) -> Q:
    """Return the filter for games with such rows, looked for game by game.

    Of ``Exists`` PostgreSQL may make a join, and read the rows of all games for it.
    """
    return Q(IsNull(Subquery(rows.order_by().values("pk")[least - 1 : least]), False))
