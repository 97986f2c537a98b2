"""The language of a request."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

from django.utils.translation.trans_real import parse_accept_lang_header

from cards.language import LANGUAGES, Language, known_language
from cards.translation import ENGLISH, Text, Texts
from games.messages.bodies import BilingualText, member_of

__all__ = [
    "ENGLISH",
    "Language",
    "Text",
    "Texts",
    "in_all_languages",
    "in_one_language",
    "language_among",
    "language_of",
]


@lru_cache(maxsize=256)
def language_among(accepted: str) -> Language:
    """Return the first known language in an Accept-Language header; else English."""
    for name, _ in parse_accept_lang_header(accepted.lower()):
        found = ENGLISH if name == "*" else known_language(name)
        if found:
            return found
    return ENGLISH


class HasMeta(Protocol):
    """A request, of Django or of Django REST framework."""

    META: dict[str, Any]


def language_of(request: HasMeta) -> Language:
    """Return the language that a request asks for."""
    return language_among(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


def in_all_languages(render: Callable[[Language], str]) -> BilingualText:
    """Return a text in all languages, rendered in each."""
    return BilingualText(*map(render, LANGUAGES))


def in_one_language(texts: BilingualText, language: Language) -> str:
    """Return a text in one of its languages."""
    text: str = getattr(texts, member_of(language))
    return text
