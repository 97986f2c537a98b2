"""Read players and tokens."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from games.players.models import Player, Token


def player_by_id(player_id: UUID) -> Player:
    """Return the player with a public id, or raise Player.DoesNotExist."""
    return Player.objects.get(pk=player_id)


def players_of(ids: Iterable[UUID]) -> list[Player]:
    """Return the players with these ids."""
    return list(Player.objects.filter(pk__in=list(ids)))


def tokens_of(player: Player) -> QuerySet[Token]:
    """Return the tokens of a player, oldest first."""
    found: QuerySet[Token] = Token.objects.filter(user_id=player.user_id)
    return found.order_by("created", "id")
