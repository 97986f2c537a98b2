"""What the server tells those who run it."""

from typing import Any

import pytest
from django.test import Client

from config.health import CHECKS


def test_the_process_says_that_it_lives_without_asking_the_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "alive"})


@pytest.mark.django_db
def test_a_server_with_all_its_parts_is_ready(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert set(answer.json()["checks"].values()) == {"ok"}


@pytest.mark.django_db
def test_a_part_that_fails_makes_it_not_ready_and_tells_no_details(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise ConnectionError("password of the database: hidden")

    monkeypatch.setitem(CHECKS, "database", refuse)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["database"] == "does not answer (ConnectionError)"
    assert b"hidden" not in answer.content


def test_the_page_at_the_root_names_the_addresses(client: Client) -> None:
    page = client.get("/").content.decode()
    for address in ("/api/v1/", "/api/v1/docs/", "/admin/", "/metrics"):
        assert f'href="{address}"' in page


@pytest.mark.django_db
def test_static_files_are_served_without_the_internet_and_without_debug(client: Client) -> None:
    answer = client.get("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css")
    assert answer.status_code == 200
    answer.close()


def test_metrics_are_there(client: Client) -> None:
    assert b"django_http_requests" in client.get("/metrics").content


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
    ],
)
def test_metrics_are_for_the_networks_that_are_named(
    client: Client, settings: Any, sent: dict[str, str], proxies: int, status: int
) -> None:
    settings.API_PROXIES = proxies
    settings.METRICS_NETWORKS = ["127.0.0.0/8", "::1/128", "10.0.0.0/8"]
    assert client.get("/metrics", **sent).status_code == status
