"""Looking as an arbiter."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User

from games.arbiters.models import Look
from games.errors import GameNotFound
from games.ledger.rows import now
from games.models import Game, Seat
from games.players.models import Player
from games.selectors import game_for, stored_game

LIVE: Final = "arbiters.audit_live"
"""The permission of staff who may see running games whole."""


def may_look_live(user: User | AnonymousUser) -> bool:
    """Whether a user who is logged in to the site may see running games whole."""
    return user.is_staff and user.has_perm(LIVE)


def game_to_look_at(*, game_id: UUID, player: Player | None, may_arbitrate: bool) -> Game:
    """Return a game to a player who may see it, or an arbiter; raises ``GameNotFound``."""
    try:
        return game_for(game_id=game_id, player=player)
    except GameNotFound:
        if not may_arbitrate:
            raise
        return stored_game(game_id)


def is_arbiter(*, game: Game, player: Player | None, may_arbitrate: bool) -> bool:
    """Whether a player is an arbiter of a game, without a seat in it, present or reserved."""
    if player is None or not may_arbitrate:
        return False
    return not Seat.objects.filter(game_id=game.pk, player_id=player.pk).exists()


def has_looked(*, game: Game, player: Player) -> bool:
    """Whether a player has seen of a game what its players may not see."""
    return Look.objects.filter(game_id=game.pk, player_id=player.pk).exists()


def note_look(*, game: Game, player: Player, view: str, what: str, at: int) -> None:
    """Put a look on record."""
    Look.objects.create(
        game_id=game.pk,
        player_id=player.pk,
        view=view,
        what=what,
        at=at,
        seq=game.seq,
        created_at=now(),
    )
