"""Several processes for streams at one address."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.api import table
from tests.bench.servers import UNLIMITED, wait_for
from tests.bots.test_worker import address_of_test_database
from tests.load.stack import children_of
from tests.own_redis import LONG, OwnRedis, wait_until
from tests.platform.test_metrics import STREAMS, counts_by_process, scrape
from tests.ports import free_port
from tests.streams.live_server import ROOT, Reader, move


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("editions")
def test_streams_of_two_processes_are_whole_and_those_of_a_killed_one_come_back(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder, port = tmp_path / "metrics", free_port()
    folder.mkdir()
    with OwnRedis.running(tmp_path_factory.mktemp("r"), on_socket=True) as redis:
        given = {
            "DATABASE_URL": address_of_test_database(),
            "DATA_DIR": str(tmp_path),
            "REDIS_URL": redis.url,
            "STREAMS_PORT": str(port),
            "STREAMS_PROCESSES": "2",
            "PROMETHEUS_MULTIPROC_DIR": str(folder),
            **UNLIMITED,
        }
        command = [sys.executable, "-m", "config.stream_server"]
        server = subprocess.Popen(command, cwd=ROOT, env=os.environ | given)
        readers: list[Reader] = []
        try:
            wait_for(port)
            game, players = table(port, 2)
            path = f"/api/v1/games/{game}/events/"

            def has_both() -> bool:
                readers.append(Reader(port, path))
                return len(counts_by_process(folder, "gauge_livesum", STREAMS)) == 2

            wait_until(has_both)
            last = move(players, game)
            for reader in readers:
                reader.wait_for(last)
            (killed, lost), _ = counts_by_process(folder, "gauge_livesum", STREAMS).items()
            os.kill(killed, signal.SIGKILL)
            wait_until(lambda: sum(one.is_over for one in readers) == lost)
            wait_until(lambda: scrape(port)[STREAMS] == len(readers) - lost)
            wait_until(lambda: killed not in children_of(server.pid))
            again = [
                Reader(port, path, {"Last-Event-ID": str(one.seqs[-1])})
                for one in readers
                if one.is_over
            ]
            last = move(players, game)
            for reader in again:
                reader.wait_for(last)
                assert reader.seqs == [last]
            for reader in readers:
                if not reader.is_over:
                    reader.wait_for(last)
                    assert reader.seqs == list(range(1, last + 1))
        finally:
            server.terminate()
            assert server.wait(LONG) == 0
            for reader in readers:
                reader.join()
