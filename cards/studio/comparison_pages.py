"""The pages that compare an edition or a draft with an edition."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action

from cards.models import CardSet, Edition
from cards.page_language import page_language
from cards.selectors import current_release, current_releases, draft_text
from cards.studio.comparison_texts import COMPARISON, comparison_label, comparison_text
from cards.studio.review_texts import time_text
from cards.studio.shown_changes import ShownComparison, shown_comparison
from cards.studio.studio_page import AdminPage, show_page

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
    rows = Edition.objects.filter(variant=edition.variant, pk__lt=edition.pk)
    return rows.order_by("-pk").first()


class Compares(AdminPage):
    """The action that compares a draft or an edition with an edition, and its page."""

    @action(description=comparison_label("title"), url_path="compare", permissions=["view"])
    def compare(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Compare with the edition that ``with`` of the query chooses, else the usual one.

        That is the edition published before an edition, and the current one for a draft.
        """
        original: CardSet | Edition = get_object_or_404(self.model, pk=object_id)
        release = current_release(original.variant)
        editions, usual = Edition.objects.defer("canonical"), release.edition if release else None
        if isinstance(original, Edition):
            editions = editions.exclude(pk=original.pk)
            usual = previous_edition(original) or (usual if usual != original else None)
        chosen = editions.filter(hash=request.GET.get("with", "")).first() or usual
        found = None
        if chosen is not None and isinstance(original, CardSet):
            found = compare_draft(original, chosen)
        elif chosen is not None and isinstance(original, Edition):
            names = (str(chosen), str(original))
            found = shown_comparison(chosen.text(), original.text(), names, {}, page_language())
        return show_page(
            self, request, "studio/compare_page.html", original, title=comparison_text("title"),
            chosen=chosen, choices=_choices(editions), comparison=found,
            texts={name: text.to(page_language()) for name, text in COMPARISON.items()},
        )  # fmt: skip

    @admin.display(description=comparison_label("since-current"))
    def comparison(self, card_set: CardSet) -> SafeString | str:
        """Return how much a draft differs from the current edition, with a link."""
        found = None if card_set._state.adding else compare_with_current(card_set)
        if found is None:
            return "–"
        counts = [f"{title}: {count}" for title, count in found.counts]
        page = reverse("admin:cards_cardset_compare", args=[card_set.pk])
        link = format_html(LINK, page, found.texts["see"])
        return format_html(
            "{} {}", ", ".join(counts) or ("" if found.differs else found.texts["same"]), link
        )


def _choices(editions: QuerySet[Edition]) -> list[tuple[str, str]]:
    """Return the editions to choose from: the hash, and name, hash and date in words."""
    current = {release.edition_id for release in current_releases().values()}
    return [
        (
            one.hash,
            f"{one}, {time_text(one.published_at)}"
            + (f" ({comparison_text('current')})" if one.pk in current else ""),
        )
        for one in editions
    ]
