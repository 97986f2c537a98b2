"""The list of bots in the API."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse
from rest_framework.request import Request

from bots import services
from games.api.http.api_view import ApiView, answer
from games.api.openapi.schema import describe
from games.messages.game import BotResponse, BotsResponse
from games.wording.language import in_all_languages

HOUR: Final = "public, max-age=3600"


class BotList(ApiView):
    """The bots that a seat can name."""

    @describe(
        "bots_list",
        "List bots",
        "The bots that a seat can name, weakest first. A bot sees exactly what a player in its seat"
        " sees.",
        tag="bots",
        replies={200: BotsResponse},
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        return answer(render_bots(), Cache_Control=HOUR)


def render_bots() -> BotsResponse:
    """Return all bots as the API returns them, weakest first."""
    return BotsResponse(
        [
            BotResponse(name, in_all_languages(services.STRENGTHS[name].to), version)
            for name, version in services.versions().items()
        ]
    )
