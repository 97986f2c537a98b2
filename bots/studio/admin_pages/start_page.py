"""The first page of the studio: what waits, drafts, editions, changes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.http import HttpRequest

from bots.studio.admin_pages.draft_rows import READERS
from bots.studio.admin_pages.history_pages import HistoryEntry, entry_of
from bots.studio.admin_pages.picture_pages import picture_url
from bots.studio.admin_pages.proposals_admin import waiting_for
from bots.studio.admin_pages.rehearsal_panel import running_panel
from bots.studio.drafts.undoing import DRAFTED, changes_of
from cards import language
from cards.language import CardError
from cards.models import CardSet, Proposal, ProposalState, Release
from cards.page_language import page_language
from cards.selectors import current_releases, draft_text

CHANGES: Final = 10
"""The acts that the page lists."""
RECORDS: Final = 200
"""The newest records of each model in which they are looked for."""
_SHOWN: Final = ("hero", "wild")
"""The kinds of card of which a picture stands for an edition, best first."""


def start_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Add to the context of the first page what a user of the studio looks for."""
    user = request.user
    if not isinstance(user, User) or not any(map(user.has_perm, READERS)):
        return context
    returned = Proposal.objects.filter(authors=user, state=ProposalState.RETURNED)
    releases = current_releases()
    newer = Proposal.objects.filter(card_set__isnull=False).values_list("card_set", "pk")
    last = dict(sorted(newer, key=lambda one: one[1]))
    return context | {
        "studio": {
            "waiting": Proposal.objects.filter(waiting_for(user)),
            "returned": [one for one in returned if last.get(one.card_set_id or 0) == one.pk],
            "drafts": [_draft(one, releases.get(one.variant)) for one in CardSet.objects.all()],
            "editions": [_edition(one) for one in releases.values()],
            "changes": _changes(request),
            "panels": [running_panel(request)],
        }
    }


def _draft(card_set: CardSet, release: Release | None) -> dict[str, Any]:
    """Return a draft with what it lacks, and whether it is as the edition."""
    row = {"row": card_set, "proposal": card_set.proposals.first()}
    try:
        text = draft_text(card_set)
    except CardError:
        return row | {"is_broken": True}
    is_current = release is not None and language.edition_hash(text) == release.edition.hash
    findings, warnings = language.lint_edition(text), language.edition_warnings(text)
    return row | {
        "cards": len(text.cards),
        "findings": len(findings),
        "warnings": len(warnings),
        "is_current": is_current,
    }


def _changes(request: HttpRequest) -> list[HistoryEntry]:
    """Return the last acts of people on drafts, newest first."""
    found: dict[UUID, datetime] = {}
    for model in DRAFTED:
        by_people = model.history.filter(history_user__isnull=False).order_by("-history_id")
        for act, at in by_people.values_list("act", "history_date")[:RECORDS]:
            found[act] = max(at, found.get(act, at))
    acts = sorted(found, key=found.__getitem__, reverse=True)[:CHANGES]
    changes = changes_of(acts)
    return [entry_of(request, act, changes[act]) for act in acts if changes.get(act)]


def _edition(release: Release) -> dict[str, Any]:
    """Return a current edition with the picture of one of its cards."""
    text = release.edition.text()
    card = min(text.cards, key=lambda one: (*map(one.kind.__ne__, _SHOWN), one.code))
    return {
        "release": release,
        "name": language.set_name(text, page_language()),
        "picture": picture_url(release.edition, card.code),
    }
