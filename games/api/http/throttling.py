"""Limits: buckets for reading, writing, moves and new guests.

A bucket counts what the requests of one caller cost within a window of time. Most cost one unit;
those that take far more of the processor cost more. Moves have a bucket of their own, so that no
amount of reading starves a running game. The count of a request is one round trip to the cache,
which reads the token of a known player too.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from time import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.api.http.problem_documents import RequestRefused, reply, request_id
from games.ledger.rows import now, stamp
from games.players.access import UNAVAILABLE, Access
from games.wording.language import HasMeta

if TYPE_CHECKING:
    from rest_framework.views import APIView

SAFE: Final = ("GET", "HEAD", "OPTIONS")
PAGE_UNIT: Final = 100
"""How many entries of a page cost one unit."""

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""The content security policy of replies of the API: only the styles of a picture."""

SECONDS: Final = {"s": 1, "min": 60, "h": 3600, "d": 86_400}

logger = logging.getLogger(__name__)


class Rate(NamedTuple):
    """A number of units within a number of seconds."""

    most: int
    window: int


class Charge(NamedTuple):
    """The state of a bucket after a request; ``wait`` is until the next window."""

    bucket: str
    rate: Rate
    used: int
    wait: int
    cost: int

    @property
    def is_over(self) -> bool:
        """Whether the request exceeds the limit."""
        return self.used > self.rate.most


@lru_cache(maxsize=32)
def read_rate(text: str) -> Rate:
    """Parse a rate of the settings: ``600/min``."""
    most, _, unit = text.partition("/")
    return Rate(int(most), SECONDS[unit])


def charge(request: HasMeta, bucket: str, access: Access | None, cost: int = 1) -> Charge:
    """Count a request. If the cache does not respond, nothing is counted.

    A cost above the whole limit counts as the limit: one such request per window passes.
    """
    caller = f"p{access.player.hex}" if access else f"a{address_of(request)}"
    key, due = _due(bucket, caller, cost)
    try:
        used = _count(key, due.rate.window, due.cost)
    except UNAVAILABLE:
        logger.warning("The cache does not answer; requests are not counted.")
        used = due.cost
    return due._replace(used=used)


def read_and_charge(key: str, bucket: str, player: UUID, cost: int) -> tuple[bytes | None, Charge]:
    """Return a value of the cache, and count a request of a player, in one round trip.

    The value is None if there is none. Raises ``UNAVAILABLE`` if the cache does not respond.
    """
    counter, due = _due(bucket, f"p{player.hex}", cost)
    backend = caches["default"]
    client: Any = getattr(backend, "_cache", None)
    if hasattr(client, "get_and_count"):
        value, used = client.get_and_count(
            backend.make_key(key), backend.make_key(counter), due.rate.window + 1, due.cost
        )
    else:
        value, used = backend.get(key), _count(counter, due.rate.window, due.cost)
    return value, due._replace(used=used)


