"""The page /rules/, which tells how each game is played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.wording.goals import glossary_of, goal_of
from games.wording.page_texts import page_language
from games.wording.variant_texts import VARIANT_NAMES


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """Return the goal of each game, and its words with what they mean."""
    language = page_language(request)
    games = [
        (code, name.to(language), goal_of(code, language), glossary_of(code, language))
        for code, name in VARIANT_NAMES.items()
    ]
    return render(request, "site/how_to_play.html", {"games": games})
