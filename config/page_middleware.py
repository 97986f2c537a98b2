"""The middleware of pages (sessions, forms, messages), which API requests skip.

It takes a fifth of the time of a small request. The API authenticates by token, and reads a
session itself if a request has the cookie.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.module_loading import import_string

NOT_PAGES: Final = ("/api/", "/log/")
"""Where the paths begin that are not pages: the API and the log of games."""

View = Callable[..., Any]


class Pages:
    """Passes the requests for pages through PAGE_MIDDLEWARE, and the others on.

    Of the hooks of a middleware, it calls ``process_view`` alone.
    """

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: View) -> None:
        self._others = get_response
        self._pages = get_response
        self._before_views: list[Callable[..., HttpResponseBase | None]] = []
        for name in reversed(settings.PAGE_MIDDLEWARE):
            middleware = import_string(name)(self._pages)
            if hasattr(middleware, "process_view"):
                self._before_views.insert(0, middleware.process_view)
            self._pages = convert_exception_to_response(middleware)

    def __call__(self, request: HttpRequest) -> Any:
        """Handle the request."""
        return self._others(request) if is_no_page(request) else self._pages(request)

    def process_view(
        self, request: HttpRequest, view: View, args: Any, kwargs: Any
    ) -> HttpResponseBase | None:
        """Return the response of the first middleware that does not admit the request."""
        if is_no_page(request):
            return None
        answers = (each(request, view, args, kwargs) for each in self._before_views)
        return next((answer for answer in answers if answer is not None), None)


def is_no_page(request: HttpRequest) -> bool:
    """Whether a request is to the API or the log."""
    return request.path_info.startswith(NOT_PAGES)


class Policies(CSPMiddleware):
    """The content security policy: one for pages, a wider one for the admin."""

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        """Return the parts of the policy for a path."""
        parts = super().get_policy_parts(request, response, report_only)
        if not report_only and request.path_info.startswith(reverse("admin:index")):
            parts.replace = settings.ADMIN_SECURITY_POLICY
        return parts
