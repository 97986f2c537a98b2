"""The acts of organisers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, TypedDict
from uuid import UUID

import msgspec
from django.db import transaction
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import ApiView, access_of, answer, caller, player_of
from games.api.http.conditional import read_if_match
from games.api.http.cursors import address_after, read_number_cursor
from games.api.http.idempotency import once
from games.api.http.parsing import read_body, read_flag, read_limit, read_signature, read_word
from games.api.http.problem_documents import RequestRefused, wrong_parameter
from games.api.http.session_authentication import login_behind
from games.api.move_commands import replayed, run_command
from games.api.openapi.operation import Component, describe
from games.api.openapi.parameters import CURSOR, IF_MATCH, LIMIT, MOVE_SIGNATURE, query
from games.api.refused_moves import game_at, missed_by, refused_act
from games.api.replies import render_game, render_player
from games.engine import (
    NOBODY,
    Act,
    CallJudge,
    Correct,
    Void,
)
from games.errors import StaleSeq
from games.ledger.rows import EVERYTHING, Actor, stamp
from games.messages.act_messages import (
    ActRequest,
    CorrectRequest,
    NoteRequest,
    OrganiserResponse,
    OrganisersResponse,
    ProposalResponse,
    RecordedActResponse,
    RecordedActsResponse,
    VoidRequest,
)
from games.messages.game_messages import GameResponse
from games.messages.prompt_messages import MoveResponse
from games.models import Game, RecordedAct
from games.officials.grants import people_with_rights
from games.officials.models import Grant, Proposal
from games.officials.selectors import ActQuery, recorded_acts
from games.play import directing, selectors
from games.play.commands import MoveRefused
from games.play.directing import (
    AskedAct,
    Organiser,
    act_command,
    act_of,
    confirming,
    may_direct,
    needs_second,
    note_before_start,
    organiser_of,
    propose,
    refusals_recorded,
)
from games.play.starting import named_organisers
from games.players.scopes import AUDIT_LIVE, DIRECT, OPTIONAL, PLAY
from games.search.selectors import ACTS
from games.wording.flaw_texts import PARAMETERS
from games.wording.language import Language, language_of

_act = msgspec.json.Decoder(ActRequest)


class ActList(ApiView):
    """What an organiser does to a game."""

    scopes: ClassVar = {"POST": (DIRECT, PLAY)}

    @describe(
        "acts_create",
        {200: GameResponse, 201: MoveResponse, 202: ProposalResponse},
        body=Component("ActBody"),
        parameters=(IF_MATCH, MOVE_SIGNATURE),
        headers={201: ("Location", "ETag")},
        once=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Direct a game.

        For an organiser: a token with the scope tournament:direct and a grant for the game, or a
        token with the scope game:play of a player whom the creator named; and no seat in the game,
        now or before, by any account of the same person; or, from the pages of this server, a user
        who is logged in as staff, with the permission to direct games and a grant. Answer the call
        of a seat for a judge; remove a seat from a running game (its player is out of the whole
        game, and the last seat left wins), or give it a game loss, which places it last; warn a
        seat; count points against it; put a note on record for the game as a whole (before the
        start too: then the response is 200, and the note is in `notes` of the game, and no event);
        withdraw an own warning or note; let a seat draw cards as a penalty, between two turns; add
        seconds to its clock or take them; pause a running game and let it go on; void a game,
        running or over (no seat wins it); correct the result of a game that is over, or void, to
        another winner or other places. The reason is required, and shown to all who see the game; a
        reference (such as the number of an appeal) is optional and shown likewise. A correction may
        place a seat that is out before others: its event cites common.correct.out. Each act is an
        event of its own: nothing is changed or deleted, and a game that ends by an act opens like
        any other. If the game has two directors, a void or a correction is answered with 202 and a
        proposal, and nothing happens until another organiser sends its `act` within 24 hours
        (acts/possible/ lists those that wait). If
        the creator named organisers, no others direct the game. If not, an act that changes the
        result, or may, keeps the game from passing its audit: the verdict is result_changed. One
        with a key signs each act (event-format.md), a proposal and a confirmation too, and sends
        the signature as Move-Signature, with If-Match. If-Match and Idempotency-Key work as in
        moves/. The response shows the game as the public sees it.
        """
        body = read_body(request, _act)
        expected, game = read_if_match(request), selectors.stored_game(game_id)
        signature = read_signature(request)
        asked = asked_act(request, game, body, expected, signature)
        try:
            with refusals_recorded(asked):
                if isinstance(body, VoidRequest | CorrectRequest) and body.confirm:
                    return _confirm(request, asked, body.confirm)
                if needs_second(game, asked.act):
                    return answer(render_proposal(propose(asked)), 202)
                if isinstance(body, NoteRequest) and game.status == Game.Status.OPEN:
                    return once(request, lambda: _note(request, asked))
                return run_command(request, game, act_command(asked), NOBODY)
        except StaleSeq as error:
            game = game_at(game, error.head)
            viewer = EVERYTHING if game.is_opened else NOBODY
            raise missed_by(game, viewer, expected or 0) from error
        except MoveRefused as refused:
            raise refused_act(refused, NOBODY, language_of(request)) from refused


@transaction.atomic
def _note(request: Request, asked: AskedAct) -> HttpResponse:
    note_before_start(asked)
    return answer(render_game(asked.game, caller(request), language_of(request)), 200)


def asked_act(
    request: Request, game: Game, body: ActRequest, expected: int | None, signature: str = ""
) -> AskedAct:
    """Return the act of a body; raises what ``organiser_behind`` raises."""
    return AskedAct(
        game=game,
        act=act_of_body(body),
        organiser=organiser_behind(request, game),
        reason=body.reason,
        reference=body.reference or "",
        expected=expected,
        signature=signature,
    )


