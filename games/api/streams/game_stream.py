"""The stream of a game: its events up to the head, then each as it is committed."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from uuid import UUID

from games.api.replies import render_said
from games.api.streams.game_events import GameNews, GameOrder, read_games, replay_games
from games.api.streams.open_stream import Stream, StreamStep, read_again
from games.api.streams.shared_reads import Looked
from games.api.streams.stream_formats import Frames
from games.api.streams.waking import Hub, current_hub
from games.ledger.rows import moment_of, stamp
from games.messages.game_messages import AwayResponse, PresenceResponse
from games.play.table_news import NO_NEWS, Watched
from games.wakeups import of_game, of_player


class GameStream(Stream):
    """An open stream of a game."""

    def __init__(
        self, order: GameOrder, frames: Frames, instance: str, *, stays: bool = False
    ) -> None:
        super().__init__(frames, order.language, instance)
        self.order = order._replace(hears=True)
        self._stays = stays
        self._status = ""
        self._prompted = -1
        self._has_caught_up = False
        self._has_ended = False
        self._watched: Watched | None = None
        self._heard = NO_NEWS

    def topics(self) -> Collection[str]:
        """The game, and the caller, whose token may be revoked."""
        return _topics(self.order)

    def looked(self) -> Looked:
        """Return where the stream is in its game, and what it has of the table."""
        looked = _looked(self.order, self._status)
        return looked._replace(watched=self._watched, heard=self._heard)

    async def read(self, hub: Hub) -> StreamStep:
        """Read the next events; those who have caught up do not wait for long replays."""
        how = read_games if self._has_caught_up else replay_games
        step = self.take(await read_again(hub, how, self.order))
        self._has_caught_up = self._has_caught_up or not step.has_more
        return step

    def take(self, news: GameNews) -> StreamStep:
        """Advance past some events; return what to send."""
        self._status = news.status
        self.spectates = self.order.game if news.is_spectator else None
        pieces = [self.frames.event(str(seq), json) for seq, json in news.events]
        if news.events:
            self.order = self.order._replace(after=news.events[-1][0])
        if news.prompts is not None and news.prompts.seq > self._prompted:
            self._prompted = news.prompts.seq
            pieces.append(self.frames.named("prompts", news.prompts))
        pieces += self._hear(news)
        if news.end is not None and not self._has_ended:
            self._has_ended = True
            pieces.append(self.frames.named("end", news.end))
        is_over = self._has_ended and not self._stays
        return StreamStep(b"".join(pieces), is_over, news.seq > self.order.after)

    def _hear(self, news: GameNews) -> Iterator[bytes]:
        """Yield the news of the table; before any, no seat is away and none watch."""
        before, self._heard, self._watched = self._heard, news.table, news.watched
        for said in news.table.said:
            if said not in before.said:
                yield self.frames.named("phrase", render_said(said))
        if news.table.presence != before.presence:
            away = [AwayResponse(seat, stamp(moment_of(at * 1000))) for seat, at in news.table.away]
            yield self.frames.named("presence", PresenceResponse(away, news.table.watching))


async def until_event(order: GameOrder, seconds: float) -> None:
    """Wait until a game has an event after a seq, is over, or may not be seen."""
    hub = current_hub()
    waiting = _Waiting(order)
    with hub.following(waiting):
        try:
            async with asyncio.timeout(seconds):
                while not await waiting.is_done(hub):
                    await waiting.changed.wait()
        except TimeoutError:
            return


class _Waiting:
    """A request that waits for the next event of a game."""

    slots: tuple[str, ...] = ()
    spectates: UUID | None = None

    def __init__(self, order: GameOrder) -> None:
        self.order = order
        self.caller = None if order.access is None else order.access.player
        self.changed = asyncio.Event()
        self._status = ""

    def topics(self) -> Collection[str]:
        """Return those of a stream."""
        return _topics(self.order)

    def looked(self) -> Looked:
        """Return that of a stream."""
        return _looked(self.order, self._status)

    async def is_done(self, hub: Hub) -> bool:
        """Read the game; a refusal is left to the view."""
        self.changed.clear()
        try:
            news: GameNews = await read_again(hub, read_games, self.order)
        except Exception:
            return True
        self._status = news.status
        return bool(news.events) or news.end is not None


def _topics(order: GameOrder) -> list[str]:
    found = [of_game(order.game)]
    return found if order.access is None else [*found, of_player(order.access.player)]


def _looked(order: GameOrder, status: str) -> Looked:
    token = None if order.access is None else order.access.token
    return Looked(token, order.game, order.after, status)
