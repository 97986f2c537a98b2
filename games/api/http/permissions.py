"""Permissions by the scopes of the token."""

from __future__ import annotations

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.http.problem_documents import RequestRefused
from games.players.access import Access


class HasScope(BasePermission):
    """Checks the scope that a view names for a method.

    "" is any token, no entry is no token.
    """

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raise unless the token has the scope."""
        method = "GET" if request.method == "HEAD" else request.method
        scope: str | None = getattr(view, "scopes", {}).get(method)
        if scope is None:
            return True
        if not isinstance(request.auth, Access):
            raise NotAuthenticated
        if scope and scope not in request.auth.scopes:
            raise RequestRefused("missing_scope", {"scope": scope})
        return True
