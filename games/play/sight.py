"""Decide who may look at a game and what is shown: one rule for API and pages.

A viewer is the number of a seat, ``NOBODY`` (the public), or ``EVERYTHING``, from whom nothing is
hidden. Addresses and replies name them "seat:N", "public" and "full".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q

from games.audit.bundle import FULL
from games.engine import NOBODY, Seat
from games.errors import GameNotFound, NoSuchSeat, NotAllowed, NotStarted
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.models import Seat as SeatRow
from games.officials.grants import has_seat, held_grants
from games.officials.looks import note_look, note_refused_look, objection
from games.play.listed import GameSource, granted_games, open_games, over_by_invitation, own_games
from games.play.selectors import may_see, seat_of, stored_game
from games.players.models import Player
from games.players.persons import accounts_of
from games.players.services import player_for

Viewer = Seat
"""A seat, ``NOBODY`` or ``EVERYTHING``."""

# ---- names

PUBLIC: Final = "public"


class UnknownView(ValueError):
    """The name of a view is neither "public" nor "full" nor "seat:N"."""


def view_name(viewer: Viewer) -> str:
    """Return the name of a viewer in addresses and replies."""
    if viewer == EVERYTHING:
        return FULL
    return PUBLIC if viewer == NOBODY else f"seat:{viewer}"


def viewer_named(name: str) -> Viewer:
    """Return the viewer of a name; raises ``UnknownView``."""
    if name in (PUBLIC, FULL):
        return NOBODY if name == PUBLIC else EVERYTHING
    seat = re.fullmatch(r"seat:([0-9])", name)
    if seat is None:
        raise UnknownView(name)
    return int(seat[1])


# ---- the rule


def viewer_of(*, game: Game, player: Player | None) -> Viewer:
    """Return the viewer that a player is without asking for a view.

    ``EVERYTHING`` once the game is over and opens to all; before, a player looks from the own
    seat, and all others as the public.
    """
    return open_viewers(game=game, player=player)[0]


def open_viewers(*, game: Game, player: Player | None) -> tuple[Viewer, ...]:
    """Return the viewers open to a player who is no arbiter, the default first."""
    if game.is_opened:
        return _all_viewers(game)
    seat = seat_of(game, player)
    return (NOBODY,) if seat is None else (seat, NOBODY)


def _all_viewers(game: Game) -> tuple[Viewer, ...]:
    return (EVERYTHING, NOBODY, *range(game.seats))


@dataclass(frozen=True, slots=True)
class Sight:
    """A game as one viewer sees it.

    ``viewers`` may be asked for instead. ``caller`` looks: a player, the login of staff, or None
    for the public. ``is_arbiter``: only the right of an arbiter shows this, and the look must be
    recorded.
    """

    game: Game
    viewer: Viewer
    viewers: tuple[Viewer, ...]
    caller: Player | User | None
    is_arbiter: bool

    @property
    def view(self) -> str:
        """The name of the viewer."""
        return view_name(self.viewer)

    @property
    def suffix(self) -> str:
        """Return the query that a page's address needs if the view is not the default."""
        is_usual = self.viewer == viewer_of(game=self.game, player=None)
        return "" if is_usual else f"&as={self.view}"

    def note(self, what: str, at: int) -> None:
        """Record the look of an arbiter at position ``at``; no other look is recorded."""
        if not self.is_arbiter or self.caller is None:
            return
        player = player_for(user=self.caller) if isinstance(self.caller, User) else self.caller
        note_look(game=self.game, player=player, view=self.view, what=what, at=at)


def decide_sight(
    game: Game,
    *,
    caller: Player | User | None,
    view: str | None,
    may_arbitrate: bool,
    from_own_seat: bool = True,
    needs_rows: bool = False,
) -> Sight:
    """Return what a caller sees of a game who asks for a view, or for none.

    Without a view the caller looks from the own seat, or as the public unless ``from_own_seat``.
    ``may_arbitrate``: the caller is an arbiter, which counts in games without a seat of that
    person, and while a game runs only with a grant for it. A refused look is recorded.

    Raises ``UnknownView``; ``GameNotFound`` if the game is not visible to the caller;
    ``NotStarted`` if it ``needs_rows`` and has none; ``NoSuchSeat``; and ``NotAllowed``
    for a view that is not open to the caller.
    """
    wanted = None if view is None else viewer_named(view)
    player = _player_behind(caller)
    is_concerned = may_see(game, player)
    if not is_concerned and not may_arbitrate:
        raise GameNotFound
    usual = open_viewers(game=game, player=player)
    if wanted is None:
        wanted = usual[0] if from_own_seat else viewer_of(game=game, player=None)
    named = view_name(wanted)
    why_not = _objection(game, caller) if may_arbitrate else "right"
    needs_right = not is_concerned or wanted not in usual
    if caller is not None and may_arbitrate and needs_right and why_not and wanted < game.seats:
        note_refused_look(game=game, caller=caller, view=named, why=why_not)
    if not is_concerned and why_not:
        raise GameNotFound
    if needs_rows and not game.seq:
        raise NotStarted({"status": str(game.status)})
    if wanted >= game.seats:
        raise NoSuchSeat(wanted, game.seats)
    viewers = tuple(sorted(usual)) if why_not else _all_viewers(game)
    if wanted not in viewers:
        raise NotAllowed("seat")
    return Sight(game, wanted, viewers, caller, needs_right)


def _objection(game: Game, caller: Player | User | None) -> str:
    """Return why a caller is no arbiter of a game, "" for one who is."""
    return "right" if caller is None else objection(game=game, caller=caller)


def decide_audit_sight(
    *,
    game_id: UUID,
    player: Player | None,
    is_auditor: bool,
    may_arbitrate: bool,
    as_public: bool = False,
) -> Sight:
    """Return what a player sees in the bundle of a game, or in the verdict on it.

    Auditors may ask for any game that is over, and see all of it unless the person has a seat in
    it. ``as_public`` is for what shows no cards, such as a verdict: the viewer is the public.
    Raises ``GameNotFound`` if the game is not there for the player.
    """
    game = stored_game(game_id)
    is_concerned = may_see(game, player)
    audits = is_auditor and game.is_finished
    if not is_concerned and not audits:
        raise GameNotFound
    if as_public:
        viewer = NOBODY
    elif audits and player is not None and not has_seat(game, player):
        viewer = EVERYTHING
    else:
        viewer = viewer_of(game=game, player=player)
    is_usual = is_concerned and (game.is_opened or viewer != EVERYTHING)
    return Sight(game, viewer, (viewer,), player, may_arbitrate and not is_usual)


def visible_games(
    *, caller: Player | User | None, may_arbitrate: bool = False, is_auditor: bool = False
) -> list[GameSource]:
    """Return the games that ``decide_sight`` does not refuse to a caller.

    Auditors find every finished game too. So do arbiters, and the other games for which they have
    a grant, but no game in which that person has a seat by another account.
    """
    player = _player_behind(caller)
    found = [open_games(), *(own_games(player) if player else ())]
    if is_auditor:
        found.append(over_by_invitation())
    if may_arbitrate and caller is not None:
        own = SeatRow.objects.filter(game=OuterRef("pk"), player_id__in=accounts_of(caller))
        found.append(granted_games(held_grants("look", caller)).narrowed(Q(~Exists(own))))
        if not is_auditor:
            found.append(over_by_invitation().narrowed(Q(~Exists(own))))
    return found


def _player_behind(caller: Player | User | None) -> Player | None:
    """Return the player of a caller; None for the public, and for staff without one."""
    if isinstance(caller, User):
        player: Player | None = getattr(caller, "player", None)
        return player
    return caller
