"""What is sent to Sentry and OpenTelemetry says where it failed, and nothing that is hidden."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Status

from tests.platform.failing_server import HIDDEN
from tests.platform.test_settings import read_settings, run

pytestmark = pytest.mark.slow


@contextmanager
def receiver() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Serve as Sentry and as a collector; give the address, and what arrives: path and body.

    A collector wants a header.
    """
    received: list[tuple[str, bytes]] = []

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            zipped = self.headers.get("Content-Encoding") == "gzip"
            if self.path == "/v1/traces" and self.headers["Authorization"] != "Basic key":
                self.send_error(401)
                return
            received.append((self.path, gzip.decompress(body) if zipped else body))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Receiver) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"127.0.0.1:{server.server_port}", received
        finally:
            server.shutdown()
            thread.join()


@dataclass(frozen=True)
class Outcome:
    """What a failing server has sent, and what it has logged."""

    sent: list[tuple[str, bytes]]
    logged: list[dict[str, Any]]

    def events(self) -> list[dict[str, Any]]:
        """Return the events in the envelopes of Sentry, which have a line for each part."""
        lines = b"\n".join(body for path, body in self.sent if path.endswith("/envelope/"))
        parts = [json.loads(line) for line in lines.splitlines() if line]
        return [part for part in parts if "platform" in part]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    """Run the failing server."""
    data = tmp_path_factory.mktemp("data")
    headers = data / "headers"
    headers.write_text("authorization=Basic%20key\n")
    with receiver() as (address, received):
        ended = run(
            data,
            "-m",
            "tests.platform.failing_server",
            LOG_FORMAT="json",
            SENTRY_DSN=f"http://key@{address}/1",
            OTEL_EXPORTER_OTLP_ENDPOINT=f"http://{address}",
            OTEL_EXPORTER_OTLP_HEADERS_FILE=str(headers),
            OTEL_INSTRUMENTATION_HTTP_CAPTURE_HEADERS_SERVER_REQUEST=".*",
        )
    assert ended.returncode == 0, ended.stderr
    return Outcome(received, [json.loads(line) for line in ended.stderr.splitlines()])


def test_nothing_hidden_is_sent(outcome: Outcome) -> None:
    assert {path for path, _ in outcome.sent} == {"/api/1/envelope/", "/v1/traces"}
    for path, body in outcome.sent:
        assert HIDDEN.encode() not in body.lower(), path


def test_errors_say_what_failed_and_where(outcome: Outcome) -> None:
    events = outcome.events()
    places = {event["transaction"] for event in events}
    assert places == {"/api/v1/links/{code}/", "/join/{code}/", "tests.fail"}
    for place in places:
        [*_, failed] = next(
            event["exception"]["values"]
            for event in events
            if event["transaction"] == place and "ValueError" in str(event.get("exception"))
        )
        assert failed["type"] == "ValueError"
        assert failed["stacktrace"]["frames"][-1]["function"] == "fail"
    messages = {event["logger"]: event["message"] for event in events if "message" in event}
    assert messages == {
        "games.api.http.problem_documents": "A request failed (%s)",
        "games.play": "The hand of seat 0 is %s",
        "package": "Logged by package",
    }


def test_the_log_has_the_rest_of_an_error_under_the_id_of_its_request(outcome: Outcome) -> None:
    [quoted] = [line for line in outcome.logged if line["event"] == "A request failed (ValueError)"]
    assert HIDDEN in quoted["exception"]
    assert quoted["request_id"] in [
        event.get("tags", {}).get("request_id") for event in outcome.events()
    ]


def test_an_error_is_reported_once(outcome: Outcome) -> None:
    failed = [
        event["exception"]["values"][-1]["type"]
        for event in outcome.events()
        if event["transaction"] == "/api/v1/links/{code}/" and "exception" in event
    ]
    assert sorted(failed) == ["OperationalError", "ValueError"]


def test_traces_have_routes_and_tasks(outcome: Outcome) -> None:
    spans = {
        span.name: span.status.code
        for path, body in outcome.sent
        if path == "/v1/traces"
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    }
    error = Status.StatusCode.STATUS_CODE_ERROR
    assert spans == {
        "GET api/v1/links/<str:code>/": error,
        "GET join/<str:code>/": error,
        "_OTHER": Status.StatusCode.STATUS_CODE_UNSET,
        "run/tests.fail": error,
    }


# The client of Redis loads other parts of OpenTelemetry, if they are installed.
WANTED = "{'sentry_sdk', 'opentelemetry.instrumentation', 'opentelemetry.exporter'}"
LOADED = f"import sys, config.wsgi; print({WANTED} & {{*sys.modules}})"


def test_without_their_settings_neither_is_loaded(tmp_path: Path) -> None:
    assert run(tmp_path, "-c", LOADED).stdout == "set()\n"


@pytest.mark.parametrize(
    ("package", "setting", "value"),
    [
        ("sentry_sdk", "SENTRY_DSN", "http://key@127.0.0.1:9/1"),
        ("opentelemetry", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9"),
    ],
)
def test_a_package_that_is_not_installed_stops_the_start(
    tmp_path: Path, package: str, setting: str, value: str
) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; {LOADED}"
    ended = run(tmp_path, "-c", code, **{setting: value})
    assert ended.returncode == 3
    assert ended.stderr.startswith(f"{setting} is set, but not all that it needs is installed")
    assert ended.stderr.count("\n") == 1


def test_a_wrong_address_of_sentry_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "dsn").write_text("https://sentry.example\n")
    ended = read_settings(tmp_path, "1", SENTRY_DSN_FILE=str(tmp_path / "dsn"))
    assert ended.returncode == 3
    assert ended.stderr == "SENTRY_DSN is not the address (DSN) of a project of Sentry.\n"
