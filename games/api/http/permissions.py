"""What a token may be used for."""

from __future__ import annotations

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.http.errors import Refused
from games.players.access import Access


class HasScope(BasePermission):
    """A view names the scope that each method needs; "" is any token, and no entry is none."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raise what is missing."""
        method = "GET" if request.method == "HEAD" else request.method
        scope: str | None = getattr(view, "scopes", {}).get(method)
        if scope is None:
            return True
        if not isinstance(request.auth, Access):
            raise NotAuthenticated
        if scope and scope not in request.auth.scopes:
            raise Refused("missing_scope", {"scope": scope})
        return True
