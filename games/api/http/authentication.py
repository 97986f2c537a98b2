"""Authentication by the token in the Authorization header."""

from __future__ import annotations

import re

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.players import access
from games.players.access import Access
from games.players.models import Player

SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "fd_…",
    "description": "A personal token. POST players/ gives one to anybody.",
}
_BEARER = re.compile(rb"bearer +(fd_[0-9a-f]{64})", re.IGNORECASE)


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer fd_…``. Without the header a request is anonymous."""

    def authenticate(self, request: Request) -> tuple[Player, Access] | None:
        """Return the player and the access that the token gives."""
        header = get_authorization_header(request)
        if not header:
            return None
        bearer = _BEARER.fullmatch(header.strip())
        found = access.find(bearer[1].decode()) if bearer else None
        if found is None:
            raise AuthenticationFailed
        return found.holder(), found

    def authenticate_header(self, request: Request) -> str:
        """Return the header WWW-Authenticate of a response 401."""
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token in the OpenAPI description."""

    target_class = "games.api.http.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the security scheme: a bearer token."""
        return SCHEME
