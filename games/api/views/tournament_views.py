"""Tournaments: list and create them, what all see of them, and their rows."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Final
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from msgspec.structs import replace
from rest_framework.request import Request

from games.api.http.api_view import ApiView, Events, Json, answer, caller, player_of
from games.api.http.conditional import answer_if_changed
from games.api.http.cursors import address_after, read_cursor
from games.api.http.idempotency import once
from games.api.http.parsing import (
    read_after,
    read_body,
    read_language,
    read_limit,
    read_number,
    wrong_cursor,
)
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import (
    AFTER,
    AT,
    CURSOR,
    IF_NONE_MATCH,
    LANG,
    LAST_EVENT_ID,
    LIMIT,
)
from games.api.streams.stream_requests import open_tournament_stream
from games.api.tournament_replies import (
    SeenTournament,
    render_line,
    render_round,
    render_standings,
    render_tournament,
    render_watched_table,
    seen_tournament,
)
from games.api.views.players import refusing_names
from games.engine import VARIANTS
from games.errors import SetupRefused
from games.messages.tournament_messages import (
    StandingsResponse,
    TournamentChangedResponse,
    TournamentEventResponse,
    TournamentEventsResponse,
    TournamentRequest,
    TournamentResponse,
    TournamentRoundResponse,
    TournamentsResponse,
    WatchedTableResponse,
)
from games.play.seating import options_text
from games.players.scopes import CREATE, OPTIONAL, PUBLIC
from games.replica import read_late
from games.tournaments.models import Tournament, TournamentEvent
from games.tournaments.services import create_tournament
from games.wording.language import language_of

_tournament = msgspec.json.Decoder(TournamentRequest)
_row: Final = msgspec.json.Decoder(TournamentEventResponse)


class TournamentList(ApiView):
    """The tournaments."""

    scopes: ClassVar = {"GET": PUBLIC, "POST": CREATE}

    @describe("tournaments_list", TournamentsResponse, parameters=(CURSOR, LIMIT))
    def get(self, request: Request) -> HttpResponse:
        """List tournaments. Newest first."""
        limit = read_limit(request)
        before = _before(read_cursor(request))[: limit + 1]
        found = read_late(list, before)
        following = None
        if len(found) > limit:
            last = found[limit - 1]
            following = address_after(request, f"{last.created_at.isoformat()} {last.pk}")
        return answer(TournamentsResponse([render_line(one) for one in found[:limit]], following))

    @describe(
        "tournaments_create",
        {201: TournamentResponse},
        body=TournamentRequest,
        headers=("Location", "ETag"),
        errors=(409,),
        once=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a tournament.

        The caller is its head judge. Five of one person may go on at a time. What it does not say
        is as for a club night: three Swiss rounds at tables of four. `options` are those of its
        games.
        """
        body = read_body(request, _tournament)
        return once(request, lambda: _create(request, body))


def _before(key: str) -> QuerySet[Tournament]:
    """Return the tournaments after the last one of a page, newest first."""
    found = Tournament.objects.order_by("-created_at", "-id")
    if not key:
        return found
    moment, _, last = key.partition(" ")
    try:
        at, pk = datetime.fromisoformat(moment), UUID(last)
    except ValueError as error:
        raise wrong_cursor() from error
    return found.filter(Q(created_at__lt=at) | Q(created_at=at, id__lt=pk))


@transaction.atomic
def _create(request: Request, body: TournamentRequest) -> HttpResponse:
    terms = {name: getattr(body, name) for name in body.__struct_fields__ if name != "name"}
    terms["rounds"] = body.rounds if body.stage == "swiss" else 0
    _check_terms(body)
    with refusing_names():
        made = create_tournament(maker=caller(request), name=body.name, terms=terms)
    seen = SeenTournament(made, caller(request))
    return answer(
        render_tournament(seen, caller(request), language_of(request)),
        201,
        Location=f"/api/v1/tournaments/{made.code}/",
        ETag=seen.tag,
    )


def _check_terms(body: TournamentRequest) -> None:
    """Raise for terms by which no game could be made later."""
    rules = VARIANTS.get(body.variant)
    if rules is None:
        raise SetupRefused("unknown_variant", "/variant", {"choices": ", ".join(VARIANTS)})
    options_text(rules, body.options, body.size)
    try:
        options_text(rules, body.final_options or {}, body.size)
    except SetupRefused as error:
        pointer = error.pointer.replace("/options", "/final_options", 1)
        raise SetupRefused(error.code, pointer, error.params, rule=error.rule) from error
    points = body.points
    flaws = {
        "/size": body.size > rules.most,
        "/final": body.final == 1 or rules.most < body.final < 2 * body.size,
        "/go_on": body.go_on >= body.size,
        "/points": list(points) != sorted(points, reverse=True)
        or (bool(points) and (not points[0] or body.deals == "shared")),
        "/tiebreaks": len(set(body.tiebreaks)) < len(body.tiebreaks),
        "/delay": body.deals == "shared" and body.delay is not None,
    }
    if found := [
        Flaw("out_of_range", "", pointer=one) for one, is_wrong in flaws.items() if is_wrong
    ]:
        raise RequestRefused("malformed", flaws=found)


