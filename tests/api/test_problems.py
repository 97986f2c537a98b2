"""Every error is a problem document."""

import gzip
import json
import re
from typing import Any

import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest
from django.test import Client, RequestFactory

from games.api.http import problem_documents
from games.models import Game
from games.wording.problems import PROBLEMS
from tests.api.client import Caller, fits

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"{'a': 1}", b'{"name": "\\ud800"}', b"nul"])
def test_what_is_no_json_is_400(body: bytes) -> None:
    reply = Caller().post("players/", body)
    assert (reply.status, reply.code) == (400, "malformed_json")


def test_ten_megabytes_of_body_are_413_and_nothing_is_stored(alice: Caller, game: str) -> None:
    before = Game.objects.values().get()
    for path in ("players/", f"games/{game}/moves/", "games/"):
        reply = alice.post(path, b'{"name": "' + b"x" * 10_000_000 + b'"}')
        assert (reply.status, reply.code) == (413, "body_too_large")
        assert reply.json["params"] == {"most": 65536}
    assert Game.objects.values().get() == before


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_of_another_type_is_415(kind: str) -> None:
    reply = Caller().ask("POST", "players/", b"name=A", Content_Type=kind or "x")
    assert (reply.status, reply.code) == (415, "unsupported_media_type")


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "gzip, identity", "x"])
def test_a_compressed_body_is_415(coding: str) -> None:
    for body in (b'{"name": "Ada"}', gzip.compress(b'{"name": "Ada"}')):
        reply = Caller().ask("POST", "players/", body, Content_Encoding=coding)
        assert (reply.status, reply.code) == (415, "unsupported_media_type")
    plain = Caller().ask("POST", "players/", b'{"name": "Ada"}', Content_Encoding="Identity")
    assert plain.status == 201


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_parameters_and_case_of_the_media_type_do_not_matter(kind: str) -> None:
    reply = Caller().ask("POST", "players/", b'{"name": "Ada"}', Content_Type=kind)
    assert (reply.status, reply.json["player"]["name"]) == (201, "Ada")


def test_a_method_that_is_none_is_405_and_allow_names_the_others() -> None:
    reply = Caller().ask("DELETE", "variants/")
    assert (reply.status, reply.code) == (405, "method_not_allowed")
    assert "GET" in reply.headers["Allow"]
    assert reply.json["params"] == {"method": "DELETE"}


