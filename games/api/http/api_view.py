"""The base of all views: authentication, limits, and JSON responses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.http.deprecation import Deprecation
from games.api.http.parsing import check_query
from games.api.http.permissions import HasScope
from games.api.http.problem_documents import RequestRefused
from games.api.http.throttling import SAFE, Buckets, bucket_of, charge, cost_of, usage_of
from games.play.presence import note_here
from games.players.access import Access
from games.players.models import Player

_encode = msgspec.json.Encoder().encode


class Json(BaseRenderer):
    """Names the format; msgspec has encoded the bytes before the renderer is called."""

    media_type = "application/json"
    format = "json"
    charset = None


class Events(Json):
    """Server-sent events."""

    media_type = "text/event-stream"
    format = "sse"


class ApiView(APIView):
    """A view that responds in JSON and counts its requests.

    ``scopes`` names the scope that a method needs, or several of which it needs one, or ``PUBLIC``,
    ``OPTIONAL`` or ``ANY_TOKEN``: a method without an entry is refused. ``costs`` and
    ``whole_cost`` say what a method costs (see ``cost_of``), ``vary`` names the request headers
    that the replies depend on, ``deprecated`` the methods that a later release will not have.
    ``queries`` has the query parameters of each method, which ``describe`` names.
    """

    renderer_classes: Sequence[type[BaseRenderer]] = (Json,)
    throttle_classes = (Buckets,)
    permission_classes = (HasScope,)
    scopes: ClassVar[Mapping[str, str | tuple[str, ...]]] = {}
    queries: ClassVar[dict[str, frozenset[str]]] = {}
    costs: ClassVar[dict[str, int]] = {}
    whole_cost: ClassVar[int] = 0
    deprecated: ClassVar[Mapping[str, Deprecation]] = {}
    vary: ClassVar[tuple[str, ...]] = (
        "Authorization",
        "Cookie",
        "Sec-Fetch-Site",
        "Accept-Language",
        "Accept",
    )

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Read from the described methods which query parameters they have."""
        super().__init_subclass__(**kwargs)
        for name in cls.http_method_names:
            described = getattr(getattr(cls, name, None), "described", None)
            if described is not None:
                cls.queries = {**cls.queries, name.upper(): described.queries}

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Return the request of the framework, which would look these two up at each use."""
        made = super().initialize_request(request, *args, **kwargs)
        made.META, made.method = request.META, request.method
        return made

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check what all requests have in common; who asks for a game is there."""
        if not hasattr(self, (request.method or "").lower()):
            self.http_method_not_allowed(request)
        super().initial(request, *args, **kwargs)
        check_query(request, self.queries.get(_method(request), frozenset()))
        player = player_of(request)
        if "game_id" in kwargs and player is not None:
            note_here([player.pk])

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Return an empty response; its header Allow names the methods."""
        return HttpResponse(status=204)

    def perform_authentication(self, request: Request) -> None:
        """Authenticate the caller; what is refused is counted too, by address."""
        try:
            super().perform_authentication(request)
        except (AuthenticationFailed, RequestRefused) as error:
            cost = cost_of(request, self)
            charged = charge(request, bucket_of(request.method, self), None, cost)
            usage_of(request).charged = charged
            if charged.is_over:
                raise Throttled(charged.wait) from error
            raise

    def check_permissions(self, request: Request) -> None:
        """Count before the permissions are checked: denied requests count too."""
        self.check_throttles(request)
        super().check_permissions(request)

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        """Set the headers Vary and Cache-Control, and those of a deprecated method."""
        finished = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]
        if request.method in SAFE:  # No cache stores the response to a change.
            patch_vary_headers(finished, self.vary)
        if not finished.has_header("Cache-Control"):
            finished["Cache-Control"] = "private, no-cache"
        if deprecation := self.deprecated.get(_method(request)):
            deprecation.mark(finished)
        return finished


def _method(request: Request) -> str:
    """Return the method of a request; a HEAD is a GET."""
    return "GET" if request.method == "HEAD" else request.method or ""


def answer(body: object, status: int = 200, **headers: str) -> HttpResponse:
    """Return a JSON response; headers are named with underscores."""
    return answer_bytes(_encode(body), status, **headers)


def answer_bytes(body: bytes, status: int = 200, **headers: str) -> HttpResponse:
    """Return a JSON response of bytes that are encoded already."""
    response = HttpResponse(body, status=status, content_type="application/json")
    for name, value in headers.items():
        response[name.replace("_", "-")] = value
    return response


def player_of(request: Request) -> Player | None:
    """Return the player of the request; None for the public."""
    user: object = request.user
    return user if isinstance(user, Player) else None


def caller(request: Request) -> Player:
    """Return the player of the request, in a view that admits players only."""
    user: object = request.user
    assert isinstance(user, Player)
    return user


def access_of(request: Request) -> Access:
    """Return what the caller's token gives access to."""
    assert isinstance(request.auth, Access)
    return request.auth
