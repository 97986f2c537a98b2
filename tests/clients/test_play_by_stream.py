"""The example that plays by a stream, on a server that loses connections."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from examples import play_by_stream
from examples.play_by_stream import StreamClient, play

PROMPT = {"prompts": [{"options": [{"label": "Draw", "body": {"move": "draw"}}]}]}


class _Bad(BaseHTTPRequestHandler):
    """Loses the first answer to each move, and breaks each stream once after its first event."""

    moves: list[str] = []  # noqa: RUF012
    resumed: list[str] = []  # noqa: RUF012

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.path.endswith("/moves/"):
            self.moves.append(self.headers["Idempotency-Key"])
            if len(self.moves) == 1:
                self.connection.close()
            elif len(self.moves) == 2:
                self._send(502, {})
            else:
                self._send(201, {})
        else:
            self._send(201, {"id": "game", "token": {"secret": "fd_secret"}})

    def do_GET(self) -> None:
        self.resumed.append(self.headers["Last-Event-ID"] or "")
        if len(self.resumed) == 1:
            event = {"seq": 1, "seat": None, "move": {"move": "start"}}
            self._stream(f"id: 1\nevent: event\ndata: {json.dumps(event)}\n\n")
        elif len(self.resumed) == 2:
            self._send(503, {})
        else:
            prompts, end = json.dumps(PROMPT), json.dumps({"status": "over"})
            self._stream(f"event: prompts\ndata: {prompts}\n\nevent: end\ndata: {end}\n\n")

    def _stream(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(text.encode())

    def _send(self, status: int, content: Any) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server that is bad in this way."""
    monkeypatch.setattr(play_by_stream, "WAIT_SECONDS", 0)
    monkeypatch.setattr(_Bad, "moves", [])
    monkeypatch.setattr(_Bad, "resumed", [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Bad)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_move_whose_answer_is_lost_is_sent_again_with_its_key(url: str) -> None:
    assert play(StreamClient(url), "avengers") == {"status": "over"}
    assert len(_Bad.moves) == 3 and len(set(_Bad.moves)) == 1
    assert _Bad.resumed == ["", "1", "1"]


def test_a_refused_request_is_not_sent_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Bad, "do_POST", lambda self: self._send(422, {}))
    with pytest.raises(play_by_stream.HTTPError):
        StreamClient(url).post("games/", {})
