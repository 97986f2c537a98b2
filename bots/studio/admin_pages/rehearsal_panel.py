"""What the pages of a set, of an edition and of publishing say of rehearsals."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from bots import rehearsals
from bots.models import Rehearsal
from cards.language import EditionDef, edition_hash
from cards.models import CardSet, Edition


def rehearsal_panel(request: HttpRequest, cards: EditionDef) -> SafeString:
    """Return whether these very cards were rehearsed, and what that showed."""
    hash = edition_hash(cards)
    unplayed = {"done": 0, "status": Rehearsal.Status.CANCELLED}
    same = Rehearsal.objects.filter(hash=hash).exclude(**unplayed).first()
    before = None if same else Rehearsal.objects.filter(code=cards.code).exclude(done=0).first()
    may_start = rehearsals.may_rehearse(request.user)
    context = {
        "hash": hash,
        "shown": same or before,
        "verdict": rehearsals.report_on(same).verdict if same and same.done else [],
        "chosen": _choice_of(cards, hash) if may_start else None,
    }
    return render_to_string("rehearsal/panel.html", context)


def running_panel(request: HttpRequest) -> SafeString:
    """Return the rehearsals that run, for the first page of the studio."""
    running = Rehearsal.objects.filter(status=Rehearsal.Status.RUNNING)
    rows = running.defer("canonical", "base_canonical", "result")
    return render_to_string("rehearsal/running.html", {"rows": rows}, request)


def _choice_of(cards: EditionDef, hash: str) -> str:
    """Return how the form that starts a rehearsal names these cards, or ""."""
    edition = Edition.objects.filter(hash=hash).only("pk").first()
    draft = CardSet.objects.filter(code=cards.code).only("pk").first()
    return f"edition:{edition.pk}" if edition else f"draft:{draft.pk}" if draft else ""
