"""Making players and tokens, and taking tokens back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID, uuid4

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.utils import timezone

from games.players import access
from games.players.models import Player, Token
from games.players.scopes import GUEST

MOST_TOKENS = 50
"""How many tokens a player may hold at once."""


class TooManyTokens(Exception):
    """A player holds as many tokens as one may."""


@transaction.atomic
def create_guest(*, name: str = "") -> tuple[Player, Token, str]:
    """A new player without a password, with a token; its secret is told here and never again."""
    identity = uuid4()
    user = get_user_model()(username=f"guest-{identity.hex}")
    user.set_unusable_password()
    user.save()
    player = Player.objects.create(
        id=identity, user=user, name=name or f"Guest {identity.hex[:6]}", is_guest=True
    )
    token, secret = issue_token(player=player, scopes=GUEST, label="first")
    return player, token, secret


def player_for(*, user: User) -> Player:
    """The player behind somebody who logs in; made at the first need, named as the user is."""
    made = {"name": (user.get_full_name() or user.get_username())[:40], "is_guest": False}
    return Player.objects.get_or_create(user=user, defaults=made)[0]


def issue_token(
    *, player: Player, scopes: Sequence[str], label: str = "", expiry: datetime | None = None
) -> tuple[Token, str]:
    """A new token of a player and its secret; without an expiry it lasts as the settings say."""
    if Token.objects.filter(user_id=player.user_id).count() >= MOST_TOKENS:
        raise TooManyTokens
    span: dict[str, timedelta] = {} if expiry is None else {"expiry": expiry - timezone.now()}
    token, secret = Token.objects.create(
        player.user, label=label, scopes=sorted(set(scopes)), prefix="fd_", **span
    )
    return token, secret


def revoke_token(*, player: Player, token_id: UUID) -> None:
    """Take a token back at once; raises ``ObjectDoesNotExist`` if the player has none such."""
    token = Token.objects.filter(user_id=player.user_id, id=token_id).first()
    if token is None:
        raise ObjectDoesNotExist
    access.forbid(token.digest)
    token.delete()


def rename(*, player: Player, name: str) -> Player:
    """Give a player another name."""
    Player.objects.filter(pk=player.pk).update(name=name)
    digests = list(Token.objects.filter(user_id=player.user_id).values_list("digest", flat=True))
    transaction.on_commit(lambda: access.forget(digests))
    return Player.objects.get(pk=player.pk)
