"""Why a bot made a move, in the API."""

from __future__ import annotations

from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from bots.explanations import NoBotMoved, explanation_of
from games.api.caller_sight import sight_of
from games.api.http.api_view import ApiView, answer
from games.api.http.problem_documents import RequestRefused
from games.api.openapi.operation import describe
from games.api.views.history import ENDED
from games.messages.records import ExplanationResponse
from games.players.scopes import OPTIONAL
from games.wording.language import language_of

COST: Final = 500
"""The units that an explanation costs: it takes about a second of a processor."""


class Why(ApiView):
    """Why a bot made a move."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": COST}

    @describe("events_why", ExplanationResponse, errors=(403, 409))
    def get(self, request: Request, game_id: UUID, seq: int) -> HttpResponse:
        """Explain a move of a bot.

        What each option of a bot promised: the share of imagined games that it wins, with its
        error; what the bot `greedy` would do; and the same in words. Nothing of it is stored: it is
        computed again from what the bot saw and the seed of its choice, so it is told when the game
        is over and open to all.
        """
        game = sight_of(request, game_id, needs_rows=False).game
        if not game.is_opened:
            raise RequestRefused("game_not_opened")
        try:
            found = explanation_of(game, seq, language_of(request))
        except NoBotMoved as error:
            raise RequestRefused("no_bot_moved", {"seq": seq}) from error
        return answer(found, Cache_Control=ENDED, Vary="Accept-Language")
