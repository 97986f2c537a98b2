"""Logging in: failures are counted, logged and, after some, refused for a while.

django-axes counts them by username and address in the database. The login page says when a login is
locked.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Final

import structlog
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Counter
from unfold.forms import AuthenticationForm

from games.api.http.throttling import address_of
from games.wording.page_texts import TEXTS, page_language

FAILURES: Final = Counter("fairdeal_login_failures", "Attempts to log in that failed.", ["outcome"])

logger = structlog.get_logger(__name__)


class LoginForm(AuthenticationForm):  # type: ignore[misc]
    """The login form, which says when a login is locked."""

    def get_invalid_login_error(self) -> ValidationError:
        """Return the error of a refused login: wrong, or locked."""
        if not is_locked(self.request):
            error: ValidationError = super().get_invalid_login_error()
            return error
        minutes = int(settings.AXES_COOLOFF_TIME.total_seconds() // 60)
        text = TEXTS.say("locked", page_language(self.request), minutes=minutes)
        return ValidationError(text, code="locked")


def is_locked(request: HttpRequest | None) -> bool:
    """Whether this request was refused because of earlier failures."""
    return bool(getattr(request, "axes_locked_out", False))


class Lockouts:
    """Middleware: the login page, which says why, with status 429.

    The middleware of axes replaces the page with one of its own, and does not work under ASGI.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on, and mark what was refused."""
        response = self._get_response(request)
        if is_locked(request):
            response.status_code = 429
            response["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
        return response


def client_address(request: HttpRequest) -> str | None:
    """Return the address that failures are counted by; None if it is not one."""
    given = address_of(request)
    try:
        return str(ip_address(given))
    except ValueError:
        return None


def report_failure(
    sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: object
) -> None:
    """Log a failed login and count it, without the password.

    A name that no user has is not logged: people type passwords into the wrong field.
    """
    name = str(credentials.get("username", ""))
    known = get_user_model().objects.filter(username=name).exists()
    outcome = "locked" if is_locked(request) else "wrong"
    FAILURES.labels(outcome).inc()
    logger.warning(
        "login_failed",
        outcome=outcome,
        user=name if known else None,
        address=client_address(request) if request else None,
    )
