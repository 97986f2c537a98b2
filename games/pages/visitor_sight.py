"""What the visitor of a page may see of a game, and at which event."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest

from games.errors import GameError, GameNotFound, NotAllowed
from games.officials.looks import may_look_live
from games.play.selectors import may_see, stored_game
from games.play.sight import Sight, UnknownView, decide_sight, open_viewers, view_name
from games.players.browser_sessions import player_of_session
from games.players.models import Player


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


def replay_place(request: HttpRequest, game_id: UUID, *, is_embedded: bool) -> dict[str, str]:
    """Return what the replay of a game needs to begin; nothing if it is not visible.

    ``views`` are those that may be chosen, the usual one first; looks by ``recorded`` ones are put
    on record. The API decides again who sees what, and records it.
    """
    may_arbitrate = not is_embedded and may_look_live(request.user)
    caller: Player | User | None = None
    if may_arbitrate and isinstance(request.user, User):
        caller = request.user
    elif not is_embedded:
        caller = player_of_session(request.session)
    player = getattr(caller, "player", None) if isinstance(caller, User) else caller
    try:
        game = stored_game(game_id)
        sight = decide_sight(game, caller=caller, view=None, may_arbitrate=may_arbitrate)
    except GameError:
        return {}
    usual = open_viewers(game=game, player=player)
    viewers = [sight.viewer, *(one for one in sight.viewers if one != sight.viewer)]
    unrecorded = usual if may_see(game, player) else ()
    recorded = [view_name(one) for one in viewers if one not in unrecorded]
    place = {"seq": str(game.seq), "edition": game.edition_id}
    place["views"] = " ".join(map(view_name, viewers))
    return place | ({"recorded": " ".join(recorded)} if recorded else {})


def read_at(request: HttpRequest, last: int) -> int:
    """Return the event in the query or ``last``; raises ``GameNotFound`` for no event."""
    given = request.GET.get("at", "")
    if not given:
        return last
    if not (given.isascii() and given.isdigit() and len(given) < 10 and 1 <= int(given) <= last):
        raise GameNotFound
    return int(given)
