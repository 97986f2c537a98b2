"""The admin of editions and releases: read-only but for the current edition."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.admin import ModelAdmin
from unfold.decorators import action

from cards import language
from cards.admin_words import say_word, word, word_template
from cards.models import Edition, Release
from cards.selectors import current_release, is_current, releases_of
from cards.studio.admin_fragments import bilingual_text
from cards.studio.comparison_pages import ComparesEdition, compare_releases
from cards.studio.copy_pages import DraftsEditions
from cards.studio.exchange_admin import ExportPage
from cards.studio.panels import WithPanels
from cards.studio.picture_pages import ShowsEditionPictures, edition_thumbnail
from cards.studio.release_forms import ReleaseForm

UNKNOWN = "–"


def actor_of(row: Edition | Release) -> str:
    """Return the user who published or released, else the means."""
    by = row.published_by if isinstance(row, Edition) else row.by
    return str(by or row.get_means_display() or UNKNOWN)


def current_text(variant: str) -> SafeString | str:
    """Return the current edition of a variant, since when and by whom."""
    release = current_release(variant)
    if release is None:
        return say_word("none_current")
    edition = format_html(
        '<a class="text-primary-600 dark:text-primary-500" href="{}">{}</a>',
        reverse("admin:cards_edition_change", args=[release.edition_id]),
        release.edition,
    )
    at, who = f"{release.at:%Y-%m-%d %H:%M}", actor_of(release)
    return format_html(word_template("since_by"), edition=edition, at=at, who=who)


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
class EditionAdmin(  # type: ignore[misc]
    ShowsEditionPictures,
    WithPanels,
    DraftsEditions,
    ComparesEdition,
    ReadOnly,
    ExportPage,
    ModelAdmin,  # type: ignore[misc]
):
    """The admin of published editions."""

    list_display = ("code", "name", "variant", "short_hash", "current", "published_at", "published")
    list_filter = ("variant",)
    list_select_related = ("published_by",)
    search_fields = ("code", "name", "hash")
    fields = (
        "name", "name_fr", "code", "variant", "hash", "published_at", "published", "reason",
        "current_now", "releases", "comparison", "cards", "decks", "definition",
    )  # fmt: skip
    readonly_fields = fields
    actions_detail = ("release", "sheet", "draft", "export")

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Edition]:
        """Annotate each edition with the current one of its variant."""
        last = Release.objects.filter(variant=models.OuterRef("variant")).values("edition")[:1]
        return Edition.objects.annotate(last=models.Subquery(last))

    @admin.display(description=word("current"), boolean=True)
    def current(self, edition: Edition) -> bool:
        """Whether new games use the edition."""
        return bool(edition.last == edition.pk)  # type: ignore[attr-defined]

    @admin.display(description=word("hash"))
    def short_hash(self, edition: Edition) -> str:
        """Return the first digits of the hash."""
        return edition.hash[:12]

    @admin.display(description=word("published_by"))
    def published(self, edition: Edition) -> str:
        """Return the user, else the means."""
        return actor_of(edition)

    @admin.display(description=word("current_edition"))
    def current_now(self, edition: Edition) -> SafeString | str:
        """Return the current edition of the variant."""
        return say_word("this_edition") if is_current(edition) else current_text(edition.variant)

    @admin.display(description=word("releases"))
    def releases(self, edition: Edition) -> SafeString | str:
        """Return the releases of the edition."""
        rows = (
            (
                say_word(
                    "release_line",
                    at=f"{one.at:%Y-%m-%d %H:%M}",
                    who=actor_of(one),
                    reason=one.reason,
                ),
            )
            for one in releases_of(edition)
        )
        items = format_html_join("", "<li>{}</li>", rows)
        return format_html("<ul>{}</ul>", items) if items else say_word("never_current")

    @admin.display(description=word("cards"))
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

    @admin.display(description=word("decks"))
    def decks(self, edition: Edition) -> SafeString | str:
        """Return every deck, with the basis of each entry."""
        decks = (
            (
                say_word("deck_size", hero=deck.hero, count=deck.size()),
                format_html_join("", "<li>{} × {} ({})</li>", _entries(deck)),
            )
            for deck in edition.text().decks
        )
        shown = "<details><summary>{}</summary><ul>{}</ul></details>"
        return format_html_join("", shown, decks) or UNKNOWN

    @admin.display(description=word("definition"))
    def definition(self, edition: Edition) -> SafeString:
        """Return the canonical JSON, indented."""
        shown = json.dumps(json.loads(edition.canonical), indent=1, ensure_ascii=False)
        return format_html("<details><summary>JSON</summary><pre>{}</pre></details>", shown)

    def get_actions_detail(self, request: HttpRequest, object_id: int) -> list[Any]:
        """Offer no release of the current edition."""
        actions: list[Any] = super().get_actions_detail(request, object_id)
        edition = Edition.objects.filter(pk=object_id).defer("canonical").first()
        if edition is None or is_current(edition):
            return [one for one in actions if not one.action_name.endswith("_release")]
        return actions

    def has_release_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may make editions current."""
        return request.user.has_perm("cards.release_edition")

    @action(description=word("make_current"), url_path="release", permissions=["release"])
    def release(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a reason, then make the edition current."""
        edition = get_object_or_404(Edition, pk=object_id)
        form = ReleaseForm(request.POST if request.method == "POST" else None)
        if form.is_valid() and form.release(edition, request.user):
            done = say_word("made_current", edition=edition, variant=edition.variant)
            messages.success(request, done)
            return redirect("admin:cards_edition_change", object_id)
        rows = [
            (say_word("edition"), str(edition)),
            (
                say_word("published"),
                say_word(
                    "published_at_by",
                    at=f"{edition.published_at:%Y-%m-%d %H:%M}",
                    who=actor_of(edition),
                ),
            ),
            (say_word("row_current"), current_text(edition.variant)),
        ]
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": edition, "form": form, "rows": rows,
            "comparison": compare_releases(edition),
            "title": say_word("make_current_title"), "button": say_word("make_current"),
            "intro": say_word("make_current_intro"),
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/record.html", context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show who published the edition and made it current, when and why."""
        edition = get_object_or_404(Edition, pk=object_id)
        if not self.has_view_permission(request, edition):
            return HttpResponse(status=403)
        rows = [
            (one.at, actor_of(one), say_word("was_made_current"), one.reason)
            for one in releases_of(edition)
        ]
        rows.append(
            (edition.published_at, actor_of(edition), say_word("was_published"), edition.reason)
        )
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "object": edition, "rows": rows,
            "title": say_word("history", edition=edition),
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/edition_history.html", context)


def _entries(deck: language.Deck) -> list[tuple[int, str, str]]:
    return [(one.copies, one.card, one.basis) for one in deck.cards]


@admin.register(Release)
class ReleaseAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """The admin of releases."""

    list_display = ("at", "variant", "edition", "released_by", "reason")
    list_filter = ("variant", "means")
    list_select_related = ("edition", "by")
    fields = ("variant", "edition", "at", "by", "means", "reason")
    readonly_fields = fields

    @admin.display(description=word("by"))
    def released_by(self, release: Release) -> str:
        """Return the user, else the means."""
        return actor_of(release)