def test_options_names_the_methods() -> None:
    reply = Caller().ask("OPTIONS", "games/")
    assert (reply.status, reply.raw) == (204, b"")
    assert reply.headers["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_format_that_is_none_is_406() -> None:
    assert Caller().get("variants/", Accept="text/html").code == "not_acceptable"


@pytest.mark.parametrize("path", ["editions/?variant=%00", "editions/%00/", "rules/a%00b/"])
def test_an_address_with_a_nul_is_400(path: str) -> None:
    reply = Caller().get(path)
    assert (reply.status, reply.code) == (400, "bad_request")


@pytest.mark.parametrize("path", ["games", "players", "games/1/moves", "me/tokens"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_address_without_its_last_slash_names_the_one_that_was_meant(
    method: str, path: str, game: str
) -> None:
    path = path.replace("1", game)
    reply = Caller().ask(method, path, {} if method == "POST" else None)
    assert (reply.status, reply.code) == (404, "slash_missing")
    assert reply.json["params"] == {"address": f"/api/v1/{path}/"}
    assert f"/api/v1/{path}/" in reply.json["detail"]
    assert "Location" not in reply.headers


@pytest.mark.parametrize("path", ["nothing", "nothing/", "games/1", "gamess"])
def test_an_address_that_a_slash_does_not_mend_is_not_found(path: str) -> None:
    assert Caller().post(path, {}).code == "not_found"


def test_an_address_outside_the_api_is_a_problem_too() -> None:
    response = Client().get("/no/such/page")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


def test_the_failure_of_the_server_is_a_problem_that_reveals_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the deck is red-5, wild")

    monkeypatch.setattr("games.api.views.players.services.create_guest", fail)
    reply = Caller().post("players/")
    assert (reply.status, reply.code) == (500, "server_error")
    assert b"red-5" not in reply.raw


def test_a_database_that_does_not_answer_is_503(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("connection refused at db.example")

    monkeypatch.setattr("games.api.views.players.services.create_guest", fail)
    reply = Caller().post("players/")
    assert (reply.status, reply.code) == (503, "unavailable")
    assert reply.headers["Retry-After"]
    assert b"db.example" not in reply.raw


@pytest.mark.parametrize(
    ("raised", "status"),
    [
        (problem_documents.bad_request, 400),
        (problem_documents.permission_denied, 403),
        (problem_documents.page_not_found, 404),
    ],
)
def test_what_django_refuses_by_itself_is_a_problem_too(raised: Any, status: int) -> None:
    response = raised(RequestFactory().get("/x"), SuspiciousOperation("secret"))
    assert (response.status_code, response["Content-Type"]) == (
        status,
        problem_documents.PROBLEM_JSON,
    )
    assert b"secret" not in response.content


@pytest.mark.parametrize(
    ("language", "missing", "failed"),
    [
        ("en", "There is nothing here", "The server failed"),
        ("fr-CA", "Il n’y a rien ici", "Le serveur a échoué"),
    ],
)
def test_a_browser_gets_a_page_for_an_error(
    monkeypatch: pytest.MonkeyPatch, language: str, missing: str, failed: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the deck is red-5, wild")

    monkeypatch.setattr("games.pages.how_to_play.render", fail)
    client = Client(raise_request_exception=False)
    asked = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": language}
    for path, status, title in (("/no/such/page/", 404, missing), ("/rules/", 500, failed)):
        response = client.get(path, headers=asked)
        page = response.content.decode()
        assert (response.status_code, response["Content-Language"]) == (status, language)
        assert response["Content-Type"].startswith("text/html")
        assert f'<html lang="{language}">' in page and f"<h1>{title}</h1>" in page
        assert "red-5" not in page and "Traceback" not in page
        assert "default-src" in response["Content-Security-Policy"]
        [style] = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
        served = client.get(style)
        assert served.status_code == 200
        served.close()
    # A program gets the problem document there, and a browser too in the API.
    assert client.get("/rules/").headers["Content-Type"] == problem_documents.PROBLEM_JSON
    in_api = client.get("/api/v1/nothing/", headers=asked)
    assert in_api.headers["Content-Type"] == problem_documents.PROBLEM_JSON


@pytest.mark.parametrize(
    ("language", "title", "sentence"),
    [
        ("en", "The request is not from a page of this server", "Go back, reload the page"),
        ("fr-CA", "La requête ne vient pas d’une page de ce serveur", "recharge la page"),
    ],
)
@pytest.mark.parametrize("path", ["/audit/rulings/", "/audit/language/", "/admin/login/"])
def test_a_form_without_its_token_gets_a_page_in_the_language_of_the_browser(
    path: str, language: str, title: str, sentence: str
) -> None:
    client = Client(enforce_csrf_checks=True)
    asked = {"Accept": "text/html,*/*;q=0.8", "Accept-Language": language}
    response = client.post(path, {"move": "draw"}, headers=asked)
    page = response.content.decode()
    assert (response.status_code, response["Content-Language"]) == (403, language)
    assert f'<html lang="{language}">' in page and f"<h1>{title}</h1>" in page
    assert sentence in page and "X-CSRFToken" not in page
    assert "default-src" in response["Content-Security-Policy"]
    # A program gets the problem document, which names the header.
    document = client.post(path, headers={"Accept-Language": language})
    assert (document.status_code, document.json()["code"]) == (403, "csrf_failed")
    assert "X-CSRFToken" in document.json()["detail"]


def test_djangos_own_failure_is_a_problem_too() -> None:
    request: HttpRequest = RequestFactory().get("/x")
    told = json.loads(problem_documents.server_error(request).content)
    fits("Problem500", told)


def test_a_host_that_is_not_ours_is_400(settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["ours.example"]
    response = Client(raise_request_exception=False).get("/api/v1/", headers={"Host": "other"})
    assert response.status_code == 400


def test_the_instance_is_the_name_of_the_request() -> None:
    first, second = Caller().get("nothing/"), Caller().get("nothing/", X_Request_ID="mine")
    for reply in (first, second):
        assert reply.json["instance"] == f"urn:uuid:{reply.headers['X-Request-ID']}"
    assert first.json["instance"] != second.json["instance"]


@pytest.mark.parametrize("language", ["fr-CA", "fr", "de, fr;q=0.5, en;q=0.1"])
def test_problems_speak_french_and_codes_do_not(language: str) -> None:
    english, french = Caller().get("nothing/"), Caller(language=language).get("nothing/")
    assert french.json["title"] == PROBLEMS["not_found"].title.to("fr-CA")
    assert french.headers["Content-Language"] == "fr-CA"
    assert english.json["title"] == PROBLEMS["not_found"].title.en
    assert english.code == french.code


def test_a_malformed_field_is_explained_in_french() -> None:
    detail = Caller(language="fr-CA").post("players/", {"nom": 1}).json["errors"][0]["detail"]
    assert detail == "Champ inconnu\u00a0: `nom`"


def test_a_refusal_by_a_rule_names_the_position(alice: Caller, game: str) -> None:
    expected = {
        "en": "Bob has 7 cards. Only a player with one card who has not called UNO can be"
        " caught. The false catch costs you nothing.",
        "fr-CA": "Bob a 7 cartes en main. On ne peut prendre en défaut qu’un joueur à qui"
        " il reste une carte et qui n’a pas annoncé UNO. Cette erreur ne te coûte rien.",
    }
    for language, sentence in expected.items():
        alice.language = language
        reply = alice.post(f"games/{game}/moves/", {"move": "catch-uno", "seat": 1})
        assert (reply.json["detail"], reply.json["rule"]) == (sentence, "common.uno.catch")


def test_labels_and_reasons_speak_french(alice: Caller, bob: Caller, game: str) -> None:
    for caller in (alice, bob):
        caller.language = "fr-CA"
        told = caller.get(f"games/{game}/prompts/").json
        assert told["open"][-1]["label"] == "Abandonner la partie"
        for option in told["prompts"][0]["options"] or []:
            assert option["label"].startswith(("Jouer ", "Piger ", "Nommer "))
        start = "À toi de jouer." if told["prompts"][0]["options"] else "La partie attend "
        assert told["prompts"][0]["why"].startswith(start)


class _Refused(Exception):
    """What a driver raises."""

    def __init__(self, sqlstate: str) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def _internal(sqlstate: str) -> InternalError:
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = _Refused(sqlstate)
    return error


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (OperationalError("no route"), 503),
        (InterfaceError("the connection is closed"), 503),
        (_internal("25006"), 503),
        (_internal("25P02"), 500),
    ],
)
def test_a_page_without_a_database_that_answers_is_unavailable(
    monkeypatch: pytest.MonkeyPatch, error: Exception, status: int
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("games.pages.how_to_play.render", fail)
    client = Client(raise_request_exception=False)
    for accepted in ("text/html", "application/json"):
        response = client.get("/rules/", headers={"Accept": accepted})
        assert response.status_code == status
        assert response.headers.get("Retry-After") == ("2" if status == 503 else None)
