"""The health endpoints and metrics."""

import subprocess
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.templatetags.static import static
from django.test import Client
from psycopg.errors import DiskFull

from config import health
from config.health import CHECKS, LastWrite
from games.engine import engine_kind


def test_the_process_says_that_it_lives_without_asking_the_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


@pytest.mark.django_db
def test_a_server_with_all_its_parts_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert set(answer.json()["checks"].values()) == {"ok"}
    assert answer.json()["engine"] == engine_kind()


@pytest.mark.django_db
def test_a_part_that_fails_makes_it_not_ready_and_reports_no_details(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> None:
        raise ConnectionError("password of the database: hidden")

    monkeypatch.setitem(CHECKS, "database", refuse)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == "does not answer (ConnectionError)"
    assert b"hidden" not in answer.content
    assert "Not ready: database does not answer (ConnectionError)." in caplog.text


@pytest.fixture
def probed(monkeypatch: pytest.MonkeyPatch) -> LastWrite:
    """The memory of the last write, empty."""
    memory = LastWrite()
    monkeypatch.setattr(health, "_last_write", memory)
    return memory


def disk_of(client: Client) -> tuple[int, str]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()["checks"]["disk"]


@pytest.fixture
def small_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file system of one megabyte, for the files of the database."""
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)], check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a file system needs root")
    monkeypatch.setattr(health, "database_folder", lambda: tmp_path)
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="looks at SQLite's folder")


@on_sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="mounts a tmpfs")
@pytest.mark.django_db
def test_a_full_disk_makes_it_not_ready_until_there_is_room(
    client: Client, small_disk: Path, probed: LastWrite, settings: Any
) -> None:
    settings.MIN_FREE_MB = 0
    assert disk_of(client) == (200, "ok")
    (small_disk / "filler").write_bytes(bytes(1024 * 1024))
    assert disk_of(client) == (200, "ok")
    probed.at = -inf
    assert disk_of(client) == (503, "takes no writes (ENOSPC)")
    (small_disk / "filler").unlink()
    probed.at = -inf
    assert disk_of(client) == (200, "ok")


@on_sqlite
@pytest.mark.django_db
def test_a_disk_with_little_room_makes_it_not_ready(client: Client, settings: Any) -> None:
    settings.MIN_FREE_MB = 10**12
    assert disk_of(client) == (503, "has less than 1000000000000 MB free")


def test_the_outcome_of_a_write_counts_for_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    said = iter(["takes no writes (DiskFull)", ""])
    monkeypatch.setattr(health, "try_to_write", lambda: next(said))
    memory = LastWrite()
    assert memory.outcome(100.0) == memory.outcome(109.9) == "takes no writes (DiskFull)"
    assert memory.outcome(110.0) == memory.outcome(119.9) == ""


@pytest.mark.django_db
def test_a_write_that_the_database_refuses_is_reported_without_details(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise DatabaseError("could not write to file of hidden") from DiskFull()

    monkeypatch.setattr(health, "write_in_postgresql", refuse)
    monkeypatch.setattr(health, "write_a_file", refuse)
    assert health.try_to_write() == "takes no writes (DiskFull)"


@pytest.mark.django_db
def test_the_page_at_the_root_names_the_addresses(client: Client) -> None:
    page = client.get("/").content.decode()
    for address in ("/api/v1/", "/api/v1/docs/", "/admin/"):
        assert f'href="{address}"' in page
    assert "/metrics" not in page and "/healthz" not in page


@pytest.mark.django_db
def test_static_files_are_served_without_the_internet_and_without_debug(client: Client) -> None:
    answer = client.get(static("drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css"))
    assert answer.status_code == 200
    answer.close()


@pytest.mark.django_db
def test_static_files_are_compressed_and_kept_by_browsers(client: Client) -> None:
    style = static("site/site.css")
    answer = client.get(style, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip" and answer["Vary"] == "Accept-Encoding"
    assert "immutable" in answer["Cache-Control"]
    assert b"".join(answer).startswith(b"\x1f\x8b")
    answer.close()
    assert client.get(style.replace("/static/", "/static/0")).status_code == 404


@pytest.mark.django_db
def test_browsers_that_look_for_an_icon_find_one(client: Client) -> None:
    answer = client.get("/favicon.ico", follow=True)
    assert answer["Content-Type"] == "image/svg+xml"
    answer.close()


@pytest.mark.django_db
def test_metrics_are_there(client: Client) -> None:
    found = client.get("/metrics").content
    assert b"django_http_requests" in found
    assert b"\nfairdeal_clocks_overdue 0.0\n" in found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "proxies", "status"),
    [
        ({"REMOTE_ADDR": "127.0.0.1"}, 0, 200),
        ({"REMOTE_ADDR": "::1"}, 0, 200),
        ({"REMOTE_ADDR": "203.0.113.7"}, 0, 404),
        ({"REMOTE_ADDR": ""}, 0, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "127.0.0.1"}, 0, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.7"}, 1, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "10.1.2.3"}, 1, 200),
        ({"REMOTE_ADDR": "127.0.0.1"}, 1, 200),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": " "}, 1, 200),
        ({"REMOTE_ADDR": "203.0.113.7"}, 1, 404),
        ({"REMOTE_ADDR": "127.0.0.1"}, 2, 200),
        ({"REMOTE_ADDR": "203.0.113.7"}, 2, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.7"}, 2, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "203.0.113.7, 10.1.2.3"}, 2, 404),
        ({"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "10.1.2.3, 203.0.113.7"}, 2, 200),
    ],
)
def test_metrics_are_for_the_networks_that_are_named(
    client: Client, settings: Any, sent: dict[str, str], proxies: int, status: int
) -> None:
    settings.API_PROXIES = proxies
    settings.METRICS_NETWORKS = ["127.0.0.0/8", "::1/128", "10.0.0.0/8"]
    assert client.get("/metrics", **sent).status_code == status
