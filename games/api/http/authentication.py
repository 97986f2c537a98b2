"""Authentication by the token in the Authorization header.

A process remembers whose a valid token was, not that it is valid. So the round trip that reads the
token from the cache can count the request for this player. If the token is not valid any more, the
request is counted for the address as well, and the process forgets the token.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final
from uuid import UUID

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.api.http.throttling import bucket_of, cost_of, read_and_charge, usage_of
from games.ledger.recent import Recent
from games.players import access
from games.players.access import Access
from games.players.models import Player

SCHEME = {
    "type": "http",
    "scheme": "bearer",
    "bearerFormat": "fd_…",
    "description": "A personal token. POST players/ gives one to anybody.",
}
_holders: Final[Recent[str, UUID]] = Recent(10_000)
"""The players of the tokens that this process found valid last, by the digest of the token."""

_BEARER = re.compile(rb"bearer +(fd_[0-9a-f]{64})", re.IGNORECASE)


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer fd_…``. Without the header a request is anonymous."""

    def authenticate(self, request: Request) -> tuple[Player, Access] | None:
        """Return the player and the access that the token gives."""
        header = get_authorization_header(request)
        if not header:
            return None
        bearer = _BEARER.fullmatch(header.strip())
        found = find_access(access.digest_of(bearer[1].decode()), request) if bearer else None
        if found is None:
            raise AuthenticationFailed
        return found.holder(), found

    def authenticate_header(self, request: Request) -> str:
        """Return the header WWW-Authenticate of a response 401."""
        return "Bearer"


def find_access(digest: str, request: Request) -> Access | None:
    """Return the access that a token gives; count the request if the player is known."""
    holder = _holders.get(digest)
    read = None if holder is None else partial(_read_and_charge, request, holder)
    found = access.find_stored(digest, read)
    if found is None:
        _holders.drop(digest)
    else:
        _holders.put(digest, found.player)
    return found


def _read_and_charge(request: Request, holder: UUID, key: str) -> bytes | None:
    view = request.parser_context["view"]
    bucket, cost = bucket_of(request.method, view), cost_of(request, view)
    value, usage_of(request).charged = read_and_charge(key, request, bucket, holder, cost)
    return value


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token in the OpenAPI description."""

    target_class = "games.api.http.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the security scheme: a bearer token."""
        return SCHEME
