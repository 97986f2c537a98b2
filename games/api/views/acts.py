"""The acts of organisers."""

from __future__ import annotations

from typing import ClassVar, TypedDict
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games import selectors
from games.api.http.api_view import ApiView, access_of, answer, caller, player_of
from games.api.http.parsing import read_body, read_if_match
from games.api.http.problem_documents import RequestRefused
from games.api.move_commands import missed_by, replayed, run_command
from games.api.openapi.schema import IF_MATCH, describe
from games.api.refused_moves import refused_act
from games.api.replies import render_player
from games.directing.grants import is_named, people_with_rights
from games.directing.models import Grant, Proposal
from games.directing.services import (
    Organiser,
    act_command,
    act_of,
    check_rights,
    confirming,
    needs_second,
    open_proposals,
    organiser_of,
    propose,
    refusals_recorded,
)
from games.engine import (
    NOBODY,
    Act,
    AdjustClock,
    Correct,
    Pause,
    Penalize,
    Remove,
    Resume,
    Void,
    Warn,
)
from games.errors import StaleSeq
from games.ledger.rows import EVERYTHING, stamp
from games.messages.game import (
    ActRequest,
    AdjustClockRequest,
    CorrectRequest,
    MoveResponse,
    OrganiserResponse,
    OrganisersResponse,
    PauseRequest,
    PenalizeRequest,
    ProposalResponse,
    ProposalsResponse,
    RemoveRequest,
    ResumeRequest,
    VoidRequest,
    WarnRequest,
)
from games.models import Game
from games.players.scopes import DIRECT, PLAY
from games.services import MoveRefused
from games.wording.language import Language, language_of

_act = msgspec.json.Decoder(ActRequest)


