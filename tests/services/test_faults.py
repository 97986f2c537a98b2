"""The short form of `make faults`: no fault loses or doubles a move, or stops a game.

The server has a database, a Redis and ports of its own. All faults are tried on it one after the
other, each with new games; then all games are audited.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.load.faults import CASES, play
from tests.load.stack import LONG, Stack, Unavailable, running
from tests.load.verification import wrong_games

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="needs a PostgreSQL"),
    pytest.mark.slow,
]

GAMES = 4


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with ExitStack() as made:
        try:
            stack = made.enter_context(running())
        except Unavailable as missing:
            pytest.skip(str(missing))
        yield stack
        # After whichever test comes last: their order is not fixed.
        assert wrong_games(stack) == []


@pytest.mark.parametrize(
    "name",
    [
        "web_process_killed",
        "worker_killed_in_turn",
        "stream_server_killed",
        "redis_absent",
        "sessions_cut",
        "dump_restored",
    ],
)
def test_no_move_is_lost_and_no_game_stops(
    stack: Stack, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ABSENT_SECONDS", "4")
    _, wrong = asyncio.run(play(stack, CASES[name], games=GAMES, limit=LONG))
    assert wrong == [], stack.logs()


def test_no_table_stops_when_the_clock_is_set_forward_or_back() -> None:
    with ExitStack() as made:
        try:
            stack = made.enter_context(running(has_false_clock=True))
        except Unavailable as missing:
            pytest.skip(str(missing))
        for name in ("clock_forward", "clock_back"):
            _, wrong = asyncio.run(play(stack, CASES[name], games=1, limit=LONG))
            assert wrong == [], stack.logs()
        assert wrong_games(stack) == []


def test_two_hosts_are_restarted_and_one_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ABSENT_SECONDS", "30")
    monkeypatch.setenv("BACK_SECONDS", str(LONG))
    with ExitStack() as made:
        try:
            stack = made.enter_context(running(hosts=2))
        except Unavailable as missing:
            pytest.skip(str(missing))
        for name in ("hosts_restarted", "host_killed"):
            _, wrong = asyncio.run(play(stack, CASES[name], games=GAMES, limit=LONG))
            assert wrong == [], stack.logs()
        assert wrong_games(stack) == []
