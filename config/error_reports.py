"""Reports of errors to Sentry: where it failed, and no value.

Imported only with ``SENTRY_DSN``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import sentry_sdk
import structlog
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.celery import CeleryIntegration
from sentry_sdk.integrations.dedupe import DedupeIntegration
from sentry_sdk.integrations.django import DjangoIntegration
from sentry_sdk.integrations.excepthook import ExcepthookIntegration
from sentry_sdk.integrations.logging import LoggingIntegration, ignore_logger
from sentry_sdk.integrations.threading import ThreadingIntegration
from sentry_sdk.types import Event, Hint

OURS: Final = ("bots", "cards", "config", "games")

SENT: Final = (
    "environment",
    "event_id",
    "level",
    "logger",
    "platform",
    "release",
    "sdk",
    "server_name",
    "timestamp",
)
SENT_OF_FRAME: Final = (
    "filename",
    "function",
    "module",
    "lineno",
    "in_app",
    "pre_context",
    "context_line",
    "post_context",
)


def report_errors(dsn: str, release: str) -> None:
    """Report what fails, and what is logged as an error, from now on."""
    # They log the end of each request and task, also of those that are reported already.
    ignore_logger("django_structlog.middlewares.request")
    ignore_logger("django_structlog.celery.receivers")
    sentry_sdk.init(
        dsn,
        release=f"fairdeal@{release}",
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[
            AtexitIntegration(),
            CeleryIntegration(propagate_traces=False),
            DedupeIntegration(),
            DjangoIntegration(),
            ExcepthookIntegration(),
            LoggingIntegration(level=None, sentry_logs_level=None),
            ThreadingIntegration(),
        ],
        before_send=visible_event,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        propagate_traces=False,
    )


def visible_event(event: Event, hint: Hint) -> Event:
    """Return what is sent of an event; what is not named here stays.

    The messages of exceptions stay too, because those of a database quote its rows: the log has
    them, under the same id of the request.
    """
    given: Mapping[str, Any] = event
    sent: dict[str, Any] = {name: given[name] for name in SENT if name in given}
    # Any other source is the address itself, which may have a code.
    if given.get("transaction_info", {}).get("source") in ("route", "task"):
        sent["transaction"] = given["transaction"]
    if failed := given.get("exception", {}).get("values"):
        sent["exception"] = {"values": [_visible_exception(one) for one in failed]}
    if record := hint.get("log_record"):
        # Our messages have their parameters apart; those of packages may be built with them.
        is_ours = record.name.split(".")[0] in OURS and isinstance(record.msg, str)
        sent["message"] = record.msg if is_ours else f"Logged by {record.name}"
    if request_id := structlog.contextvars.get_contextvars().get("request_id"):
        sent["tags"] = {"request_id": request_id}
    return sent  # type: ignore[return-value]  # a part of an event is an event


def _visible_exception(failed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the type of an exception and where it was raised."""
    frames = (failed.get("stacktrace") or {}).get("frames", [])
    return {
        "type": failed.get("type"),
        "module": failed.get("module"),
        "stacktrace": {
            "frames": [
                {name: frame[name] for name in SENT_OF_FRAME if name in frame} for frame in frames
            ]
        },
    }
