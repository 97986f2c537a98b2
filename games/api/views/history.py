"""The events of a game, and its positions."""

from __future__ import annotations

from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games.api.caller_sight import sight_of
from games.api.differences import changed_fields, changed_zones
from games.api.http.api_view import ApiView, Events, Json, answer
from games.api.http.authentication import TokenAuthentication
from games.api.http.conditional import answer_if_changed
from games.api.http.parsing import (
    read_after,
    read_limit,
    read_number,
    read_word,
)
from games.api.http.problem_documents import RequestRefused, wrong_parameter
from games.api.http.session_authentication import SessionAuthentication
from games.api.http.ticket_authentication import TicketAuthentication
from games.api.openapi.operation import describe
from games.api.openapi.parameters import (
    AFTER,
    AS,
    AT,
    IF_NONE_MATCH,
    LANG,
    LAST_EVENT_ID,
    LIMIT,
    PROMPTS,
    STAY,
    TICKET,
    query,
)
from games.api.positions import render_table
from games.api.screens import INCLUDE, screen_tag
from games.api.streams.stream_requests import open_game_stream
from games.engine import State
from games.ledger.seen_events import SeenEvent
from games.ledger.store import MAX_SEQ
from games.messages.records import PositionDiffResponse, TablePositionResponse
from games.messages.stream_messages import EventsResponse, StreamMessageResponse
from games.models import Game
from games.play import selectors
from games.play.sight import Sight
from games.players.scopes import OPTIONAL
from games.replica import read_settled
from games.wording.board import render_board
from games.wording.flaw_texts import PARAMETERS
from games.wording.language import Language, language_of
from games.wording.person_names import viewpoint_at

PAST: Final = "private, max-age=60, immutable"
"""Caching of past events of a running game, whose hidden parts are revealed at its end."""

ENDED: Final = "private, max-age=31536000, immutable"
"""Caching of a finished game, to which an organiser may still add an event."""


FROM: Final = query(
    "from",
    "After this event; without it the one before `to`.",
    kind="integer",
    minimum=1,
    maximum=MAX_SEQ,
)
TABLE: Final = query("include", "`table`: also the position in words.", enum=("table",))
TO: Final = query(
    "to",
    "After this event; without it at the head.",
    kind="integer",
    minimum=1,
    maximum=MAX_SEQ,
)


def lasting(game: Game) -> str:
    """Return how long past events and positions of a game may be cached."""
    return ENDED if game.is_finished else PAST


