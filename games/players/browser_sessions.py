"""Sessions of browsers: each has a token, whose secret is stored nowhere.

A session holds the digest of its token. So no script of a page can read what stands for the
player, and all that ends a token ends the session. A player of its own that a browser leaves for
that of a code would be lost: for a day the session holds the digest of that token too.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.utils import timezone

from games.players.device_codes import CodeRefused, use_code
from games.players.models import Player, Token
from games.players.scopes import GUEST
from games.players.services import (
    ParentRevoked,
    create_guest,
    issue_token,
    player_for,
    revoke_token,
)

TOKEN: Final = "browser_token"
"""The member of a session that holds the digest."""

LEFT: Final = "left_tokens"
"""The member with the digests of the tokens of players who were left, and until when."""

LABEL: Final = "browser"
"""The label of the tokens of sessions."""

RETURN_TIME: Final = timedelta(days=1)
"""How long a browser can return to a player whom it left."""


class NotLeft(Exception):
    """The browser has not left this player, or longer ago than it may return."""


class LeftPlayer(NamedTuple):
    """A player whom a browser left, and until when it can return."""

    token: Token
    until: datetime


def left_players(session: SessionBase) -> list[LeftPlayer]:
    """Return the players to whom a browser can return."""
    held: dict[str, float] = session.get(LEFT, {})
    if not held:
        return []
    tokens = Token.objects.filter(
        digest__in=held, expiry__gt=timezone.now(), user__is_active=True
    ).select_related("user__player")
    found = [LeftPlayer(one, datetime.fromtimestamp(held[one.digest], UTC)) for one in tokens]
    return [one for one in found if one.until > timezone.now()]


@transaction.atomic
def begin_session(
    request: HttpRequest,
    *,
    name: str = "",
    code: str = "",
    back: UUID | None = None,
    player: Player | None = None,
) -> Token:
    """Begin the session of a browser, and return its token.

    The player is the one given, else that of the code, else one whom this browser left, else that
    of the user who is logged in, else a new guest. The session lasts as long as the token; that of
    a user keeps its end. Raises ``NameRefused``, ``CodeRefused``, ``NotLeft``, ``TooManyTokens``.
    """
    session, user = request.session, get_user(request)
    left = left_players(session)
    own = _own_token(session)
    if player is not None:
        if own is not None and own.user_id == player.user_id:
            return own
        token, _ = issue_token(player=player, scopes=GUEST, label=LABEL)
    elif code:
        parent = use_code(code)
        if own is not None and own.user_id == parent.user_id:
            return own
        token = _token_by(parent)
    elif back is not None:
        token = _token_of(back, left)
    elif user.is_authenticated:
        until = session.get_expiry_date()
        token, _ = issue_token(
            player=player_for(user=user), scopes=GUEST, label=LABEL, expiry=until
        )
    else:
        _, token, _ = create_guest(name=name, label=LABEL)
    if own is not None:
        session.pop(TOKEN)
        left.append(LeftPlayer(own, timezone.now() + RETURN_TIME))
    left = [one for one in left if one.token != token]
    _end_token(session)
    if user.is_authenticated:
        session.cycle_key()
    else:
        SessionStore.clear_expired()
        session.flush()
        session.set_expiry(max([token.expiry, *(one.until for one in left)]))
    session[TOKEN] = token.digest
    session[LEFT] = {one.token.digest: one.until.timestamp() for one in left}
    rotate_token(request)
    return token


def player_of_session(session: SessionBase) -> Player | None:
    """Return the player of the browser, None without a valid token."""
    digest = session.get(TOKEN)
    tokens = Token.objects.filter(
        digest=digest, expiry__gt=timezone.now(), user__is_active=True
    ).select_related("user__player")
    found = tokens.first() if digest else None
    return found.user.player if found else None


def _own_token(session: SessionBase) -> Token | None:
    """Return the token of a session if its player has it from no other device."""
    digest = session.get(TOKEN)
    found = Token.objects.filter(digest=digest, expiry__gt=timezone.now(), parent=None)
    return found.select_related("user__player").first() if digest else None


def _token_of(player: UUID, left: list[LeftPlayer]) -> Token:
    """Return the token of a player who was left."""
    found = next((one.token for one in left if one.token.user.player.pk == player), None)
    if found is None:
        raise NotLeft
    return found


def _token_by(parent: Token) -> Token:
    """Return a new token of the player of a code, a child of the one that made it."""
    scopes = [one for one in GUEST if one in parent.scopes]
    player = parent.user.player
    try:
        return issue_token(player=player, scopes=scopes, label=LABEL, parent=parent.id)[0]
    except ParentRevoked as error:
        raise CodeRefused from error


def end_session(request: HttpRequest) -> None:
    """End the session of a browser; a user stays logged in to the admin."""
    _end_all(request.session)
    if not get_user(request).is_authenticated:
        request.session.flush()


def leave_player(*, request: HttpRequest, **_: object) -> None:
    """End the session of a guest who logs in as a user; a signal calls this.

    Otherwise a login would last as long as the session of a guest.
    """
    _end_all(request.session)
    request.session.set_expiry(None)


def _end_all(session: SessionBase) -> None:
    """End the token of a session, and those of the players who were left."""
    for one in left_players(session):
        _revoke(one.token)
    session.pop(LEFT, None)
    _end_token(session)


def _end_token(session: SessionBase) -> None:
    """Revoke the token of a session, unless others have it as their parent."""
    digest = session.pop(TOKEN, None)
    token = Token.objects.filter(digest=digest).select_related("user__player").first()
    if token is not None:
        _revoke(token)


def _revoke(token: Token) -> None:
    if not token.children.exists():
        revoke_token(player=token.user.player, token_id=token.id, by=token.id)
