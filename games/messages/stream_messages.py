"""Pages of events, and the messages of streams."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from msgspec import UNSET, UnsetType

from games.ledger.seen_events import SeenEvent
from games.messages.bodies import ResponseBody, Time
from games.messages.game_messages import PresenceResponse, SaidResponse
from games.messages.problem_messages import ProblemResponse
from games.messages.prompt_messages import PromptsResponse
from games.messages.table_messages import ResultResponse


class EventsResponse(ResponseBody, frozen=True):
    """A page of events.

    ``next`` is the address of the next page, null if this page reaches the head; ``seq`` is the
    number of the game's latest event.
    """

    results: list[SeenEvent]
    seq: int
    next: str | None


PlayerEventKind = Literal[
    "invited", "unseated", "opening", "started", "turn", "over", "call", "call_closed"
]
"""What happens to a player's game, or to one that the player directs."""


class PlayerEventResponse(ResponseBody, frozen=True, kw_only=True):
    """Something that happens in a game in which you have a seat, or that you direct.

    ``turn``: the game waits for you; ``prompts`` has what prompts/ returns. ``unseated``: the host
    has freed your seat, before the start. ``opening``: the table is closed, and the game waits for
    the shares of its players. ``over`` has the ``result``. ``seq`` is the number of the
    game's last event, ``at`` when the game changed. ``call``: in a game that you direct, ``seat``
    has called a judge by event ``seq``; ``call_closed``: that call is answered, cancelled or void.
    """

    event: PlayerEventKind
    game: UUID
    variant: str
    seat: int
    seq: int
    at: Time
    prompts: PromptsResponse | None
    result: ResultResponse | None


class StreamMessageResponse(ResponseBody, frozen=True, omit_defaults=True, kw_only=True):
    """The messages of a stream by name.

    An event has no name, and its seq as the id.
    """

    prompts: PromptsResponse | UnsetType = UNSET
    end: StreamEndResponse | UnsetType = UNSET
    problem: ProblemResponse | UnsetType = UNSET
    phrase: SaidResponse | UnsetType = UNSET
    presence: PresenceResponse | UnsetType = UNSET


class StreamEndResponse(ResponseBody, frozen=True):
    """The end of a stream: the number of the game's last event, and its result."""

    seq: int
    result: ResultResponse | None
