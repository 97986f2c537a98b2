"""What the visitor of a page may see of a game, and at which event."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest

from games.errors import GameNotFound, NotAllowed
from games.officials.looks import may_look_live
from games.play.selectors import stored_game
from games.play.sight import Sight, UnknownView, decide_sight


def sight_of(request: HttpRequest, game_id: UUID) -> Sight:
    """Return what a visitor sees by ``as``; raises ``GameNotFound`` if invalid.

    Without ``as`` a logged-in visitor sees what the public sees.
    """
    return _sight(request, game_id, request.GET.get("as") or None)


def usual_sight(request: HttpRequest, game_id: UUID) -> Sight:
    """Return what a visitor sees of one of several games, without a view asked for."""
    return _sight(request, game_id, None)


def _sight(request: HttpRequest, game_id: UUID, view: str | None) -> Sight:
    try:
        return decide_sight(
            stored_game(game_id),
            caller=request.user if isinstance(request.user, User) else None,
            view=view,
            may_arbitrate=may_look_live(request.user),
            from_own_seat=False,
        )
    except (UnknownView, NotAllowed) as error:
        raise GameNotFound from error


def sight_beside(request: HttpRequest, sight: Sight) -> Sight | None:
    """Return the second view of a game, by ``beside`` in the query; None without one."""
    view = request.GET.get("beside")
    return _sight(request, sight.game.pk, view) if view else None


def read_at(request: HttpRequest, last: int, *, name: str = "at", most: int | None = None) -> int:
    """Return the event in the query or ``last``; raises ``GameNotFound`` for no event."""
    given = request.GET.get(name, "")
    highest = last if most is None else most
    if not given:
        return last
    if not (given.isascii() and given.isdigit() and len(given) < 10 and 1 <= int(given) <= highest):
        raise GameNotFound
    return int(given)
