"""Middleware that only people's pages need: sessions, forms, messages. The API goes past it.

It is a fifth of what a small request costs, and the API knows its callers by their tokens.
"""

from __future__ import annotations

from typing import Any

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware import clickjacking, csrf, locale
from django.urls import reverse

API = "/api/"


class ForPages:
    """Apply a middleware to pages only, not to requests to the API."""

    get_response: Any

    def __call__(self, request: HttpRequest) -> Any:
        """Go past for the API; otherwise do what the middleware does."""
        if request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)  # type: ignore[misc]


class Sessions(ForPages, sessions.SessionMiddleware):
    """Sessions, for pages."""


class Locale(ForPages, locale.LocaleMiddleware):
    """The language of a page; the API reads Accept-Language itself."""


class Csrf(ForPages, csrf.CsrfViewMiddleware):
    """Forms that only our pages may send."""


class Authentication(ForPages, auth.AuthenticationMiddleware):
    """Who is logged in, on pages."""


class Messages(ForPages, messages.MessageMiddleware):
    """Messages, on pages."""


class Policies(ForPages, CSPMiddleware):
    """The content security policy: one for pages, a wider one for the admin."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """The parts of the policy for an address."""
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and request.path_info.startswith(reverse("admin:index")):
            parts.replace = settings.ADMIN_SECURITY_POLICY
        return parts


class Frames(ForPages, clickjacking.XFrameOptionsMiddleware):
    """No page of ours inside another."""