class EventList(ApiView):
    """The history of a game."""

    scopes: ClassVar = {"GET": OPTIONAL}
    renderer_classes = (Json, Events)
    authentication_classes = (TicketAuthentication, TokenAuthentication, SessionAuthentication)
    whole_cost = 5

    @describe(
        "events_list",
        EventsResponse,
        parameters=(
            *(AFTER, LIMIT, AS, STAY, INCLUDE, PROMPTS, LANG, TICKET),
            *(LAST_EVENT_ID, IF_NONE_MATCH),
        ),
        messages=StreamMessageResponse,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """List events.

        The events after a seq, redacted for you; once the game is over nothing is hidden any more.
        As application/json a page. One that does not reach the head does not change while the game
        runs, and says so in Cache-Control. As text/event-stream a stream: the events after `after`
        or Last-Event-ID, then each event as it is committed, until the game is over. The id of a
        message is the seq. `prompts` messages have what prompts/ has for your own seat, with
        `include`; `phrase` is what a player says, `presence` who is away; `end` is the last message
        unless the stream is to `stay`, `problem` ends a stream with a problem document. At least
        every 10 s there is a comment (`:`). Who may look as whom is as for position/, and is
        decided again for each event.
        """
        sight = sight_of(request, game_id, needs_rows=False)
        after, limit = read_after(request), read_limit(request)
        if isinstance(request.accepted_renderer, Events):
            return open_game_stream(request, sight.game, after)
        for name in ("include", "prompts", "stay", "ticket"):
            if name in request.GET:
                raise wrong_parameter(name, PARAMETERS["stream"])
        sight.note("events", sight.game.seq)
        response = answer_if_changed(
            request,
            _tag(sight.game.seq, sight),
            lambda: read_settled(sight.game, _page, request, sight, after, limit),
        )
        return cached_behind_head(response, sight, is_behind=after + limit < sight.game.seq)


def _tag(seq: int, sight: Sight) -> str:
    """Return the ETag of a viewer's data at a seq; it is the same in both languages."""
    held = "-closed" if sight.game.is_held else ""
    return f'"{seq}-{sight.view}{held}"'


def _page(request: Request, sight: Sight, after: int, limit: int) -> EventsResponse:
    """Return a page; its ``seq`` follows the head, while the events do not change."""
    game = sight.game
    items = selectors.events(game=game, viewer=sight.viewer, after=after, limit=limit)
    more = next_page(request, game, after + len(items), limit) if items else None
    return EventsResponse(items, game.seq, more)


def next_page(request: Request, game: Game, reached: int, limit: int) -> str | None:
    """Return the address of the next page for the same viewer, None at the head."""
    if reached >= game.seq:
        return None
    given = f"&as={request.GET['as']}" if "as" in request.GET else ""
    return f"{request.path}?after={reached}&limit={limit}{given}"


def cached_behind_head(response: HttpResponse, sight: Sight, *, is_behind: bool) -> HttpResponse:
    """Set the caching of a response: of past data, but never of an arbiter's views."""
    if sight.is_arbiter:
        response["Cache-Control"] = "no-store"
    elif is_behind:
        response["Cache-Control"] = lasting(sight.game)
    return response


class EventOne(ApiView):
    """An event."""

    scopes: ClassVar = {"GET": OPTIONAL}

    @describe("events_retrieve", SeenEvent, parameters=(AS,))
    def get(self, request: Request, game_id: UUID, seq: int) -> HttpResponse:
        """Get an event. The permalink of a seq. Who may look as whom is as for position/."""
        sight = sight_of(request, game_id, needs_rows=False)
        if not 1 <= seq <= sight.game.seq:
            raise RequestRefused("not_found")
        found = read_settled(
            sight.game,
            lambda: selectors.events(game=sight.game, viewer=sight.viewer, after=seq - 1, limit=1),
        )
        sight.note("event", seq)
        return cached_behind_head(answer(found[0]), sight, is_behind=True)


class PositionOne(ApiView):
    """The position at the head, or after an earlier event."""

    scopes: ClassVar = {"GET": OPTIONAL}

    @describe(
        "position_retrieve",
        TablePositionResponse,
        errors=(409,),
        parameters=(AT, AS, TABLE, IF_NONE_MATCH),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Get the table after an event.

        At the head, or after event `at`; as your own seat or as the public, and once the game is
        over as any seat or in full. An arbiter, who has the scope audit:live, a grant for the game
        and no seat in it, may do so while it runs, and each such look is put on record. Without
        `include`, what it returns can be sent to rulings/ as it is.
        """
        sight = sight_of(request, game_id)
        at = read_number(request, "at", sight.game.seq)
        selectors.check_seq(game=sight.game, at=at)
        sight.note("position", at)
        language = language_of(request) if read_word(request, "include", ("table",)) else None
        tag = _tag(at, sight)
        if language is not None:
            tag = screen_tag(sight.game, sight.viewer, language, frozenset(["table"]), at)
        response = answer_if_changed(
            request, tag, lambda: read_settled(sight.game, _table, sight, at, language)
        )
        settled = is_settled(sight, at, is_named="at" in request.GET)
        return cached_behind_head(response, sight, is_behind=settled)


def _table(sight: Sight, at: int, language: Language | None) -> TablePositionResponse:
    return _table_of(sight, selectors.state_after(game=sight.game, at=at), at, language)


def _table_of(
    sight: Sight, state: State, at: int, language: Language | None = None
) -> TablePositionResponse:
    """Return a position, also in words if a language is given."""
    view = selectors.view_of(selectors.ruleset_for(sight.game), state, sight.viewer)
    if language is None:
        return render_table(view, state, at)
    seen = viewpoint_at(selectors.table_of(sight.game), view, language)
    return render_table(view, state, at, render_board(seen))


def is_settled(sight: Sight, at: int, *, is_named: bool) -> bool:
    """Whether the response of an address is final: it names an event, all is open."""
    return is_named and (at < sight.game.seq or sight.game.status == Game.Status.OVER)


class PositionDiff(ApiView):
    """The differences between two positions."""

    scopes: ClassVar = {"GET": OPTIONAL}

    @describe("position_diff", PositionDiffResponse, errors=(409,), parameters=(FROM, TO, AS))
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Compare the positions after two events.

        The zones and the members that differ between the position after event `from` and that after
        event `to`, as the same viewer sees both: who may look as whom is as for position/. Of a
        zone that you do not see into only the number of cards is compared.
        """
        sight = sight_of(request, game_id)
        to = read_number(request, "to", sight.game.seq)
        since = read_number(request, "from", max(1, to - 1))
        earlier, later = read_settled(
            sight.game, selectors.states_after, game=sight.game, first=since, second=to
        )
        before, after = _table_of(sight, earlier, since), _table_of(sight, later, to)
        sight.note("position/diff", max(since, to))
        fields, zones = changed_fields(before, after), changed_zones(before, after)
        difference = PositionDiffResponse(since, to, after.view, fields, zones)
        settled = is_settled(sight, max(since, to), is_named="to" in request.GET)
        return cached_behind_head(answer(difference), sight, is_behind=settled)
