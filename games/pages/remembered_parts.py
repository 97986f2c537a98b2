"""Parts of pages that many see alike, rendered once in a process."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

TOKEN = "csrf-token-of-the-page"
"""What stands for the token of the forms in what is remembered."""


def part(name: str, /, **shown: Hashable) -> SafeString:
    """Return a part of a page. It depends on the given values and the language alone."""
    return _rendered(name, get_language() or "", tuple(shown.items()))


@lru_cache(maxsize=8192)
def _rendered(name: str, _: str, shown: tuple[tuple[str, Hashable], ...]) -> SafeString:
    return mark_safe(render_to_string(f"tournaments/{name}.html", dict(shown)))


def form_part(name: str, /, **shown: Hashable) -> SafeString:
    """Return a part with forms, which ``joined_forms`` gives their token."""
    return part(name, csrf_token=TOKEN, **shown)


def joined(parts: Iterable[SafeString]) -> SafeString:
    """Return parts one after the other."""
    return mark_safe("".join(parts))


def joined_forms(request: HttpRequest, parts: Iterable[SafeString]) -> SafeString:
    """Return parts with forms, with the token of the request."""
    token = f'value="{get_token(request)}"'
    return mark_safe("".join(parts).replace(f'value="{TOKEN}"', token))
