"""Read players and tokens."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

from games.players.models import Player, Token


def player_by_id(player_id: UUID) -> Player:
    """Return the player with a public id, or raise Player.DoesNotExist."""
    return Player.objects.get(pk=player_id)


def players_of(ids: Iterable[UUID]) -> list[Player]:
    """Return the players with these ids."""
    return list(Player.objects.filter(pk__in=list(ids)))


def named(text: str, column: str = "name") -> Q:
    """Return the filter for names with a text as a part.

    Of one or two characters they have it at the beginning: the index of names has three.
    """
    return Q(**{f"{column}__{'icontains' if len(text) > 2 else 'istartswith'}": text})


def players_named(text: str) -> QuerySet[Player, UUID]:
    """Return the ids of the players whose names have a text as a part."""
    return Player.objects.order_by().filter(named(text)).values_list("pk", flat=True)


def tokens_of(player: Player) -> QuerySet[Token]:
    """Return the tokens of a player, oldest first."""
    found: QuerySet[Token] = Token.objects.filter(user_id=player.user_id)
    return found.order_by("created", "id")
