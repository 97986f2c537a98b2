"""Authentication of a stream by the ticket in its address."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.request import Request

from games.api.http.authentication import TokenAuthentication
from games.api.http.problem_documents import RequestRefused
from games.players.access import Access
from games.players.models import Player
from games.players.tickets import use_ticket

SCHEME = {
    "type": "apiKey",
    "in": "query",
    "name": "ticket",
    "description": "A ticket of stream-tickets/ opens one stream, once.",
}


class TicketAuthentication(TokenAuthentication):
    """``?ticket=fdt_…``. Only requests for a stream use a ticket up."""

    def authenticate(self, request: Request) -> tuple[Player, Access] | None:
        """Return the player and the access of the token that the ticket was made with."""
        secret = request.GET.get("ticket")
        if secret is None or request.method != "GET":
            return None
        kind = getattr(getattr(request, "accepted_renderer", None), "media_type", "")
        if kind != "text/event-stream":
            return None
        found = use_ticket(secret=secret, path=request.path)
        if found is None:
            challenge = 'Bearer error="invalid_token"'
            raise RequestRefused("invalid_ticket", headers={"WWW-Authenticate": challenge})
        return found.holder(), found


class TicketScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The ticket in the OpenAPI description."""

    target_class = "games.api.http.ticket_authentication.TicketAuthentication"
    name = "ticket"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the ticket in the query."""
        return SCHEME
