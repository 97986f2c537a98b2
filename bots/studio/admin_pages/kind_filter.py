"""The kinds of cards and the variants in words, and filters by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from cards import registry
from cards.page_language import page_language
from cards.vocabulary import choice_words


def kind_words() -> dict[str, str]:
    """Return the kinds of cards in reading order, in the language of the page."""
    return choice_words("kind", page_language())


class WordsFilter(admin.AllValuesFieldListFilter):
    """A filter by values that are codes, shown in words."""

    def words(self) -> Mapping[str, str]:
        """Return the words by code."""
        return registry.variants

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield all, then each value in words."""
        words = self.words()
        for one in super().choices(changelist):
            display = str(one["display"])
            yield {**one, "display": words.get(display, display)}


class KindFilter(WordsFilter):
    """A filter by kind of card."""

    def words(self) -> Mapping[str, str]:
        """Return the kinds."""
        return kind_words()


BY_VARIANT: Final = ("variant", WordsFilter)
"""A filter by variant."""


class NamesVariant:
    """Rows that are shown with the name of their variant."""

    @admin.display(description=_("variant"), ordering="variant")
    def shown_variant(self, row: Any) -> str:
        """Return the name of the variant of a row."""
        return registry.variants.get(row.variant, str(row.variant))
