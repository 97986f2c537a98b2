"""The kinds of cards in words, and a filter by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import admin

from cards.page_language import page_language
from cards.vocabulary import choice_words


def kind_words() -> dict[str, str]:
    """Return the kinds of cards in reading order, in the language of the page."""
    return choice_words("kind", page_language())


class KindFilter(admin.AllValuesFieldListFilter):
    """A filter by kind of card."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield all, then each kind in words."""
        words = kind_words()
        for one in super().choices(changelist):
            display = str(one["display"])
            yield {**one, "display": words.get(display, display)}
