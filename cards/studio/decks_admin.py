"""The admin of the decks of heroes: their cards, copies and sources."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin
from unfold.admin import ModelAdmin

from cards.models import CardSet, DeckCard
from cards.studio.bulk_page import bulk_page
from cards.studio.kind_filter import KindFilter
from cards.studio.stale_forms import RefuseStale
from cards.studio.studio_texts import copy_label

GUESS = "ruling"
MAX_ROWS = 1000
"""The largest number of entries that a posted list can have."""


def decks_table(card_set: CardSet) -> SafeString | str:
    """Return a set's heroes with the sizes and guessed entries of their decks."""
    heroes = card_set.cards.filter(kind="hero").annotate(
        size=models.Sum("deck__copies"),
        guessed=models.Count("deck", filter=models.Q(deck__basis=GUESS)),
    )
    rows = [
        (
            reverse("admin:cards_card_deck", args=[hero.pk]),
            hero.code,
            hero.size or 0,
            f"{reverse('admin:cards_deckcard_changelist')}?hero__id__exact={hero.pk}"
            f"&basis__exact={GUESS}",
            hero.guessed,
        )
        for hero in heroes
    ]
    if not rows:
        return gettext("No heroes.")
    items = format_html_join("", "<li>{}</li>", ((_deck_line(*row),) for row in rows))
    return format_html("<ul>{}</ul>", items)


def _deck_line(deck: str, hero: str, size: int, entries: str, guessed: int) -> SafeString:
    link = '<a href="{}">{}</a>'
    return format_html(
        gettext("{hero}: {size} cards, {guessed}"),
        hero=format_html(link, deck, hero),
        size=size,
        guessed=format_html(
            link, entries, gettext("{count} entries guessed").format(count=guessed)
        ),
    )


class SetFilter(admin.SimpleListFilter):
    """A filter by card set."""

    title = _("card set")
    parameter_name = "card_set"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the sets that have heroes."""
        sets = CardSet.objects.filter(cards__kind="hero").distinct()
        return [(one.code, one.name) for one in sets]

    def queryset(
        self, request: HttpRequest, queryset: models.QuerySet[DeckCard]
    ) -> models.QuerySet[DeckCard]:
        """Return the entries of the chosen set."""
        return queryset.filter(hero__card_set__code=self.value()) if self.value() else queryset


class HeroFilter(admin.RelatedFieldListFilter):
    """A filter by hero."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        """Return the Character cards of all sets."""
        return field.get_choices(include_blank=False, limit_choices_to={"kind": "hero"})


@admin.register(DeckCard)
class DeckCardAdmin(RefuseStale, SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    """The admin of the entries of all decks, with a filter for guessed ones."""

    list_display = ("entry", "hero", "card", "copies", "basis")
    list_editable = ("copies", "basis")
    list_filter = (SetFilter, ("hero", HeroFilter), "basis", ("card__kind", KindFilter))
    list_select_related = ("hero", "card")
    search_fields = ("hero__code", "card__code")
    fields = ("hero", "card", "copies", "basis")
    autocomplete_fields = ("hero", "card")
    actions = ("bulk",)
    # A row is up to five fields of the form: see DATA_UPLOAD_MAX_NUMBER_FIELDS.
    list_max_show_all = 190

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[DeckCard]:
        """Annotate each entry with its version."""
        history = DeckCard.history.filter(id=models.OuterRef("pk")).order_by("-history_id")
        rows: models.QuerySet[DeckCard] = super().get_queryset(request)
        return rows.annotate(version=models.Subquery(history.values("history_id")[:1]))

    @admin.display(description=_("entry"))
    def entry(self, row: DeckCard) -> SafeString:
        """Return the entry, with its displayed version in a hidden input."""
        seen = '{}<input type="hidden" name="seen-{}" value="{}">'
        return format_html(seen, row, row.pk, row.version)  # type: ignore[attr-defined]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Save the list only if no row that it changes has changed since it was displayed."""
        with transaction.atomic():
            stale = self.stale(request) if "_save" in request.POST else []
            if not stale:
                return super().changelist_view(request, extra_context)
        entries = ", ".join(map(str, stale))
        text = gettext("Nothing was saved. Changed since you opened the list: {entries}.").format(
            entries=entries
        )
        self.message_user(request, text, messages.ERROR)
        return redirect(request.get_full_path())

    def stale(self, request: HttpRequest) -> list[DeckCard]:
        """Return the entries, locked, whose changes saving the list would overwrite."""
        posted = request.POST
        total = posted.get("form-TOTAL_FORMS", "")
        numbers = range(min(int(total), MAX_ROWS)) if total.isdecimal() else range(0)
        submitted = {
            posted.get(f"form-{at}-id", ""): (
                posted.get(f"form-{at}-copies"),
                posted.get(f"form-{at}-basis"),
            )
            for at in numbers
        }
        keys = [key for key in submitted if key.isdecimal() and len(key) < 19]
        rows = self.get_queryset(request).select_for_update(of=("self",)).filter(pk__in=keys)
        return [
            row
            for row in rows
            if posted.get(f"seen-{row.pk}") != str(row.version)  # type: ignore[attr-defined]
            and submitted[str(row.pk)] != (str(row.copies), row.basis)
        ]

    @admin.action(description=copy_label("bulk_deck"), permissions=("change",))
    def bulk(self, request: HttpRequest, rows: models.QuerySet[DeckCard]) -> HttpResponse | None:
        """Ask what to change, show each entry before and after, and change all."""
        return bulk_page(self, request, rows)
