"""What organisers do to a game: remove a seat, void it, correct its result.

Each act is a row of its own, with the organiser and the reason; nothing that stands is changed. An
organiser of a game has no seat in it and never had one, whatever the token allows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User

from games.engine import Act, Remove
from games.errors import NoSuchSeat, NotAllowed
from games.ledger.rows import Actor
from games.models import Game, Seat
from games.players.models import Player
from games.selectors import stored_game
from games.services import Outcome, Reply, submit_move

DIRECT: Final = "games.direct_game"
"""The permission of staff who may do so in the admin."""

LONGEST_REASON: Final = 500
"""How many characters a reason has at most."""

_UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
REASON: Final = rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*(?!\n)$"
"""A reason is one line of plain text: no control characters, and not only blanks."""


@dataclass(frozen=True, slots=True)
class Organiser:
    """A person who directs a game: by which public id, and which player that is, if any."""

    id: str
    player: Player | None


def organiser_of(player: Player) -> Organiser:
    """A player as an organiser."""
    return Organiser(str(player.pk), player)


def organiser_on_staff(user: User) -> Organiser:
    """Return a staff user as an organiser: by an id, without name and address."""
    return Organiser(f"staff-{user.pk}", Player.objects.filter(user=user).first())


def may_direct(user: User | AnonymousUser) -> bool:
    """Whether a user who is logged in to the admin may direct games."""
    return user.is_staff and user.has_perm(DIRECT)


def is_reason(text: str) -> bool:
    """Whether a text will do as a reason."""
    return len(text) <= LONGEST_REASON and re.search(REASON, text) is not None


def direct(
    *,
    game_id: UUID | str,
    act: Act,
    organiser: Organiser,
    reason: str,
    expected: int | None = None,
    key: str = "",
    body_digest: str = "",
    reply: Reply | None = None,
) -> Outcome:
    """Do something to a game, as ``submit_move`` makes a move; the reason is shown to all.

    Raises what that raises, ``NotAllowed`` for a player who has or had a seat in the game, and
    ``NoSuchSeat``.
    """
    if not is_reason(reason):
        raise ValueError("an organiser says why, in one line of text")
    game = stored_game(game_id)
    _check_apart(game, organiser)
    if isinstance(act, Remove) and not 0 <= act.seat < game.seats:
        raise NoSuchSeat(act.seat, game.seats)
    return submit_move(
        game_id=game.pk,
        seat=act.seat,
        move=act,
        actor=Actor(kind="organiser", player=organiser.id, reason=reason),
        expected=expected,
        key=key,
        body_digest=body_digest,
        reply=reply,
    )


def _check_apart(game: Game, organiser: Organiser) -> None:
    """Seats are settled before a game begins, and keep their players for good."""
    player = organiser.player
    if player and Seat.objects.filter(game_id=game.pk, player_id=player.pk).exists():
        raise NotAllowed("player")
