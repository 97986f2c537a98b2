"""Streams and their Redis: it wakes them at once, and they do without it."""

import asyncio
from collections.abc import Collection, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from games.api.streams import waking as hub
from games.api.streams.shared_reads import Looked
from games.wakeups import CHANNEL
from tests.bench.api import table
from tests.own_redis import OwnRedis, wait_until
from tests.streams.live_server import LONG, move, serving


@pytest.fixture
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnRedis]:
    with OwnRedis.running(tmp_path_factory.mktemp("r"), on_socket=True) as made:
        yield made


def listeners(own_redis: OwnRedis) -> int:
    """Return how many processes wait for announcements."""
    ((_, count),) = own_redis.client.pubsub_numsub(CHANNEL)
    return int(count)


class Follower:
    """A stream that waits for one topic."""

    slots: tuple[str, ...] = ()
    caller = None
    spectates = None
    began_at = 0.0

    def __init__(self) -> None:
        self.changed = asyncio.Event()

    def topics(self) -> Collection[str]:
        """Return what it waits for."""
        return ["game:1"]

    def looked(self) -> Looked:
        """Return nothing to compare."""
        return Looked(None)


def test_an_announcement_wakes_a_stream(
    own_redis: OwnRedis, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    for name in ("ALONE_SECONDS", "LOOK_SECONDS"):
        monkeypatch.setattr(hub, name, 10_000.0)
    settings.REDIS_URL = own_redis.url

    async def follow() -> None:
        follower, loop_hub = Follower(), hub.current_hub()
        with loop_hub.following(follower):
            async with asyncio.timeout(LONG):
                await follower.changed.wait()
                follower.changed.clear()
                own_redis.client.publish(CHANNEL, "game:2 game:1")
                await follower.changed.wait()

    asyncio.run(follow())


def test_a_stream_hears_what_was_announced_while_it_opened() -> None:
    async def follow() -> None:
        loop_hub, early, late = hub.Hub(), Follower(), Follower()
        early.began_at = monotonic()
        loop_hub._wake(["game:2", "game:1"])
        late.began_at = monotonic()
        with loop_hub.following(early), loop_hub.following(late):
            assert (early.changed.is_set(), late.changed.is_set()) == (True, False)

    asyncio.run(follow())


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("editions")
def test_an_open_stream_misses_nothing_when_redis_is_killed_and_back(
    own_redis: OwnRedis, tmp_path: Path
) -> None:
    with serving(tmp_path, redis=own_redis.url) as server:
        game, players = table(server.port, 3)
        path = f"/api/v1/games/{game}/events/"
        readers = [server.read(path), server.read(path, players[0].headers)]
        wait_until(lambda: listeners(own_redis) == 1)
        last = move(players, game)
        for reader in readers:
            reader.wait_for(last)
        own_redis.kill()
        for _ in range(3):
            last = move(players, game)
        for reader in readers:
            reader.wait_for(last)
        own_redis.start()
        wait_until(lambda: listeners(own_redis) == 1)
        last = move(players, game)
        for reader in readers:
            reader.wait_for(last)
            assert not reader.is_over
            assert reader.seqs == list(range(1, last + 1))
            reader.close()
