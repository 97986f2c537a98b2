"""The admin of the decks of heroes: their cards, copies and sources."""

from __future__ import annotations

from django.contrib import admin
from django.db import models
from simple_history.admin import SimpleHistoryAdmin
from unfold.admin import ModelAdmin

from cards.models import Card, CardSet, DeckCard
from cards.studio.kind_filter import KindFilter
from cards.studio.stale_forms import RefuseStale

GUESS = "ruling"


def decks_of(card_set: CardSet) -> models.QuerySet[Card]:
    """Return a set's heroes with the sizes and guessed entries of their decks."""
    return card_set.cards.filter(kind="hero").annotate(
        size=models.Sum("deck__copies"),
        guessed=models.Count("deck", filter=models.Q(deck__basis=GUESS)),
    )


@admin.register(DeckCard)
class DeckCardAdmin(RefuseStale, SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    """The admin of the entries of all decks, with a filter for guessed ones."""

    list_display = ("__str__", "hero", "card", "copies", "basis")
    list_filter = (
        ("hero__card_set", admin.RelatedOnlyFieldListFilter),
        ("hero", admin.RelatedOnlyFieldListFilter),
        "basis",
        ("card__kind", KindFilter),
    )
    list_select_related = ("hero", "card")
    search_fields = ("hero__code", "card__code")
    fields = ("hero", "card", "copies", "basis")
    autocomplete_fields = ("hero", "card")
