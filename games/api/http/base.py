"""What all views share: who asks, how much, and how replies are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from django.http import HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.http.parsing import check_query, known_tag
from games.api.http.permissions import HasScope
from games.api.http.throttling import Buckets, bucket_of, charge, cost_of
from games.players.access import Access
from games.players.models import Player

_encode = msgspec.json.Encoder().encode


class Json(BaseRenderer):
    """Names the format; the bytes are made by msgspec before it is asked."""

    media_type = "application/json"
    format = "json"
    charset = None


class ApiView(APIView):
    """A view that answers in JSON and counts what it answers.

    ``scopes`` names the scope that a method needs ("" is any token), ``queries`` the query
    parameters that a method reads, ``costs`` and ``whole_cost`` what it costs (see ``cost_of``).
    """

    renderer_classes: Sequence[type[BaseRenderer]] = (Json,)
    throttle_classes = (Buckets,)
    permission_classes = (HasScope,)
    scopes: ClassVar[dict[str, str]] = {}
    queries: ClassVar[dict[str, frozenset[str]]] = {}
    costs: ClassVar[dict[str, int]] = {}
    whole_cost: ClassVar[int] = 0

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check what every request must have, before the view reads its own."""
        super().initial(request, *args, **kwargs)
        if not hasattr(self, (request.method or "").lower()):
            self.http_method_not_allowed(request)
        method = "GET" if request.method == "HEAD" else request.method or ""
        check_query(request._request, self.queries.get(method, frozenset()))

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """The header Allow names the methods."""
        return HttpResponse(status=204)

    def perform_authentication(self, request: Request) -> None:
        """Who asks; wrong tokens are counted too, by address."""
        try:
            super().perform_authentication(request)
        except AuthenticationFailed as error:
            cost = cost_of(request, self)
            charged = charge(request._request, bucket_of(request.method, self), None, cost)
            request._request.charged = charged  # type: ignore[attr-defined]
            if charged.is_over:
                raise Throttled(charged.wait) from error
            raise

    def check_permissions(self, request: Request) -> None:
        """Counting comes first: what is refused has been asked too."""
        self.check_throttles(request)
        for permission in self.get_permissions():
            permission.has_permission(request, self)

    def check_throttles(self, request: Request) -> None:
        """Count a request once."""
        if not hasattr(request._request, "charged"):
            super().check_throttles(request)

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        """Tell on what the reply depends."""
        finished = super().finalize_response(request, response, *args, **kwargs)  # type: ignore[arg-type]
        patch_vary_headers(finished, ("Authorization", "Accept-Language", "Accept"))
        if not finished.has_header("Cache-Control"):
            finished["Cache-Control"] = "private, no-cache"
        return finished


def answer(told: object, status: int = 200, **headers: str) -> HttpResponse:
    """A reply of JSON; headers are named with underscores."""
    return answer_bytes(_encode(told), status, **headers)


def answer_bytes(body: bytes, status: int = 200, **headers: str) -> HttpResponse:
    """A reply of JSON that is encoded already."""
    response = HttpResponse(body, status=status, content_type="application/json")
    for name, value in headers.items():
        response[name.replace("_", "-")] = value
    return response


def answer_unless_known(request: Request, tag: str, read: Callable[[], object]) -> HttpResponse:
    """A reply of JSON with its ETag; 304, and nothing is read, if the client has it."""
    known = known_tag(request._request, tag)
    if known is None:
        return answer(read(), ETag=tag)
    response = HttpResponse(status=304)
    response["ETag"] = known
    return response


def player_of(request: Request) -> Player | None:
    """The player who asks; None for the public."""
    user: object = request.user
    return user if isinstance(user, Player) else None


def caller(request: Request) -> Player:
    """Return the player of the request, in a view that admits players only."""
    user: object = request.user
    assert isinstance(user, Player)
    return user


def access_of(request: Request) -> Access:
    """What the caller's token stands for."""
    assert isinstance(request.auth, Access)
    return request.auth
