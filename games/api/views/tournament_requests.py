"""What people do in a tournament: enter it, show a claim code, act."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import msgspec
from django.db import transaction
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import ApiView, answer, caller, player_of
from games.api.http.conditional import read_if_match
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.http.throttling import guessing
from games.api.openapi.operation import Component, describe
from games.api.openapi.parameters import IF_MATCH
from games.api.replies import render_player
from games.api.tournament_replies import SeenTournament, refused_by_rules, seen_tournament
from games.api.views.players import MIN_KEY_LENGTH, new_token, refusing_names
from games.messages.tournament_messages import (
    ClaimRequest,
    ClaimResponse,
    EnteredResponse,
    EntryRequest,
    ForeseenTournamentActResponse,
    TournamentActRequest,
    TournamentActResponse,
)
from games.players.device_codes import CodeRefused
from games.players.models import Player
from games.players.scopes import DIRECT, GUEST, OPTIONAL, PLAY, PUBLIC
from games.players.services import MAX_TOKENS, TooManyTokens, issue_token
from games.tournaments import services
from games.tournaments.models import Tournament, TournamentEvent
from games.tournaments.rules.decide import Refused
from games.tournaments.rules.tournament_acts import Act, IssueClaim, NameStaff
from games.tournaments.rules.tournament_cites import cites_of
from games.tournaments.tournament_ledger import locked, read_row
from games.wording.language import language_of
from games.wording.tournament_sentences import sentences_of

_entry: Final = msgspec.json.Decoder(EntryRequest)
_claim: Final = msgspec.json.Decoder(ClaimRequest)
_act: Final = msgspec.json.Decoder(TournamentActRequest)

LABEL: Final = "tournament"
"""The label of a token that a claim code gives."""


class EntryList(ApiView):
    """The entries of a tournament."""

    scopes: ClassVar = {"POST": OPTIONAL}
    bucket = "guests"

    @describe(
        "tournaments_enter",
        {201: EnteredResponse},
        body=EntryRequest,
        once=True,
        least_key=MIN_KEY_LENGTH,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Enter a tournament.

        Until the check-in is over anybody may, also without a token; afterwards the desk. The reply
        has the claim code of the entry, here only. The rules for names are those of me/. An
        Idempotency-Key has 16 characters or more here.
        """
        body = read_body(request, _entry)

        @transaction.atomic
        def carry_out() -> HttpResponse:
            seen = seen_tournament(request, code)
            try:
                with refusing_names():
                    made = services.enter(
                        tournament_id=seen.tournament.pk,
                        name=body.name,
                        by=player_of(request),
                        is_there=body.there,
                    )
            except Refused as error:
                raise refused_by_rules(error, language_of(request)) from error
            seq = seen_tournament(request, code).seq
            reply = EnteredResponse(made.number, services.claim_code(made), seq)
            return answer(reply, 201, Cache_Control="no-store")

        return once(request, carry_out, least_key=MIN_KEY_LENGTH, holds_secret=True)


class ClaimList(ApiView):
    """The claim codes of entries."""

    scopes: ClassVar = {"POST": PUBLIC}
    bucket = "guests"

    @describe(
        "tournaments_claim",
        {201: ClaimResponse},
        body=ClaimRequest,
        errors=(409,),
        once=True,
        least_key=MIN_KEY_LENGTH,
    )
    def post(self, request: Request) -> HttpResponse:
        """Claim an entry.

        Its code gives a token of the player who has its seats, with the scopes
        game:create and game:play, as by POST players/. A code counts until the staff issues
        another, which ends these tokens. Wrong ones are limited by address. An Idempotency-Key has
        16 characters or more here.
        """
        body = read_body(request, _claim)

        @transaction.atomic
        def carry_out() -> HttpResponse:
            try:
                with guessing(request, CodeRefused):
                    entrant = services.claimed(body.code)
                token, secret = issue_token(player=entrant.player, scopes=GUEST, label=LABEL)
            except CodeRefused as error:
                raise RequestRefused("invalid_claim") from error
            except TooManyTokens as error:
                raise RequestRefused("too_many_tokens", {"most": MAX_TOKENS}) from error
            services.note_claimed(entrant)
            player = render_player(entrant.player, language_of(request))
            reply = ClaimResponse(
                entrant.tournament.code, entrant.number, player, new_token(token, secret)
            )
            return answer(reply, 201, Cache_Control="no-store")

        return once(request, carry_out, least_key=MIN_KEY_LENGTH, holds_secret=True)