def _due(bucket: str, caller: str, cost: int) -> tuple[str, Charge]:
    """Return the key of a caller's bucket, and the charge before it is counted there."""
    rate = read_rate(settings.API_RATES[bucket])
    now = time()
    window = int(now // rate.window)
    wait = ceil((window + 1) * rate.window - now)
    return f"rate:{bucket}:{caller}:{window}", Charge(bucket, rate, 0, wait, min(cost, rate.most))


def _count(key: str, seconds: int, cost: int) -> int:
    backend = caches["default"]
    client: Any = getattr(backend, "_cache", None)
    if hasattr(client, "count"):
        return int(client.count(backend.make_key(key), seconds + 1, cost))
    backend.add(key, 0, seconds + 1)
    try:
        return backend.incr(key, cost)
    except ValueError:
        return cost


def address_of(request: HasMeta) -> str:
    """Return the client's address: behind N own proxies, the one the outermost saw."""
    proxies: int = settings.API_PROXIES
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    if 0 < proxies <= len(hops):
        return str(hops[-proxies]).strip()
    return str(request.META.get("REMOTE_ADDR") or "local")


class Quota(NamedTuple):
    """A limit on running games, and how many there are; 0 is no limit."""

    name: str
    limit: int
    used: int

    @property
    def is_full(self) -> bool:
        """Whether no further game may start."""
        return bool(self.limit) and self.used >= self.limit


@dataclass(slots=True)
class Usage:
    """What a request counts for: its charge, once that is known, and quotas of games."""

    charged: Charge | None = None
    quotas: Sequence[Quota] = ()


_USAGE: Final = "fairdeal.usage"


def usage_of(request: HasMeta) -> Usage:
    """Return the usage of a request, which views set and the middleware reports.

    It is an entry of ``META``, the mapping that Django's request and the framework's share.
    """
    usage: Usage = request.META.setdefault(_USAGE, Usage())
    return usage


def set_limit_headers(
    response: HttpResponseBase, charged: Charge, quotas: Iterable[Quota] = ()
) -> None:
    """Set RateLimit-Policy and RateLimit; they give a cost other than one unit."""
    rate = charged.rate
    left = max(0, rate.most - charged.used)
    policies = [f'"{charged.bucket}";q={rate.most};w={rate.window}']
    cost = f";cost={charged.cost}" if charged.cost != 1 else ""
    limits = [f'"{charged.bucket}";r={left};t={charged.wait}{cost}']
    for quota in quotas:
        if quota.limit:
            policies.append(f'"{quota.name}";q={quota.limit};qu="games"')
            limits.append(f'"{quota.name}";r={max(0, quota.limit - quota.used)}')
    response["RateLimit-Policy"] = ", ".join(policies)
    response["RateLimit"] = ", ".join(limits)


def bucket_of(method: str | None, view: APIView) -> str:
    """Return the bucket of a request; a view may name another for its writes."""
    return "reads" if method in SAFE else getattr(view, "bucket", "writes")


def cost_of(request: Request, view: APIView) -> int:
    """Return what a request costs, in units.

    A view names in ``costs`` what a method costs, and in ``whole_cost`` what a reply costs that is
    not one page but everything (as lines, text or CSV), in ``unit_costs`` what each entry of a
    media type costs. Long pages cost by their length.
    """
    method = "GET" if request.method == "HEAD" else request.method or ""
    if method == "OPTIONS":
        return 1
    kind = getattr(getattr(request, "accepted_renderer", None), "media_type", "application/json")
    whole: int = getattr(view, "whole_cost", 0)
    if method == "GET" and whole and kind != "application/json":
        return whole
    unit: int = getattr(view, "unit_costs", {}).get(kind, 0)
    if unit:
        return unit * _limit_of(request, usual=50)
    costs: dict[str, int] = getattr(view, "costs", {})
    return costs.get(method, _cost_of_page(request, view) if method == "GET" else 1)


def _cost_of_page(request: Request, view: APIView) -> int:
    """Return the cost of a page by its limit; an invalid limit is refused later."""
    has_pages = "limit" in getattr(view, "queries", {}).get("GET", ())
    return max(1, ceil(_limit_of(request, usual=1) / PAGE_UNIT)) if has_pages else 1


def _limit_of(request: Request, usual: int) -> int:
    given = request.GET.get("limit", "")
    return int(given) if re.fullmatch(r"[0-9]{1,4}", given) else usual


def has_nul(request: HttpRequest) -> bool:
    """Whether a URL has a NUL, which no database stores in a text."""
    return "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", "")


class Limits:
    """Middleware that sets the limit headers and the request id on API responses."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Handle the request; count it afterwards if no view has counted it."""
        is_ours = request.path_info.startswith("/api/")
        if is_ours and has_nul(request):
            response: HttpResponseBase = reply(request, RequestRefused("bad_request"))
        else:
            response = self._get_response(request)
        if is_ours:
            usage = usage_of(request)
            set_limit_headers(
                response, usage.charged or charge(request, "reads", None), usage.quotas
            )
            response["X-Request-ID"] = request_id()
            response["Server-Time"] = stamp(now())
            response.setdefault("Content-Security-Policy", POLICY)
        return response


class Buckets(BaseThrottle):
    """Counts a request in its bucket, once, and refuses what is over."""

    charged: Charge

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; return whether it is within the limit."""
        access = request.auth if isinstance(request.auth, Access) else None
        usage = usage_of(request)
        if usage.charged is None:
            cost = cost_of(request, view)
            usage.charged = charge(request, bucket_of(request.method, view), access, cost)
        self.charged = usage.charged
        return not self.charged.is_over

    def wait(self) -> float:
        """Return the seconds until the next window."""
        return self.charged.wait
