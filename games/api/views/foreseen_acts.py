"""What an organiser can do to a game now, and in which words it will be on record."""

from __future__ import annotations

from typing import ClassVar
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.caller_sight import may_arbitrate
from games.api.http.api_view import ApiView, answer, caller
from games.api.http.conditional import read_if_match
from games.api.http.parsing import read_body
from games.api.openapi.operation import Component, describe
from games.api.openapi.parameters import IF_MATCH
from games.api.refused_moves import refused_act
from games.api.views.acts import asked_act, organiser_behind, render_act, render_proposal
from games.engine import NOBODY
from games.messages.act_messages import (
    ActAmountResponse,
    ActRequest,
    ForeseenActResponse,
    NoteRequest,
    OwnActResponse,
    PossibleActResponse,
    PossibleActsResponse,
)
from games.models import Game, RecordedAct
from games.officials.looks import objection
from games.play import selectors
from games.play.commands import MoveRefused
from games.play.directing import check_rights, needs_second, open_proposals
from games.play.possible_acts import PossibleAct, foresee_act, possible_acts
from games.players.scopes import DIRECT, PLAY
from games.wording.act_texts import act_label, act_text
from games.wording.language import Language, language_of
from games.wording.log import texts_of

_act = msgspec.json.Decoder(ActRequest)


class PossibleActs(ApiView):
    """What an organiser can do to a game now."""

    scopes: ClassVar = {"GET": (DIRECT, PLAY)}

    @describe("acts_possible", PossibleActsResponse)
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """List the acts that are possible now.

        For those who may direct the game, as for acts/: each act that the rules accept now, with
        the seats that it may be about, and the open calls for a judge.
        """
        game = selectors.stored_game(game_id)
        organiser = organiser_behind(request, game)
        language = language_of(request)
        found = [_render(one, language) for one in possible_acts(game, organiser)]
        calls = RecordedAct.objects.filter(game=game.pk, kind=RecordedAct.CALL, closed_by=None)
        body = PossibleActsResponse(
            seq=game.seq,
            calls=[render_act(one) for one in calls.order_by("seq")],
            proposals=[render_proposal(one) for one in open_proposals(game)],
            results=found,
            hands=_may_see_hands(request, game),
        )
        return answer(body, Cache_Control="no-store")


def _may_see_hands(request: Request, game: Game) -> bool:
    """Whether the caller may see a running game whole, on record."""
    if game.status != Game.Status.RUNNING:
        return False
    return may_arbitrate(request) and not objection(game=game, caller=caller(request))


def _render(one: PossibleAct, language: Language) -> PossibleActResponse:
    own = one.withdrawable
    return PossibleActResponse(
        body=one.body,
        label=act_label(one.name, language),
        text=act_text(one.name, language),
        seats=None if one.seats is None else list(one.seats),
        amount=ActAmountResponse(*one.amount) if one.amount else None,
        withdrawable=None if own is None else [OwnActResponse(*act) for act in own],
        final=one.is_final,
    )


class ActCheck(ApiView):
    """An act to check."""

    scopes: ClassVar = {"POST": (DIRECT, PLAY)}

    @describe(
        "acts_check",
        ForeseenActResponse,
        body=Component("ActBody"),
        errors=(422,),
        parameters=(IF_MATCH,),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Check an act.

        Nothing is stored, a refusal neither. The response has the sentences that the log will have
        for the act, with the reason and the name of the organiser; of a note before the start,
        which is not in the log, its reason. An act that is not possible is refused as by acts/.
        """
        body, game = read_body(request, _act), selectors.stored_game(game_id)
        asked, language = (
            asked_act(request, game, body, read_if_match(request)),
            language_of(request),
        )
        if isinstance(body, NoteRequest) and game.status == Game.Status.OPEN:
            check_rights(game, asked.organiser)
            return answer(ForeseenActResponse(0, [body.reason], True, False))
        try:
            foreseen = foresee_act(asked)
        except MoveRefused as refused:
            raise refused_act(refused, NOBODY, language) from refused
        texts = texts_of(selectors.table_of(game), language)
        sentences = [one.text for one in texts.sentences(foreseen.event)]
        second = needs_second(game, asked.act) and not getattr(body, "confirm", None)
        reply = ForeseenActResponse(game.seq, sentences, foreseen.is_whole, second)
        return answer(reply, Cache_Control="no-store")
