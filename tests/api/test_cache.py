"""Values in Redis: what the server stores, and what it does with values of others."""

import os
import pickle
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.core.cache import cache, caches
from django.test.utils import override_settings

from config.cache import TAG, Serializer, Unreadable
from config.celery import app
from config.supervisor import redis_child
from games.ledger import store
from games.wakeups import CHANNEL
from tests.api.client import Caller, Reply, asked_of, guest, start_game


class Bomb:
    """Makes a folder when it is unpickled."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return os.mkdir, (str(self.folder),)


@pytest.fixture(scope="module")
def private_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[redis.Redis]:
    """A Redis of these tests alone, on a socket."""
    folder = tmp_path_factory.mktemp("redis")
    path = folder / "redis.sock"
    server = subprocess.Popen(redis_child(folder, path).command)
    client = redis.Redis(unix_socket_path=str(path))
    try:
        for _ in range(1000):
            try:
                client.ping()
                break
            except redis.ConnectionError:
                time.sleep(0.01)
        yield client
    finally:
        client.close()
        server.terminate()
        server.wait(10)


@pytest.fixture
def in_redis(private_redis: redis.Redis) -> Iterator[redis.Redis]:
    """The server's cache in that Redis, which is empty."""
    private_redis.flushall()
    address = private_redis.connection_pool.connection_kwargs["path"]
    config = {
        "BACKEND": "config.cache.RedisCache",
        "LOCATION": f"unix://{address}",
        "KEY_PREFIX": f"test-{uuid4().hex}",
    }
    with override_settings(CACHES={"default": config}):
        yield private_redis
        for client in cache._cache._clients.values():  # type: ignore[attr-defined]
            client.close()
        caches.close_all()


def values(client: redis.Redis) -> dict[str, bytes]:
    """Every value in Redis, under the last part of its key."""
    return {key.decode().split(":", 2)[2]: client.get(key) for key in client.scan_iter()}  # type: ignore[misc]


@pytest.fixture
def played(in_redis: redis.Redis, editions: None) -> tuple[str, Caller, Caller]:
    """A game with a move, counted requests and cached tokens, one of them revoked."""
    alice, bob = guest("Alice"), guest("Bob")
    game = start_game(alice, bob)
    player, prompt, _seq = asked_of(game, alice, bob)
    assert player.post(f"games/{game}/moves/", prompt["options"][0]["body"]).status == 201
    token = Caller().post("players/", {"name": "Carol"}).json["token"]
    carol = Caller(token["secret"])
    assert carol.get("me/").status == 200
    assert carol.ask("DELETE", f"me/tokens/{token['id']}/").status == 204
    return game, alice, bob


@pytest.mark.django_db(transaction=True)
def test_no_value_in_redis_is_a_pickle(
    in_redis: redis.Redis, played: tuple[str, Caller, Caller]
) -> None:
    _game, alice, _bob = played
    alice.client.get("/readyz")
    found = values(in_redis)
    assert {key.split(":")[0] for key in found} >= {"state", "token", "rate", "readyz"}
    for key, value in found.items():
        assert value.isdigit() or value.startswith(TAG), key
        assert b"\x80\x05" not in value[:10]


@pytest.mark.django_db(transaction=True)
def test_a_pickle_in_redis_is_not_run_and_the_game_goes_on(
    in_redis: redis.Redis, played: tuple[str, Caller, Caller], tmp_path: Path
) -> None:
    game, alice, bob = played
    for key in in_redis.scan_iter():
        in_redis.set(key, pickle.dumps(Bomb(tmp_path / "made")))
    store.forget()
    player, prompt, seq = asked_of(game, alice, bob)
    moved = player.post(f"games/{game}/moves/", prompt["options"][0]["body"])
    assert (moved.status, moved.json["seq"]) == (201, seq + 1)
    assert alice.client.get("/readyz").status_code == 200
    assert not (tmp_path / "made").exists()


@pytest.mark.django_db(transaction=True)
def test_a_move_is_announced_to_streams_after_its_state_is_stored(
    in_redis: redis.Redis, played: tuple[str, Caller, Caller]
) -> None:
    game, alice, bob = played
    in_redis.delete(*in_redis.scan_iter("*state:*"))
    with in_redis.pubsub(ignore_subscribe_messages=True) as heard:
        heard.subscribe(CHANNEL)
        heard.get_message(timeout=60)
        player, prompt, _seq = asked_of(game, alice, bob)
        assert player.post(f"games/{game}/moves/", prompt["options"][0]["body"]).status == 201
        message = heard.get_message(timeout=60)
    assert message is not None
    assert message["data"].decode() == f"game:{game}"
    assert [key for key in values(in_redis) if key.startswith("state:") and game in key]


