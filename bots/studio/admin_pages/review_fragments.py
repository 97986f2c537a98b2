"""HTML fragments of reviews: links, steps, the current editions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from cards import registry
from cards.models import CardSet, Edition, Proposal, ProposalStep, Release, StepAction
from cards.page_language import time_text
from cards.selectors import current_release, open_proposal

LINK = '<a class="text-primary-600 underline dark:text-primary-500" href="{}">{}</a>'
UNKNOWN = "–"


def variant_name(code: str) -> str:
    """Return the name of a variant; its code if it is unknown."""
    return registry.variants.get(code, code)


def actor_of(row: Edition | Release) -> str:
    """Return the user who published or released, else the means."""
    by = row.published_by if isinstance(row, Edition) else row.by
    return str(by or row.get_means_display() or UNKNOWN)


def edition_link(edition: Edition) -> SafeString:
    """Return a link to the page of an edition."""
    return format_html(LINK, reverse("admin:cards_edition_change", args=[edition.pk]), edition)


def current_text(variant: str) -> SafeString | str:
    """Return the current edition of a variant, since when and by whom."""
    release = current_release(variant)
    return (
        current_line(release)
        if release
        else gettext("No edition is current: no game can be created.")
    )


def current_line(release: Release) -> SafeString:
    """Return the edition of a release, since when and by whom."""
    return format_html(
        gettext("{edition}, since {at}, by {user}").format(edition="{}", at="{}", user="{}"),
        edition_link(release.edition),
        time_text(release.at),
        actor_of(release),
    )


def proposal_link(proposal: Proposal) -> SafeString:
    """Return a link to the page of a proposal."""
    return format_html(LINK, reverse("admin:cards_proposal_change", args=[proposal.pk]), proposal)


def release_line(release: Release) -> str:
    """Return a release in one line: when, by whom, why."""
    at, user = time_text(release.at), actor_of(release)
    return gettext("{at} by {user}: {reason}").format(at=at, user=user, reason=release.reason)


def proposal_line(proposal: Proposal) -> tuple[SafeString, str]:
    """Return a link to a proposal, and its authors and who approved it."""
    authors = ", ".join(str(one) for one in proposal.authors.all())
    found = [str(one.by) for one in proposal.steps.filter(action=StepAction.APPROVED)]
    return proposal_link(proposal), gettext("authors: {authors}; approved by: {approver}").format(
        authors=authors, approver=", ".join(found) or UNKNOWN
    )


def review_of(card_set: CardSet) -> SafeString | str:
    """Return the open proposal of a draft, and why the draft cannot be changed."""
    proposal = open_proposal(card_set)
    if proposal is None:
        return gettext("Not in review.")
    why = gettext("The draft of this set is frozen: it is {state}.").format(
        state=proposal.get_state_display()
    )
    return format_html("{} {}", why, proposal_link(proposal))


@dataclass(frozen=True, slots=True)
class Step:
    """A row of a table of steps."""

    at: datetime
    who: str
    what: str
    why: str


def steps_of(proposal: Proposal) -> list[Step]:
    """Return the steps of a proposal, oldest first."""
    return [
        Step(one.at, str(one.by), one.get_action_display(), one.reason or UNKNOWN)
        for one in proposal.steps.select_related("by")
    ]


def trail_of(edition: Edition) -> list[Step]:
    """Return the whole record of an edition, newest first: proposals, releases."""
    steps: list[Step] = []
    proposals = list(edition.proposals.all())
    for proposal in proposals:
        steps += steps_of(proposal)
    by_proposal = ProposalStep.objects.filter(
        proposal__in=proposals, action=StepAction.PUBLISHED, by=edition.published_by_id
    )
    if not by_proposal.exists():
        published = gettext("Published")
        steps.append(Step(edition.published_at, actor_of(edition), published, edition.reason))
    for release in edition.releases.select_related("by"):
        made = gettext("Made current")
        steps.append(Step(release.at, actor_of(release), made, release.reason))
    return sorted(steps, key=lambda one: one.at, reverse=True)
