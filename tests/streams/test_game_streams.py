"""Streams of a game, from a live server that looks at the database, and with Redis."""

import json
import socket
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User

from tests.api.test_contributions import ONE, TWO, bound
from tests.bench.api import table
from tests.bench.servers import guest
from tests.own_redis import LONG, wait_until
from tests.streams.live_server import Server, move, options_of, serving

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]


@pytest.fixture(scope="module")
def server(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without Redis, for all tests of the module."""
    with serving(tmp_path_factory.mktemp("server")) as made:
        yield made


def test_a_stream_replays_then_tails_without_gap_or_repeat_and_ends(server: Server) -> None:
    game, players = table(server.port, 2)
    path = f"/api/v1/games/{game}/events/"
    move(players, game)
    public = server.read(path)
    mine = server.read(path, players[0].headers)
    other = server.read(path, players[1].headers)
    late = server.read(f"{path}?after=1")
    assert public.response.getheader("Content-Type") == "text/event-stream"
    assert public.response.getheader("Cache-Control") == "no-store"
    for _ in range(5):
        last = move(players, game)
    for reader in (public, mine, other, late):
        reader.wait_for(last)
    wait_until(lambda: {one["seq"] for one in mine.named("prompts")} >= {last})
    wait_until(lambda: {one["seq"] for one in other.named("prompts")} >= {last})
    resumed = server.read(f"{path}?after=1", {"Last-Event-ID": str(last - 1)})
    last = move(players, game, resigns=True)
    for reader in (public, mine, other, late, resumed):
        wait_until(lambda reader=reader: reader.is_over)
        assert reader.named("end")[0]["seq"] == last
    assert public.seqs == mine.seqs == list(range(1, last + 1))
    assert late.seqs == list(range(2, last + 1))
    assert resumed.seqs == [last - 1, last]
    # Each sees what the page shows: hands of others are hidden.
    assert public.messages[0].data["facts"] != mine.messages[0].data["facts"]
    assert public.named("prompts") == []
    # One of the two players is asked after the event that all have waited for.
    told = [*mine.named("prompts"), *other.named("prompts")]
    assert [one for one in told if one["prompts"][-1]["options"]]
    assert [one["seq"] for one in mine.named("prompts")] == sorted(
        {one["seq"] for one in mine.named("prompts")}
    )


def test_a_killed_server_leaves_no_gap_and_no_repeat(server: Server) -> None:
    game, players = table(server.port, 2)
    path = f"/api/v1/games/{game}/events/"
    first = server.read(path)
    last = move(players, game)
    first.wait_for(last)
    server.kill()
    wait_until(lambda: first.is_over)
    server.start()
    last = move(players, game)
    again = server.read(path, {"Last-Event-ID": str(first.seqs[-1])})
    last = move(players, game)
    again.wait_for(last)
    assert first.seqs + again.seqs == list(range(1, last + 1))


def test_a_stream_ends_with_a_problem_with_its_token_or_account(server: Server) -> None:
    game, players = table(server.port, 2)
    path = f"/api/v1/games/{game}/events/"
    readers = [server.read(path, player.headers) for player in players]
    for reader in readers:
        reader.wait_for(1)
    token = players[1].ask("GET", "/api/v1/me/")["token"]
    players[1].ask("DELETE", f"/api/v1/me/tokens/{token}/")
    wait_until(lambda: readers[1].is_over)
    assert not readers[0].is_over
    User.objects.filter(player=players[0].ask("GET", "/api/v1/me/")["id"]).update(is_active=False)
    wait_until(lambda: readers[0].is_over)
    for reader in readers:
        assert reader.named("problem")[0]["code"] == "invalid_token"


def raw(port: int, path: str, *headers: str) -> bytes:
    """The whole response to a request of HTTP/1.0."""
    request = "\r\n".join([f"GET {path} HTTP/1.0", *headers, "", ""])
    with socket.create_connection(("127.0.0.1", port), LONG) as connection:
        connection.sendall(request.encode())
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_http_1_0_gets_whole_responses_and_no_stream(server: Server) -> None:
    game, _ = table(server.port, 2)
    path = f"/api/v1/games/{game}/events/"
    for kind, status, name in (
        ("application/json", b"200", "seq"),
        ("text/event-stream", b"400", "code"),
    ):
        head, _, body = raw(server.port, path, f"Accept: {kind}").partition(b"\r\n\r\n")
        assert head.split()[1] == status
        assert json.loads(body)[name] in (1, "http_version")
        assert b"transfer-encoding" not in head.lower()


def test_a_ticket_opens_one_stream_once_and_is_not_logged(server: Server) -> None:
    game, players = table(server.port, 2)
    made = players[0].ask("POST", "/api/v1/stream-tickets/", {"game": game})
    opened = server.read(made["url"])
    opened.wait_for(1)
    assert opened.named("prompts")
    again = server.read(made["url"])
    assert (again.response.status, again.response.getheader("Content-Type")) == (
        401,
        "application/problem+json",
    )
    mine = players[0].ask("POST", "/api/v1/stream-tickets/", {})
    wrong = server.read(f"/api/v1/games/{game}/events/?ticket={mine['ticket']}")
    assert wrong.response.status == 401
    assert server.read(mine["url"]).response.status == 200
    assert "events/" in server.log
    assert "fdt_" not in server.log
    opened.close()


def test_a_player_hears_of_all_games_and_resumes(server: Server) -> None:
    host, other = guest(server.port), guest(server.port)
    player = other.headers.pop("X-Player")
    stream = server.read("/api/v1/me/events/", other.headers)
    made = {"variant": "xmen", "seats": [{"kind": "me"}, {"kind": "invited", "player": player}]}
    game = host.ask("POST", "/api/v1/games/", made)["id"]
    wait_until(lambda: stream.named("invited"))
    other.ask("POST", f"/api/v1/games/{game}/seats/", {})
    host.ask("POST", f"/api/v1/games/{game}/start/", {})
    while not options_of(other, game):
        move([host], game)
    turn = wait_until(lambda: stream.named("turn"))[0]
    assert turn["game"] == game
    options = turn["prompts"]["prompts"][-1]["options"]
    assert options[0]["body"]
    # A turn costs one request: the stream has the next prompts.
    last = next(one for one in stream.messages if one.event == "turn")
    assert [one.event for one in stream.messages[:3]] == ["invited", "started", "turn"]
    stream.close()
    other.ask("POST", f"/api/v1/games/{game}/moves/", {"move": "resign"})
    resumed = server.read("/api/v1/me/events/", other.headers | {"Last-Event-ID": last.id})
    over = wait_until(lambda: resumed.named("over"))[0]
    assert over["result"]["winner"] == 0
    assert not server.read("/api/v1/me/events/", other.headers).named("over")


def test_a_player_hears_that_the_host_has_freed_the_seat(server: Server) -> None:
    host, other = guest(server.port), guest(server.port)
    made = {"variant": "xmen", "seats": [{"kind": "me"}, {"kind": "open"}]}
    game = host.ask("POST", "/api/v1/games/", made)["id"]
    other.ask("POST", f"/api/v1/games/{game}/seats/", {})
    stream = server.read("/api/v1/me/events/", other.headers)
    host.ask("DELETE", f"/api/v1/games/{game}/seats/1/")
    told = wait_until(lambda: stream.named("unseated"))[0]
    assert (told["game"], told["seat"], told["result"]) == (game, 1, None)
    resumed = server.read("/api/v1/me/events/", other.headers | {"Last-Event-ID": told["at"]})
    assert wait_until(lambda: resumed.named("unseated"))[0] == told


def test_a_player_hears_that_a_game_waits_for_shares(server: Server) -> None:
    host, other = guest(server.port), guest(server.port)
    seats = [{"kind": "me"} | bound(ONE), {"kind": "open"}]
    made = {"variant": "xmen", "chance": "shared", "start_when_full": True, "seats": seats}
    game = host.ask("POST", "/api/v1/games/", made)["id"]
    stream = server.read("/api/v1/me/events/", host.headers)
    other.ask("POST", f"/api/v1/games/{game}/seats/", bound(TWO))
    told = wait_until(lambda: stream.named("opening"))[0]
    assert (told["game"], told["seat"], told["prompts"]) == (game, 0, None)
    # Who comes later hears it too.
    late = server.read("/api/v1/me/events/", other.headers)
    assert wait_until(lambda: late.named("opening"))[0]["seat"] == 1
    for player, share in ((host, ONE), (other, TWO)):
        player.ask("POST", f"/api/v1/games/{game}/share/", {"share": share})
    wait_until(lambda: stream.named("started"))
    assert len(stream.named("opening")) == 1


def test_the_number_of_open_streams_is_limited(server: Server) -> None:
    game, players = table(server.port, 2)
    path = f"/api/v1/games/{game}/events/"
    opened = [server.read(path, players[0].headers) for _ in range(20)]
    assert {one.response.status for one in opened} == {200}
    refused = server.read(path, players[0].headers).response
    assert (refused.status, refused.getheader("Retry-After")) == (429, "30")
    opened[0].close()
    wait_until(lambda: server.read(path, players[0].headers).response.status == 200)
    for one in opened[1:]:
        one.close()
