"""As whom a user sees a page, and which views are open to the user."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest

from games import selectors
from games.arbiters.services import game_to_look_at, is_arbiter, may_look_live, note_look
from games.engine import NOBODY
from games.errors import GameNotFound, NotAllowed
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.players.models import Player
from games.players.services import player_for
from games.viewers import FULL, PUBLIC, view_name, viewer_named


@dataclass(frozen=True, slots=True)
class Sight:
    """A game and the viewer of it.

    ``is_arbiter`` where only that lets a user see so much; ``views`` are all that are open to
    them.
    """

    game: Game
    viewer: int
    is_arbiter: bool
    views: tuple[str, ...]
    user: User | AnonymousUser

    @property
    def name(self) -> str:
        """The view, as addresses spell it."""
        return view_name(self.viewer)

    @property
    def suffix(self) -> str:
        """What addresses need besides the event, where the view is not the usual one."""
        return "" if self.viewer == usual(self.game) else f"&as={self.name}"

    @property
    def records_others(self) -> bool:
        """Whether some of the views that are open would be put on record."""
        return not self.game.is_opened and len(self.views) > 2

    def note(self, what: str, at: int) -> None:
        """Put an arbiter's look on record; no other look is recorded."""
        if self.is_arbiter and isinstance(self.user, User):
            looking = player_for(user=self.user)
            note_look(game=self.game, player=looking, view=self.name, what=what, at=at)


def usual(game: Game) -> int:
    """As whom a user looks who does not ask for more."""
    return EVERYTHING if game.is_opened else NOBODY


def player_of(request: HttpRequest) -> Player | None:
    """Return the player behind the user who is logged in, if there is one."""
    player: Player | None = getattr(request.user, "player", None)
    return player


def sight_of(request: HttpRequest, game_id: UUID) -> Sight:
    """As whom the request looks, by ``as`` in the query; raises ``GameNotFound`` for no such view.

    A login alone shows no more than the public sees: more must be asked for.
    """
    player, may = player_of(request), may_look_live(request.user)
    game = game_to_look_at(game_id=game_id, player=player, may_arbitrate=may)
    judges = may and (player is None or is_arbiter(game=game, player=player, may_arbitrate=may))
    asked = _asked(request)
    wanted = usual(game) if asked is None else asked
    views = _views(game, player, is_open=judges or game.is_opened)
    try:
        viewer = selectors.viewer_of(game=game, player=player, wanted=wanted)
    except NotAllowed as error:
        if not judges:
            raise GameNotFound from error
        return Sight(game, wanted, True, views, request.user)
    return Sight(game, viewer, not selectors.may_see(game, player), views, request.user)


def _asked(request: HttpRequest) -> int | None:
    given = request.GET.get("as", "")
    try:
        return viewer_named(given) if given else None
    except ValueError as error:
        raise GameNotFound from error


def _views(game: Game, player: Player | None, *, is_open: bool) -> tuple[str, ...]:
    """Return every view that a user may ask for."""
    seats = range(game.seats) if is_open else [selectors.seat_of(game, player)]
    names = [view_name(seat) for seat in seats if seat is not None]
    return (*([FULL] if is_open else []), PUBLIC, *names)
