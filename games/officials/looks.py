"""The right of arbiters, and the record of what they see."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.models import AnonymousUser, User

from games.ledger.rows import now
from games.models import Game
from games.officials.grants import has_seat, is_granted
from games.officials.models import Look, RefusedLook
from games.players.models import Player
from games.players.persons import accounts_of
from games.players.services import player_for

LIVE: Final = "officials.audit_live"
"""The permission of staff who may see games whole; a running one needs a grant as well."""


def may_look_live(user: User | AnonymousUser) -> bool:
    """Whether a user who is logged in to the site is an arbiter."""
    return user.is_staff and user.has_perm(LIVE)


def objection(*, game: Game, caller: Player | User) -> str:
    """Return why the right of arbiters does not count in a game, "" if it does.

    "seat": the person has a seat in the game, a reserved one too; "grant": the game is not over,
    or held, and the account has no grant to see it whole. A game that is over needs none.
    """
    if has_seat(game, caller):
        return "seat"
    needs_grant = not game.is_finished
    return "grant" if needs_grant and not is_granted("look", game, caller) else ""


def has_looked(*, game: Game, player: Player) -> bool:
    """Whether a person has a recorded look at a game, which rules out a seat in it."""
    looks = set(Look.objects.filter(game_id=game.pk).values_list("player_id", flat=True))
    return bool(looks) and not looks.isdisjoint(accounts_of(player))


def note_look(*, game: Game, player: Player, view: str, what: str, at: int) -> None:
    """Record that a player has looked at position ``at`` as an arbiter."""
    Look.objects.create(
        game_id=game.pk,
        player_id=player.pk,
        view=view,
        what=what,
        at=at,
        seq=game.seq,
        created_at=now(),
    )


def note_refused_look(*, game: Game, caller: Player | User, view: str, why: str) -> None:
    """Record that an arbiter was refused a look, and why."""
    RefusedLook.objects.create(
        game_id=game.pk,
        player=player_for(user=caller) if isinstance(caller, User) else caller,
        view=view,
        why=why,
        seq=game.seq,
        created_at=now(),
    )
