"""Limits: buckets for reading, writing, moves and new guests.

A bucket counts what the requests of one caller cost within a window of time. Most cost one unit;
those that take far more of the processor cost more. A wider one counts those of all players of an
address, since guests are free. Moves have a bucket of their own, so that no
amount of reading starves a running game. The count of a request is one round trip to the cache,
which reads the token of a known player too.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from math import ceil
from time import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponseBase
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.api.http.problem_documents import RequestRefused, reply, request_id
from games.ledger.rows import now, stamp
from games.players.access import UNAVAILABLE, Access
from games.wording.language import HasMeta

if TYPE_CHECKING:
    from rest_framework.views import APIView

SAFE: Final = ("GET", "HEAD", "OPTIONS")
WIDE: Final = "{}-address"
"""The bucket of all callers of an address."""

PAGE_UNIT: Final = 50
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
    dues = _dues(request, bucket, access.player if access else None, cost)
    try:
        return _settled(dues, _count(dues))
    except UNAVAILABLE:
        logger.warning("The cache does not answer; requests are not counted.")
        return dues[0].charge._replace(used=dues[0].charge.cost)


def read_and_charge(
    key: str, request: HasMeta, bucket: str, player: UUID, cost: int
) -> tuple[bytes | None, Charge]:
    """Return a value of the cache, and count a request of a player, in one round trip.

    The value is None if there is none. Raises ``UNAVAILABLE`` if the cache does not respond.
    """
    dues = _dues(request, bucket, player, cost)
    backend = caches["default"]
    client: Any = getattr(backend, "_cache", None)
    if hasattr(client, "get_and_count"):
        value, counts = client.get_and_count(backend.make_key(key), _counters(dues))
    else:
        value, counts = backend.get(key), _count(dues)
    return value, _settled(dues, counts)


@contextmanager
def guessing(request: Request, wrong: type[Exception]) -> Iterator[None]:
    """Limit the attempts with a code; a wrong one raises ``wrong``.

    Each attempt is counted before it is made, and taken off the count again unless it was wrong.
    Over the limit of the caller only right codes pass, over that of the address none. If the cache
    does not respond, no attempt is made.
    """
    access = request.auth if isinstance(request.auth, Access) else None
    dues = _dues(request, "codes", access.player if access else None, 1, is_wide=True)
    try:
        charged = _charged(dues, _count(dues))
    except UNAVAILABLE as error:
        logger.warning("The cache does not answer; codes are refused.")
        raise RequestRefused("unavailable", headers={"Retry-After": "2"}) from error
    if charged.bucket == WIDE.format("codes"):
        usage_of(request).charged = charged
        raise Throttled(charged.wait)
    was_wrong = False
    try:
        yield
    except wrong as error:
        was_wrong = True
        if charged.is_over:
            usage_of(request).charged = charged
            raise Throttled(charged.wait) from error
        raise
    finally:
        if not was_wrong:
            _uncount(dues)


def _uncount(dues: Sequence[_Due]) -> None:
    with suppress(*UNAVAILABLE):
        _count([due._replace(charge=due.charge._replace(cost=-1)) for due in dues])


class _Due(NamedTuple):
    """A counter, and its charge before it is counted."""

    key: str
    charge: Charge


def _dues(
    request: HasMeta, bucket: str, player: UUID | None, cost: int, *, is_wide: bool = False
) -> list[_Due]:
    """Return what a request counts for: its caller, and all callers of its address."""
    rate, address = read_rate(settings.API_RATES[bucket]), f"a{address_of(request)}"
    dues = [_due(bucket, rate, f"p{player.hex}" if player else address, cost)]
    if player or is_wide:
        wide = rate._replace(most=rate.most * settings.API_ADDRESS_TIMES)
        dues.append(_due(WIDE.format(bucket), wide, address, cost))
    return dues


def _due(bucket: str, rate: Rate, caller: str, cost: int) -> _Due:
    now = time()
    window = int(now // rate.window)
    wait = ceil((window + 1) * rate.window - now)
    charge = Charge(bucket, rate, 0, wait, min(cost, rate.most))
    return _Due(f"rate:{bucket}:{caller}:{window}", charge)


def _settled(dues: Sequence[_Due], counts: Sequence[int]) -> Charge:
    """Return the charge; what is over the limit of a player counts for no other."""
    if counts[0] > dues[0].charge.rate.most and dues[1:]:
        _uncount(dues[1:])
    return _charged(dues, counts)


def _charged(dues: Sequence[_Due], counts: Sequence[int]) -> Charge:
    """Return the charge that is over its limit, the wider first, else the first."""
    charges = [due.charge._replace(used=used) for due, used in zip(dues, counts, strict=True)]
    return next((one for one in reversed(charges) if one.is_over), charges[0])


def _count(dues: Sequence[_Due]) -> list[int]:
    """Count in one round trip; return the counts."""
    backend = caches["default"]
    client: Any = getattr(backend, "_cache", None)
    if hasattr(client, "count"):
        return list(client.count(_counters(dues)))
    return [_count_in_memory(due) for due in dues]


def _counters(dues: Sequence[_Due]) -> list[tuple[str, int, int]]:
    backend = caches["default"]
    return [(backend.make_key(key), charge.rate.window + 1, charge.cost) for key, charge in dues]


def _count_in_memory(due: _Due) -> int:
    backend = caches["default"]
    backend.add(due.key, 0, due.charge.rate.window + 1)
    try:
        return backend.incr(due.key, due.charge.cost)
    except ValueError:
        return due.charge.cost


def address_of(request: HasMeta) -> str:
    """Return the address by which a client is counted: of IPv6, its /64 network.

    Each client of IPv6 has a whole network of this size. Anything that is no address stays as it
    is. An IPv4 address in the form of IPv6 (``::ffff:192.0.2.1``) is the IPv4 address.
    """
    given = full_address_of(request)
    try:
        address = ip_address(given)
    except ValueError:
        return given
    if isinstance(address, IPv4Address):
        return str(address)
    host_bits = 64
    return str(address.ipv4_mapped or IPv6Address(int(address) >> host_bits << host_bits))


def full_address_of(request: HasMeta) -> str:
    """Return the client's address: behind N own proxies, the one the outermost saw.

    A request that passed fewer of them has fewer hops; without any it is a direct one.
    """
    named = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    hops = [hop for one in named if (hop := one.strip())]
    proxies = min(settings.API_PROXIES, len(hops))
    return str(hops[-proxies] if proxies > 0 else request.META.get("REMOTE_ADDR") or "local")


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
    media type costs, in ``page_unit`` how many entries of a page cost one unit.
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
    unit: int = getattr(view, "page_unit", PAGE_UNIT)
    return max(1, ceil(_limit_of(request, usual=PAGE_UNIT) / unit)) if has_pages else 1


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
