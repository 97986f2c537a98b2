"""The WSGI application behind an asynchronous server."""

import asyncio
import json
import threading
from typing import Any

import pytest

from config import buffering
from config.buffering import Buffered

Wire = list[dict[str, Any]]


def echo(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """Report the request as JSON."""
    body = environ["wsgi.input"].read()
    told = {key: value for key, value in environ.items() if isinstance(value, str)}
    headers = [("Content-Type", "application/json"), ("X-É", "é"), ("Set-Cookie", " a=b")]
    start_response("201 Created", headers)
    return [json.dumps(told | {"body": body.decode(), "thread": threading.get_ident()}).encode()]


def run(messages: Wire, application: Any = echo, **scope: Any) -> Wire:
    """What is sent for a request of these messages; after them the client is silent."""
    sent: Wire = []
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        return waiting.pop(0) if waiting else await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(dict(message))

    given = {
        "type": "http",
        "method": "POST",
        "http_version": "1.1",
        "path": "/a b/é",
        "raw_path": b"/a%20b/%C3%A9",
        "query_string": b"x=%20",
        "headers": [],
        "server": ("127.0.0.1", 8000),
        "client": ("192.0.2.1", 5),
    }
    served = application if isinstance(application, Buffered) else Buffered(application, 2)
    asyncio.run(served(given | scope, receive, send))
    return sent


def whole(*parts: bytes) -> Wire:
    return [
        {"type": "http.request", "body": part, "more_body": at < len(parts) - 1}
        for at, part in enumerate(parts)
    ]


def told(sent: Wire) -> Any:
    return json.loads(b"".join(message["body"] for message in sent[1:]))


def test_a_request_reaches_the_application_as_wsgi_has_it() -> None:
    headers = [
        (b"content-type", b"text/plain"),
        (b"content-length", b"999"),
        (b"accept", b"a"),
        (b"accept", b"b"),
        (b"cookie", b"c=1"),
        (b"cookie", b"d=2"),
        (b"x-forwarded-for", b"192.0.2.9"),
        (b"x_forwarded_for", b"forged"),
    ]
    sent = run(whole(b"one ", b"two"), headers=headers)
    assert sent[0]["status"] == 201
    answered = dict(sent[0]["headers"])
    assert answered[b"content-type"] == b"application/json"
    assert answered[b"set-cookie"] == b"a=b"
    found = told(sent)
    assert found["body"] == "one two"
    assert found["CONTENT_LENGTH"] == "7"
    assert found["CONTENT_TYPE"] == "text/plain"
    assert found["HTTP_ACCEPT"] == "a,b"
    assert found["HTTP_COOKIE"] == "c=1; d=2"
    assert found["HTTP_X_FORWARDED_FOR"] == "192.0.2.9"
    assert found["PATH_INFO"].encode("latin-1").decode() == "/a b/é"
    assert (found["QUERY_STRING"], found["REQUEST_METHOD"]) == ("x=%20", "POST")
    assert (found["REMOTE_ADDR"], found["SERVER_PORT"]) == ("192.0.2.1", "8000")


def test_a_body_that_comes_too_slowly_is_408(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffering, "BODY_SECONDS", 0.05)
    sent = run(whole(b"x", b"y")[:1])
    assert sent[0]["status"] == 408
    assert told(sent)["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]


def test_a_body_that_is_too_long_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buffering, "MAX_BODY", 10)
    found = told(run(whole(b"123456", b"123456", b"more"), headers=[(b"content-length", b"1000")]))
    assert (found["body"], found["CONTENT_LENGTH"]) == ("", "1000")
    found = told(run(whole(b"123456", b"123456")))
    assert (found["body"], found["CONTENT_LENGTH"]) == ("", "11")


def test_a_client_that_goes_away_is_not_served() -> None:
    asked: list[Any] = []
    sent = run([*whole(b"x", b"y")[:1], {"type": "http.disconnect"}], lambda *args: asked.append(1))
    assert sent == [] and asked == []


def test_a_long_response_is_sent_in_pieces_and_closed() -> None:
    class Pieces(list[bytes]):
        closed = False

        def close(self) -> None:
            self.closed = True

    pieces = Pieces([b"x" * 100_000, b"y" * 50_000])

    def long(environ: Any, start_response: Any) -> Pieces:
        start_response("200 OK", [])
        return pieces

    sent = run(whole(b""), long)
    assert b"".join(message["body"] for message in sent[1:]) == b"".join(pieces)
    assert [message["more_body"] for message in sent[1:]] == [True, True, False]
    assert pieces.closed


def test_threads_stay_from_request_to_request() -> None:
    application = Buffered(echo, threads=1)
    threads = {told(run(whole(b""), application))["thread"] for _ in range(3)}
    assert len(threads) == 1


def test_a_slow_request_leaves_a_thread_for_others() -> None:
    free = threading.Event()

    def wait(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        start_response("200 OK", [])
        if environ["PATH_INFO"] == "/slow":
            assert free.wait(30)
        else:
            free.set()
        return [b"done"]

    application = Buffered(wait, threads=2)
    slow = threading.Thread(target=lambda: run(whole(b""), application, raw_path=b"/slow"))
    slow.start()
    assert run(whole(b""), application, raw_path=b"/quick")[1]["body"] == b"done"
    slow.join(30)
    assert not slow.is_alive()


def test_a_server_starts_and_stops_without_an_answer() -> None:
    assert run([{"type": "lifespan.startup"}], type="lifespan") == []
