"""The language of the page that is rendered, for texts in tables (`Texts`)."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import lazy
from django.utils.timezone import localtime
from django.utils.translation import get_language

from cards.language import Language
from cards.translation import Text, closest_language


def page_language() -> Language:
    """Return the language of the page that is being rendered."""
    return closest_language(get_language() or "")


def in_page_language(text: Text) -> str:
    """Return a text in the language of the page that is being rendered."""
    return text.to(page_language())


def time_text(at: datetime) -> str:
    """Return a time as the pages of the admin show it."""
    return date_format(localtime(at), "DATETIME_FORMAT")


named = lazy(in_page_language, str)
"""Return a text in the language of the page, translated when it is rendered."""
