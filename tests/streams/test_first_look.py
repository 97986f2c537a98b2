"""What a stream of a player tells at its first look at the games."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from games.api.screens import Included
from games.api.streams.player_events import UNSEATED, GameLine, PlayerGames
from games.api.streams.player_stream import Following, PlayerStream
from games.api.streams.waking import Hub
from games.ledger.rows import now
from games.models import Game
from games.players.access import Access
from games.wording.language import ENGLISH

ID = UUID(int=1)
ACCESS = Access(ID, ID, 1, "Ada", True, (), None)


class OneGame(Hub):
    """A hub whose player has one game."""

    def __init__(self, line: GameLine) -> None:
        super().__init__()
        self.line = line

    async def read(self, how: Any, order: Any) -> Any:
        return PlayerGames([self.line], ())


@pytest.mark.parametrize(
    ("status", "name"),
    [(UNSEATED, "unseated"), (Game.Status.OVER, "over"), (Game.Status.RUNNING, "started")],
)
def test_what_happens_between_the_opening_and_the_first_look_is_told(
    status: str, name: str
) -> None:
    for ago, is_told in ((0, True), (60, False)):
        stream = PlayerStream(Following(ACCESS, ENGLISH, Included(), None), "test")
        at = now() - timedelta(seconds=ago)
        hub = OneGame(GameLine(ID, "xmen", 1, False, status, 1, 0, 0, at, at, None, 0, ""))
        told = asyncio.run(stream.read(hub)).piece
        assert (f'"event":"{name}"'.encode() in told) is is_told
