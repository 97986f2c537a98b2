"""Limits on open tables and on seats at them, by player and by address.

They keep the lobby for those who want to play: a guest is free, and could host all its tables and
sit at each. A program that waits would not help, so it is told to end something, not to repeat.
"""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request

from games.api.http.api_view import access_of, caller
from games.api.http.bot_games import digest_of_address
from games.api.http.throttling import address_of
from games.errors import TooManySeats, TooManyTables
from games.models import Game, Seat
from games.players.models import Player
from games.players.scopes import DIRECT


def origin_of(request: Request) -> str:
    """Return the digest of the caller's address; "" for organisers: no limit."""
    if DIRECT in access_of(request).scopes:
        return ""
    return digest_of_address(address_of(request))


def check_waiting(request: Request, game: Game) -> None:
    """Refuse a table or a seat that is one too many for the caller or the address.

    Call it in the transaction that created the game, or took the seat, and only then.
    """
    if game.status != Game.Status.OPEN or DIRECT in access_of(request).scopes:
        return
    # Without the lock, two concurrent requests of one player could both use the last place.
    player = Player.objects.select_for_update(no_key=True).get(pk=caller(request).pk)
    most: dict[str, int] = settings.API_WAITING
    tables = Game.objects.filter(status=Game.Status.OPEN).order_by()
    seats = Seat.objects.filter(game__status=Game.Status.OPEN, ended_at=None).order_by()
    mine = seats.filter(player=player, kind=Seat.Kind.PLAYER)
    if game.creator_id == player.pk:
        hosted = tables.filter(creator=player).count()
        if 0 < most["tables-player"] < hosted:
            raise TooManyTables({"whose": "player", "limit": most["tables-player"]})
        if game.origin and 0 < most["tables-address"] < tables.filter(origin=game.origin).count():
            raise TooManyTables({"whose": "address", "limit": most["tables-address"]})
    if 0 < most["seats-player"] < mine.count():
        raise TooManySeats({"whose": "player", "limit": most["seats-player"]})
    origin = mine.filter(game=game).values_list("origin", flat=True).first()
    if origin and 0 < most["seats-address"] < seats.filter(origin=origin).count():
        raise TooManySeats({"whose": "address", "limit": most["seats-address"]})