class TournamentOne(ApiView):
    """A tournament."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": 2}

    @describe("tournaments_retrieve", TournamentResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Get a tournament.

        Its setup, staff and entries, and the tables of the last round that is public; of the staff,
        the last one. `me` says what there is to do for the caller. The ETag has the seq.
        """
        seen, player = seen_tournament(request, code), player_of(request)
        return answer_if_changed(
            request, seen.tag, lambda: render_tournament(seen, player, language_of(request))
        )


class Standings(ApiView):
    """The standings of a tournament."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": 2}

    @describe("tournaments_standings", StandingsResponse, parameters=(AT, IF_NONE_MATCH))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Get the standings.

        After the last row, or after an earlier one (`at`): all rounds that are closed count. Points
        and tie-breaks are exact.
        """
        seen = seen_tournament(request, code)
        at = read_number(request, "at", seen.seq, 1, seen.seq)
        return answer_if_changed(request, f'"{at}"', lambda: render_standings(seen.at(at), at))


class RoundOne(ApiView):
    """A round of a tournament."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": 2}

    @describe("tournaments_round", TournamentRoundResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, code: str, nth: int) -> HttpResponse:
        """Get a round.

        Its tables and byes, and how it was paired. One that is not published is seen by the staff
        only, and so are the ends of tables that are not public yet, but for those of the caller.
        """
        seen = seen_tournament(request, code)
        if not 1 <= nth <= len(seen.night.state.rounds):
            raise RequestRefused("not_found")
        return answer_if_changed(request, seen.tag, lambda: render_round(seen.night, nth))


class RoundTable(ApiView):
    """A table of a round, to watch."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": 5}

    @describe("tournaments_table", WatchedTableResponse, parameters=(LANG,))
    def get(self, request: Request, code: str, nth: int, number: int) -> HttpResponse:
        """Watch a table.

        The table in words as the public sees it: while its game is hidden as it was before the
        `delay` of the tournament, without one not at all, and at the head once the game is public.
        """
        seen, language = seen_tournament(request, code), read_language(request)
        rounds = seen.night.state.rounds
        if not (1 <= nth <= len(rounds) and 1 <= number <= len(rounds[nth - 1].tables)):
            raise RequestRefused("not_found")
        return answer(render_watched_table(seen.night, nth, number, language))


class TournamentEventList(ApiView):
    """The rows of a tournament."""

    scopes: ClassVar = {"GET": OPTIONAL}
    renderer_classes = (Json, Events)
    whole_cost = 5

    @describe(
        "tournaments_events",
        TournamentEventsResponse,
        parameters=(AFTER, LIMIT, LAST_EVENT_ID, IF_NONE_MATCH),
        messages=TournamentChangedResponse,
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """List the rows of a tournament.

        As they are stored, after a seq. They have no names, no codes and no seed. Until a round is
        published, the rows from its pairing on are seen by the staff only, and so are those from
        the end of a table on that is not public yet: for others the tournament ends before them. As
        text/event-stream a stream: a message `changed` has the seq, now and whenever there are rows
        or players sit down. At least every 10 s there is a comment (`:`).
        """
        seen = seen_tournament(request, code)
        after, limit = read_after(request), read_limit(request)
        if isinstance(request.accepted_renderer, Events):
            return open_tournament_stream(request, seen.tournament.pk)
        return answer_if_changed(
            request, f'"{seen.seq}"', lambda: _page(request, seen, after, limit)
        )


def _page(
    request: Request, seen: SeenTournament, after: int, limit: int
) -> TournamentEventsResponse:
    found = TournamentEvent.objects.filter(
        tournament=seen.tournament, seq__gt=after, seq__lte=seen.seq
    ).order_by("seq")[:limit]
    rows = [replace(_row.decode(one.text), digest=one.digest) for one in found]
    reached = rows[-1].seq if rows else seen.seq
    more = f"{request.path}?after={reached}&limit={limit}" if reached < seen.seq else None
    return TournamentEventsResponse(rows, seen.seq, more)
