"""Authentication by the session cookie, for pages of this server only.

The session holds the digest of a token, so scopes, limits, streams and revocation are those of the
token. A session without a valid token is anonymous, because a page cannot delete the cookie.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends.db import SessionStore
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from games.api.http.authentication import find_access
from games.api.http.problem_documents import RequestRefused
from games.players.access import Access
from games.players.browser_sessions import TOKEN
from games.players.models import Player

SESSION_SCHEME: Final = {
    "type": "apiKey",
    "in": "cookie",
    "name": settings.SESSION_COOKIE_NAME,
    "description": (
        "The session of a browser, which POST session/ begins; only for pages of this server."
        " Requests other than GET send the cookie csrftoken in the header X-CSRFToken too."
    ),
}
_SAME_ORIGIN: Final = (None, "same-origin", "none")
"""Values of Sec-Fetch-Site; browsers send none to an address without TLS, nor do old ones."""


class SessionAuthentication(authentication.SessionAuthentication):
    """The session cookie of a request from the same origin."""

    def authenticate(self, request: Request) -> tuple[Player, Access] | None:
        """Return the player and the access of the token in the session."""
        if "HTTP_COOKIE" not in request.META or not is_same_origin(request):
            return None
        key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
        digest = SessionStore(key).get(TOKEN) if key else None
        found = find_access(digest, request) if digest else None
        if found is None:
            return None
        self.enforce_csrf(request)
        return found.holder(), found

    def enforce_csrf(self, request: Request) -> None:
        """Refuse a request that changes something, unless a page of this server sends it."""
        if request.method == "POST":
            request.body  # noqa: B018 - Django's check may read a form, and the view reads the body.
        try:
            super().enforce_csrf(request._request)  # type: ignore[arg-type]
        except PermissionDenied as error:
            raise RequestRefused("csrf_failed") from error


def login_behind(request: Request) -> User | AnonymousUser:
    """Return the user who is logged in to the pages and whose player is the caller.

    A token in a header stands for its player alone. Requests to the API have no session of Django.
    """
    if not isinstance(request.successful_authenticator, SessionAuthentication):
        return AnonymousUser()
    page, access = request._request, request.auth
    page.session = SessionStore(request.COOKIES[settings.SESSION_COOKIE_NAME])
    user = get_user(page)
    if not isinstance(user, User) or not isinstance(access, Access):
        return AnonymousUser()
    is_caller = Player.objects.filter(user=user, pk=access.player).exists()
    return user if is_caller else AnonymousUser()


def is_same_origin(request: Request) -> bool:
    """Whether a page of this server sends a request, or a client that is no browser."""
    return request.META.get("HTTP_SEC_FETCH_SITE") in _SAME_ORIGIN


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session cookie in the OpenAPI description."""

    target_class = "games.api.http.session_authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the session cookie."""
        return SESSION_SCHEME
