"""Metrics of the production web server: the same whichever of its processes answers."""

import os
import re
import signal
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.parser import text_string_to_metric_families

from tests.bench.api import table
from tests.bench.servers import Client
from tests.own_redis import OwnRedis, wait_until
from tests.platform.test_slow_connections import production
from tests.streams.live_server import Reader

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]

AT_ONCE = 8
IS_COUNTER = re.compile(r"_(total|count|bucket)( |$)")
REFUSED, STREAMS = "fairdeal_moves_refused_total", "fairdeal_streams_open"


@pytest.fixture
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnRedis]:
    with OwnRedis.running(tmp_path_factory.mktemp("r"), on_socket=True) as made:
        yield made


def values(text: str) -> dict[str, float]:
    """Return the value of each sample of a scrape."""
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def scrape(port: int) -> dict[str, float]:
    """Read the metrics over a new connection."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as response:
        return values(response.read().decode())


def scrapes(port: int, name: str) -> set[float]:
    """Return the values of a sample in many scrapes, several at a time."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return {found[name] for found in pool.map(scrape, [port] * 4 * AT_ONCE)}


def counts_by_process(folder: Path, kind: str, name: str) -> dict[int, float]:
    """Return what each process has written of a sample, by its id; nothing for 0."""
    counts = {
        int(file.stem.rpartition("_")[2]): sum(
            sample.value
            for metric in MultiProcessCollector.merge([str(file)])
            for sample in metric.samples
            if sample.name == name
        )
        for file in folder.glob(f"{kind}_*.db")
    }
    return {process: value for process, value in counts.items() if value}


def check_counters(port: int) -> None:
    """Check that no counter goes down or away from one scrape to the next."""
    before: dict[str, float] = {}
    for _ in range(20):
        found = scrape(port)
        assert all(found[name] >= value for name, value in before.items())
        before = {name: found[name] for name in found if IS_COUNTER.search(name)}
        assert len(before) > 10


def refuse(player: Client, game: str) -> None:
    body = {"move": "play", "card": "no-such-card"}
    with pytest.raises(RuntimeError, match=r": 4(09|22) "):
        player.ask("POST", f"/api/v1/games/{game}/moves/", body)


@pytest.mark.rest
def test_two_processes_count_together(tmp_path: Path, redis: OwnRedis) -> None:
    folder = tmp_path / "metrics"
    folder.mkdir()
    more = {"PROMETHEUS_MULTIPROC_DIR": str(folder), "REDIS_URL": redis.url}
    with production(tmp_path, **more) as port:
        game, (player, _) = table(port, 2)
        sent = 0
        while len(counts_by_process(folder, "counter", REFUSED)) < 2:
            assert sent < 100 * AT_ONCE
            with ThreadPoolExecutor(AT_ONCE) as pool:
                list(pool.map(lambda _: refuse(player, game), range(AT_ONCE)))
            sent += AT_ONCE
        assert scrapes(port, REFUSED) == {sent}
        check_counters(port)

        # A game of bots waits in its queue: there is no worker.
        seats = [{"kind": "bot", "bot": "random"}] * 2
        made = player.ask("POST", "/api/v1/games/", {"variant": "avengers", "seats": seats})
        player.ask("POST", f"/api/v1/games/{made['id']}/start/", {})
        assert scrapes(port, "fairdeal_queue_tasks bots") == {1}
        assert scrapes(port, "fairdeal_bot_turns_waiting bots") == {1}
        assert scrapes(port, "fairdeal_games_unlogged begun") == {2}

        readers = [Reader(port, f"/api/v1/games/{game}/events/") for _ in range(AT_ONCE)]
        wait_until(lambda: scrapes(port, STREAMS) == {AT_ONCE})
        readers.pop().close()
        wait_until(lambda: scrapes(port, STREAMS) == {AT_ONCE - 1})

        # What a killed process had counted stays, and its streams are closed.
        process, streams = max(counts_by_process(folder, "gauge_livesum", STREAMS).items())
        os.kill(process, signal.SIGKILL)
        wait_until(lambda: scrapes(port, STREAMS) == {AT_ONCE - 1 - streams})
        assert scrapes(port, REFUSED) == {sent}
        for reader in readers:
            reader.close()
