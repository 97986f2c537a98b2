"""The session of a browser."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.decorators import decorator_from_middleware
from rest_framework.request import Request

from games.api.http.api_view import ApiView, access_of, answer, player_of
from games.api.http.parsing import read_body
from games.api.http.problem_documents import RequestRefused
from games.api.http.session_authentication import SessionAuthentication, is_same_origin
from games.api.openapi.operation import describe
from games.api.views.players import refusing_names, render_me
from games.messages.game import MeResponse, SessionRequest
from games.players.access import access_by
from games.players.browser_sessions import begin_session, end_session
from games.players.scopes import PUBLIC
from games.players.services import MAX_TOKENS, TooManyTokens

_session = msgspec.json.Decoder(SessionRequest)


class BrowserSession(ApiView):
    """The session of the browser that asks."""

    scopes: ClassVar = {"POST": PUBLIC, "DELETE": PUBLIC}
    authentication_classes = (SessionAuthentication,)
    bucket = "guests"

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return the view with Django's middleware, which sets the cookies."""
        view: Any = super().as_view(**initkwargs)  # It is exempt from the check of that middleware.
        for middleware in (CsrfViewMiddleware, SessionMiddleware):
            view = decorator_from_middleware(middleware)(view)
        return view

    @describe(
        "session_create",
        {201: MeResponse, 200: MeResponse},
        body=SessionRequest,
        body_optional=True,
        errors=(403, 409, 422),
    )
    def post(self, request: Request) -> HttpResponse:
        """Begin a session.

        For pages of this server. The response sets an HttpOnly cookie, with which the API works as
        with a token. The player is a new guest; if staff is logged in, the player of that account.
        A browser that has a session gets 200 with its player. Send the cookie csrftoken, which
        every page sets, in the header X-CSRFToken.
        """
        _check_page(request)
        body = read_body(request, _session, default=b"{}")
        if (player := player_of(request)) is not None:
            player.refresh_from_db()
            return answer(render_me(player, access_of(request)))
        with refusing_names():
            try:
                token = begin_session(request._request, name=body.name or "")
            except TooManyTokens as error:
                raise RequestRefused("too_many_tokens", {"most": MAX_TOKENS}) from error
        held = access_by(id=token.id)
        assert held is not None
        return answer(render_me(token.user.player, held), 201, Cache_Control="no-store")

    @describe("session_delete", {204: None}, errors=(403,))
    def delete(self, request: Request) -> HttpResponse:
        """End the session.

        A guest's token is revoked, unless others were made with it: those of other devices go on.
        Staff stays logged in. Without a session the response is the same.
        """
        _check_page(request)
        end_session(request._request)
        return HttpResponse(status=204)


def _check_page(request: Request) -> None:
    """Refuse what no page of this server has sent, with or without a session."""
    if not is_same_origin(request):
        raise RequestRefused("csrf_failed")
    SessionAuthentication().enforce_csrf(request)
