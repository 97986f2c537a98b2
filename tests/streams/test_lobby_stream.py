"""The stream of the lobby, from a live server, with Redis and without it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.bench.servers import guest
from tests.own_redis import OwnRedis, wait_until
from tests.streams.live_server import Server, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]


@pytest.fixture(params=["redis", "alone"])
def server(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that Redis wakes, and one that looks at the database."""
    if request.param == "alone":
        with serving(tmp_path_factory.mktemp("server")) as made:
            yield made
        return
    with (
        OwnRedis.running(tmp_path_factory.mktemp("r"), on_socket=True) as redis,
        serving(tmp_path_factory.mktemp("server"), redis.url) as made,
    ):
        yield made


def test_the_lobby_is_sent_whenever_a_table_appears_changes_or_goes(server: Server) -> None:
    host, other = guest(server.port), guest(server.port)
    anybody = server.read("/api/v1/lobby/")
    own = server.read("/api/v1/lobby/?variant=xmen", host.headers)
    assert anybody.response.getheader("Content-Type") == "text/event-stream"
    wait_until(lambda: own.named("tables"))

    def last(tables: int, free: int) -> Any:
        def found() -> Any:
            page = (anybody.named("tables") or [{"results": []}])[-1]["results"]
            return [len(page), *(table["free"] for table in page)] == [tables, *([free] * tables)]

        return wait_until(found)

    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    body = {"variant": "xmen", "seats": seats, "start_when_full": True}
    game = host.ask("POST", "/api/v1/games/", body)["id"]
    last(1, 2)
    wait_until(lambda: own.named("tables")[-1]["results"])
    assert own.named("tables")[-1]["results"][0]["seats"][0]["you"]
    other.ask("POST", f"/api/v1/games/{game}/seats/", {})
    last(1, 1)
    host.ask("PUT", f"/api/v1/games/{game}/seats/2/", {"bot": "random"})
    last(0, 0)
    assert host.ask("GET", f"/api/v1/games/{game}/")["status"] == "running"
    sent = [[one["free"] for one in page["results"]] for page in anybody.named("tables")]
    assert sent == [[], [2], [1], []]
    token = host.ask("GET", "/api/v1/me/")["token"]
    host.ask("DELETE", f"/api/v1/me/tokens/{token}/")
    wait_until(lambda: own.is_over)
    assert own.named("problem")[0]["code"] == "invalid_token"
    anybody.close()