def organiser_behind(request: Request, game: Game) -> Organiser:
    """Return the caller as an organiser.

    Raises ``missing_scope`` for a token without DIRECT, unless its player is named or it is that of
    a session in which staff is logged in.
    """
    player = caller(request)
    if DIRECT in access_of(request).scopes:
        return organiser_of(player)
    found = directing.organiser_behind(game, player, login_behind(request))
    if found is None:
        raise RequestRefused("missing_scope", {"scope": DIRECT})
    return found


_KINDS: Final = (RecordedAct.CALL, *ACTS)
_given = msgspec.json.Decoder(CallJudge | Act)
_by = msgspec.json.Decoder(Actor)


class GivenActs(ApiView):
    """The acts and calls for a judge in the games of an organiser or arbiter."""

    scopes: ClassVar = {"GET": (DIRECT, AUDIT_LIVE, PLAY)}

    @describe(
        "given_acts_list",
        RecordedActsResponse,
        parameters=(
            query("set", "In the games of the set with this name.", maxLength=80),
            query("player", "That name a seat of this player.", format="uuid"),
            query("kind", "Of this kind.", enum=_KINDS),
            query("open", "Only calls for a judge that are open.", kind="boolean"),
            CURSOR,
            LIMIT,
        ),
    )
    def get(self, request: Request) -> HttpResponse:
        """List acts and calls for a judge in many games.

        For an organiser or arbiter: what organisers did, and the calls for a judge, in all games
        that the caller has a grant for, running ones too, newest first. Grants to direct count with
        the scope tournament:direct, those to see games whole with audit:live, and with game:play
        those of a player whom the creator named; from the pages of this server, those of staff who
        are logged in too. Games in which the person has or had a seat are left out. In a page for
        grants of more than 1,000 games, 2,000 acts are looked at: it may be short or empty while
        `next` has the address of the following one.
        """
        wanted = ActQuery(
            game_set=request.GET.get("set", ""),
            player=_read_player(request),
            kind=read_word(request, "kind", _KINDS) or "",
            is_open=read_flag(request, "open"),
        )
        scopes = set(access_of(request).scopes)
        if may_direct(login_behind(request)):
            scopes.add(DIRECT)
        page = recorded_acts(
            wanted,
            caller=caller(request),
            scopes=scopes,
            limit=read_limit(request),
            before=read_number_cursor(request),
        )
        results = [render_act(one) for one in page.acts]
        following = None if page.more is None else address_after(request, page.more)
        return answer(RecordedActsResponse(results, following), Cache_Control="no-store")


def _read_player(request: Request) -> UUID | None:
    given = request.GET.get("player")
    try:
        return None if given is None else UUID(given)
    except ValueError as error:
        raise wrong_parameter("player", PARAMETERS["player"]) from error


def render_act(one: RecordedAct) -> RecordedActResponse:
    """Render an act or a call for a judge."""
    move, actor = _given.decode(one.move), _by.decode(one.actor)
    is_call = isinstance(move, CallJudge)
    return RecordedActResponse(
        game=one.game_id,
        seq=one.seq,
        seat=one.seat,
        player=one.player_id,
        by=None if is_call else actor.player,
        move=move,
        reason=move.reason if is_call else actor.reason,
        reference=actor.reference or None,
        closed_by=one.closed_by,
        at=stamp(one.created_at),
    )


class OrganiserList(ApiView):
    """Who may direct a game."""

    scopes: ClassVar = {"GET": OPTIONAL}

    @describe("organisers_list", OrganisersResponse)
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """List who may direct a game.

        For all who see the game: the people who may direct it, and the arbiters who may see it
        whole while it runs. The creator names organisers when creating it; the server's staff may
        grant rights, and revoke them, at any time.
        """
        game = selectors.game_for(game_id=game_id, player=player_of(request))
        language = language_of(request)
        keys = {one.player: one.key for one in named_organisers(game)}
        found = [_render_grant(one, keys, language) for one in people_with_rights(game)]
        return answer(
            OrganisersResponse(2 if game.directors > 1 else 1, found), Cache_Control="no-store"
        )


def _render_grant(
    grant: Grant, keys: Mapping[str, str | None], language: Language
) -> OrganiserResponse:
    """Render who has a grant; a staff user by a number, as in acts."""
    player = grant.player
    is_staff = player.user.is_staff
    shown = f"staff-{player.user_id}" if is_staff else str(player.pk)
    return OrganiserResponse(
        id=shown,
        player=None if is_staff else render_player(player, language),
        direct=grant.may_direct,
        look=grant.may_look,
        by="creator" if grant.by_creator else "staff",
        key=keys.get(shown),
        since=stamp(grant.created_at),
    )


def _confirm(request: Request, asked: AskedAct, proposal_id: UUID) -> HttpResponse:
    """Carry out a proposal that the caller confirms."""
    if (response := replayed(request, asked.game, NOBODY)) is not None:
        return response
    with confirming(asked, proposal_id) as command:
        proposed = command.move, command.actor.reason, command.actor.reference
        if proposed != (asked.act, asked.reason, asked.reference):
            raise RequestRefused("proposal_differs")
        return run_command(request, asked.game, command, NOBODY)


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
    """Return the act of a body: the member ``act`` is the name of the engine's move."""
    about = ("reason", "reference", "confirm")
    given = {name: getattr(body, name) for name in body.__struct_fields__ if name not in about}
    act: Act = msgspec.convert(given | {"move": body.__struct_config__.tag}, Act)
    return act
