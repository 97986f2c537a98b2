"""What has happened, and the table as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from games import selectors
from games.api.differences import changed_fields, changed_zones
from games.api.http.base import ApiView, Json, answer, answer_unless_known
from games.api.http.errors import Refused
from games.api.http.parsing import MOST_IN_PAGE, read_limit, read_number
from games.api.openapi.schema import AFTER, AS, AT, IF_NONE_MATCH, LIMIT, describe, query
from games.api.positions import told_table
from games.api.sight import Sight, sight_of
from games.ledger.store import MOST_SEQ
from games.messages.audit import PositionDiffTold, TablePositionTold
from games.messages.game import EventsTold, EventTold
from games.models import Game
from games.viewers import view_name

_encode = msgspec.json.Encoder().encode

PAST: Final = "private, max-age=60, immutable"
"""While a game runs, what is behind the head stays as it is; its end opens what was hidden."""

ENDED: Final = "private, max-age=31536000, immutable"
"""No event of a finished game changes; an organiser may still add one behind the last."""


FROM: Final = query(
    "from",
    "After this event; without it the one before `to`.",
    kind="integer",
    minimum=1,
    maximum=MOST_SEQ,
)
TO: Final = query(
    "to",
    "After this event; without it at the head.",
    kind="integer",
    minimum=1,
    maximum=MOST_SEQ,
)


class Lines(Json):
    """One JSON object a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"


def lasting(game: Game) -> str:
    """How long events that are there, and what is behind the head, may be kept."""
    return ENDED if game.status == Game.Status.OVER else PAST


