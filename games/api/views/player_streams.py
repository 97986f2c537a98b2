"""The stream of a player's games, and tickets for streams."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from games.api.http.api_view import ApiView, Events, access_of, answer, caller
from games.api.http.authentication import TokenAuthentication
from games.api.http.parsing import read_body
from games.api.http.problem_documents import wrong_header, wrong_parameter
from games.api.http.session_authentication import SessionAuthentication
from games.api.http.ticket_authentication import TicketAuthentication
from games.api.openapi.operation import describe
from games.api.openapi.parameters import LANG, TICKET, query
from games.api.screens import INCLUDE
from games.api.streams.stream_requests import open_player_stream
from games.ledger.rows import stamp
from games.messages.player_messages import StreamTicketRequest, StreamTicketResponse
from games.messages.stream_messages import PlayerEventResponse
from games.play import selectors
from games.players.scopes import ANY_TOKEN
from games.players.tickets import issue_ticket
from games.wording.flaw_texts import HEADERS, PARAMETERS

_ticket = msgspec.json.Decoder(StreamTicketRequest)

SINCE = query(
    "after",
    "The id of the last message that you have, to resume; as Last-Event-ID.",
    format="date-time",
)


class MyEvents(ApiView):
    """What happens in the games of the caller."""

    renderer_classes = (Events,)
    authentication_classes = (TicketAuthentication, TokenAuthentication, SessionAuthentication)
    whole_cost = 5
    scopes: ClassVar = {"GET": ANY_TOKEN}

    @describe(
        "me_events",
        parameters=(SINCE, INCLUDE, LANG, TICKET),
        messages=PlayerEventResponse,
    )
    def get(self, request: Request) -> HttpResponse:
        """Follow your games.

        A stream of messages, each with its `event` as its name: `invited` to a game; `unseated`, as
        the host has freed your seat; a game has `started`; it is your `turn`, with the prompts; it
        is `over`. In a game that you direct a seat has made a `call` for a judge, which
        `call_closed` closes. A new stream begins with the invitations, turns and calls that wait
        for you, a resumed one with the calls. A stream
        that is resumed, by Last-Event-ID or `after`, has what happened since, and may repeat
        messages of the last 5 s; `event`, `game` and `seq` identify a message.
        """
        return open_player_stream(request, _resumed(request))


def _resumed(request: Request) -> datetime | None:
    header = request.META.get("HTTP_LAST_EVENT_ID", "")
    given = header or request.GET.get("after", "")
    if not given:
        return None
    try:
        return datetime.fromisoformat(given).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        if header:
            raise wrong_header("Last-Event-ID", HEADERS["last-event-id"]) from error
        raise wrong_parameter("after", PARAMETERS["message-id"]) from error


class StreamTickets(ApiView):
    """Tickets for streams."""

    scopes: ClassVar = {"POST": ANY_TOKEN}

    @describe(
        "stream_tickets_create",
        {201: StreamTicketResponse},
        body=StreamTicketRequest,
        body_optional=True,
        errors=(404,),
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a stream ticket.

        For a browser, whose EventSource sends no token: open `url` as text/event-stream within a
        minute. The ticket works once, for this stream; it ends with the token.
        """
        body = read_body(request, _ticket, default=b"{}")
        if body.game is None:
            path = reverse("my-events")
        else:
            game = selectors.game_for(game_id=body.game, player=caller(request))
            path = reverse("events", kwargs={"game_id": game.pk})
        ticket, until = issue_ticket(token=access_of(request).token, path=path)
        made = StreamTicketResponse(ticket, f"{path}?ticket={ticket}", stamp(until))
        return answer(made, 201, Cache_Control="no-store")
