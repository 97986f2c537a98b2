"""What the pages of a set, of an edition and of publishing say of rehearsals."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from bots import rehearsals
from bots.models import Rehearsal
from bots.rehearsal_texts import PAGES, page_words
from cards.language import EditionDef, Language, edition_hash
from cards.models import CardSet, Edition
from cards.studio.studio_texts import page_language


def rehearsal_panel(request: HttpRequest, cards: EditionDef) -> SafeString:
    """Return whether these very cards were rehearsed, and how many games failed."""
    language, hash = page_language(), edition_hash(cards)
    unplayed = {"done": 0, "status": Rehearsal.Status.CANCELLED}
    same = Rehearsal.objects.filter(hash=hash).exclude(**unplayed).first()
    before = None if same else Rehearsal.objects.filter(code=cards.code).exclude(done=0).first()
    failed = same.results().failed if same else 0
    context = {
        "w": page_words(language),
        "state": _state(same, before, language),
        "shown": same or before,
        "failed": PAGES.say("games-failed", language, games=failed) if failed else "",
        "start_url": _start_url(cards, hash) if rehearsals.may_rehearse(request.user) else "",
    }
    return render_to_string("rehearsal/panel.html", context)


def _state(same: Rehearsal | None, before: Rehearsal | None, language: Language) -> str:
    shown = same or before
    if shown is None:
        return PAGES.say("never", language)
    when = f"{shown.started_at:%Y-%m-%d %H:%M}"
    if same is None:
        name = "changed-since"
    elif same.is_running:
        name = "running"
    else:
        name = "rehearsed"
    games = shown.games if name == "running" else shown.done
    return PAGES.say(name, language, games=games, done=shown.done, when=when)


def _start_url(cards: EditionDef, hash: str) -> str:
    """Return the page that starts a rehearsal of these cards."""
    edition = Edition.objects.filter(hash=hash).only("pk").first()
    draft = CardSet.objects.filter(code=cards.code).only("pk").first()
    chosen = f"edition:{edition.pk}" if edition else f"draft:{draft.pk}" if draft else ""
    return f"{reverse('admin:bots_rehearsal_add')}?{urlencode({'cards': chosen})}"
