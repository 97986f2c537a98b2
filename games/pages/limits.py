"""Limits on the pages for people: by address, by what a page costs, and on attempts to log in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from games.api.http.throttling import Charge, charge, tell
from games.wording.pages import language_of, words_in

FREE: Final = ("/api/", "/healthz", "/readyz", "/metrics")
"""Addresses that are counted elsewhere or not at all."""

LOCKED: Final = 429

View = TypeVar("View", bound=Callable[..., HttpResponse])


def costs(units: int) -> Callable[[View], View]:
    """Say what a page costs; others cost one unit."""

    def priced(view: View) -> View:
        view.cost = units  # type: ignore[attr-defined]
        return view

    return priced


def bucket_of(request: HttpRequest) -> str:
    """Return the bucket of a page: attempts to log in have their own."""
    is_login = request.method == "POST" and request.path_info == reverse("admin:login")
    return "logins" if is_login else "pages"


class PageLimits:
    """Middleware: counts the pages of an address and refuses, in plain words, what is over."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on, and tell what is left."""
        response = self._get_response(request)
        if charged := _charge_of(request):
            tell(response, charged)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Count the page before it is made."""
        if request.path_info.startswith((*FREE, settings.STATIC_URL)):
            return None
        charged = charge(request, bucket_of(request), None, getattr(view, "cost", 1))
        request.page_charge = charged  # type: ignore[attr-defined]
        return limited(request, charged.wait) if charged.is_over else None


def _charge_of(request: HttpRequest) -> Charge | None:
    return getattr(request, "page_charge", None)


def limited(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return the page that says when to come back."""
    language = language_of(request)
    words = words_in(language)
    context = {"w": words, "lang": language, "what": words["limited_what"].format(seconds=seconds)}
    response = render(request, "audit/limited.html", context, status=LOCKED)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response
