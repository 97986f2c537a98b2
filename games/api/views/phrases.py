"""What players say at a table."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import ApiView, answer, caller, player_of
from games.api.http.parsing import read_body
from games.api.http.problem_documents import retry_later
from games.api.openapi.operation import describe
from games.api.replies import render_said
from games.api.views.move_requests import seat_at
from games.messages.game_messages import PhraseRequest, PhrasesResponse, SaidResponse
from games.play import selectors
from games.play.table_news import SaidTooSoon, say
from games.players.scopes import OPTIONAL, PLAY
from games.wording.phrase_texts import all_phrases

_phrase = msgspec.json.Decoder(PhraseRequest)


class PhraseList(ApiView):
    """The phrases of a table."""

    scopes: ClassVar = {"GET": OPTIONAL, "POST": PLAY}

    @describe("phrases_list", PhrasesResponse)
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """List phrases.

        What a player may say at this table, in both languages: six phrases, and six reactions, each
        with a symbol. The list is empty if the table was made without phrases.
        """
        game = selectors.game_for(game_id=game_id, player=player_of(request))
        return answer(PhrasesResponse(all_phrases() if game.phrases else []))

    @describe("phrases_create", {201: SaidResponse}, body=PhraseRequest, errors=(409, 429))
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Say a phrase.

        Only a player with a seat may, before the start and after the end too, once in 5 s: sooner
        it is 429 with Retry-After. All who follow the stream of the game get a message `phrase`.
        It is no event of the game: it is in no log and no bundle, and not stored after 3 s.
        """
        body = read_body(request, _phrase)
        game, sitting = seat_at(game_id, caller(request))
        try:
            said = say(game, sitting.seat, body.phrase)
        except SaidTooSoon as error:
            raise retry_later("too_many_phrases", error.seconds) from error
        return answer(render_said(said), 201)
