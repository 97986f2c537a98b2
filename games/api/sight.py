"""As whom a caller looks at a game, and what that look may be."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest
from rest_framework.request import Request

from games import selectors
from games.api.http.base import player_of
from games.api.http.errors import Refused
from games.api.http.parsing import not_one_of
from games.arbiters.services import game_to_look_at, is_arbiter, note_look
from games.engine import NOBODY
from games.errors import NotAllowed
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.players.access import Access
from games.players.models import Player
from games.players.scopes import AUDIT_LIVE
from games.viewers import FULL, PUBLIC, view_name, viewer_named


@dataclass(frozen=True, slots=True)
class Sight:
    """A game and the viewer of it; ``is_arbiter`` where only that lets the caller see so much."""

    game: Game
    viewer: int
    player: Player | None
    is_arbiter: bool

    def note(self, what: str, at: int) -> None:
        """Put an arbiter's look on record; no other look is recorded."""
        if self.is_arbiter and self.player is not None:
            view = view_name(self.viewer)
            note_look(game=self.game, player=self.player, view=view, what=what, at=at)


def sight_of(request: Request, game_id: UUID, *, is_begun: bool = True) -> Sight:
    """As whom the caller looks, by ``as`` in the query; without it from the own seat.

    Raises ``Refused`` for a view that is not the caller's, and for a game that has not begun unless
    that does not matter.
    """
    player, wanted, may = player_of(request), read_as(request._request), _may_arbitrate(request)
    game = game_to_look_at(game_id=game_id, player=player, may_arbitrate=may)
    if is_begun and not game.seq:
        raise Refused("not_started", {"status": str(game.status)})
    try:
        viewer = selectors.viewer_of(game=game, player=player, wanted=wanted)
    except NotAllowed as error:
        if not is_arbiter(game=game, player=player, may_arbitrate=may):
            raise Refused("not_your_view") from error
        return Sight(game, wanted if wanted is not None else NOBODY, player, True)
    return Sight(game, viewer, player, not selectors.may_see(game, player))


def _may_arbitrate(request: Request) -> bool:
    return isinstance(request.auth, Access) and AUDIT_LIVE in request.auth.scopes


def note_audit(request: Request, game: Game, viewer: int, what: str) -> None:
    """Put on record what an arbiter sees of a finished game that others may not."""
    player = player_of(request)
    is_usual = selectors.may_see(game, player) and (game.is_opened or viewer != EVERYTHING)
    is_arbiter = _may_arbitrate(request) and not is_usual
    Sight(game, viewer, player, is_arbiter).note(what, game.seq)


def read_as(request: HttpRequest) -> int | None:
    """Whose view is asked for: a seat, NOBODY, EVERYTHING, or None for the own."""
    given = request.GET.get("as")
    try:
        return None if given is None else viewer_named(given)
    except ValueError as error:
        raise not_one_of("as", f"{PUBLIC}, {FULL}, seat:N") from error
