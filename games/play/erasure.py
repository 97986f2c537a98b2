"""Erase a person: the name is deleted, and every proof stays valid.

Rows hold ids and commitments to names, and no name; so nothing that is sealed or signed changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from games.ledger.rows import now
from games.models import Game, Receipt, Seat
from games.play.seating import leave_game
from games.play.selectors import forget_names
from games.players import access
from games.players.browser_sessions import TOKEN
from games.players.models import Player, Token
from games.wakeups import after_commit, of_player

on_erasure: Final[list[Callable[[Player], None]]] = []
"""Listeners called in the transaction that erases a player."""


@transaction.atomic
def erase_player(player: Player) -> list[Game]:
    """Erase a player's name, login and tokens; return the games still running.

    The player keeps the id and the seats of games that have begun, and leaves the seats of open
    ones. Stored replies that may hold the name are deleted. Repeated, it changes nothing.
    """
    player = Player.objects.select_for_update().get(pk=player.pk)
    user = player.user
    _erase_logins(user, player.name)
    _erase_tokens(user)
    after_commit(of_player(player.pk))
    _erase_replies(player)
    _leave_open_games(player)
    Seat.objects.filter(player=player).update(name="", name_salt="")
    for listener in on_erasure:
        listener(player)
    player.name, player.erased_at = "", player.erased_at or now()
    player.save(update_fields=["name", "erased_at"])
    _erase_user(user, player)
    _rename_history(user, player)
    forget_names()
    seated = Seat.objects.filter(player=player).values("game")
    return list(Game.objects.filter(pk__in=seated, status=Game.Status.RUNNING))


def _erase_logins(user: User, name: str) -> None:
    """Delete the records of logins, and the sessions.

    A person may have typed any of the names into the form, in small or capital letters.
    """
    typed = Q()
    for one in {user.get_username(), user.email, user.get_full_name(), name} - {""}:
        typed |= Q(username__iexact=one)
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(typed).delete()
    key = str(user.pk)
    digests = set(Token.objects.filter(user=user).values_list("digest", flat=True))
    for session in Session.objects.iterator():
        held = session.get_decoded()
        if held.get("_auth_user_id") == key or held.get(TOKEN) in digests:
            session.delete()


def _erase_tokens(user: User) -> None:
    """Revoke all tokens; labels may name the person, and the cache holds names."""
    tokens = Token.objects.filter(user=user)
    access.forbid(tokens.values_list("digest", flat=True))
    tokens.delete()


def _erase_replies(player: Player) -> None:
    """Delete stored replies to the player, and those that name it."""
    username = msgspec.json.encode(player.user.get_username()).decode()
    Receipt.objects.filter(
        Q(scope=str(player.pk)) | Q(reply__contains=str(player.pk)) | Q(reply__contains=username)
    ).delete()


def _leave_open_games(player: Player) -> None:
    """Leave every open game; one that the player has created is cancelled with that."""
    mine = Q(creator=player) | Q(seat_set__player=player)
    found = Game.objects.filter(mine, status=Game.Status.OPEN).distinct()
    for game_id in found.values_list("pk", flat=True):
        leave_game(game_id=game_id, player=player)


def _erase_user(user: User, player: Player) -> None:
    """Close the login: without names, address, password and rights."""
    user.username = f"erased-{player.pk.hex}"
    user.email = user.first_name = user.last_name = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _rename_history(user: User, player: Player) -> None:
    """Replace the names in the admin's history, which stores objects as text."""
    for thing in (user, player):
        kind = ContentType.objects.get_for_model(type(thing))
        LogEntry.objects.filter(content_type=kind, object_id=str(thing.pk)).update(
            object_repr=str(thing)
        )
