"""What the caller of an endpoint may see of a game."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request

from games.api.http.api_view import player_of
from games.api.http.parsing import not_one_of
from games.api.http.problem_documents import RequestRefused
from games.api.http.session_authentication import login_behind
from games.audit.bundle import FULL
from games.errors import NotAllowed
from games.officials.looks import may_look_live
from games.play.selectors import stored_game
from games.play.sight import PUBLIC, Sight, UnknownView, decide_sight, viewer_named
from games.players.access import Access
from games.players.scopes import AUDIT_LIVE


def sight_of(request: Request, game_id: UUID, *, needs_rows: bool = True) -> Sight:
    """Return what the caller sees by ``as`` in the query (default: the own seat)."""
    check_view(request)
    try:
        return decide_sight(
            stored_game(game_id),
            caller=player_of(request),
            view=request.query_params.get("as"),
            may_arbitrate=may_arbitrate(request),
            needs_rows=needs_rows,
        )
    except NotAllowed as error:
        raise RequestRefused("not_your_view") from error


def check_view(request: Request) -> None:
    """Refuse an ``as`` in the query that is not the name of a view."""
    view = request.query_params.get("as")
    try:
        if view is not None:
            viewer_named(view)
    except UnknownView as error:
        raise not_one_of("as", f"{PUBLIC}, {FULL}, seat:N") from error


def may_arbitrate(request: Request) -> bool:
    """Whether the caller is an arbiter: by the token, or as staff in a browser."""
    access = request.auth
    if not isinstance(access, Access):
        return False
    is_granted = AUDIT_LIVE in access.scopes
    return is_granted or (not access.is_guest and may_look_live(login_behind(request)))
