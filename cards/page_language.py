"""The language of the page that is rendered, for texts in tables (`Texts`)."""

from __future__ import annotations

from django.utils.translation import get_language

from cards.language import Language
from cards.translation import closest_language


def page_language() -> Language:
    """Return the language of the page that is being rendered."""
    return closest_language(get_language() or "")
