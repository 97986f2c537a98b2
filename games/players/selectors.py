"""Reading players and tokens."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from games.players.models import Player, Token


def player_by_id(player_id: UUID) -> Player:
    """The player with a public id, or Player.DoesNotExist."""
    return Player.objects.get(pk=player_id)


def names_of(ids: Iterable[UUID]) -> dict[str, str]:
    """The names of players, by their ids as text."""
    found = Player.objects.filter(pk__in=list(ids)).values_list("pk", "name")
    return {str(key): name for key, name in found}


def tokens_of(player: Player) -> QuerySet[Token]:
    """The tokens of a player, oldest first."""
    found: QuerySet[Token] = Token.objects.filter(user_id=player.user_id)
    return found.order_by("created", "id")