class ActList(ApiView):
    """What an organiser does to a game."""

    scopes: ClassVar = {"GET": "", "POST": ""}

    @describe(
        "acts_list",
        "List the acts that wait for a second organiser",
        "For the organisers of a game with two directors, with a token as for acts. The member"
        " `act` is the body that confirms the proposal.",
        tag="direct",
        replies={200: ProposalsResponse},
        errors=(403, 404),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """List the open proposals."""
        game = selectors.stored_game(game_id)
        _check_scope(request, game)
        check_rights(game, organiser_of(caller(request)))
        found = [render_proposal(proposal) for proposal in open_proposals(game)]
        return answer(ProposalsResponse(found), Cache_Control="no-store")

    @describe(
        "acts_create",
        "Direct a game",
        "For an organiser: a token with the scope tournament:direct and a grant for the game, or a"
        " token with the scope game:play of a player whom the creator named; and no seat in the"
        " game, now or before, by any account of the same person."
        " Remove a seat from a running game (its player is out of the whole game, and the last seat"
        " left wins); warn a seat; let it draw cards as a penalty, between two turns; add seconds"
        " to its clock or take them; pause a running game and let it go on; void a"
        " game, running or over (no seat wins it); correct the result of a game that is over, or"
        " void, to another winner or other places. The reason is required, and shown to all who see"
        " the game; a reference (such as the number of an appeal) is optional and shown likewise."
        " A correction may place a seat that is out before others: its event cites"
        " common.correct.out. Each act is an event of its own: nothing is changed or deleted, and a"
        " game that ends by an act opens like any other. If the game has two directors, a void or a"
        " correction is answered with 202 and a proposal, and nothing happens until another"
        " organiser sends its `act` within 24 hours. If-Match and Idempotency-Key work as in"
        " moves/. The"
        " response shows the game as the public sees it.",
        tag="direct",
        body=ActRequest,
        replies={201: MoveResponse, 202: ProposalResponse},
        errors=(400, 403, 404, 409, 412, 413, 415, 422),
        parameters=(IF_MATCH,),
        once=True,
        headers={201: ("Location", "ETag")},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Carry out, propose or confirm an act."""
        body = read_body(request, _act)
        expected, game = read_if_match(request), selectors.stored_game(game_id)
        _check_scope(request, game)
        act = act_of_body(body)
        request_args = {
            "game": game,
            "act": act,
            "organiser": organiser_of(caller(request)),
            "reason": body.reason,
            "reference": body.reference or "",
        }
        try:
            with refusals_recorded(**request_args):
                if isinstance(body, VoidRequest | CorrectRequest) and body.confirm:
                    return _confirm(request, body.confirm, expected, **request_args)
                if needs_second(game, act):
                    return answer(render_proposal(propose(**request_args, expected=expected)), 202)
                return run_command(
                    request, game, act_command(**request_args, expected=expected), NOBODY
                )
        except StaleSeq as error:
            raise _stale(game_id, expected or 0) from error
        except MoveRefused as refused:
            raise refused_act(refused, NOBODY, language_of(request)) from refused


def _check_scope(request: Request, game: Game) -> None:
    """Raise ``missing_scope`` unless the token may be used to direct the game."""
    scopes = access_of(request).scopes
    if DIRECT not in scopes and not (PLAY in scopes and is_named(game, caller(request))):
        raise RequestRefused("missing_scope", {"scope": DIRECT})


class OrganiserList(ApiView):
    """Who may direct a game."""

    @describe(
        "organisers_list",
        "List who may direct a game",
        "For all who see the game: the people who may direct it, and the arbiters who may see it"
        " whole while it runs. The creator names organisers when creating it; the server's staff"
        " may grant rights, and revoke them, at any time.",
        tag="games",
        replies={200: OrganisersResponse},
        errors=(404,),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """List the grants that count."""
        game = selectors.game_for(game_id=game_id, player=player_of(request))
        language = language_of(request)
        found = [_render_grant(one, language) for one in people_with_rights(game)]
        return answer(
            OrganisersResponse(2 if game.directors > 1 else 1, found), Cache_Control="no-store"
        )


def _render_grant(grant: Grant, language: Language) -> OrganiserResponse:
    """Render who has a grant; a staff user by a number, as in acts."""
    player = grant.player
    is_staff = player.user.is_staff
    return OrganiserResponse(
        id=f"staff-{player.user_id}" if is_staff else str(player.pk),
        player=None if is_staff else render_player(player, language),
        direct=grant.may_direct,
        look=grant.may_look,
        by="creator" if grant.by_creator else "staff",
        since=stamp(grant.created_at),
    )


def _confirm(
    request: Request,
    proposal_id: UUID,
    expected: int | None,
    *,
    game: Game,
    act: Act,
    organiser: Organiser,
    reason: str,
    reference: str,
) -> HttpResponse:
    """Carry out a proposal that the caller confirms."""
    if (response := replayed(request, game)) is not None:
        return response
    with confirming(
        game=game, proposal_id=proposal_id, organiser=organiser, expected=expected
    ) as command:
        proposed = command.actor.reason, command.actor.reference
        if (command.move, *proposed) != (act, reason, reference):
            raise RequestRefused("proposal_differs")
        return run_command(request, game, command, NOBODY)


class _Given(TypedDict):
    reason: str
    reference: str | None
    confirm: UUID


def render_proposal(proposal: Proposal) -> ProposalResponse:
    """Render a proposal with the body that confirms it."""
    body: VoidRequest | CorrectRequest
    given: _Given = {
        "reason": proposal.reason,
        "reference": proposal.reference or None,
        "confirm": proposal.pk,
    }
    match act_of(proposal):
        case Correct(winner=winner, places=places):
            body = CorrectRequest(winner=winner, places=places, **given)
        case Void():
            body = VoidRequest(**given)
    return ProposalResponse(proposal.pk, body, proposal.organiser, stamp(proposal.until))


def act_of_body(body: ActRequest) -> Act:
    """Return the act of a body."""
    match body:
        case RemoveRequest(seat=seat):
            return Remove(seat)
        case WarnRequest(seat=seat):
            return Warn(seat)
        case PenalizeRequest(seat=seat, count=count):
            return Penalize(seat, count)
        case AdjustClockRequest(seat=seat, seconds=seconds):
            return AdjustClock(seat, seconds)
        case PauseRequest():
            return Pause()
        case ResumeRequest():
            return Resume()
        case CorrectRequest(winner=winner, places=places):
            return Correct(winner=winner, places=places)
        case _:
            return Void()


def _stale(game_id: UUID, expected: int) -> RequestRefused:
    game = selectors.stored_game(game_id)
    return missed_by(game, EVERYTHING if game.is_opened else NOBODY, expected)