class TournamentActList(ApiView):
    """What is done in a tournament."""

    scopes: ClassVar = {"POST": (PLAY, DIRECT)}

    @describe(
        "tournaments_act",
        {201: TournamentActResponse},
        body=Component("TournamentActBody"),
        parameters=(IF_MATCH,),
        headers=("ETag",),
        errors=(403,),
        once=True,
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Act in a tournament.

        By the role that the caller has in it, or for the own entry (check in, drop, appeal). The
        rules of tournaments decide, and a refusal names its rule and in `why` of `params` its
        reason. The reply has the facts, their rules, and a sentence for each. `issue-claim` answers
        with the new code, once. With If-Match the act is done only if the tournament is still at
        that seq.
        """
        body, expected = read_body(request, _act), read_if_match(request)

        @transaction.atomic
        def carry_out() -> HttpResponse:
            return _do(request, _locked(request, code, expected), body)

        return once(request, carry_out, holds_secret=True)


class TournamentActCheck(ApiView):
    """An act in a tournament, to check."""

    scopes: ClassVar = {"POST": (PLAY, DIRECT)}

    @describe(
        "tournaments_act_check",
        ForeseenTournamentActResponse,
        body=Component("TournamentActBody"),
        parameters=(IF_MATCH,),
        errors=(403, 422),
    )
    def post(self, request: Request, code: str) -> HttpResponse:
        """Check an act in a tournament.

        As acts/check/ of a game: nothing is stored, and the response has the sentences that the log
        will have. What its table does not permit any more, such as to take it away after the first
        card, only acts/ finds.
        """
        body, language = read_body(request, _act), language_of(request)
        seen = seen_tournament(request, code)
        _check_seq(seen, read_if_match(request))
        asked = _act_of(body)
        try:
            happened = services.foreseen(seen.tournament, seen.head, asked, seen.actor)
        except Refused as error:
            raise refused_by_rules(error, language) from error
        night = seen.night
        said = sentences_of(seen.head, happened, language, night.name, night.staff_name)
        reply = ForeseenTournamentActResponse(seen.seq, list(cites_of(happened)), said)
        return answer(reply, Cache_Control="no-store")


def _locked(request: Request, code: str, expected: int | None) -> SeenTournament:
    """Return a tournament that stays as it is until the transaction ends."""
    found = services.tournament_by_code(code)
    seen = SeenTournament(locked(found.pk), player_of(request))
    _check_seq(seen, expected)
    return seen


def _check_seq(seen: SeenTournament, expected: int | None) -> None:
    """Raise unless the caller expects the last row that the caller sees, or any."""
    if expected not in (None, seen.seq):
        headers = {"ETag": f'"{seen.seq}"'}
        raise RequestRefused("tournament_moved_on", {"seq": seen.seq}, headers=headers)


def _do(request: Request, seen: SeenTournament, body: TournamentActRequest) -> HttpResponse:
    player, language, asked = caller(request), language_of(request), _act_of(body)
    try:
        told = _carried_out(seen.tournament, player, asked, body.reason)
    except Refused as error:
        raise refused_by_rules(error, language) from error
    after = SeenTournament(services.tournament_by_code(seen.tournament.code), player)
    row = read_row(
        TournamentEvent.objects.get(tournament=after.tournament, seq=seen.tournament.seq + 1).text
    )
    night = after.at(after.tournament.seq)
    said = sentences_of(seen.head, row.facts, language, night.name, night.staff_name)
    plain: list[dict[str, Any]] = msgspec.to_builtins(row.facts)
    reply = TournamentActResponse(after.seq, plain, list(row.cites), said, **told)
    return answer(reply, 201, ETag=f'"{after.seq}"', Cache_Control="no-store")


def _carried_out(tournament: Tournament, player: Player, asked: Act, reason: str) -> dict[str, str]:
    """Carry out an act; return what only this reply tells."""
    if isinstance(asked, IssueClaim):
        made = services.issue_claim(tournament_id=tournament.pk, entry=asked.entry, by=player)
        return {"claim": services.claim_code(made)}
    services.act(tournament_id=tournament.pk, act=asked, player=player, reason=reason)
    return {}


def _act_of(body: TournamentActRequest) -> Act:
    """Return the act of a body."""
    given = msgspec.to_builtins(body)
    given.pop("reason", None)
    act: Act = msgspec.convert(given, Act)
    if isinstance(act, NameStaff) and not Player.objects.filter(pk=act.player).exists():
        flaw = Flaw("unknown_player", "", pointer="/player")
        raise RequestRefused("unknown_player", flaws=[flaw])
    return act
