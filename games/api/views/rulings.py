"""The rulings desk."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.base import ApiView, answer
from games.api.http.parsing import read_body
from games.api.openapi.schema import AS, describe
from games.api.rulings import (
    as_asked,
    case_of,
    check_asked,
    position_of,
    refused_position,
    rule_at_table,
    rule_in_game,
    seed_of,
)
from games.api.sight import sight_of
from games.messages.audit import RulingAsked, VerdictTold
from games.rulings.positions import PositionRefused
from games.selectors import seats_of
from games.wording.language import Language, language_of
from games.wording.pages import seat_names

_asked = msgspec.json.Decoder(RulingAsked)


class RulingList(ApiView):
    """The rulings desk: rules on a move in any position."""

    queries: ClassVar = {"POST": frozenset({"as"})}

    costs: ClassVar = {"POST": 2}

    @describe(
        "rulings_create",
        "Rule on a move",
        "Return whether a move is legal in a position, by which rules, and what would follow. The"
        " position is one that position/ returns, a few lines written by hand, or that of a game"
        " after event `at`, as the caller may see it; `as` is for games only, and as for"
        " position/. docs/rulings.md has examples of each. Nothing is stored, and no game"
        " changes.",
        tag="audit",
        body=RulingAsked,
        replies={200: VerdictTold},
        errors=(400, 403, 404, 409, 413, 415, 422),
        parameters=(AS,),
        public=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Rule on it."""
        asked = read_body(request, _asked)
        language = language_of(request._request)
        check_asked(asked, language)
        try:
            verdict = _verdict(request, asked, language)
        except PositionRefused as error:
            raise refused_position(error, language) from error
        return answer(verdict, Cache_Control="no-store")


def _verdict(request: Request, asked: RulingAsked, language: Language) -> VerdictTold:
    if asked.game is None:
        return rule_at_table(case_of(asked), asked.move, asked.seat, language)
    sight = sight_of(request, asked.game)
    at = sight.game.seq if asked.at is None else asked.at
    position = as_asked(position_of(sight.game, sight.viewer, at))
    sight.note("rulings", at)
    return rule_in_game(
        sight.game,
        position,
        asked.move,
        asked.seat,
        language,
        names=seat_names(seats_of(sight.game), language),
        seed=seed_of(asked),
    )
