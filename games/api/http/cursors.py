"""Pages of lists, and their opaque cursors: the key of the last entry of a page."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from rest_framework.request import Request

from games.api.http.any_request import AnyRequest
from games.api.http.parsing import read_limit, wrong_cursor

Row = TypeVar("Row", bound=Model)

_WORD: Final = "after"
LARGEST_KEY: Final = 2**63 - 1


def read_cursor(request: AnyRequest) -> str:
    """Return the key after which a page begins; "" for the first page."""
    cursor = request.GET.get("cursor")
    if cursor is None:
        return ""
    try:
        word, _, key = urlsafe_b64decode(cursor.encode()).decode().partition(":")
    except ValueError as error:
        raise wrong_cursor() from error
    if word != _WORD or not key or "\x00" in key:
        raise wrong_cursor()
    return key


def read_number_cursor(request: AnyRequest) -> int | None:
    """Return the number below which a page begins; None for the first page."""
    key = read_cursor(request)
    if not key:
        return None
    if not (key.isascii() and key.isdigit()) or not 0 < int(key) <= LARGEST_KEY:
        raise wrong_cursor()
    return int(key)


def newest_first(request: Request, rows: QuerySet[Row]) -> tuple[list[Row], str | None]:
    """Return the rows of a page, newest first, and the address of the next page."""
    before = read_number_cursor(request)
    return _page(request, rows if before is None else rows.filter(pk__lt=before), "-pk")


def _page(request: Request, rows: QuerySet[Row], order: str) -> tuple[list[Row], str | None]:
    limit = read_limit(request)
    found = list(rows.order_by(order)[: limit + 1])
    if len(found) <= limit:
        return found, None
    key = getattr(found[limit - 1], order.removeprefix("-"))
    return found[:limit], address_after(request, key)


def address_after(request: Request, key: object) -> str:
    """Return the address of the page after a key."""
    cursor = urlsafe_b64encode(f"{_WORD}:{key}".encode()).decode()
    query = {**request.GET.dict(), "limit": str(read_limit(request)), "cursor": cursor}
    return f"{request.path}?{urlencode(query)}"
