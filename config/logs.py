"""Logging: times, paths and ids, but never a query string, body, token or card."""

import logging
import re
from typing import Any

import structlog
from django.http import HttpRequest
from django_structlog.middlewares import RequestMiddleware
from structlog.typing import Processor


class RequestLog(RequestMiddleware):
    """Log one line for each request, with its id."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """Return the method and path; the query may contain what must not be logged."""
        return f"{request.method} {without_code(request.path)}"


class WithoutCodes(logging.Filter):
    """Hide codes in the addresses that Django logs when a request fails or is refused."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the arguments of a record, which is always logged."""
        if isinstance(record.args, tuple):
            record.args = tuple(
                without_code(one) if isinstance(one, str) else one for one in record.args
            )
        return True


def without_code(path: str) -> str:
    """Return a path without the code of a link to a table, or to an entry or role."""
    return re.sub("/(links|join|t/claim|t/staff)/[^/]+", r"/\1/-", path)


SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def renderer(*, plain: bool) -> list[Processor]:
    """Return processors for plain or JSON lines; tracebacks omit variables."""
    if plain:
        return [
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback
            )
        ]
    return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]


def logging_settings(*, plain: bool, level: str) -> dict[str, Any]:
    """Return Django's LOGGING: everything to standard output, through structlog."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structlog": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *renderer(plain=plain),
                ],
            }
        },
        "filters": {"codes": {"()": WithoutCodes}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "structlog"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"level": level},
            # SQL statements contain hands and seeds: they are not logged at any level.
            "django.db.backends": {"level": "WARNING"},
            "django.request": {"level": "ERROR", "filters": ["codes"]},
            "django.security.csrf": {"filters": ["codes"]},
            "django.server": {"handlers": ["console"], "level": level, "propagate": False},
            "django_structlog.celery": {"level": "WARNING"},
            # games.staff logs failed logins, without the input.
            "axes": {"level": "ERROR"},
            "celery.app.trace": {"level": "WARNING"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }


def configure_structlog() -> None:
    """Route the entries of structlog's loggers to the standard handlers."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
