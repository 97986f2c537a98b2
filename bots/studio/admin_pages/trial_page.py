"""The page from which a draft is played against bots before its review."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from bots.studio.admin_pages.draft_rows import READERS
from bots.studio.admin_pages.publish_pages import PublishesDraft
from bots.studio.admin_pages.studio_page import posted
from cards.models import CardSet
from cards.selectors import draft_text
from cards.services import store_trial


class PlaysDraft(PublishesDraft):
    """The action of a set that leads to a table with its draft."""

    def has_play_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user works with cards."""
        return any(map(request.user.has_perm, READERS))

    @action(description=_("Play this draft"), url_path="play", permissions=["play"])
    def play(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the findings; if there are none, lead to a table with the draft as it is."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        text = draft_text(card_set)

        def play(_: dict[str, Any]) -> HttpResponse:
            by: Any = request.user
            edition = store_trial(text=text, by=by)
            return redirect(f"{reverse('home')}?edition={edition.hash}")

        texts = (
            gettext("Play this draft"),
            gettext("To the table"),
            gettext(
                "You play the draft as it is now, against two bots. Random games are played with it"
                " first, which takes some seconds. It is not published, and what you change later"
                " does not reach that table. All who are given the address of the game can read its"
                " cards."
            ),
        )
        return self.draft_page(request, card_set, text, forms.Form(posted(request)), play, texts)
