"""The stream of the lobby: its first page when it changes, once a second at most.

The seconds are those of the process: so all its streams read at the same time, and are one read.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from time import monotonic
from typing import NamedTuple

import msgspec
from rest_framework.exceptions import AuthenticationFailed

from games.api.lobby import LobbyQuery, newest_tables
from games.api.streams import sse
from games.api.streams.open_stream import Stream, StreamStep, read_again
from games.api.streams.shared_reads import Looked, Version, lasting_tokens, lobby_version
from games.api.streams.waking import Hub
from games.players.access import Access
from games.wakeups import LOBBY, of_player
from games.wording.language import Language


class LobbyOrder(NamedTuple):
    """The request for a page of the lobby, for a caller in a language."""

    access: Access | None
    wanted: LobbyQuery
    language: Language


class LobbyNews(NamedTuple):
    """The JSON of a page, and the version of the lobby before it was read."""

    page: bytes
    version: Version


def read_lobbies(orders: Sequence[LobbyOrder]) -> list[LobbyNews | Exception]:
    """Return for each order its page, all cut from one read of the tables.

    Tokens are checked again.
    """
    valid = lasting_tokens({one.access.token for one in orders if one.access is not None})
    version, tables = lobby_version(), newest_tables({one.wanted for one in orders})

    def news(order: LobbyOrder) -> LobbyNews | Exception:
        if order.access is not None and order.access.token not in valid:
            return AuthenticationFailed()
        player = None if order.access is None else order.access.holder()
        return LobbyNews(tables.page(order.wanted, player, order.language), version)

    return [news(order) for order in orders]


class LobbyStream(Stream):
    """An open stream of the lobby."""

    def __init__(self, order: LobbyOrder, instance: str) -> None:
        super().__init__(order.language, instance)
        self._order = order
        self._news: LobbyNews | None = None
        self._second = 0

    def topics(self) -> Collection[str]:
        """The lobby, and the caller, whose token may be revoked."""
        access = self._order.access
        return [LOBBY] if access is None else [LOBBY, of_player(access.player)]

    def looked(self) -> Looked:
        """Return how the lobby was."""
        access, news = self._order.access, self._news
        token = None if access is None else access.token
        return Looked(token, version=None if news is None else news.version, lobby=True)

    async def read(self, hub: Hub) -> StreamStep:
        """Read the page, and send it if it has changed."""
        before = self._news
        while before is not None and int(monotonic()) == self._second:
            await asyncio.sleep(1 - monotonic() % 1)
        self._second = int(monotonic())
        self.changed.clear()
        self._news = news = await read_again(hub, read_lobbies, self._order)
        is_new = before is None or before.page != news.page
        return StreamStep(sse.message("tables", msgspec.Raw(news.page)) if is_new else b"")
