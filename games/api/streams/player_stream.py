"""The stream of a player: what happens in all games of that player."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

import msgspec

from games.api.screens import Included
from games.api.streams.open_stream import Stream, StreamStep, read_again
from games.api.streams.player_events import (
    OVERLAP,
    GameLine,
    PlayerOrder,
    ScreenOrder,
    read_players,
    read_screens,
)
from games.api.streams.shared_reads import Looked, version_of
from games.api.streams.stream_formats import Frames
from games.api.streams.waking import Hub
from games.ledger.rows import now, stamp
from games.messages.game import (
    PlayerEventKind,
    PlayerEventResponse,
    PromptsResponse,
    ResultResponse,
)
from games.models import Game
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

    def __init__(self, wanted: Following, frames: Frames, instance: str, slot: str = "") -> None:
        super().__init__(frames, wanted.language, instance, slot)
        self._wanted = wanted
        self._since = wanted.resumed or now()
        self._last = wanted.resumed or self._since
        self._lines: dict[UUID, GameLine] | None = None
        self._prompted: dict[UUID, int] = {}

    def topics(self) -> Collection[str]:
        """The player, and the games that are not over."""
        games = [one.game for one in (self._lines or {}).values() if not one.is_over]
        return [of_player(self._wanted.access.player), *map(of_game, games)]

    def looked(self) -> Looked:
        """Return how the games of the player stood."""
        access = self._wanted.access
        version = None if self._lines is None else version_of(self._lines.values())
        return Looked(access.token, player=access.player, version=version)

    async def read(self, hub: Hub) -> StreamStep:
        """Read the games, and of those that wait for the player the prompts."""
        before, read_at = self._lines, now()
        order = PlayerOrder(self._wanted.access, self._since)
        lines: list[GameLine] = await read_again(hub, read_players, order)
        self._lines = {one.game: one for one in lines}
        self._since = read_at
        hub.follow(self, self.topics())
        pieces = []
        for line in reversed(lines):
            for kind in self._news(line, before):
                prompts = await self._prompts(hub, line) if kind == "turn" else None
                if kind != "turn" or prompts is not None:
                    pieces.append(self._message(kind, line, prompts))
        return StreamStep(b"".join(pieces))

    def _news(
        self, line: GameLine, before: dict[UUID, GameLine] | None
    ) -> Iterator[PlayerEventKind]:
        """Yield what is new of a game since the last look, or since the last message."""
        known = (before or {}).get(line.game)
        resumed = self._wanted.resumed
        is_first = before is None
        missed = resumed is not None and line.changed_at > resumed - OVERLAP
        if line.status == Game.Status.OPEN and line.is_invited:
            is_new = not known.is_invited if known else (not is_first or resumed is None or missed)
            if is_new:
                yield "invited"
        if line.is_invited:
            return
        if line.status == Game.Status.RUNNING and _began(line, known, is_first, resumed):
            yield "started"
        is_new = self._prompted.get(line.game) != line.seq
        if line.is_asked and is_new and (not is_first or resumed is None or missed):
            yield "turn"
        if line.is_over and (
            not known.is_over if known else (not is_first or (resumed is not None and missed))
        ):
            yield "over"

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
        result = ResultResponse(line.winner, line.why, None) if line.is_over else None
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
        return self.frames.event(self._last.strftime(ID), _encode(body), kind)


def _began(
    line: GameLine, known: GameLine | None, is_first: bool, resumed: datetime | None
) -> bool:
    if known is not None:
        return known.status in (Game.Status.OPEN, Game.Status.OPENING)
    if not is_first:
        return True
    return resumed is not None and (line.started_at or resumed) > resumed - OVERLAP
