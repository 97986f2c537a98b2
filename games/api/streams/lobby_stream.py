"""The stream of the lobby: its first page, whenever it changes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rest_framework.exceptions import AuthenticationFailed

from games.api.lobby import LobbyQuery, lobby_page
from games.api.streams.open_stream import Stream, StreamStep, read_again
from games.api.streams.shared_reads import Looked, Version, lobby_version
from games.api.streams.stream_formats import Frames
from games.api.streams.waking import Hub
from games.messages.game import LobbyResponse
from games.players.access import Access, valid_tokens
from games.wakeups import LOBBY, of_player
from games.wording.language import Language


class LobbyOrder(NamedTuple):
    """The request for a page of the lobby, for a caller in a language."""

    access: Access | None
    wanted: LobbyQuery
    language: Language


class LobbyNews(NamedTuple):
    """A page, and the version of the lobby before it was read."""

    page: LobbyResponse
    version: Version


def read_lobbies(orders: Sequence[LobbyOrder]) -> list[LobbyNews | Exception]:
    """Return for each order its page; tokens are checked again."""
    valid = valid_tokens({one.access.token for one in orders if one.access is not None})
    version, found = lobby_version(), dict[LobbyOrder, LobbyNews | Exception]()
    for order in orders:
        if order.access is not None and order.access.token not in valid:
            found[order] = AuthenticationFailed()
        elif order not in found:
            player = None if order.access is None else order.access.holder()
            found[order] = LobbyNews(lobby_page(order.wanted, player, order.language), version)
    return [found[order] for order in orders]


class LobbyStream(Stream):
    """An open stream of the lobby."""

    def __init__(self, order: LobbyOrder, frames: Frames, instance: str, slot: str = "") -> None:
        super().__init__(frames, order.language, instance, slot)
        self._order = order
        self._news: LobbyNews | None = None

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
        self._news = news = await read_again(hub, read_lobbies, self._order)
        is_new = before is None or before.page != news.page
        return StreamStep(self.frames.named("tables", news.page) if is_new else b"")
