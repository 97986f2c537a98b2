"""The stream of a game: its events up to the head, then each as it is committed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from time import monotonic

from games.api.replies import render_said
from games.api.streams import sse
from games.api.streams.game_events import (
    GameNews,
    GameOrder,
    first_news,
    read_games,
    replay_games,
)
from games.api.streams.open_stream import Stream, StreamStep, read_again
from games.api.streams.shared_reads import Looked
from games.api.streams.waking import Hub
from games.ledger.rows import moment_of, stamp
from games.messages.game_messages import AwayResponse, PresenceResponse
from games.models import Game
from games.play.table_news import NO_NEWS, Watched
from games.wakeups import of_game, of_player


class GameStream(Stream):
    """An open stream of a game."""

    def __init__(self, order: GameOrder, instance: str, *, stays: bool = False) -> None:
        super().__init__(order.language, instance)
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
        found = [of_game(self.order.game)]
        access = self.order.access
        return found if access is None else [*found, of_player(access.player)]

    def looked(self) -> Looked:
        """Return where the stream is in its game, and what it has of the table."""
        order = self.order
        return Looked(
            None if order.access is None else order.access.token,
            order.game,
            order.after,
            self._status,
            watched=self._watched,
            heard=self._heard,
        )

    def begin(self, game: Game) -> None:
        """Take the first events while the request has its game and a thread."""
        self.began_at = monotonic()
        self.first = self.take(first_news(self.order, game))

    async def read(self, hub: Hub) -> StreamStep:
        """Read the next events; those who have caught up do not wait for long replays."""
        how = read_games if self._has_caught_up else replay_games
        return self.take(await read_again(hub, how, self.order))

    def take(self, news: GameNews) -> StreamStep:
        """Advance past some events; return what to send."""
        self._status = news.status
        self.spectates = self.order.game if news.is_spectator else None
        pieces = [sse.identified(str(seq), json) for seq, json in news.events]
        if news.events:
            self.order = self.order._replace(after=news.events[-1][0])
        if news.prompts is not None and news.prompts.seq > self._prompted:
            self._prompted = news.prompts.seq
            pieces.append(sse.message("prompts", news.prompts))
        pieces += self._hear(news)
        if news.end is not None and not self._has_ended:
            self._has_ended = True
            pieces.append(sse.message("end", news.end))
        is_over = self._has_ended and not self._stays
        has_more = news.seq > self.order.after
        self._has_caught_up = self._has_caught_up or not has_more
        return StreamStep(b"".join(pieces), is_over, has_more)

    def _hear(self, news: GameNews) -> Iterator[bytes]:
        """Yield the news of the table; before any, no seat is away and none watch."""
        before, self._heard, self._watched = self._heard, news.table, news.watched
        for said in news.table.said:
            if said not in before.said:
                yield sse.message("phrase", render_said(said))
        if news.table.presence != before.presence:
            away = [AwayResponse(seat, stamp(moment_of(at * 1000))) for seat, at in news.table.away]
            yield sse.message("presence", PresenceResponse(away, news.table.watching))
