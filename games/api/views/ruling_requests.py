"""The rulings desk."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.caller_sight import check_view, sight_of
from games.api.http.api_view import ApiView, answer
from games.api.http.parsing import read_body
from games.api.openapi.operation import describe
from games.api.openapi.parameters import AS
from games.api.ruling_answers import (
    check_request,
    position_in_game,
    question_at_table,
    question_in_game,
    refused_position,
)
from games.messages.records import RulingRequest, VerdictResponse
from games.play.selectors import table_of
from games.players.scopes import OPTIONAL
from games.rulings.position_request import PositionRefused
from games.wording.language import Language, language_of
from games.wording.person_names import names_at

_decoder = msgspec.json.Decoder(RulingRequest)


class RulingList(ApiView):
    """The rulings desk: rules on a move in any position."""

    scopes: ClassVar = {"POST": OPTIONAL}

    costs: ClassVar = {"POST": 2}

    @describe(
        "rulings_create",
        VerdictResponse,
        body=RulingRequest,
        errors=(404, 409, 422),
        parameters=(AS,),
    )
    def post(self, request: Request) -> HttpResponse:
        """Rule on a move.

        Return whether a move is legal in a position, by which rules, and what would follow. The
        position is one that position/ returns, a few lines written by hand, or that of a game after
        event `at`, as the caller may see it; `as` is for games only, and as for position/.
        docs/rulings.md has examples of each. Nothing is stored, and no game changes.
        """
        wanted = read_body(request, _decoder)
        language = language_of(request)
        check_request(wanted)
        try:
            verdict = _verdict(request, wanted, language)
        except PositionRefused as error:
            raise refused_position(error, language) from error
        return answer(verdict, Cache_Control="no-store")


def _verdict(request: Request, wanted: RulingRequest, language: Language) -> VerdictResponse:
    if wanted.game is None:
        check_view(request)
        question = question_at_table(wanted)
    else:
        sight = sight_of(request, wanted.game)
        at = sight.game.seq if wanted.at is None else wanted.at
        _, shown = position_in_game(sight, at)
        names = names_at(table_of(sight.game), language)
        question = question_in_game(wanted, sight.game, shown, names)
        sight.note("rulings", at)
    return question.rule(wanted.move, wanted.seat, language)
