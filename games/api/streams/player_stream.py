"""The stream of a player: what happens in all games of that player."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from games.api.screens import Included
from games.api.streams import sse
from games.api.streams.open_stream import Stream, StreamStep, read_again
from games.api.streams.player_events import (
    OVERLAP,
    GameLine,
    PlayerGames,
    PlayerOrder,
    ScreenOrder,
    read_players,
    read_screens,
)
from games.api.streams.shared_reads import Looked, version_of
from games.api.streams.waking import Hub
from games.ledger.rows import now, stamp
from games.messages.prompt_messages import PromptsResponse
from games.messages.stream_messages import PlayerEventKind, PlayerEventResponse
from games.messages.table_messages import ResultResponse
from games.models import Game
from games.officials.calls import OpenCall
from games.players.access import Access
from games.wakeups import of_game, of_player
from games.wording.language import Language

ID: Final = "%Y-%m-%dT%H:%M:%S.%fZ"
"""The form of the ids: a time in UTC."""

_encode = msgspec.json.Encoder().encode


class Following(NamedTuple):
    """What the caller asks for: a resumed stream has the time of its last message."""

    access: Access
    language: Language
    included: Included
    resumed: datetime | None


class PlayerStream(Stream):
    """An open stream of a player."""

    def __init__(self, wanted: Following, instance: str) -> None:
        super().__init__(wanted.language, instance)
        self._wanted = wanted
        self._since = self._last = wanted.resumed or now()
        self._after = wanted.resumed - OVERLAP if wanted.resumed else self._since
        self._lines: dict[UUID, GameLine] | None = None
        self._calls: tuple[OpenCall, ...] = ()
        self._prompted: dict[UUID, int] = {}

    def topics(self) -> Collection[str]:
        """The player, and the games that are not over."""
        games = [one.game for one in (self._lines or {}).values() if not one.is_over]
        return [of_player(self._wanted.access.player), *map(of_game, games)]

    def looked(self) -> Looked:
        """Return how the games of the player stood."""
        access = self._wanted.access
        version = None if self._lines is None else version_of(self._lines.values())
        return Looked(access.token, player=access.player, version=version, calls=self._calls)

    async def read(self, hub: Hub) -> StreamStep:
        """Read the games, and of those that wait for the player the prompts."""
        before, read_at = self._lines, now()
        order = PlayerOrder(self._wanted.access, self._since)
        games: PlayerGames = await read_again(hub, read_players, order)
        lines, calls = games.lines, self._calls
        self._lines = {one.game: one for one in lines}
        self._calls = games.calls
        self._since = read_at
        hub.follow(self, self.topics())
        pieces = []
        for line in reversed(lines):
            for kind in self._news(line, before):
                prompts = await self._prompts(hub, line) if kind == "turn" else None
                if kind != "turn" or prompts is not None:
                    pieces.append(self._message(kind, line, prompts))
        pieces += [self._call("call_closed", one) for one in calls if one not in self._calls]
        pieces += [self._call("call", one) for one in self._calls if one not in calls]
        return StreamStep(b"".join(pieces))

    def _call(self, kind: PlayerEventKind, call: OpenCall) -> bytes:
        """Return the message of a call for a judge."""
        body = PlayerEventResponse(
            event=kind,
            game=call.game,
            variant=call.variant,
            seat=call.seat,
            seq=call.seq,
            at=stamp(call.at),
            prompts=None,
            result=None,
        )
        return sse.identified(self._last.strftime(ID), _encode(body), kind)

    def _news(
        self, line: GameLine, before: dict[UUID, GameLine] | None
    ) -> Iterator[PlayerEventKind]:
        """Yield what is new of a game since the last look, opening or message."""
        known = (before or {}).get(line.game)
        is_new = before is not None or line.changed_at >= self._after
        waits = is_new or self._wanted.resumed is None
        if line.is_unseated:
            if not known.is_unseated if known else is_new:
                yield "unseated"
            return
        is_invitation = line.status == Game.Status.OPEN and line.is_invited
        if is_invitation and (not known.is_invited if known else waits):
            yield "invited"
        if line.is_invited:
            return
        is_opening = line.status == Game.Status.OPENING
        if is_opening and (known.status != line.status if known else waits):
            yield "opening"
        if line.status == Game.Status.RUNNING and self._began(line, known, before is None):
            yield "started"
        if line.is_asked and self._prompted.get(line.game) != line.seq and waits:
            yield "turn"
        if line.is_over and (not known.is_over if known else is_new):
            yield "over"

    def _began(self, line: GameLine, known: GameLine | None, is_first: bool) -> bool:
        if known is not None:
            return known.status in (Game.Status.OPEN, Game.Status.OPENING)
        return not is_first or (line.started_at is not None and line.started_at >= self._after)

    async def _prompts(self, hub: Hub, line: GameLine) -> PromptsResponse | None:
        """Return the prompts of a seat, None if the game has moved on without asking it."""
        order = ScreenOrder(line.game, line.seat, self.language, self._wanted.included)
        prompts: PromptsResponse = await read_again(hub, read_screens, order)
        if self._prompted.get(line.game) == prompts.seq or not prompts.prompts:
            return None
        if prompts.prompts[-1].options is None:
            return None
        self._prompted[line.game] = prompts.seq
        return prompts

    def _message(
        self, kind: PlayerEventKind, line: GameLine, prompts: PromptsResponse | None
    ) -> bytes:
        self._last = max(self._last, line.changed_at)
        has_result = line.is_over and not line.is_unseated
        result = ResultResponse(line.winner, line.why, None) if has_result else None
        body = PlayerEventResponse(
            event=kind,
            game=line.game,
            variant=line.variant,
            seat=line.seat,
            seq=line.seq if prompts is None else prompts.seq,
            at=stamp(line.changed_at),
            prompts=prompts,
            result=result,
        )
        return sse.identified(self._last.strftime(ID), _encode(body), kind)
