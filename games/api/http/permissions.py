"""Permissions by the scopes of the token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from games.api.http.problem_documents import RequestRefused
from games.players.access import Access
from games.players.scopes import ANY_TOKEN, OPTIONAL, PUBLIC

if TYPE_CHECKING:
    from rest_framework.views import APIView


class HasScope(BasePermission):
    """Checks the scopes that a view names for a method; refuses one without an entry."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raise unless the token has one of the scopes."""
        needed = scopes_of(view, request.method)
        if request.method == "OPTIONS" or needed in ((PUBLIC,), (OPTIONAL,)):
            return True
        if not isinstance(request.auth, Access):
            raise NotAuthenticated
        if not needed:
            raise RequestRefused("not_allowed", {"reason": "other"})
        if ANY_TOKEN not in needed and not set(needed) & set(request.auth.scopes):
            raise RequestRefused("missing_scope", {"scope": needed[0]})
        return True


def scopes_of(view: APIView, method: str | None) -> tuple[str, ...]:
    """Return the scopes of which a method needs one; () if the view has no entry."""
    found = getattr(view, "scopes", {}).get("GET" if method == "HEAD" else method, ())
    return (found,) if isinstance(found, str) else found
