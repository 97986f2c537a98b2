"""What drf-spectacular reads from the views themselves."""

from __future__ import annotations

from drf_spectacular.openapi import AutoSchema

from games.api.http.permissions import scopes_of
from games.players.scopes import ANY_TOKEN, OPTIONAL, PUBLIC


class Operation(AutoSchema):
    """Describes an operation: its view names the scopes, and what is deprecated."""

    def is_deprecated(self) -> bool:
        """Whether the method is deprecated."""
        return self.method in getattr(self.view, "deprecated", {})

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return one requirement for each scope of which the operation needs one."""
        needed = scopes_of(self.view, self.method)
        if needed == (PUBLIC,):
            return []
        if needed == (OPTIONAL,):
            return [{}, {"token": []}]
        return [{"token": [] if one == ANY_TOKEN else [one]} for one in needed]
