"""The language of a request."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Protocol

from django.utils.translation.trans_real import parse_accept_lang_header

from cards.language import Language
from cards.translation import ENGLISH, FRENCH, Text, Texts
from games.messages.game import BilingualText

__all__ = [
    "ENGLISH",
    "FRENCH",
    "Language",
    "Text",
    "Texts",
    "language_among",
    "language_of",
    "render_both",
]


@lru_cache(maxsize=256)
def language_among(accepted: str) -> Language:
    """Return the first known language in an Accept-Language header; else English."""
    for name, _ in parse_accept_lang_header(accepted.lower()):
        if name.startswith("fr"):
            return FRENCH
        if name.startswith("en") or name == "*":
            return ENGLISH
    return ENGLISH


class HasMeta(Protocol):
    """A request, of Django or of Django REST framework."""

    META: dict[str, Any]


def language_of(request: HasMeta) -> Language:
    """Return the language that a request asks for."""
    return language_among(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


def render_both(text: Text) -> BilingualText:
    """Return a text in both languages."""
    return BilingualText(text.to(ENGLISH), text.to(FRENCH))
