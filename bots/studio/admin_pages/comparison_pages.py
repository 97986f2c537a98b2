"""The pages that compare an edition or a draft with an edition."""

from __future__ import annotations

from functools import partial

import msgspec
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from bots.studio.admin_pages.picture_pages import picture_url
from bots.studio.admin_pages.shown_changes import ShownComparison, shown_comparison
from bots.studio.admin_pages.studio_page import AdminPage, show_page
from cards.models import CardSet, Edition, Proposal
from cards.page_language import time_text
from cards.selectors import current_release, current_releases, draft_text, editions


def compare_rows(before: Edition | None, after: CardSet | Edition | Proposal) -> ShownComparison:
    """Return what changes from an edition, if any, to other cards."""
    name = str(after)
    if isinstance(after, CardSet):
        name = gettext("{name} (draft)").format(name=after)
    draft = after.card_set if isinstance(after, Proposal) else after
    text = draft_text(after) if isinstance(after, CardSet) else after.text()
    blank = msgspec.structs.replace(text, cards=(), copies={}, decks=())
    old = before.text() if before else blank
    return shown_comparison(
        old,
        text,
        (str(before or gettext("no edition")), name),
        draft_pages(draft) if isinstance(draft, CardSet) else {},
        (partial(picture_url, before or after), partial(picture_url, after)),
    )


def compare_proposal(proposal: Proposal) -> ShownComparison | None:
    """Return what a proposal changes; None if it is the current edition."""
    release = current_release(proposal.variant)
    before = release.edition if release else None
    same = before is not None and before.hash == proposal.hash
    return None if same else compare_rows(before, proposal)


def compare_with_current(card_set: CardSet) -> ShownComparison | None:
    """Return what differs between a draft and the current edition, or None."""
    release = current_release(card_set.variant)
    return None if release is None else compare_rows(release.edition, card_set)


def compare_releases(edition: Edition) -> ShownComparison | None:
    """Return what making an edition current changes, or None."""
    release = current_release(edition.variant)
    if release is None or release.edition_id == edition.pk:
        return None
    return compare_rows(release.edition, edition)


def draft_pages(card_set: CardSet) -> dict[str, str]:
    """Return the admin pages of the cards of a set by code."""
    cards = card_set.cards.values_list("code", "pk")
    return {code: reverse("admin:cards_card_change", args=[pk]) for code, pk in cards}


def previous_edition(edition: Edition) -> Edition | None:
    """Return the edition of the variant that was published before another."""
    rows = editions().filter(variant=edition.variant, pk__lt=edition.pk)
    return rows.order_by("-pk").first()


class Compares(AdminPage):
    """The action that compares a draft or an edition with an edition, and its page."""

    @action(description=_("What changes"), url_path="compare", permissions=["view"])
    def compare(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Compare with the edition that ``with`` of the query chooses, else the usual one.

        That is the edition published before an edition, and the current one for a draft.
        """
        original: CardSet | Edition = get_object_or_404(self.model, pk=object_id)
        release = current_release(original.variant)
        others = editions().defer("canonical").filter(variant=original.variant)
        usual = release.edition if release else None
        if isinstance(original, Edition):
            others = others.exclude(pk=original.pk)
            usual = previous_edition(original) or (usual if usual != original else None)
        chosen = others.filter(hash=request.GET.get("with", "")).first() or usual
        found = None if chosen is None else compare_rows(chosen, original)
        return show_page(
            self, request, "studio/compare_page.html", original, title=gettext("What changes"),
            chosen=chosen, choices=_choices(others), comparison=found,
        )  # fmt: skip


def _choices(rows: QuerySet[Edition]) -> list[tuple[str, str]]:
    """Return the editions to choose from: the hash, and name, hash and date in words."""
    current = {release.edition_id for release in current_releases().values()}
    word = pgettext("edition", "current")
    mark = f" ({word})"
    return [
        (one.hash, f"{one}, {time_text(one.published_at)}{mark if one.pk in current else ''}")
        for one in rows
    ]
