"""The admin of card sets: findings, decks, publishing."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget

from bots.studio.admin_pages.admin_fragments import findings_list, warnings_list
from bots.studio.admin_pages.comparison_pages import Compares, compare_with_current, draft_pages
from bots.studio.admin_pages.copy_pages import CopiesSets
from bots.studio.admin_pages.draft_rows import is_frozen_row
from bots.studio.admin_pages.exchange_admin import ExportsJson, ImportPage
from bots.studio.admin_pages.history_pages import ShowsHistory
from bots.studio.admin_pages.kind_filter import BY_VARIANT, NamesVariant
from bots.studio.admin_pages.panels import WithPanels
from bots.studio.admin_pages.picture_pages import ShowsPictures
from bots.studio.admin_pages.review_fragments import review_of
from bots.studio.admin_pages.stale_forms import RefuseStale
from bots.studio.admin_pages.studio_widget import ColorsWidget
from bots.studio.admin_pages.trial_page import PlaysDraft
from bots.studio.admin_pages.words_page import TranslatesWords
from cards import language, registry
from cards.language import color_name
from cards.models import Card, CardSet, DeckCard
from cards.page_language import page_language
from cards.selectors import draft_text

GUESS = "ruling"


def decks_of(card_set: CardSet) -> models.QuerySet[Card]:
    """Return a set's heroes with the sizes and guessed entries of their decks."""
    return card_set.cards.filter(kind="hero").annotate(
        size=models.Sum("deck__copies"),
        guessed=models.Count("deck", filter=models.Q(deck__basis=GUESS)),
    )


@admin.register(CardSet)
class CardSetAdmin(
    NamesVariant,
    ShowsPictures,
    CopiesSets,
    WithPanels,
    PlaysDraft,
    Compares,
    ShowsHistory,
    RefuseStale,
    ExportsJson,
    ImportPage,
    TranslatesWords,
    ModelAdmin,  # type: ignore[misc]
):
    """The admin of card sets."""

    list_display = (
        "code",
        "name",
        "shown_variant",
        "card_count",
        "guess_count",
        "finding_count",
        "review_state",
    )
    list_filter = (BY_VARIANT,)
    search_fields = ("code", "name")
    fields = ("code", "name", "name_fr", "variant", "colors")
    readonly_fields = ("shown_variant", "shown_colors")
    panel_template = "studio/set.html"
    actions = ("publish_one",)
    actions_detail = (
        "play", "submit", "publish", "words",
        {"title": _("More"), "items": ["compare", "sheet", "copy", "export"]},
    )  # fmt: skip
    actions_list = ("import_set", "changes")
    list_filter_submit = True

    def formfield_for_dbfield(
        self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Offer the known variants."""
        if db_field.name == "variant":
            kwargs["widget"] = UnfoldAdminSelectWidget(
                choices=[("", "–"), *registry.variants.items()]
            )
        if db_field.name == "colors":
            kwargs["widget"] = ColorsWidget
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_fields(self, request: HttpRequest, obj: CardSet | None = None) -> Any:
        """Name the variant and the colors of a set that the user cannot change."""
        fields = super().get_fields(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fields
        shown = {"variant": "shown_variant", "colors": "shown_colors"}
        return [shown.get(str(name), name) for name in fields]

    @admin.display(description=_("Colors"))
    def shown_colors(self, card_set: CardSet) -> str:
        """Return the names of the colors in their order."""
        return ", ".join(color_name(one, page_language()) for one in card_set.colors)

    @admin.display(description=_("cards"))
    def card_count(self, card_set: CardSet) -> int:
        """Return the number of cards in the box, all decks included."""
        return draft_text(card_set).size()

    @admin.display(description=_("guessed"))
    def guess_count(self, card_set: CardSet) -> int:
        """Return the number of cards and deck entries that are a ruling."""
        cards = card_set.cards.filter(basis=GUESS)
        return cards.count() + DeckCard.objects.filter(hero__card_set=card_set, basis=GUESS).count()

    @admin.display(description=_("findings"))
    def finding_count(self, card_set: CardSet) -> int:
        """Return the number of findings of the lint."""
        return len(language.lint_edition(draft_text(card_set)))

    def panel_context(self, card_set: CardSet) -> dict[str, Any]:
        """Return its review, its decks, its findings, and what it changes."""
        text = draft_text(card_set)
        return {
            "card_set": card_set,
            "review": review_of(card_set),
            "is_frozen": is_frozen_row(card_set),
            "heroes": decks_of(card_set),
            "findings": findings_list(language.lint_edition(text), text, draft_pages(card_set)),
            "warnings": warnings_list(card_set, text),
            "comparison": compare_with_current(card_set),
        }

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may delete sets, and the draft is not frozen."""
        may_delete = request.user.has_perm("cards.delete_cardset")
        return may_delete and super().has_delete_permission(request, obj)
