"""The list of bots in the API."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from bots import services
from bots.strength_table import measured
from games.api.http.api_view import ApiView, answer
from games.api.openapi.operation import describe
from games.messages.catalog_messages import BotResponse, BotsResponse, StrengthResponse
from games.players.scopes import PUBLIC
from games.wording.language import in_all_languages

HOUR: Final = "public, max-age=3600"


class BotList(ApiView):
    """The bots that a seat can name."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("bots_list", BotsResponse)
    def get(self, request: Request) -> HttpResponse:
        """List bots.

        The bots that a seat can name, weakest first, with their levels and measured strength. A bot
        sees exactly what a player in its seat sees.
        """
        return answer(render_bots(), Cache_Control=HOUR)


def render_bots() -> BotsResponse:
    """Return all bots as the API returns them, weakest first."""
    return BotsResponse(
        [
            BotResponse(
                name,
                terms.level,
                in_all_languages(services.STRENGTHS[name].to),
                terms.version,
                terms.budget,
                [
                    msgspec.convert(line, StrengthResponse)
                    for line in measured()
                    if line["bot"] == name
                ],
            )
            for name, terms in services.terms().items()
        ]
    )
