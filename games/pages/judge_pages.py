"""For whom the pages have what a judge needs."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from games.errors import GameNotFound
from games.officials.models import Grant
from games.play.directing import has_rights, may_direct, organiser_behind
from games.play.selectors import stored_game
from games.players.browser_sessions import player_of_session


def is_judge(request: HttpRequest) -> bool:
    """Whether the person at the browser may direct some game."""
    if may_direct(request.user):
        return True
    player = player_of_session(request.session)
    named = Grant.objects.filter(player=player, may_direct=True, by_creator=True, revoked_at=None)
    return player is not None and named.exists()


def directs(request: HttpRequest, game_id: UUID) -> bool:
    """Whether the person at the browser may direct a game."""
    try:
        game = stored_game(game_id)
    except GameNotFound:
        return False
    found = organiser_behind(game, player_of_session(request.session), request.user)
    return found is not None and has_rights(game, found)
