"""Editions and releases in the admin: to read, and to make an older or newer edition current."""

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
from cards.admin_words import words
from cards.models import Edition, Release
from cards.release_forms import ReleaseForm
from cards.selectors import current_release, is_current, releases_of

NOBODY = "–"


def who(row: Edition | Release) -> str:
    """The user who published or released, or the means."""
    by = row.published_by if isinstance(row, Edition) else row.by
    return str(by or row.get_means_display() or NOBODY)


def current_words(variant: str) -> SafeString | str:
    """Which edition of a variant is current, since when and by whom."""
    release = current_release(variant)
    if release is None:
        return "No edition is current: no game can begin."
    return format_html(
        '<a class="text-primary-600 dark:text-primary-500" href="{}">{}</a>, since {}, by {}',
        reverse("admin:cards_edition_change", args=[release.edition_id]),
        release.edition,
        f"{release.at:%Y-%m-%d %H:%M}",
        who(release),
    )


class ReadOnly:
    """Rows that are shown and never added, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They come from publishing and releasing."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They never change."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """They stay."""
        return False


@admin.register(Edition)
class EditionAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """Published editions: to read, and to make current."""

    list_display = ("code", "name", "variant", "short_hash", "current", "published_at", "published")
    list_filter = ("variant",)
    list_select_related = ("published_by",)
    search_fields = ("code", "name", "hash")
    fields = (
        "name", "name_fr", "code", "variant", "hash", "published_at", "published", "reason",
        "current_now", "releases", "cards", "decks", "definition",
    )  # fmt: skip
    readonly_fields = fields
    actions_detail = ("release",)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Edition]:
        """With the edition that is current in the variant of each."""
        last = Release.objects.filter(variant=models.OuterRef("variant")).values("edition")[:1]
        return Edition.objects.annotate(last=models.Subquery(last))

    @admin.display(description="current", boolean=True)
    def current(self, edition: Edition) -> bool:
        """Whether new games are played with it."""
        return bool(edition.last == edition.pk)  # type: ignore[attr-defined]

    @admin.display(description="hash")
    def short_hash(self, edition: Edition) -> str:
        """Enough of the hash to tell editions apart."""
        return edition.hash[:12]

    @admin.display(description="published by")
    def published(self, edition: Edition) -> str:
        """Who, or by which means."""
        return who(edition)

    @admin.display(description="current edition")
    def current_now(self, edition: Edition) -> SafeString | str:
        """Whether it is this one, else which."""
        return "This one." if is_current(edition) else current_words(edition.variant)

    @admin.display(description="releases")
    def releases(self, edition: Edition) -> SafeString | str:
        """Each time it became current."""
        rows = ((f"{one.at:%Y-%m-%d %H:%M}", who(one), one.reason) for one in releases_of(edition))
        items = format_html_join("", "<li>{} by {}: {}</li>", rows)
        return format_html("<ul>{}</ul>", items) if items else "It was never current."

    @admin.display(description="cards")
    def cards(self, edition: Edition) -> SafeString:
        """Every card in words."""
        text = edition.text()
        rows = ((text.count(card.code), card.name, words(card, text)) for card in text.cards)
        return format_html_join("", "<details><summary>{} × {}</summary>{}</details>", rows)

    @admin.display(description="decks")
    def decks(self, edition: Edition) -> SafeString | str:
        """Every deck, with the basis of each entry."""
        decks = (
            (deck.hero, deck.size(), format_html_join("", "<li>{} × {} ({})</li>", _entries(deck)))
            for deck in edition.text().decks
        )
        shown = "<details><summary>{}: {} cards</summary><ul>{}</ul></details>"
        return format_html_join("", shown, decks) or NOBODY

    @admin.display(description="definition")
    def definition(self, edition: Edition) -> SafeString:
        """The canonical JSON, indented for reading."""
        shown = json.dumps(json.loads(edition.canonical), indent=1, ensure_ascii=False)
        return format_html("<details><summary>JSON</summary><pre>{}</pre></details>", shown)

    def get_actions_detail(self, request: HttpRequest, object_id: int) -> list[Any]:
        """Nothing is offered for the edition that is current already."""
        edition = Edition.objects.filter(pk=object_id).defer("canonical").first()
        if edition is None or is_current(edition):
            return []
        actions: list[Any] = super().get_actions_detail(request, object_id)
        return actions

    def has_release_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may make editions current."""
        return request.user.has_perm("cards.release_edition")

    @action(description="Make current", url_path="release", permissions=["release"])
    def release(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask why, then make the edition current."""
        edition = get_object_or_404(Edition, pk=object_id)
        form = ReleaseForm(request.POST if request.method == "POST" else None)
        if form.is_valid() and form.release(edition, request.user):
            done = f"{edition} is the current edition of {edition.variant} now."
            messages.success(request, done)
            return redirect("admin:cards_edition_change", object_id)
        rows = [
            ("Edition", str(edition)),
            ("Published", f"{edition.published_at:%Y-%m-%d %H:%M} by {who(edition)}"),
            ("Current edition", current_words(edition.variant)),
        ]
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": edition, "form": form, "rows": rows,
            "title": "Make this edition current", "button": "Make current",
            "intro": "New games are played with it from now on. Games that have been made keep"
            " their editions.",
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/record.html", context)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Who published the edition and who made it current, when and why."""
        edition = get_object_or_404(Edition, pk=object_id)
        if not self.has_view_permission(request, edition):
            return HttpResponse(status=403)
        rows = [(one.at, who(one), "Made current", one.reason) for one in releases_of(edition)]
        rows.append((edition.published_at, who(edition), "Published", edition.reason))
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "object": edition, "rows": rows,
            "title": f"History: {edition}",
        }  # fmt: skip
        return TemplateResponse(request, "admin/cards/edition_history.html", context)


def _entries(deck: language.Deck) -> list[tuple[int, str, str]]:
    return [(one.copies, one.card, one.basis) for one in deck.cards]


@admin.register(Release)
class ReleaseAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """Each time an edition became current: when, by whom and why."""

    list_display = ("at", "variant", "edition", "released_by", "reason")
    list_filter = ("variant", "means")
    list_select_related = ("edition", "by")
    fields = ("variant", "edition", "at", "by", "means", "reason")
    readonly_fields = fields

    @admin.display(description="by")
    def released_by(self, release: Release) -> str:
        """Who, or by which means."""
        return who(release)