class EventList(ApiView):
    """The history of a game."""

    renderer_classes = (Json, Lines)
    whole_cost = 5
    queries: ClassVar = {"GET": frozenset({"after", "limit", "as"})}

    @describe(
        "events_list",
        "What has happened",
        "The events after a seq, redacted for you; once the game is over nothing is hidden any"
        " more. As application/json a page; as application/x-ndjson all of them, one a line"
        " (limit is for pages only). A page that does not reach the head does not change while"
        " the game runs, and says so in Cache-Control. Who may look as whom is as for position/.",
        tag="history",
        replies={200: EventsTold, 304: None},
        errors=(400, 403, 404, 406),
        parameters=(AFTER, LIMIT, AS, IF_NONE_MATCH),
        headers={200: ("ETag",), 304: ("ETag",)},
        lines=EventTold,
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """A page, or all."""
        plain, sight = request._request, sight_of(request, game_id, is_begun=False)
        after, limit = read_number(plain, "after", 0), read_limit(plain)
        sight.note("events", sight.game.seq)
        if isinstance(request.accepted_renderer, Lines):
            lines = StreamingHttpResponse(
                _lines(sight.game, sight.viewer, after), content_type=Lines.media_type
            )
            lines["Cache-Control"] = "no-store"
            return lines
        response = answer_unless_known(
            request, _tag(sight.game.seq, sight), lambda: _page(plain, sight, after, limit)
        )
        return kept_behind_head(response, sight, is_behind=after + limit < sight.game.seq)


def _tag(seq: int, sight: Sight) -> str:
    """The ETag of what one viewer sees at a seq, which has no words in it."""
    return f'"{seq}-{view_name(sight.viewer)}"'


def _page(request: HttpRequest, sight: Sight, after: int, limit: int) -> dict[str, object]:
    """A page; its member ``seq`` changes with the head, though the events do not."""
    game = sight.game
    items = selectors.events(game=game, viewer=sight.viewer, after=after, limit=limit)
    more = next_page(request, game, after + len(items), limit) if items else None
    return {"results": items, "seq": game.seq, "next": more}


def next_page(request: HttpRequest, game: Game, reached: int, limit: int) -> str | None:
    """The address of the next page, as the same viewer; None where this one reaches the head."""
    if reached >= game.seq:
        return None
    given = f"&as={request.GET['as']}" if "as" in request.GET else ""
    return f"{request.path}?after={reached}&limit={limit}{given}"


def kept_behind_head(response: HttpResponse, sight: Sight, *, is_behind: bool) -> HttpResponse:
    """What is behind the head stays as it is; what an arbiter sees is kept nowhere."""
    if sight.is_arbiter:
        response["Cache-Control"] = "no-store"
    elif is_behind:
        response["Cache-Control"] = lasting(sight.game)
    return response


def _lines(game: Game, viewer: int, after: int) -> Iterator[bytes]:
    while after < game.seq:
        for told in selectors.events(game=game, viewer=viewer, after=after, limit=MOST_IN_PAGE):
            yield _encode(told) + b"\n"
        after += MOST_IN_PAGE


class EventOne(ApiView):
    """One event: the permalink of a seq."""

    queries: ClassVar = {"GET": frozenset({"as"})}

    @describe(
        "events_retrieve",
        "One event",
        "The permalink of a seq. Who may look as whom is as for position/.",
        tag="history",
        replies={200: EventTold},
        errors=(400, 403, 404),
        parameters=(AS,),
        public=True,
    )
    def get(self, request: Request, game_id: UUID, seq: int) -> HttpResponse:
        """As the caller may see it."""
        sight = sight_of(request, game_id, is_begun=False)
        if not 1 <= seq <= sight.game.seq:
            raise Refused("not_found")
        found = selectors.events(game=sight.game, viewer=sight.viewer, after=seq - 1, limit=1)
        sight.note("event", seq)
        return kept_behind_head(answer(found[0]), sight, is_behind=True)


class Position(ApiView):
    """The table as it is, or as it was."""

    queries: ClassVar = {"GET": frozenset({"at", "as"})}

    @describe(
        "position_retrieve",
        "The table after an event",
        "At the head, or after event `at`; as your own seat or as the public, and once the game is"
        " over as any seat or in full. An arbiter, who has the scope audit:live and no seat in the"
        " game, may do so while it runs, and each such look is put on record. What it tells can be"
        " sent to rulings/ as it stands.",
        tag="history",
        replies={200: TablePositionTold, 304: None},
        errors=(400, 403, 404, 409),
        parameters=(AT, AS, IF_NONE_MATCH),
        headers={200: ("ETag",), 304: ("ETag",)},
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller asks, and may see it."""
        sight = sight_of(request, game_id)
        at = read_number(request._request, "at", sight.game.seq)
        selectors.check_seq(game=sight.game, at=at)
        sight.note("position", at)
        response = answer_unless_known(request, _tag(at, sight), lambda: _table(sight, at))
        settled = _is_settled(sight, at, is_named="at" in request._request.GET)
        return kept_behind_head(response, sight, is_behind=settled)


def _table(sight: Sight, at: int) -> TablePositionTold:
    state = selectors.state_after(game=sight.game, at=at)
    view = selectors.view_of(selectors.ruleset_for(sight.game), state, sight.viewer)
    return told_table(view, state, at)


def _is_settled(sight: Sight, at: int, *, is_named: bool) -> bool:
    """Whether an address shows the same for ever: it names an event, and nothing more opens."""
    return is_named and (at < sight.game.seq or sight.game.status == Game.Status.OVER)


class PositionDiff(ApiView):
    """What changed from one position to another."""

    queries: ClassVar = {"GET": frozenset({"from", "to", "as"})}

    @describe(
        "position_diff",
        "What changed between two events",
        "The zones and the members that differ between the position after event `from` and that"
        " after event `to`, as the same viewer sees both: who may look as whom is as for position/."
        " Of a zone that you do not see into only the number of cards is compared.",
        tag="history",
        replies={200: PositionDiffTold},
        errors=(400, 403, 404, 409),
        parameters=(FROM, TO, AS),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller asks, and may see it."""
        plain, sight = request._request, sight_of(request, game_id)
        to = read_number(plain, "to", sight.game.seq)
        since = read_number(plain, "from", max(1, to - 1))
        before, after = _table(sight, since), _table(sight, to)
        sight.note("position/diff", max(since, to))
        fields, zones = changed_fields(before, after), changed_zones(before, after)
        told = PositionDiffTold(since, to, after.view, fields, zones)
        settled = _is_settled(sight, max(since, to), is_named="to" in plain.GET)
        return kept_behind_head(answer(told), sight, is_behind=settled)
