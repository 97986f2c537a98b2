"""A server whose requests and tasks fail with hidden things at hand, for test_telemetry.

It runs in a process of its own, because the packages of Sentry and OpenTelemetry patch others.
"""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Any
from unittest.mock import patch
from wsgiref.util import setup_testing_defaults

import django
import sentry_sdk
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider

HIDDEN = "red7inthehand"


def fail(*_: Any, **__: Any) -> Any:
    """Fail as code does that has a hand in its variables, its SQL and its message."""
    from django.db import connection

    hand = [HIDDEN]
    logging.getLogger("games.play").error("The hand of seat 0 is %s", hand)
    logging.getLogger("package").error(f"The hand is {hand}")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT '{HIDDEN}', %s", hand)
        try:
            cursor.execute(f"SELECT {HIDDEN} FROM cards WHERE name = %s", hand)
        except Exception as error:
            raise ValueError(f"The hand is {hand}") from error


def request(application: Any, method: str, path: str, **headers: str) -> None:
    """Make a request that has hidden things in each of its parts."""
    body = f'{{"seed": "{HIDDEN}"}}'.encode()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": f"ticket={HIDDEN}",
        "HTTP_HOST": "localhost",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
        "HTTP_COOKIE": f"csrftoken={HIDDEN}",
        "HTTP_USER_AGENT": HIDDEN,
        "HTTP_X_REQUEST_ID": HIDDEN,
        "HTTP_REFERER": f"https://localhost/join/{HIDDEN}/",
        "HTTP_BAGGAGE": f"sentry-trace_id={'a' * 32},sentry-public_key={HIDDEN},one={HIDDEN}",
        "HTTP_TRACEPARENT": f"00-{'a' * 32}-{'b' * 16}-01",
        "HTTP_TRACESTATE": f"one={HIDDEN}",
        "HTTP_SENTRY_TRACE": f"{'a' * 32}-{'b' * 16}-1",
        **headers,
    }
    setup_testing_defaults(environ)
    response = application(environ, lambda *_: None)
    b"".join(response)
    response.close()


def main() -> None:
    """Make requests and a task fail, and send what is reported of it."""
    from config.celery import app
    from config.wsgi import application

    link = f"/api/v1/links/{HIDDEN}/"
    with (
        patch("games.api.views.open_tables.LinkOne.get", fail, create=True),
        patch("games.pages.play_pages.render", fail),
    ):
        request(application, "GET", link, QUERY_STRING="")
        request(application, "GET", f"/join/{HIDDEN}/", HTTP_AUTHORIZATION=f"Bearer fd_{HIDDEN}")
        request(application, HIDDEN.upper(), f"/{HIDDEN}/")
        # Fails by itself, because there are no tables.
        request(application, "GET", link, HTTP_COOKIE=f"sessionid={HIDDEN}")
    app.task(fail, name="tests.fail").apply(args=[HIDDEN], kwargs={"seed": HIDDEN})
    sentry_sdk.flush()
    provider = trace.get_tracer_provider()
    assert isinstance(provider, TracerProvider)
    provider.force_flush()


if __name__ == "__main__":
    django.setup()
    main()
