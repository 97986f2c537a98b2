"""The names of the apps of games in the admin, in every language."""

from __future__ import annotations

from typing import Final

from django.utils.functional import lazy
from django.utils.translation import get_language

from cards.translation import Texts, closest_language

NAMES: Final = Texts(
    "games.wording/apps",
    "app",
    {
        "arbiters": "Arbiters",
        "bots": "Bots",
        "checkpoints": "Checkpoints",
        "games": "Games",
        "organisers": "Organisers",
        "players": "Players",
        "search": "Search",
        "staff": "Staff",
    },
)


def say_app(name: str) -> str:
    """Return the name of an app in the language of the page."""
    return NAMES[name].to(closest_language(get_language() or ""))


app_name = lazy(say_app, str)
"""Return the name of an app, translated when it is rendered."""
