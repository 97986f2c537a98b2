"""Players: sessions, names, tokens, and codes for other devices."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from games.messages.bodies import _PLAIN, Name, RequestBody, ResponseBody, Tag, Time
from games.players.scopes import SCOPES

Scope = Literal[
    "game:create",
    "game:play",
    "audit:read",
    "audit:live",
    "tournament:direct",
]


class PlayerRequest(RequestBody, frozen=True):
    """A new guest. Without a name the server chooses one."""

    name: Name | None = None


DeviceCode = Annotated[str, Meta(min_length=1, max_length=20)]
"""A code for another device, as a person types it."""


class SessionRequest(RequestBody, frozen=True):
    """A session: of the player of a code, or of a new guest with a name.

    ``back`` is the id of a player whom this browser left for that of a code, within a day.
    """

    name: Name | None = None
    code: DeviceCode | None = None
    back: UUID | None = None


class CodeRequest(RequestBody, frozen=True):
    """A code for another device."""

    code: DeviceCode


class NameRequest(RequestBody, frozen=True):
    """A new name for your player."""

    name: Name


class TokenRequest(RequestBody, frozen=True):
    """Another token with some scopes of the own token, and optionally an expiry."""

    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=len(SCOPES))]
    label: Annotated[str, Meta(max_length=60, pattern=_PLAIN)] = ""
    expires_at: Annotated[datetime, Meta(tz=True)] | None = None


class PlayerResponse(ResponseBody, frozen=True):
    """A player as any client may see it.

    Names are not unique: if two look alike, show the ``tag`` as well (``Ada#3f2a1c``).
    """

    id: UUID
    name: str
    tag: Tag
    guest: bool


class TokenResponse(ResponseBody, frozen=True):
    """A token without its secret.

    ``parent`` is the token that created it, null if none did; a token ends with its parent.
    ``owner`` marks the first token of a guest, which may revoke all tokens of the player.
    """

    id: UUID
    label: str
    scopes: list[str]
    parent: UUID | None
    owner: bool
    created_at: Time
    expires_at: Time | None
    last_used_at: Time | None


class NewTokenResponse(TokenResponse, frozen=True):
    """A new token. ``secret`` is shown only here; the server stores its hash."""

    secret: Annotated[str, Meta(pattern=r"^fd_[0-9a-f]{64}$")]


class NewPlayerResponse(ResponseBody, frozen=True):
    """A new player with a first token."""

    player: PlayerResponse
    token: NewTokenResponse


class MeResponse(PlayerResponse, frozen=True):
    """Your player, and what the token in use may do."""

    created_at: Time
    token: UUID
    scopes: list[str]


class TokensResponse(ResponseBody, frozen=True):
    """Your tokens, oldest first."""

    results: list[TokenResponse]


class StreamTicketRequest(RequestBody, frozen=True):
    """The stream to open: that of a game, or without one that of your games."""

    game: UUID | None = None


class StreamTicketResponse(ResponseBody, frozen=True):
    """A ticket that opens one stream, once; ``url`` is the address with it."""

    ticket: str
    url: str
    expires_at: Time


class DeviceCodeResponse(ResponseBody, frozen=True):
    """A code for another device; ``qr`` is a QR code of ``url``, as SVG."""

    code: str
    url: str
    qr: str
    expires_at: Time


class CodeOwnerResponse(ResponseBody, frozen=True):
    """The player who made a code, and how long the code can be used."""

    player: PlayerResponse
    expires_at: Time
