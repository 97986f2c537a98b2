"""The pages that compare an edition or a draft with an edition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cards.models import CardSet, Edition
from cards.selectors import current_release, draft_text
from cards.studio.comparison_texts import COMPARISON, comparison_label, comparison_text
from cards.studio.shown_changes import ShownComparison, shown_comparison
from cards.studio.studio_texts import page_language

if TYPE_CHECKING:
    _Admin = ModelAdmin[Any]
else:
    _Admin = ModelAdmin

LINK = '<a class="text-primary-600 underline dark:text-primary-500" href="{}">{}</a>'


def compare_draft(
    card_set: CardSet, edition: Edition, urls: Mapping[str, str] | None = None
) -> ShownComparison:
    """Return what publishing a draft would change against an edition, in words."""
    names = (str(edition), comparison_text("draft-of", name=card_set))
    pages = draft_pages(card_set) if urls is None else urls
    after = draft_text(card_set)
    return shown_comparison(edition.text(), after, names, pages, page_language())


def compare_with_current(card_set: CardSet) -> ShownComparison | None:
    """Return what differs between a draft and the current edition, or None."""
    release = current_release(card_set.variant)
    return None if release is None else compare_draft(card_set, release.edition)


def compare_releases(edition: Edition) -> ShownComparison | None:
    """Return what making an edition current changes, or None."""
    release = current_release(edition.variant)
    if release is None or release.edition_id == edition.pk:
        return None
    names = (str(release.edition), str(edition))
    return shown_comparison(release.edition.text(), edition.text(), names, {}, page_language())


def draft_pages(card_set: CardSet) -> dict[str, str]:
    """Return the admin pages of the cards of a set by code."""
    cards = card_set.cards.values_list("code", "pk")
    return {code: reverse("admin:cards_card_change", args=[pk]) for code, pk in cards}


def previous_edition(edition: Edition) -> Edition | None:
    """Return the edition of the variant that was published before another."""
    return others_of(edition.variant).filter(pk__lt=edition.pk).order_by("-pk").first()


def others_of(variant: str) -> QuerySet[Edition]:
    """Return the editions of a variant without their definitions, newest first."""
    return Edition.objects.filter(variant=variant).defer("canonical")


class _ComparePage(_Admin):
    """The base of both pages: a choice of an edition, and what differs."""

    def compare_page(
        self,
        request: HttpRequest,
        original: CardSet | Edition,
        editions: QuerySet[Edition],
        usual: Edition | None,
    ) -> HttpResponse:
        """Return the page; ``with`` of the query chooses the edition to compare with."""
        if not self.has_view_or_change_permission(request, original):
            return HttpResponse(status=403)
        chosen = editions.filter(hash=request.GET.get("with", "")).first() or usual
        found = None
        if chosen is not None and isinstance(original, CardSet):
            found = compare_draft(original, chosen)
        elif chosen is not None and isinstance(original, Edition):
            names = (str(chosen), str(original))
            found = shown_comparison(chosen.text(), original.text(), names, {}, page_language())
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": original, "title": comparison_text("title"),
            "chosen": chosen, "choices": _choices(editions), "comparison": found,
            "texts": {name: text.to(page_language()) for name, text in COMPARISON.items()},
        }  # fmt: skip
        return TemplateResponse(request, "studio/compare_page.html", context)


def _choices(editions: QuerySet[Edition]) -> list[tuple[str, str]]:
    """Return the editions to choose from: the hash, and name, hash and date in words."""
    current = {}
    choices = []
    for one in editions:
        if one.variant not in current:
            release = current_release(one.variant)
            current[one.variant] = release and release.edition_id
        note = f" ({comparison_text('current')})" if current[one.variant] == one.pk else ""
        choices.append((one.hash, f"{one}, {one.published_at:%Y-%m-%d %H:%M}{note}"))
    return choices


class ComparesEdition(_ComparePage):
    """An edition compared with the one before it, the current one or any other."""

    def get_urls(self) -> list[URLPattern]:
        """Add the page that compares."""
        page = self.admin_site.admin_view(self.compare_edition)
        mine = path("<int:object_id>/compare/", page, name="cards_edition_compare")
        return [mine, *super().get_urls()]

    def compare_edition(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Compare an edition with the previous one, or with the one chosen."""
        edition = get_object_or_404(Edition, pk=object_id)
        editions = Edition.objects.exclude(pk=edition.pk)
        release = current_release(edition.variant)
        usual = previous_edition(edition)
        if usual is None and release is not None and release.edition_id != edition.pk:
            usual = release.edition
        return self.compare_page(request, edition, editions, usual)

    @admin.display(description=comparison_label("title"))
    def comparison(self, edition: Edition) -> SafeString | str:
        """Return links to the comparisons with the previous, the current and any edition."""
        page = reverse("admin:cards_edition_compare", args=[edition.pk])
        release, previous = current_release(edition.variant), previous_edition(edition)
        links = [(page, comparison_text("compare-other"))]
        if release is not None and release.edition_id != edition.pk:
            links.insert(
                0, (f"{page}?with={release.edition.hash}", comparison_text("compare-current"))
            )
        if previous is not None:
            links.insert(0, (f"{page}?with={previous.hash}", comparison_text("compare-previous")))
        items = format_html_join("", f"<li>{LINK}</li>", links)
        return format_html("<ul>{}</ul>", items)


class ComparesDraft(_ComparePage):
    """A draft compared with the current edition of its variant, or any other."""

    def get_urls(self) -> list[URLPattern]:
        """Add the page that compares."""
        page = self.admin_site.admin_view(self.compare_set)
        mine = path("<int:object_id>/compare/", page, name="cards_cardset_compare")
        return [mine, *super().get_urls()]

    def compare_set(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Compare a draft with the current edition, or with the one chosen."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        release = current_release(card_set.variant)
        usual = release.edition if release else None
        return self.compare_page(request, card_set, Edition.objects.all(), usual)

    @admin.display(description=comparison_label("since-current"))
    def comparison(self, card_set: CardSet) -> SafeString | str:
        """Return how much the draft differs from the current edition, with a link."""
        found = None if card_set._state.adding else compare_with_current(card_set)
        if found is None:
            return "–"
        counts = [f"{title}: {count}" for title, count in found.counts]
        page = reverse("admin:cards_cardset_compare", args=[card_set.pk])
        link = format_html(LINK, page, found.texts["see"])
        return format_html(
            "{} {}", ", ".join(counts) or ("" if found.differs else found.texts["same"]), link
        )
