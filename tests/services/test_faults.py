"""The short form of `make faults`: no fault loses or doubles a move, or stops a game.

The server has a database, a Redis and ports of its own. All faults are tried on it one after the
other, each with new games; then all games are audited.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from tests.load.faults import CASES, play
from tests.load.stack import LONG, Stack, running
from tests.load.verification import wrong_games

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="needs a PostgreSQL"),
    pytest.mark.slow,
]

GAMES = 4


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running() as made:
        yield made


@pytest.mark.parametrize(
    "name",
    [
        "web_process_killed",
        "worker_killed_in_turn",
        "stream_server_killed",
        "redis_absent",
        "sessions_cut",
    ],
)
def test_no_move_is_lost_and_no_game_stops(
    stack: Stack, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ABSENT_SECONDS", "4")
    _, wrong = asyncio.run(play(stack, CASES[name], games=GAMES, limit=LONG))
    assert wrong == [], stack.logs()


def test_every_game_of_all_faults_passes_its_audit(stack: Stack) -> None:
    assert wrong_games(stack) == []
