"""Create and rename players; create and revoke tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import PROTECT, Exists, OuterRef
from django.utils import timezone

from games.players import access
from games.players.models import Player, Token
from games.players.names import MAX_LENGTH, NameRefused, checked_name, normalised_name
from games.players.scopes import GUEST
from games.wakeups import after_commit, of_player

MAX_TOKENS = 50
"""The most valid tokens of a player."""


GUESTS_AT_ONCE = 500
"""How many guests are looked at together, to delete those without a game."""


class TooManyTokens(Exception):
    """The player already has the most tokens allowed."""


class ParentRevoked(Exception):
    """The token with which another was to be created has been revoked."""


class NotYourToken(Exception):
    """A token may not revoke a token that was not created with it."""


@transaction.atomic
def create_guest(*, name: str = "", label: str = "first") -> tuple[Player, Token, str]:
    """Create a player without a password, and a token; its secret is shown once.

    Raises ``NameRefused``.
    """
    name = name and checked_name(name)
    identity = uuid4()
    user = get_user_model()(username=f"guest-{identity.hex}")
    user.set_unusable_password()
    user.save()
    player = Player.objects.create(
        id=identity, user=user, name=name or f"Guest {identity.hex[:6]}", is_guest=True
    )
    token, secret = issue_token(player=player, scopes=GUEST, label=label, is_owner=True)
    return player, token, secret


def player_for(*, user: User) -> Player:
    """Return the player of a user; created at the first call, named as the user."""
    made = {"name": _staff_name(user), "is_guest": False}
    return Player.objects.get_or_create(user=user, defaults=made)[0]


def delete_unused_guests(*, before: datetime, after: datetime | None = None) -> datetime | None:
    """Delete guests who have no game, and were created and last seen before a time.

    Looks at the next guests created after ``after``. Return where to go on, None at the end.
    """
    guests = Player.objects.filter(is_guest=True, erased_at=None, person=None)
    guests = guests.filter(created_at__lt=before)
    if after is not None:
        guests = guests.filter(created_at__gt=after)
    some = list(guests.order_by("created_at").values_list("pk", "created_at")[:GUESTS_AT_ONCE])
    if not some:
        return None
    seen = Token.objects.filter(user=OuterRef("user"), last_used_at__gte=before)
    unused = Player.objects.filter(~Exists(seen), pk__in=[key for key, _ in some])
    for key, model in (("pk", Player), ("user", get_user_model())):
        relations: Sequence[Any] = model._meta.get_fields(include_hidden=True)
        for one in relations:
            if one.one_to_many and one.auto_created and one.on_delete is PROTECT:
                rows = one.related_model._default_manager.filter(**{one.field.name: OuterRef(key)})
                unused = unused.filter(~Exists(rows))
    with transaction.atomic():
        users = list(unused.select_for_update(of=["self"]).values_list("user", flat=True))
        tokens = Token.objects.filter(user__in=users)
        access.forbid(tokens.values_list("digest", flat=True))
        Player.objects.filter(user__in=users).delete()
        get_user_model().objects.filter(pk__in=users, is_staff=False).delete()
    return some[-1][1]


def _staff_name(user: User) -> str:
    """Return a user's name; reserved words are allowed, invisible names are not."""
    for given in (user.get_full_name(), user.get_username()):
        try:
            return normalised_name(given[:MAX_LENGTH])
        except NameRefused:
            continue
    return f"User {user.pk}"


@transaction.atomic
def issue_token(
    *,
    player: Player,
    scopes: Sequence[str],
    label: str = "",
    expiry: datetime | None = None,
    parent: UUID | None = None,
    is_owner: bool = False,
) -> tuple[Token, str]:
    """Create a token of a player and return it with its secret.

    Without an expiry it is valid for the time in the settings, and never longer than its parent.
    Raises ``TooManyTokens``, and ``ParentRevoked`` if the parent was revoked in the meantime.
    """
    Token.objects.filter(user_id=player.user_id, expiry__lte=timezone.now()).delete()
    tokens = _locked_tokens(player)
    if len(tokens) >= MAX_TOKENS:
        raise TooManyTokens
    if parent is not None:
        if parent not in tokens:
            raise ParentRevoked
        expiry = _earlier(expiry, tokens[parent].expiry)
    span: dict[str, timedelta] = {} if expiry is None else {"expiry": expiry - timezone.now()}
    token, secret = Token.objects.create(
        player.user,
        label=label,
        scopes=sorted(set(scopes)),
        parent_id=parent,
        is_owner=is_owner,
        prefix="fd_",
        **span,
    )
    if expiry is not None:  # knox adds the time to its own clock.
        token.expiry = expiry
        token.save(update_fields=["expiry"])
    return token, secret


def _locked_tokens(player: Player) -> dict[UUID, Token]:
    """Return the player's tokens, locked against concurrent changes."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    return {token.id: token for token in Token.objects.filter(user_id=player.user_id)}


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min((moment for moment in (one, other) if moment is not None), default=None)


@transaction.atomic
def revoke_token(*, player: Player, token_id: UUID, by: UUID) -> None:
    """Revoke a token and the tokens created with it, at once.

    The token ``by`` may revoke itself and those created with it; an owner's token may revoke all.
    Raises ``ObjectDoesNotExist`` if the player has no such token, ``NotYourToken`` if ``by`` may
    not.
    """
    tokens = _locked_tokens(player)
    if token_id not in tokens or by not in tokens:
        raise ObjectDoesNotExist
    if not tokens[by].is_owner and token_id not in _family(tokens, by):
        raise NotYourToken
    family = _family(tokens, token_id)
    access.forbid(tokens[one].digest for one in family)
    Token.objects.filter(id__in=family).delete()
    after_commit(of_player(player.pk))


def follow_account(
    *,
    instance: User,
    created: bool,
    update_fields: frozenset[str] | None,
    **_: object,
) -> None:
    """Close the API to a deactivated account, or open it again; a signal calls this."""
    if created or (update_fields is not None and "is_active" not in update_fields):
        return
    digests = list(Token.objects.filter(user=instance).values_list("digest", flat=True))
    if not digests:
        return
    if instance.is_active:
        transaction.on_commit(lambda: access.forget(digests))
    else:
        access.forbid(digests)
    after_commit(*(of_player(one.pk) for one in Player.objects.filter(user=instance)))


def _family(tokens: Mapping[UUID, Token], root: UUID) -> set[UUID]:
    """Return the ids of a token and of all tokens created with it, directly or not."""
    family, newest = {root}, {root}
    while newest:
        newest = {one.id for one in tokens.values() if one.parent_id in newest} - family
        family |= newest
    return family


def rename(*, player: Player, name: str) -> Player:
    """Give a player another name; raises ``NameRefused``.

    An erased player is not renamed: the cache may have a revoked token for a while.
    """
    name = checked_name(name)
    Player.objects.filter(pk=player.pk, erased_at=None).update(name=name)
    digests = list(Token.objects.filter(user_id=player.user_id).values_list("digest", flat=True))
    transaction.on_commit(lambda: access.forget(digests))
    return Player.objects.get(pk=player.pk)
