"""Opaque cursors of lists: the key of the last entry of a page."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final
from urllib.parse import urlencode

from games.api.http.any_request import AnyRequest
from games.api.http.parsing import wrong_cursor

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


def next_page(path: str, key: str | int, **parameters: str) -> str:
    """Return the address of the page after an entry."""
    cursor = urlsafe_b64encode(f"{_WORD}:{key}".encode()).decode()
    return f"{path}?{urlencode({**parameters, 'cursor': cursor})}"
