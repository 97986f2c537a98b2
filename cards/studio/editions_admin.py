"""The admin of editions and releases: read-only but for the current edition."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action

from cards import language
from cards.models import Edition, Release
from cards.selectors import is_current, is_stopped, releases_of
from cards.studio.admin_fragments import bilingual_text
from cards.studio.comparison_pages import Compares
from cards.studio.copy_pages import DraftsEditions
from cards.studio.exchange_admin import ExportsJson
from cards.studio.panels import WithPanels
from cards.studio.picture_pages import ShowsPictures, edition_thumbnail
from cards.studio.release_pages import ReleasesEdition
from cards.studio.review_fragments import (
    actor_of,
    current_text,
    proposal_line,
    release_line,
    schedule_link,
    trail_of,
)
from cards.studio.studio_page import show_page

UNKNOWN = "–"


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

    list_display = ("code", "name", "variant", "short_hash", "current", "published_at", "published")
    list_filter = ("variant",)
    list_select_related = ("published_by",)
    search_fields = ("code", "name", "hash")
    fields = (
        "name", "name_fr", "code", "variant", "hash", "published_at", "published", "reason",
        "review", "current_now", "releases", "schedules", "cards", "decks", "definition",
    )  # fmt: skip
    readonly_fields = fields
    actions_detail = ("roll_back", "release", "schedule", "compare", "sheet", "draft", "export")

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Edition]:
        """Annotate each edition with the current one of its variant."""
        last = Release.objects.filter(variant=models.OuterRef("variant")).values("edition")[:1]
        return Edition.objects.annotate(last=models.Subquery(last))

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

    @admin.display(description=_("Current edition"))
    def current_now(self, edition: Edition) -> SafeString | str:
        """Return the current edition of the variant, or why new games do not use this one."""
        if is_stopped(edition):
            move = edition.endless_moves.latest("at")
            return gettext(
                "No new game uses this edition: a move had no end (game {game}, event {seq})."
                " Release a mended edition."
            ).format(game=move.game, seq=move.seq)
        return gettext("This edition.") if is_current(edition) else current_text(edition.variant)

    @admin.display(description=_("Releases"))
    def releases(self, edition: Edition) -> SafeString | str:
        """Return the releases of the edition."""
        rows = ((release_line(one),) for one in releases_of(edition))
        items = format_html_join("", "<li>{}</li>", rows)
        return format_html("<ul>{}</ul>", items) if items else gettext("It was never current.")

    @admin.display(description=_("Planned releases"))
    def schedules(self, edition: Edition) -> SafeString | str:
        """Return the planned releases of the edition, with what became of them."""
        rows = edition.schedules.select_related("by", "edition")
        items = format_html_join("", "<li>{}</li>", ((schedule_link(one),) for one in rows))
        return format_html("<ul>{}</ul>", items) if items else UNKNOWN

    @admin.display(description=_("Review"))
    def review(self, edition: Edition) -> SafeString | str:
        """Return the proposals of the edition: their authors and who approved them."""
        items = format_html_join("", "<li>{}: {}</li>", map(proposal_line, edition.proposals.all()))
        return format_html("<ul>{}</ul>", items) if items else UNKNOWN

    @admin.display(description=_("cards"))
    def cards(self, edition: Edition) -> SafeString:
        """Return every card in words."""
        text = edition.text()
        rows = (
            (
                text.count(card.code),
                card.name,
                bilingual_text(card, text),
                edition_thumbnail(edition, card),
            )
            for card in text.cards
        )
        return format_html_join("", "<details><summary>{} × {}</summary>{}{}</details>", rows)

    @admin.display(description=_("decks"))
    def decks(self, edition: Edition) -> SafeString | str:
        """Return every deck, with the basis of each entry."""
        decks = (
            (
                gettext("{hero}: {count} cards").format(hero=deck.hero, count=deck.size()),
                format_html_join("", "<li>{} × {} ({})</li>", _entries(deck)),
            )
            for deck in edition.text().decks
        )
        shown = "<details><summary>{}</summary><ul>{}</ul></details>"
        return format_html_join("", shown, decks) or UNKNOWN

    @admin.display(description=_("definition"))
    def definition(self, edition: Edition) -> SafeString:
        """Return the canonical JSON, indented."""
        shown = json.dumps(json.loads(edition.canonical), indent=1, ensure_ascii=False)
        return format_html("<details><summary>JSON</summary><pre>{}</pre></details>", shown)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show who published the edition and made it current, when and why."""
        edition = get_object_or_404(Edition, pk=object_id)
        if not self.has_view_permission(request, edition):
            return HttpResponse(status=403)
        title = gettext("History: {edition}").format(edition=edition)
        return show_page(
            self, request, "admin/cards/edition_history.html", edition, steps=trail_of(edition),
            title=title,
        )  # fmt: skip


def _entries(deck: language.Deck) -> list[tuple[int, str, str]]:
    return [(one.copies, one.card, one.basis) for one in deck.cards]


@admin.register(Release)
class ReleaseAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """The admin of releases."""

    list_display = ("at", "variant", "edition", "released_by", "reason")
    actions_detail = ("roll_back",)
    list_filter = ("variant", "means")
    list_select_related = ("edition", "by")
    fields = ("variant", "edition", "at", "by", "means", "reason")
    readonly_fields = fields

    @admin.display(description=_("by"))
    def released_by(self, release: Release) -> str:
        """Return the user, else the means."""
        return actor_of(release)

    def has_release_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may make editions current."""
        return request.user.has_perm("cards.release_edition")

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
