"""Links to tables: a code seats any player who has it, until the game starts."""

from typing import Any

import pytest
from django.test import Client, RequestFactory
from redis import ConnectionError as NoRedis

from config.logs import RequestLog
from games.models import TableLink
from games.players.device_codes import LETTERS
from tests.api.client import Caller, create_game, fits, guest
from tests.api.test_seats_api import player

pytestmark = pytest.mark.django_db


def link(host: Caller, game: str) -> Any:
    made = host.post(f"games/{game}/links/")
    assert (made.status, made.headers["Cache-Control"]) == (201, "no-store")
    fits("Link", made.json)
    return made.json


def test_the_host_gets_one_link_to_a_table(alice: Caller, bob: Caller) -> None:
    game = create_game(alice)
    made = link(alice, game)
    code = made["code"]
    assert len(code) == 8
    assert set(code) <= set(LETTERS)
    assert made["path"] == f"/join/{code}/"
    assert made["url"] == f"http://testserver/join/{code}/"
    assert made["qr"].startswith("<svg")
    assert link(alice, game) == made
    assert link(alice, create_game(alice))["code"] != code
    assert bob.post(f"games/{game}/links/").code == "not_allowed"


def test_whoever_has_the_code_sees_the_table_and_takes_a_seat(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    seats = [{"kind": "me"}, {"kind": "invited", "player": player(bob)}, {"kind": "open"}]
    game = create_game(alice, seats=seats, access="invited", start_when_full=True)
    code = link(alice, game)["code"]
    table = Caller().get(f"links/{code}/").json
    fits("OpenTable", table)
    assert (table["id"], table["free"], table["host"]["name"]) == (game, 1, "Alice")
    assert carol.get(f"games/{game}/").code == "game_not_found"
    typed = f" {code[:4].lower()} {code[4:].lower()}"
    taken = carol.post(f"links/{typed}/", Idempotency_Key="sit")
    assert (taken.status, taken.json["you"]) == (201, 2)
    assert carol.post(f"links/{typed}/", Idempotency_Key="sit").raw == taken.raw
    assert carol.post(f"links/{code}/").code == "already_seated"
    assert guest("Dan").post(f"links/{code}/").code == "seat_taken"
    assert Caller().post(f"links/{code}/").status == 401
    assert bob.post(f"links/{code}/").json["status"] == "running"


def test_a_link_ends_with_the_start_or_the_table(alice: Caller, bob: Caller, carol: Caller) -> None:
    started, cancelled = create_game(alice), create_game(alice)
    codes = [link(alice, game)["code"] for game in (started, cancelled)]
    bob.post(f"links/{codes[0]}/")
    alice.post(f"games/{started}/start/")
    alice.ask("DELETE", f"games/{cancelled}/seats/0/")
    for code in codes:
        assert carol.get(f"links/{code}/").code == "link_not_found"
        assert carol.post(f"links/{code}/").code == "link_not_found"
    assert alice.post(f"games/{started}/links/").code == "not_open"


def test_guessing_is_limited_by_player_and_locks_out_no_right_code(
    alice: Caller, bob: Caller, settings: Any
) -> None:
    settings.API_RATES = {**settings.API_RATES, "codes": "3/d"}
    settings.API_ADDRESS_TIMES = 3
    code = link(alice, create_game(alice))["code"]
    ended = link(alice, game := create_game(alice))["code"]
    alice.ask("DELETE", f"games/{game}/seats/0/")
    for _ in range(12):
        assert bob.get(f"links/{code}/").status == 200
        assert bob.get(f"links/{ended}/").status == 404
    wrong = [bob.get("links/BBBBBBBB/").status for _ in range(5)]
    assert wrong == [404, 404, 404, 429, 429]
    assert bob.get(f"links/{code}/").status == 200
    others = [Caller().get("links/BBBBBBBB/").status for _ in range(3)]
    assert others == [404, 404, 404]
    assert alice.get("links/BBBBBBBB/").status == 404
    assert Caller().get(f"links/{code}/").status == bob.get(f"links/{code}/").status == 429
    limited = bob.post(f"links/{code}/")
    assert (limited.status, limited.code) == (429, "too_many_requests")
    assert '"codes-address"' in limited.headers["RateLimit"]
    elsewhere = guest("Dan")
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert elsewhere.post(f"links/{code}/").status == 201


def test_no_link_is_opened_without_being_counted(
    alice: Caller, bob: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = link(alice, create_game(alice))["code"]

    def fail(*_: object) -> None:
        raise NoRedis

    monkeypatch.setattr("games.api.http.throttling._count", fail)
    for tried in (code, "BBBBBBBB"):
        for reply in (bob.get(f"links/{tried}/"), bob.post(f"links/{tried}/")):
            assert (reply.status, reply.code) == (503, "unavailable")
    monkeypatch.undo()
    assert bob.post(f"links/{code}/").status == 201


def test_a_code_is_in_no_line_of_the_log(
    alice: Caller, bob: Caller, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = link(alice, create_game(alice))["code"]
    bob.post(f"links/{code}/")
    assert TableLink.objects.get().code == code
    assert "/api/v1/links/-/" in caplog.text
    page = RequestFactory().get(f"/join/{code}/")
    assert RequestLog.format_request(page) == "GET /join/-/"
    for kind in ("claim", "staff"):
        page = RequestFactory().get(f"/t/{kind}/{code}/")
        assert RequestLog.format_request(page) == f"GET /t/{kind}/-/"

    def fail(*_: object) -> None:
        raise NoRedis

    monkeypatch.setattr("games.api.http.throttling._count", fail)
    bob.get(f"links/{code}/")
    assert "Service Unavailable: /api/v1/links/-/" in caplog.text
    refused = Client(enforce_csrf_checks=True).post(f"/t/claim/{code}/")
    assert refused.status_code == 403
    assert ": /t/claim/-/" in caplog.text
    assert code not in caplog.text
