"""Which of the two languages a request wants, and texts that exist in both."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

Language = Literal["en", "fr-CA"]
ENGLISH: Final[Language] = "en"
FRENCH: Final[Language] = "fr-CA"


class Text(NamedTuple):
    """A text in English and in Canadian French; braces name parameters."""

    en: str
    fr: str

    def to(self, language: Language) -> str:
        """The text in one of them."""
        return self.fr if language == FRENCH else self.en


@lru_cache(maxsize=256)
def language_among(accepted: str) -> Language:
    """The first of our languages that an Accept-Language header names; else English."""
    for name, _ in parse_accept_lang_header(accepted.lower()):
        if name.startswith("fr"):
            return FRENCH
        if name.startswith("en") or name == "*":
            return ENGLISH
    return ENGLISH


def language_of(request: HttpRequest) -> Language:
    """The language that a request asks for."""
    return language_among(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))