@pytest.mark.django_db(transaction=True)
def test_a_move_is_two_round_trips_to_redis(
    in_redis: redis.Redis, played: tuple[str, Caller, Caller], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One reads the token and counts the request, one stores the state and announces it."""
    game, alice, bob = played
    player, prompt, _seq = asked_of(game, alice, bob)
    sent: list[bytes] = []
    send = redis.Connection.send_packed_command

    def record(self: Any, command: Any, check_health: bool = True) -> None:
        sent.append(b"".join([command] if isinstance(command, bytes) else command))
        send(self, command, check_health)

    monkeypatch.setattr(redis.connection.AbstractConnection, "send_packed_command", record)
    assert player.post(f"games/{game}/moves/", prompt["options"][0]["body"]).status == 201
    monkeypatch.undo()
    first, second = sent
    assert first.count(b":token:") == 1
    assert first.count(b":rate:moves:p") == first.count(b":rate:moves-address:a") == 2
    assert second.count(b":state:") == 1
    assert CHANNEL.encode() in second


@pytest.mark.django_db(transaction=True)
def test_what_a_revoked_token_asks_is_counted_for_its_address(
    in_redis: redis.Redis, editions: None, settings: Any
) -> None:
    settings.API_RATES = settings.API_RATES | {"reads": "7/h"}
    token = Caller().post("players/", {"name": "Carol"}).json["token"]
    carol = Caller(token["secret"])
    assert [left(carol.get("me/")) for _ in range(2)] == [6, 5]
    assert carol.ask("DELETE", f"me/tokens/{token['id']}/").status == 204
    refused = [carol.get("me/") for _ in range(8)]
    assert [one.status for one in refused] == [401] * 7 + [429]
    assert [left(one) for one in refused] == [6, 5, 4, 3, 2, 1, 0, 0]
    counts = {key: value for key, value in values(in_redis).items() if "rate:reads:" in key}
    assert sorted(counts.values()) == [b"3", b"8"], "one was counted for the player as well"


@pytest.mark.django_db(transaction=True)
def test_a_known_player_over_the_limit_is_refused_before_the_view(
    in_redis: redis.Redis, editions: None, settings: Any
) -> None:
    settings.API_RATES = settings.API_RATES | {"reads": "2/h"}
    alice = guest("Alice")
    assert [alice.get("me/").status for _ in range(4)] == [200, 200, 429, 429]
    assert guest("Bob").get("me/").status == 200


@pytest.mark.django_db(transaction=True)
def test_without_redis_a_known_token_is_looked_up(
    in_redis: redis.Redis, editions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = guest("Alice")
    assert alice.get("me/").status == 200

    def refuse(*_: object, **__: object) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr(redis.connection.AbstractConnection, "send_packed_command", refuse)
    assert alice.get("me/").status == 200
    monkeypatch.undo()
    assert alice.get("me/").status == 200


def test_an_unreadable_value_is_absent_and_the_request_is_counted(in_redis: redis.Redis) -> None:
    client: Any = cache._cache  # type: ignore[attr-defined]
    assert client.get_and_count("token", [("count", 61, 2), ("wide", 9, 1)]) == (None, [2, 1])
    in_redis.set("token", pickle.dumps("x"))
    assert client.get_and_count("token", [("count", 61, 3)]) == (None, [5])
    in_redis.set("token", Serializer().dumps(b"access"))
    assert client.get_and_count("token", [("count", 61, 1)]) == (b"access", [6])
    assert 0 < in_redis.ttl("count") <= 61


def left(reply: Reply) -> int:
    """Return how many units a bucket has left after a request."""
    return int(reply.headers["RateLimit"].split(";r=")[1].split(";")[0])


def test_the_cache_keeps_plain_values_and_counts(in_redis: redis.Redis) -> None:
    for value in (b"bytes\x00", "text", 3, -1, 1.5, True, False, None, [1, "a"], {"a": [b"b"]}):
        cache.set("value", value)
        absent = "absent" if value is not None else None
        assert cache.get("value", absent) == value
        assert type(cache.get("value")) is type(value)
    cache.set_many({"a": 1, "b": "two"})
    in_redis.set(cache.make_key("c"), pickle.dumps("three"))
    assert cache.get_many(["a", "b", "c", "d"]) == {"a": 1, "b": "two"}
    assert 0 < in_redis.ttl(cache.make_key("a")) <= 300
    assert cache.incr("a", 2) == 3
    keys = [cache.make_key(one) for one in ("a", "e", "f")]
    assert cache._cache.add_together(keys, 1, 60) == [False, True, True]  # type: ignore[attr-defined]
    assert cache.get_many("aef") == {"a": 3, "e": 1, "f": 1}
    assert 0 < in_redis.ttl(keys[1]) <= 60
    assert cache.add("new", 0)
    assert not cache.add("new", 1)


@pytest.mark.parametrize("stored", [pickle.dumps("x"), b"", b"text", TAG, TAG + b"\xc1", b"1.5"])
def test_what_the_cache_has_not_written_cannot_be_read(stored: bytes) -> None:
    with pytest.raises(Unreadable):
        Serializer().loads(stored)


def test_tasks_travel_as_json_alone() -> None:
    assert app.conf.task_serializer == app.conf.result_serializer == "json"
    assert set(app.conf.accept_content) == {"json"}
