"""Players, yourself, your tokens."""

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

from games.api.http.base import ApiView, access_of, answer, caller
from games.api.http.errors import Flaw, Refused
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.openapi.schema import describe
from games.api.tables import told_player
from games.ledger.rows import stamp
from games.messages.game import (
    MeTold,
    NameAsked,
    NewPlayerTold,
    NewTokenTold,
    PlayerAsked,
    TokenAsked,
    TokensTold,
    TokenTold,
)
from games.players import services
from games.players.models import Player, Token
from games.players.names import NameRefused
from games.players.selectors import player_by_id, tokens_of

LEAST_KEY = 16
"""A key that can be guessed would reveal the token of another player."""

_player = msgspec.json.Decoder(PlayerAsked)
_name = msgspec.json.Decoder(NameAsked)
_token = msgspec.json.Decoder(TokenAsked)


class PlayerList(ApiView):
    """Guest players."""

    bucket = "guests"

    @describe(
        "players_create",
        "Make a guest player",
        "No token is needed. The name obeys the same rules as in me/. The reply has a token with"
        " the scopes game:create and game:play; its secret is shown this once."
        " An Idempotency-Key has 16 characters or more here.",
        tag="players",
        body=PlayerAsked,
        body_optional=True,
        replies={201: NewPlayerTold},
        errors=(400, 413, 415, 422),
        once=True,
        headers={201: ("Location",)},
        least_key=LEAST_KEY,
        tokenless=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Make one."""
        asked = read_body(request, _player, default=b"{}")

        def carry_out() -> HttpResponse:
            with refusing_names():
                player, token, secret = services.create_guest(name=asked.name or "")
            told = NewPlayerTold(told_player(player), _new_token(token, secret))
            return answer(told, 201, Location="/api/v1/me/", Cache_Control="no-store")

        return once(request, carry_out, least_key=LEAST_KEY)


class Me(ApiView):
    """Yourself."""

    scopes: ClassVar = {"GET": "", "PATCH": ""}

    @describe(
        "me_retrieve",
        "Yourself",
        "The player behind the token, and what the token may do.",
        tag="players",
        replies={200: MeTold},
    )
    def get(self, request: Request) -> HttpResponse:
        """Who you are."""
        return answer(_told_me(player_by_id(caller(request).pk), request))

    @describe(
        "me_rename",
        "Change your name",
        "Games show the current name of a player. Names are not unique; lookalikes are told apart"
        " by the `tag`. A name is normalised (PRECIS Nickname, RFC 8266). Invisible names, mixed"
        " scripts and names that resemble a bot’s or the staff’s are refused.",
        tag="players",
        body=NameAsked,
        replies={200: MeTold},
        errors=(400, 413, 415, 422),
    )
    def patch(self, request: Request) -> HttpResponse:
        """Take another name."""
        asked = read_body(request, _name)
        with refusing_names():
            player = services.rename(player=caller(request), name=asked.name)
        return answer(_told_me(player, request))


class TokenList(ApiView):
    """Your tokens."""

    scopes: ClassVar = {"GET": "", "POST": ""}

    @describe(
        "tokens_list",
        "Your tokens",
        "Without their secrets, oldest first.",
        tag="players",
        replies={200: TokensTold},
    )
    def get(self, request: Request) -> HttpResponse:
        """All of them."""
        return answer(TokensTold([_told_token(token) for token in tokens_of(caller(request))]))

    @describe(
        "tokens_create",
        "Create a token",
        "The token gets some of the scopes of the token in use, its `parent`. It ends when the"
        " parent ends: when that one expires or is revoked. The secret is shown this once.",
        tag="players",
        body=TokenAsked,
        replies={201: NewTokenTold},
        errors=(400, 403, 409, 413, 415, 422),
        once=True,
        headers={201: ("Location",)},
    )
    def post(self, request: Request) -> HttpResponse:
        """Make one."""
        asked = read_body(request, _token)
        _check_token(asked, request)

        def carry_out() -> HttpResponse:
            try:
                token, secret = services.issue_token(
                    player=caller(request),
                    scopes=asked.scopes,
                    label=asked.label,
                    expiry=asked.expires_at,
                    parent=access_of(request).token,
                )
            except services.TooManyTokens as error:
                raise Refused("too_many_tokens", {"most": services.MOST_TOKENS}) from error
            except services.ParentRevoked as error:
                raise AuthenticationFailed from error
            return answer(
                _new_token(token, secret),
                201,
                Location=f"/api/v1/me/tokens/{token.id}/",
                Cache_Control="no-store",
            )

        return once(request, carry_out)


class TokenOne(ApiView):
    """One of your tokens."""

    scopes: ClassVar = {"DELETE": ""}

    @describe(
        "tokens_revoke",
        "Revoke a token",
        "The token stops working at once, and so do the tokens made with it. A token may revoke"
        " itself and the tokens made with it, directly or not. The first token of a guest (`owner`)"
        " may revoke every token of its player.",
        tag="players",
        replies={204: None},
        errors=(403, 404),
    )
    def delete(self, request: Request, token_id: UUID) -> HttpResponse:
        """Revoke it."""
        try:
            services.revoke_token(
                player=caller(request), token_id=token_id, by=access_of(request).token
            )
        except services.NotYourToken as error:
            raise Refused("not_allowed", {"reason": "token"}) from error
        return HttpResponse(status=204)


@contextmanager
def refusing_names() -> Iterator[None]:
    """Report a refused name as a problem that gives the reason."""
    try:
        yield
    except NameRefused as error:
        flaws = [Flaw(error.reason, "", pointer="/name")]
        raise Refused("name_refused", {"reason": error.reason}, flaws=flaws) from error


def _check_token(asked: TokenAsked, request: Request) -> None:
    held = access_of(request)
    for scope in asked.scopes:
        if scope not in held.scopes:
            raise Refused("missing_scope", {"scope": scope})
    if asked.expires_at is None:
        return
    until = asked.expires_at.timestamp()
    if until <= timezone.now().timestamp() or (held.expiry is not None and until > held.expiry):
        flaw = Flaw("out_of_range", "", pointer="/expires_at")
        raise Refused("malformed", flaws=[flaw])


def _told_me(player: Player, request: Request) -> MeTold:
    held = access_of(request)
    return MeTold(
        id=player.pk,
        name=player.name,
        tag=player.tag,
        guest=player.is_guest,
        created_at=stamp(player.created_at),
        token=held.token,
        scopes=list(held.scopes),
    )


def _told_token(token: Token) -> TokenTold:
    return TokenTold(**_token_members(token))


def _new_token(token: Token, secret: str) -> NewTokenTold:
    return NewTokenTold(**_token_members(token), secret=secret)


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
