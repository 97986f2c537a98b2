"""Players, the caller, and the caller's tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from games.api.http.api_view import ApiView, access_of, answer, caller
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.operation import describe
from games.api.replies import render_player
from games.ledger.rows import stamp
from games.messages.player_messages import (
    MeResponse,
    NameRequest,
    NewPlayerResponse,
    NewTokenResponse,
    PlayerRequest,
    TokenRequest,
    TokenResponse,
    TokensResponse,
)
from games.players import services
from games.players.access import Access
from games.players.models import Player, Token
from games.players.names import NameRefused
from games.players.scopes import ANY_TOKEN, PUBLIC
from games.players.selectors import player_by_id, tokens_of
from games.wording.language import language_of

MIN_KEY_LENGTH = 16
"""A key that can be guessed would reveal the token of another player."""

_player = msgspec.json.Decoder(PlayerRequest)
_name = msgspec.json.Decoder(NameRequest)
_token = msgspec.json.Decoder(TokenRequest)


class PlayerList(ApiView):
    """Guest players."""

    scopes: ClassVar = {"POST": PUBLIC}
    bucket = "guests"

    @describe(
        "players_create",
        {201: NewPlayerResponse},
        body=PlayerRequest,
        body_optional=True,
        headers=("Location",),
        once=True,
        least_key=MIN_KEY_LENGTH,
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a guest player.

        No token is needed. The rules for names are those of me/. The response has a token with the
        scopes game:create and game:play; its secret is shown only here. An Idempotency-Key has 16
        characters or more here.
        """
        body = read_body(request, _player, default=b"{}")

        def carry_out() -> HttpResponse:
            with refusing_names():
                player, token, secret = services.create_guest(name=body.name or "")
            created = NewPlayerResponse(
                render_player(player, language_of(request)), new_token(token, secret)
            )
            return answer(created, 201, Location="/api/v1/me/", Cache_Control="no-store")

        return once(request, carry_out, least_key=MIN_KEY_LENGTH, holds_secret=True)


class Me(ApiView):
    """The caller."""

    scopes: ClassVar = {"GET": ANY_TOKEN, "PATCH": ANY_TOKEN}

    @describe("me_retrieve", MeResponse)
    def get(self, request: Request) -> HttpResponse:
        """Get yourself. The player of the token, and its scopes."""
        return answer(render_me(player_by_id(caller(request).pk), access_of(request)))

    @describe("me_rename", MeResponse, body=NameRequest, errors=(422,))
    def patch(self, request: Request) -> HttpResponse:
        """Change your name.

        A game shows the name that a player has when it starts. Names are not unique; the `tag`
        distinguishes them. A name is normalised (PRECIS Nickname, RFC 8266). Invisible names, mixed
        scripts and names that resemble a bot’s or the staff’s are refused.
        """
        body = read_body(request, _name)
        with refusing_names():
            player = services.rename(player=caller(request), name=body.name)
        return answer(render_me(player, access_of(request)))


class TokenList(ApiView):
    """The tokens of the caller."""

    scopes: ClassVar = {"GET": ANY_TOKEN, "POST": ANY_TOKEN}

    @describe("tokens_list", TokensResponse)
    def get(self, request: Request) -> HttpResponse:
        """List your tokens. Without their secrets, oldest first."""
        return answer(
            TokensResponse([_render_token(token) for token in tokens_of(caller(request))])
        )

    @describe(
        "tokens_create",
        {201: NewTokenResponse},
        body=TokenRequest,
        headers=("Location",),
        once=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a token.

        The token gets some of the scopes of the token in use, its `parent`. It ends when the parent
        ends: when that one expires or is revoked. The secret is shown only here.
        """
        body = read_body(request, _token)
        _check_token(body, request)

        def carry_out() -> HttpResponse:
            try:
                token, secret = services.issue_token(
                    player=caller(request),
                    scopes=body.scopes,
                    label=body.label,
                    expiry=body.expires_at,
                    parent=access_of(request).token,
                )
            except services.TooManyTokens as error:
                raise RequestRefused("too_many_tokens", {"most": services.MAX_TOKENS}) from error
            except services.ParentRevoked as error:
                raise AuthenticationFailed from error
            return answer(
                new_token(token, secret),
                201,
                Location=f"/api/v1/me/tokens/{token.id}/",
                Cache_Control="no-store",
            )

        return once(request, carry_out, holds_secret=True)


class TokenOne(ApiView):
    """A token of the caller."""

    scopes: ClassVar = {"DELETE": ANY_TOKEN}

    @describe("tokens_revoke", {204: None})
    def delete(self, request: Request, token_id: UUID) -> HttpResponse:
        """Revoke a token.

        The token stops working at once, and so do the tokens made with it. A token may revoke
        itself and the tokens made with it, directly or not. The first token of a guest (`owner`)
        may revoke every token of its player.
        """
        try:
            services.revoke_token(
                player=caller(request), token_id=token_id, by=access_of(request).token
            )
        except services.NotYourToken as error:
            raise RequestRefused("not_allowed", {"reason": "token"}) from error
        return HttpResponse(status=204)


@contextmanager
def refusing_names() -> Iterator[None]:
    """Report a refused name as a problem that gives the reason."""
    try:
        yield
    except NameRefused as error:
        flaws = [Flaw(error.reason, "", pointer="/name")]
        raise RequestRefused("name_refused", {"reason": error.reason}, flaws=flaws) from error


def _check_token(body: TokenRequest, request: Request) -> None:
    held = access_of(request)
    for scope in body.scopes:
        if scope not in held.scopes:
            raise RequestRefused("missing_scope", {"scope": scope})
    if body.expires_at is None:
        return
    until = body.expires_at.timestamp()
    if until <= timezone.now().timestamp() or (held.expiry is not None and until > held.expiry):
        flaw = Flaw("out_of_range", "", pointer="/expires_at")
        raise RequestRefused("malformed", flaws=[flaw])


def render_me(player: Player, held: Access) -> MeResponse:
    """Return a player who is the caller, with what the token in use may do."""
    return MeResponse(
        id=player.pk,
        name=player.name,
        tag=player.tag,
        guest=player.is_guest,
        created_at=stamp(player.created_at),
        token=held.token,
        scopes=list(held.scopes),
    )


def _render_token(token: Token) -> TokenResponse:
    return TokenResponse(**_token_members(token))


def new_token(token: Token, secret: str) -> NewTokenResponse:
    """Return a new token with its secret."""
    return NewTokenResponse(**_token_members(token), secret=secret)


def _token_members(token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "label": token.label,
        "scopes": list(token.scopes),
        "parent": token.parent_id,
        "owner": token.is_owner,
        "created_at": stamp(token.created),
        "expires_at": stamp(token.expiry) if token.expiry else None,
        "last_used_at": stamp(token.last_used_at) if token.last_used_at else None,
    }
