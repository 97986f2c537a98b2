"""The admin of editions and releases: read-only but for the current edition."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action

from bots.studio.admin_pages.admin_fragments import bilingual_text
from bots.studio.admin_pages.comparison_pages import Compares
from bots.studio.admin_pages.copy_pages import DraftsEditions
from bots.studio.admin_pages.exchange_admin import ExportsJson
from bots.studio.admin_pages.kind_filter import BY_VARIANT, NamesVariant
from bots.studio.admin_pages.panels import WithPanels
from bots.studio.admin_pages.picture_pages import ShowsPictures, edition_thumbnail
from bots.studio.admin_pages.release_pages import MayRelease, ReleasesEdition
from bots.studio.admin_pages.review_fragments import (
    actor_of,
    current_text,
    proposal_line,
    release_line,
    trail_of,
)
from bots.studio.admin_pages.studio_page import show_page
from cards.language import CardDef, Deck, EditionDef, card_name
from cards.models import Edition, Release
from cards.page_language import page_language
from cards.selectors import editions, is_current, is_stopped, releases_of
from cards.vocabulary import choice_words


class ReadOnly:
    """Rows that are displayed, and cannot be added, changed or deleted in the admin."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: publishing and releasing add rows."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: rows are append-only."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse: rows are append-only."""
        return False


@admin.register(Edition)
class EditionAdmin(
    NamesVariant,
    ShowsPictures,
    WithPanels,
    DraftsEditions,
    ReleasesEdition,
    Compares,
    ReadOnly,
    ExportsJson,
    ModelAdmin,  # type: ignore[misc]
):
    """The admin of published editions."""

    list_display = (
        "code", "name", "shown_variant", "short_hash", "current", "published_at", "published",
    )  # fmt: skip
    list_filter = (BY_VARIANT,)
    list_select_related = ("published_by",)
    search_fields = ("code", "name", "hash")
    fields = (
        "name", "name_fr", "code", "shown_variant", "hash", "published_at", "published", "reason",
    )  # fmt: skip
    readonly_fields = fields
    panel_template = "studio/edition.html"
    actions_detail = ("roll_back", "release", "compare", "sheet", "draft", "export")

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Edition]:
        """Annotate each edition with the current one of its variant."""
        last = Release.objects.filter(variant=models.OuterRef("variant")).values("edition")[:1]
        return editions().annotate(last=models.Subquery(last))

    @admin.display(description=_("current"), boolean=True)
    def current(self, edition: Edition) -> bool:
        """Whether new games use the edition."""
        return bool(edition.last == edition.pk)  # type: ignore[attr-defined]

    @admin.display(description=_("hash"))
    def short_hash(self, edition: Edition) -> str:
        """Return the first digits of the hash."""
        return edition.hash[:12]

    @admin.display(description=_("published by"))
    def published(self, edition: Edition) -> str:
        """Return the user, else the means."""
        return actor_of(edition)

    def panel_context(self, edition: Edition) -> dict[str, Any]:
        """Return the reviews and releases of the edition, and its cards in words."""
        text = edition.text()
        current = gettext("This edition.") if is_current(edition) else current_text(edition.variant)
        return {
            "stopped_by": edition.endless_moves.latest("at") if is_stopped(edition) else None,
            "current": current,
            "releases": map(release_line, releases_of(edition)),
            "proposals": map(proposal_line, edition.proposals.all()),
            "cards": [_card_in_words(edition, text, card) for card in text.cards],
            "decks": [_deck_in_words(text, deck) for deck in text.decks],
            "definition": json.dumps(json.loads(edition.canonical), indent=1, ensure_ascii=False),
        }

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show who published the edition and made it current, when and why."""
        edition = get_object_or_404(editions(), pk=object_id)
        if not self.has_view_permission(request, edition):
            return HttpResponse(status=403)
        title = gettext("History: {edition}").format(edition=edition)
        return show_page(
            self, request, "admin/cards/edition_history.html", edition, steps=trail_of(edition),
            title=title,
        )  # fmt: skip


def _card_in_words(edition: Edition, text: EditionDef, card: CardDef) -> dict[str, Any]:
    """Return a card of an edition as its page shows it."""
    return {
        "copies": text.count(card.code),
        "name": card_name(card, page_language()),
        "words": bilingual_text(card, text),
        "picture": edition_thumbnail(edition, card),
    }


def _deck_in_words(text: EditionDef, deck: Deck) -> dict[str, Any]:
    """Return a deck of an edition as its page shows it."""
    tag = page_language()
    names = {card.code: card_name(card, tag) for card in text.cards}
    bases = choice_words("basis", tag)
    cards = [(one.copies, names[one.card], bases[one.basis]) for one in deck.cards]
    return {"hero": names[deck.hero], "size": deck.size(), "cards": cards}


@admin.register(Release)
class ReleaseAdmin(NamesVariant, MayRelease, ReadOnly, ModelAdmin):  # type: ignore[misc]
    """The admin of releases."""

    list_display = ("at", "shown_variant", "edition", "released_by", "reason")
    actions_detail = ("roll_back",)
    list_filter = (BY_VARIANT, "means")
    list_select_related = ("edition", "by")
    fields = ("shown_variant", "edition", "at", "by", "means", "reason")
    readonly_fields = fields

    @admin.display(description=_("by"))
    def released_by(self, release: Release) -> str:
        """Return the user, else the means."""
        return actor_of(release)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Offer to roll back to an edition that is not current."""
        release = Release.objects.filter(pk=object_id).select_related("edition").first()
        if release is None or is_current(release.edition):
            return []
        actions: list[Any] = super().get_actions_detail(request, object_id)
        return actions

    @action(description=_("Roll back to this"), url_path="roll-back", permissions=["release"])
    def roll_back(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Redirect to the page that rolls back to the edition of the release."""
        release = get_object_or_404(Release, pk=object_id)
        return redirect("admin:cards_edition_roll_back", release.edition_id)
