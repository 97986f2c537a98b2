"""What the pages of a set, of an edition and of publishing say of rehearsals."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from bots import rehearsals
from bots.models import Rehearsal
from cards.language import EditionDef, edition_hash
from cards.models import CardSet, Edition


def rehearsal_panel(request: HttpRequest, cards: EditionDef) -> SafeString:
    """Return whether these very cards were rehearsed, and how many games failed."""
    hash = edition_hash(cards)
    unplayed = {"done": 0, "status": Rehearsal.Status.CANCELLED}
    same = Rehearsal.objects.filter(hash=hash).exclude(**unplayed).first()
    before = None if same else Rehearsal.objects.filter(code=cards.code).exclude(done=0).first()
    failed = same.results().failed if same else 0
    context = {
        "state": _state(same, before),
        "shown": same or before,
        "failed": gettext("{games} games failed.").format(games=failed) if failed else "",
        "start_url": _start_url(cards, hash) if rehearsals.may_rehearse(request.user) else "",
    }
    return render_to_string("rehearsal/panel.html", context)


def _state(same: Rehearsal | None, before: Rehearsal | None) -> str:
    shown = same or before
    if shown is None:
        return gettext("These cards were not rehearsed.")
    when = f"{shown.started_at:%Y-%m-%d %H:%M}"
    if same is None:
        text = gettext("The set has changed since it was rehearsed: {games} games on {when}.")
    elif same.is_running:
        return gettext("{done} of {games} games are played.").format(
            done=shown.done, games=shown.games
        )
    else:
        text = gettext("Rehearsed: these very cards, {games} games on {when}.")
    return text.format(games=shown.done, when=when)


def _start_url(cards: EditionDef, hash: str) -> str:
    """Return the page that starts a rehearsal of these cards."""
    edition = Edition.objects.filter(hash=hash).only("pk").first()
    draft = CardSet.objects.filter(code=cards.code).only("pk").first()
    chosen = f"edition:{edition.pk}" if edition else f"draft:{draft.pk}" if draft else ""
    return f"{reverse('admin:bots_rehearsal_add')}?{urlencode({'cards': chosen})}"
