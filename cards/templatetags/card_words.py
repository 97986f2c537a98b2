"""The template tag of the words of the admin of cards."""

from __future__ import annotations

from typing import Any

from django import template

from cards.admin_words import say_word

register = template.Library()


@register.simple_tag
def card_word(name: str, **params: Any) -> str:
    """Return a text of the admin in the language of the page, to be escaped."""
    return say_word(name, **params)
