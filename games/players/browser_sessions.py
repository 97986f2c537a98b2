"""Sessions of browsers: each has a token, whose secret is stored nowhere.

A session holds the digest of its token. So no script of a page can read what stands for the
player, and all that ends a token ends the session.
"""

from __future__ import annotations

from typing import Final

from django.contrib.auth import get_user
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.http import HttpRequest
from django.middleware.csrf import rotate_token

from games.players.device_codes import CodeRefused, use_code
from games.players.models import Token
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

LABEL: Final = "browser"
"""The label of the tokens of sessions."""


@transaction.atomic
def begin_session(request: HttpRequest, *, name: str = "", code: str = "") -> Token:
    """Begin the session of a browser, and return its token.

    The player is that of the code, else that of the user who is logged in, else a new guest. The
    session lasts as long as the token; that of a user keeps its end. Raises ``NameRefused``,
    ``CodeRefused``, ``TooManyTokens``.
    """
    session, user = request.session, get_user(request)
    if code:
        token = _token_by(code)
    elif user.is_authenticated:
        until = session.get_expiry_date()
        token, _ = issue_token(
            player=player_for(user=user), scopes=GUEST, label=LABEL, expiry=until
        )
    else:
        _, token, _ = create_guest(name=name, label=LABEL)
    _end_token(session)
    if user.is_authenticated:
        session.cycle_key()
    else:
        SessionStore.clear_expired()
        session.flush()
        session.set_expiry(token.expiry)
    session[TOKEN] = token.digest
    rotate_token(request)
    return token


def _token_by(code: str) -> Token:
    """Return a new token of the player of a code, a child of the one that made it."""
    parent = use_code(code)
    scopes = [one for one in GUEST if one in parent.scopes]
    player = parent.user.player
    try:
        return issue_token(player=player, scopes=scopes, label=LABEL, parent=parent.id)[0]
    except ParentRevoked as error:
        raise CodeRefused from error


def end_session(request: HttpRequest) -> None:
    """End the session of a browser; a user stays logged in to the admin."""
    _end_token(request.session)
    if not get_user(request).is_authenticated:
        request.session.flush()


def leave_player(*, request: HttpRequest, **_: object) -> None:
    """End the session of a guest who logs in as a user; a signal calls this.

    Otherwise a login would last as long as the session of a guest.
    """
    _end_token(request.session)
    request.session.set_expiry(None)


def _end_token(session: SessionBase) -> None:
    """Revoke the token of a session, unless others have it as their parent."""
    digest = session.pop(TOKEN, None)
    token = Token.objects.filter(digest=digest).select_related("user__player").first()
    if token is not None and not token.children.exists():
        revoke_token(player=token.user.player, token_id=token.id, by=token.id)
