"""The example client when its server stops answering in the middle of a game."""

from __future__ import annotations

import importlib.util
import json
import socket
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest

PLAY = Path(__file__).resolve().parents[2] / "examples" / "play.py"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example client as a module, which does not wait long."""
    monkeypatch.syspath_prepend(str(PLAY.parent))
    spec = importlib.util.spec_from_file_location("example_play", PLAY)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "RETRY_WAIT", 0.01)
    return module


class Answers:
    """What a server does with each request in turn: a body, or how it fails; the last for all."""

    def __init__(self, *steps: Any) -> None:
        self.steps = list(steps)
        self.seen: list[tuple[str, str, str | None]] = []

    def next(self) -> Any:
        return self.steps.pop(0) if len(self.steps) > 1 else self.steps[0]


class Handler(BaseHTTPRequestHandler):
    """Answers as told, or closes the connection before or within the body."""

    answers: Answers

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        key = self.headers.get("Idempotency-Key")
        self.answers.seen.append((self.command, self.path, key))
        match self.answers.next():
            case "disconnect":
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
            case "break":
                self.send_response(200)
                self.send_header("Content-Length", "100")
                self.end_headers()
                self.wfile.write(b'{"half": ')
                self.close_connection = True
            case body:
                content = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

    do_GET = do_POST = _answer

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.fixture
def answers() -> Answers:
    return Answers({})


@pytest.fixture
def address(answers: Answers) -> Iterator[str]:
    handler = type("Told", (Handler,), {"answers": answers})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize("failure", ["disconnect", "break"])
def test_a_request_is_sent_again_with_its_key(
    play: ModuleType, answers: Answers, address: str, failure: str
) -> None:
    answers.steps = [{"hello": 1}, failure, failure, {"done": 1}]
    api = play.Api(address, "en")
    api.get("")
    assert api.post("games/", {}) == {"done": 1}
    keys = {key for command, _, key in answers.seen if command == "POST"}
    assert len(keys) == 1 and None not in keys
    assert len(answers.seen) == 4


@pytest.mark.parametrize("failure", ["disconnect", "break"])
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The server no longer answers: "), ("fr-CA", "Le serveur ne répond plus : ")],
)
def test_a_server_that_goes_away_is_reported_in_a_line(
    play: ModuleType,
    answers: Answers,
    address: str,
    failure: str,
    language: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(play, "RETRY_SECONDS", 0.1)
    monkeypatch.setattr(sys, "argv", ["play", "--auto", "--url", address, "--language", language])
    answers.steps = [{"results": [], "records": []}, failure]
    assert play.main() == 1
    printed = capsys.readouterr()
    assert printed.err.startswith(said) and printed.err.count("\n") == 1
    assert printed.out == play.WORDS[language]["retrying"] + "\n"
    assert len(answers.seen) > 2


def test_a_slow_response_is_given_up(
    play: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(play, "REPLY_SECONDS", 0.05)
    monkeypatch.setattr(play, "RETRY_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        api = play.Api(f"http://127.0.0.1:{silent.getsockname()[1]}", "en")
        with pytest.raises(play.Trouble, match="does not answer: timed out"):
            api.get("")
        monkeypatch.setattr(api, "_has_answered", True)
        with pytest.raises(play.Trouble, match="no longer answers: timed out"):
            api.get("")
    assert "Trying again." in capsys.readouterr().out


def test_an_address_without_a_server_is_reported_at_once(
    play: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{bound.getsockname()[1]}"
        monkeypatch.setattr(sys, "argv", ["play", "--auto", "--url", url])
        assert play.main() == 1
    assert "does not answer" in capsys.readouterr().err
