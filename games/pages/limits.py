"""Limits on pages: units by address, and attempts to log in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from games.api.http.throttling import Charge, charge, set_limit_headers
from games.wording.page_texts import page_language, words_in

FREE: Final = ("/healthz", "/readyz", "/metrics")
"""Paths without a limit."""

LOCKED: Final = 429

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def costs(units: int) -> Callable[[View], View]:
    """Set what a page costs; other pages cost one unit."""

    def priced(view: View) -> View:
        view.cost = units  # type: ignore[attr-defined]
        return view

    return priced


def polled(view: View) -> View:
    """Count what open pages ask for all the time as reads.

    A hall full of phones has one address.
    """
    view.bucket = "reads"  # type: ignore[attr-defined]
    return view


def bucket_of(request: HttpRequest, view: Callable[..., Any]) -> str:
    """Return the bucket of a page: attempts to log in have their own."""
    is_login = request.method == "POST" and request.path_info == reverse("admin:login")
    return "logins" if is_login else getattr(view, "bucket", "pages")


class PageLimits:
    """Middleware that counts pages by address, and refuses those over the limit."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Handle the request, and add the headers of the limit."""
        response = self._get_response(request)
        if charged := _charge_of(request):
            set_limit_headers(response, charged)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Count the page before its view runs."""
        if request.path_info.startswith((*FREE, settings.STATIC_URL)):
            return None
        charged = charge(request, bucket_of(request, view), None, getattr(view, "cost", 1))
        request.page_charge = charged  # type: ignore[attr-defined]
        return limited(request, charged.wait) if charged.is_over else None


def _charge_of(request: HttpRequest) -> Charge | None:
    return getattr(request, "page_charge", None)


def limited(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the page with status 429 that says when to try again."""
    language = page_language(request)
    words = words_in(language)
    context = {"what": words["limited_what"].format(seconds=seconds)}
    response = render(request, "audit/limited.html", context, status=LOCKED)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response
