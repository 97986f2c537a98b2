"""Rate limits of the API."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches
from redis import ConnectionError as NoRedis

from games.api.http import throttling
from games.api.http.throttling import address_of
from games.api.urls import urlpatterns
from tests.api.client import Caller, asked_of, guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def rates(settings: Any) -> dict[str, str]:
    """The rates, to be lowered."""
    settings.API_RATES = dict(settings.API_RATES)
    changed: dict[str, str] = settings.API_RATES
    return changed


@pytest.fixture(autouse=True)
def _time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "time", lambda: 1_800_000_015.0)


def test_every_reply_reports_the_limit_and_what_is_left(rates: dict[str, str]) -> None:
    rates["reads"] = "3/min"
    reply = Caller().get("variants/")
    assert reply.headers["RateLimit-Policy"] == '"reads";q=3;w=60'
    assert reply.headers["RateLimit"] == '"reads";r=2;t=45'
    assert Caller().get("nothing/").headers["RateLimit"] == '"reads";r=1;t=45'


def test_one_request_too_many_is_429_and_names_the_time_to_retry(rates: dict[str, str]) -> None:
    rates["reads"] = "1/min"
    assert Caller().get("variants/").status == 200
    reply = Caller().get("variants/")
    assert (reply.status, reply.code) == (429, "too_many_requests")
    assert reply.headers["Retry-After"] == "45"
    assert reply.headers["RateLimit"] == '"reads";r=0;t=45'


DEAR = [
    ("schema/", "*/*", 10),
    ("games/{game}/events/", "text/event-stream", 5),
    ("games/{game}/log/", "text/csv", 25),
    ("games/{game}/log/", "text/plain", 25),
    ("games/{game}/audit/bundle/", "application/json", 10),
    ("games/{game}/audit/", "application/json", 5),
    ("games/{game}/events/?limit=200", "application/json", 4),
    ("games/{game}/log/", "application/json", 3),
    ("games/{game}/log/?limit=101", "application/json", 6),
]


@pytest.mark.parametrize(("path", "accept", "cost"), DEAR)
def test_a_dear_request_costs_several_units_and_says_so(
    alice: Caller, game: str, rates: dict[str, str], path: str, accept: str, cost: int
) -> None:
    rates["reads"] = "100/min"
    reply = alice.get(path.format(game=game), Accept=accept)
    assert reply.headers["RateLimit"] == f'"reads";r={100 - cost};t=45;cost={cost}'


@pytest.mark.parametrize(
    "path", ["events/", "events/?limit=50", "events/?limit=x", "log/?limit=20", ""]
)
def test_any_other_request_costs_one_unit(
    alice: Caller, game: str, rates: dict[str, str], path: str
) -> None:
    rates["reads"] = "100/min"
    assert alice.get(f"games/{game}/{path}").headers["RateLimit"] == '"reads";r=99;t=45'


def test_an_audit_costs_ten_writes_and_a_ruling_two(
    alice: Caller, game: str, rates: dict[str, str]
) -> None:
    rates["writes"] = "100/min"
    assert alice.post(f"games/{game}/audit/").headers["RateLimit"].endswith(";cost=10")
    assert alice.post("rulings/", {}).headers["RateLimit"].endswith(";cost=2")


def test_dear_requests_reach_the_limit_sooner(rates: dict[str, str]) -> None:
    rates["reads"] = "25/min"
    statuses = [Caller().get("schema/").status for _ in range(4)]
    assert statuses == [200, 200, 429, 429]


def test_wrong_tokens_pay_the_same(game: str, rates: dict[str, str]) -> None:
    rates["reads"] = "100/min"
    reply = Caller("fd_" + "0" * 64).get(f"games/{game}/audit/bundle/")
    assert (reply.status, reply.headers["RateLimit"]) == (401, '"reads";r=90;t=45;cost=10')


def test_a_limit_below_a_cost_lets_one_such_request_pass(rates: dict[str, str]) -> None:
    rates["reads"] = "3/min"
    assert [Caller().get("schema/").status for _ in range(2)] == [200, 429]


def test_the_docs_name_every_cost() -> None:
    text = Path("docs/running.md").read_text()
    told = {int(one) for one in re.findall(r"^\| .* \| (\d+) \|$", text, re.MULTILINE)}
    views = [view.view_class for one in urlpatterns if (view := getattr(one, "callback", None))]
    asked = {cost for view in views for cost in getattr(view, "costs", {}).values()}
    assert asked | {view.whole_cost for view in views if getattr(view, "whole_cost", 0)} <= told


def test_a_request_asks_redis_once(alice: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    def count(counters: Any) -> list[int]:
        sent.append(counters)
        return [10 for _ in counters]

    backend = caches["default"]
    monkeypatch.setattr(backend, "_cache", SimpleNamespace(count=count), raising=False)
    request: Any = SimpleNamespace(META={"REMOTE_ADDR": "192.0.2.1"})
    assert throttling.charge(request, "reads", None, 10).used == 10
    (((key, seconds, cost),),) = sent
    assert (key, seconds, cost) == (backend.make_key(f"rate:reads:a192.0.2.1:{30_000_000}"), 61, 10)


def test_the_next_window_is_another_one(
    rates: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rates["reads"] = "1/min"
    Caller().get("variants/")
    monkeypatch.setattr(throttling, "time", lambda: 1_800_000_061.0)
    assert Caller().get("variants/").status == 200


def test_reading_never_starves_the_moves_of_a_game(
    alice: Caller, bob: Caller, game: str, rates: dict[str, str]
) -> None:
    player, prompt, _seq = asked_of(game, alice, bob)
    rates["reads"] = "1/min"
    assert player.get(f"games/{game}/").status == 429
    reply = player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    assert reply.status == 201
    assert reply.headers["RateLimit-Policy"].startswith('"moves"')


def test_players_do_not_share_a_bucket(alice: Caller, bob: Caller, rates: dict[str, str]) -> None:
    rates["reads"] = "1/min"
    assert alice.get("me/").status == 200
    assert alice.get("me/").status == 429
    assert bob.get("me/").status == 200


@pytest.mark.parametrize(
    ("bucket", "method", "path", "passed"),
    [("reads", "GET", "me/", 200), ("writes", "POST", "me/codes/", 201)],
)
def test_the_players_of_an_address_share_a_wider_bucket(
    rates: dict[str, str],
    settings: Any,
    bucket: str,
    method: str,
    path: str,
    passed: int,
) -> None:
    settings.API_ADDRESS_TIMES = 2
    guests = [guest(name) for name in "ABCDE"]
    rates[bucket] = "2/min"
    found = [one.ask(method, path).status for one in guests for _ in range(3)]
    assert found == [passed, passed, 429, passed, passed, *([429] * 10)]
    refused = guests[-1].ask(method, path)
    assert refused.headers["RateLimit"] == f'"{bucket}-address";r=0;t=45'
    assert refused.headers["RateLimit-Policy"] == f'"{bucket}-address";q=4;w=60'
    guests[-1].client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    passing = guests[-1].ask(method, path)
    assert (passing.status, passing.headers["RateLimit"]) == (429, f'"{bucket}";r=0;t=45')


def test_what_is_refused_for_the_address_counts_for_the_player_too(
    rates: dict[str, str], settings: Any
) -> None:
    settings.API_ADDRESS_TIMES = 1
    one, other = guest("A"), guest("B")
    rates["reads"] = "2/min"
    assert [one.get("me/").status for _ in range(2)] == [200, 200]
    assert Caller().get("variants/").status == 200
    assert other.get("me/").status == 429
    other.client.defaults["REMOTE_ADDR"] = "192.0.2.1"
    assert [other.get("me/").status for _ in range(2)] == [200, 429]


def test_a_request_of_a_known_player_is_counted_once(alice: Caller, rates: dict[str, str]) -> None:
    rates["reads"] = "100/min"
    paths = ["me/", "me/", "nothing/", "me/nothing/", "me/", "schema/", "me/"]
    left = [alice.get(path).headers["RateLimit"].split(";")[1] for path in paths]
    assert left == ["r=99", "r=98", "r=97", "r=96", "r=95", "r=85", "r=84"]


def test_guessing_tokens_is_limited(rates: dict[str, str]) -> None:
    rates["reads"] = "1/min"
    assert Caller("fd_" + "0" * 64).get("me/").status == 401
    assert Caller("fd_" + "1" * 64).get("me/").status == 429


def test_behind_proxies_the_outermost_of_them_names_the_caller(
    rates: dict[str, str], settings: Any
) -> None:
    rates["reads"], settings.API_PROXIES = "1/min", 1
    assert Caller().get("variants/", X_Forwarded_For="10.0.0.1").status == 200
    assert Caller().get("variants/", X_Forwarded_For="10.0.0.2").status == 200
    assert Caller().get("variants/", X_Forwarded_For="forged, 10.0.0.1").status == 429


ONE_CLIENT = [
    ("2001:db8::1", "2001:db8::ffff:ffff:ffff:2"),
    ("2001:0DB8:0:0::1", "2001:db8::1"),
    ("fe80::1%eth0", "fe80::2%eth1"),
    ("192.0.2.1", "::ffff:192.0.2.1"),
    ("", ""),
]
TWO_CLIENTS = [
    ("2001:db8::1", "2001:db8:0:1::1"),
    ("192.0.2.1", "192.0.2.2"),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.2"),
    ("no address", "not:an:address"),
]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [(*pair, True) for pair in ONE_CLIENT] + [(*pair, False) for pair in TWO_CLIENTS],
)
def test_a_client_of_ipv6_is_its_network(one: str, other: str, is_same: bool) -> None:
    first, second = (address_of(SimpleNamespace(META={"REMOTE_ADDR": it})) for it in (one, other))
    assert (first == second) is is_same


@pytest.mark.parametrize("proxies", [0, -1])
def test_without_proxies_no_header_names_the_caller(
    rates: dict[str, str], settings: Any, proxies: int
) -> None:
    rates["reads"], settings.API_PROXIES = "1/min", proxies
    assert Caller().get("variants/", X_Forwarded_For="10.0.0.1, 10.0.0.2").status == 200
    assert Caller().get("variants/", X_Forwarded_For="10.0.0.2, 10.0.0.3").status == 429


def test_a_cache_that_does_not_answer_refuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise NoRedis

    monkeypatch.setattr(throttling, "_count", fail)
    monkeypatch.setattr("games.players.access.cache.get", fail)
    monkeypatch.setattr("games.players.access.cache.add", fail)
    secret = Caller().post("players/").json["token"]["secret"]
    assert [Caller(secret).get("me/").status for _ in range(2)] == [200, 200]
