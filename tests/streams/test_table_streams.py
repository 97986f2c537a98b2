"""What a stream says of a table beside its game: phrases, who is away, and how many watch."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache

from games.play import watchers
from tests.bench.api import table
from tests.own_redis import OwnRedis, wait_until
from tests.streams.live_server import Server, move, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]

Pair = tuple[Server, Server]


@pytest.fixture(params=["redis", "alone"])
def servers(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two web processes that share a Redis, or one that is alone, twice."""
    with ExitStack() as stack:

        def server(redis: str = "") -> Server:
            folder = tmp_path_factory.mktemp("server")
            return stack.enter_context(serving(folder, redis, HOST_AWAY_SECONDS="6"))

        if request.param == "alone":
            yield (server(),) * 2
            return
        folder = tmp_path_factory.mktemp("r")
        redis = stack.enter_context(OwnRedis.running(folder, on_socket=True))
        yield server(redis.url), server(redis.url)


def test_phrases_reach_the_streams_of_all_processes_once(servers: Pair) -> None:
    here, there = servers
    game, (alice, bob) = table(here.port, 2)
    path = f"/api/v1/games/{game}"
    readers = [
        here.read(f"{path}/events/", alice.headers),
        there.read(f"{path}/events/", bob.headers),
        there.read(f"{path}/events/?stay=true"),
    ]
    for reader in readers:
        reader.wait_for(1)
    said = alice.ask("POST", f"{path}/phrases/", {"phrase": "thanks"})
    for reader in readers:
        wait_until(lambda reader=reader: reader.named("phrase"))
    last = move([alice, bob], game)
    for reader in readers:
        reader.wait_for(last)
    last = move([alice, bob], game, resigns=True)
    for reader in readers:
        wait_until(lambda reader=reader: reader.named("end"))
    good = bob.ask("POST", f"{path}/phrases/", {"phrase": "good-game"})
    watching = readers[-1]
    wait_until(lambda: len(watching.named("phrase")) == 2)
    assert watching.named("phrase") == [said, good]
    assert [one.named("phrase") for one in readers[:2]] == [[said]] * 2
    assert [len(one.named("end")) for one in readers] == [1] * 3
    assert not watching.is_over
    # They have no id: a client that connects again goes on from the last event.
    assert {one.id for one in watching.messages if one.event == "phrase"} == {""}
    assert watching.seqs == list(range(1, last + 1))
    watching.close()


def test_a_stream_says_at_once_when_a_player_goes_and_comes(servers: Pair) -> None:
    here, there = servers
    game, (alice, bob) = table(here.port, 2)
    watching = there.read(f"/api/v1/games/{game}/events/")

    def away() -> list[int]:
        told = watching.named("presence")
        return [one["seat"] for one in told[-1]["away"]] if told else []

    wait_until(lambda: away() == [0, 1])
    bob.ask("GET", f"/api/v1/games/{game}/prompts/")
    wait_until(lambda: away() == [0])
    reader = here.read(f"/api/v1/games/{game}/events/", alice.headers)
    wait_until(lambda: away() == [])
    reader.close()
    watching.close()


def test_all_are_told_how_many_watch_in_all_processes(servers: Pair) -> None:
    here, there = servers
    game, (alice, bob) = table(here.port, 2)
    path = f"/api/v1/games/{game}/events/"
    before = alice.ask("GET", f"/api/v1/games/{game}/")
    playing = [here.read(path, alice.headers), there.read(path, bob.headers)]
    watching = [here.read(path), there.read(path), there.read(path)]

    def told(count: int) -> bool:
        news = [one.named("presence") for one in [*playing, *watching]]
        return all(one and one[-1]["watching"] == count for one in news)

    wait_until(lambda: told(3))
    assert alice.ask("GET", f"/api/v1/games/{game}/") == before
    watching.pop().close()
    wait_until(lambda: told(2))
    for reader in (*playing, *watching):
        reader.close()


def test_what_a_killed_process_noted_counts_for_half_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, clock = uuid4(), [1_000_000]
    monkeypatch.setattr(watchers, "time", lambda: clock[0])

    def counted() -> int:
        return watchers.count_watchers(cache.get(watchers.watchers_key(game)))

    watchers.note_watchers("one", {game: 2})
    watchers.note_watchers("other", {game: 1})
    assert counted() == 3
    clock[0] += 20
    watchers.note_watchers("other", {game: 1})
    assert counted() == 3
    clock[0] += 10
    assert counted() == 1
    watchers.note_watchers("other", {game: 0})
    assert counted() == 0
