"""The session of a browser, and codes for other devices."""

from __future__ import annotations

from contextlib import nullcontext
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
from games.api.http.throttling import guessing
from games.api.openapi.operation import describe
from games.api.qr_codes import qr_code
from games.api.replies import render_player
from games.api.views.players import refusing_names, render_me
from games.ledger.rows import stamp
from games.messages.player_messages import (
    CodeOwnerResponse,
    CodeRequest,
    DeviceCodeResponse,
    MeResponse,
    SessionRequest,
)
from games.players.access import access_by
from games.players.browser_sessions import NotLeft, begin_session, end_session
from games.players.device_codes import CodeRefused, issue_code, look_up_code
from games.players.scopes import ANY_TOKEN, PUBLIC
from games.players.services import MAX_TOKENS, TooManyTokens
from games.wording.language import language_of

_code = msgspec.json.Decoder(CodeRequest)
_session = msgspec.json.Decoder(SessionRequest)


class SessionView(ApiView):
    """A view for pages of this server, which have a session."""

    authentication_classes = (SessionAuthentication,)
    bucket = "guests"

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return the view with Django's middleware, which sets the cookies."""
        view: Any = super().as_view(**initkwargs)  # It is exempt from the check of that middleware.
        for middleware in (CsrfViewMiddleware, SessionMiddleware):
            view = decorator_from_middleware(middleware)(view)
        return view


class BrowserSession(SessionView):
    """The session of the browser that asks."""

    scopes: ClassVar = {"POST": PUBLIC, "DELETE": PUBLIC}

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
        with a token. The player is a new guest; with a `code` of me/codes/, the player who made it;
        if staff is logged in, the player of that account. A browser that has a session gets 200
        with its player, or with a `code` leaves that one: a player whom no other device has can be
        returned to for a day, in this browser, with the id as `back`. Send the cookie csrftoken,
        which every page sets, in the header X-CSRFToken.
        """
        _check_page(request)
        body = read_body(request, _session, default=b"{}")
        player = player_of(request)
        if player is not None and body.code is None and body.back is None:
            player.refresh_from_db()
            return answer(render_me(player, access_of(request)))
        with refusing_names():
            try:
                with nullcontext() if body.code is None else guessing(request, CodeRefused):
                    token = begin_session(
                        request._request, name=body.name or "", code=body.code or "", back=body.back
                    )
            except CodeRefused as error:
                raise RequestRefused("invalid_code") from error
            except NotLeft as error:
                raise RequestRefused("player_not_left") from error
            except TooManyTokens as error:
                raise RequestRefused("too_many_tokens", {"most": MAX_TOKENS}) from error
        held = access_by(id=token.id)
        assert held is not None
        return answer(render_me(token.user.player, held), 201, Cache_Control="no-store")

    @describe("session_delete", {204: None}, errors=(403,))
    def delete(self, request: Request) -> HttpResponse:
        """End the session.

        Nor can the browser return to players whom it left. A guest's token is revoked, unless
        others were made with it: those of other devices go on. Staff stays logged in. Without a
        session the response is the same.
        """
        _check_page(request)
        end_session(request._request)
        return HttpResponse(status=204)


class CodeOwner(SessionView):
    """Whose a code is."""

    scopes: ClassVar = {"POST": PUBLIC}

    @describe("session_code", CodeOwnerResponse, body=CodeRequest, errors=(403, 422))
    def post(self, request: Request) -> HttpResponse:
        """Get the player of a code.

        Without using it, so that a page can say as whom it is about to play: the code may have come
        from anybody. A wrong one counts as an attempt. For pages of this server, as session/.
        """
        _check_page(request)
        body = read_body(request, _code)
        try:
            with guessing(request, CodeRefused):
                code = look_up_code(body.code)
        except CodeRefused as error:
            raise RequestRefused("invalid_code") from error
        player = render_player(code.token.user.player, language_of(request))
        told = CodeOwnerResponse(player, stamp(code.expires_at))
        return answer(told, Cache_Control="no-store")


class DeviceCodes(ApiView):
    """Codes for other devices."""

    scopes: ClassVar = {"POST": ANY_TOKEN}

    @describe("codes_create", {201: DeviceCodeResponse})
    def post(self, request: Request) -> HttpResponse:
        """Create a code for another device.

        Type it at `/enter/`, or scan `qr`: the browser there then plays as you. A code has 8
        letters and works once, within ten minutes; another one replaces it. The new session has
        the scopes game:create and game:play at most, and ends with the token in use.
        """
        code, until = issue_code(token=access_of(request).token)
        url = request.build_absolute_uri(f"/enter/#{code}")
        made = DeviceCodeResponse(code, url, qr_code(url), stamp(until))
        return answer(made, 201, Cache_Control="no-store")


def _check_page(request: Request) -> None:
    """Refuse what no page of this server has sent, with or without a session."""
    if not is_same_origin(request):
        raise RequestRefused("csrf_failed")
    SessionAuthentication().enforce_csrf(request)
