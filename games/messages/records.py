"""Messages of the log of finished games, the rulings desk and the game log."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine import Fact, Prompt, Ruling, SeenMove
from games.ledger.store import MAX_SEQ
from games.messages.bodies import Code, RequestBody, ResponseBody, SeatNumber, Time
from games.messages.prompt_messages import PromptResponse, SentenceResponse
from games.messages.ruled_moves import RuledMove
from games.messages.table_messages import PositionResponse, TableResponse
from games.rulings.position_request import PositionRequest

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A SHA-256, in hexadecimal."""


# ---- positions, and the rulings desk


class TablePositionResponse(PositionResponse, frozen=True, kw_only=True):
    """A position with all that the rules read: the ``position`` of rulings/.

    ``uno`` has the UNO call of each seat with one card, ``gone`` the order in which seats went out
    (0: still in), ``idle`` the number of turns in a row in which no player could play or draw,
    ``circling`` of those in which only the card just drawn was played and none was kept,
    ``enemy_since`` the turn on which the Enemy of each seat came, ``lasted`` the key given last to
    a lasting effect, ``shuffles`` the number of the next use of chance. ``prompts`` are the open
    questions with the suspended work; a hidden one that asks another seat has no options and no
    work. ``table``, the position in words, is there if the request includes it.
    """

    uno: tuple[str, ...]
    gone: tuple[int, ...]
    idle: int
    circling: int
    enemy_since: tuple[int, ...]
    lasted: int
    shuffles: int
    prompts: tuple[Prompt, ...]
    table: TableResponse | UnsetType = UNSET


class CaseRequest(RequestBody, frozen=True, kw_only=True):
    """A position to rule in: that of a table, or of a game."""

    variant: Code | None = None
    seats: Annotated[int, Meta(ge=0, le=100)] | None = None
    position: PositionRequest | None = None
    game: UUID | None = None
    at: Annotated[int, Meta(ge=1, le=MAX_SEQ)] | None = None
    edition: Code | None = None
    options: dict[str, Any] | None = None
    heroes: Annotated[list[Code], Meta(max_length=10)] | None = None
    seat: SeatNumber | None = None
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class RulingRequest(CaseRequest, frozen=True, kw_only=True):
    """A move, and the position to rule on it in.

    Either a table and a position (``variant``, ``seats``, ``position``), or a ``game``: then the
    position is that after event ``at`` (default: the latest) as the caller may see it.
    ``edition`` is a hash (default: the current edition of the variant); ``options`` and ``heroes``
    are those of a game. ``move`` is the body of moves/, or a move as events, bundles and refusals
    have it. ``seat`` makes the move unless the move names its seat; the default is the seat whose
    answer is awaited. ``seed`` makes the shuffles; the default is the game's if it is public, else
    32 zero bytes.
    """

    move: RuledMove


class CitedRuleResponse(ResponseBody, frozen=True):
    """A rule in one language. rules/ has it in both."""

    id: str
    title: str
    text: str
    sheet: str | None
    section: str | None
    basis: tuple[Literal["sheet", "guide", "ruling"], ...]


class RulingStepResponse(ResponseBody, frozen=True):
    """A part of what a move causes, in words, with the ids of the rules behind it."""

    rules: list[str]
    sentences: list[str]


class VerdictResponse(ResponseBody, frozen=True):
    """The ruling on a move.

    A legal move has in ``permitted_by`` the rules that permit it, in ``steps`` its results in words
    and in ``facts`` the same as data with their ``rulings``, then the position after it and the
    prompts that are open then. For an illegal move ``code``, ``rule`` and ``refusal`` give the
    reason, and ``prompts`` are those that stay open. ``rules`` has the text of every rule cited.
    ``filled`` names the zones whose cards were dealt at random because the position does not name
    them: what the facts say of these is one possibility; ``prompts`` among them means a question
    with hidden options. ``unused`` names the choices that no question used.
    """

    legal: bool
    seat: int | None
    edition: str
    code: str | None
    rule: str | None
    refusal: str | None
    params: dict[str, str | int]
    permitted_by: list[str]
    rules: list[CitedRuleResponse]
    steps: list[RulingStepResponse]
    facts: list[Fact]
    rulings: tuple[Ruling, ...]
    position: TablePositionResponse | None
    prompts: list[PromptResponse]
    filled: list[str]
    unused: list[str]


# ---- time travel


class ChangeResponse(ResponseBody, frozen=True):
    """A member of a position before and after."""

    before: Any
    after: Any


class ZoneChangeResponse(ResponseBody, frozen=True):
    """The number of cards in a zone before and after, and which came and left.

    The cards are there if the viewer sees them. ``reordered``: the same cards in another order.
    """

    before: int
    after: int
    came: list[str] | None
    left: list[str] | None
    reordered: bool


class PositionDiffResponse(ResponseBody, frozen=True):
    """The differences between the positions after two events, for one viewer.

    ``fields`` has them by the names of the members of a position, ``zones`` by zone.
    """

    since: int = msgspec.field(name="from")
    to: int
    view: str
    fields: dict[str, ChangeResponse]
    zones: dict[str, ZoneChangeResponse]


# ---- the log in words


class AppliedRuleResponse(ResponseBody, frozen=True):
    """A rule that applied, with its title and address, and the seat it applied to."""

    rule: str
    title: str
    seat: int | None
    href: str


class LogEntryResponse(ResponseBody, frozen=True):
    """An event in words: when, who, what happened, and the rules behind it.

    ``sentences`` tell the event to a reader who was not there; an answer is told with its question.
    In them you are *you*. ``kind`` is the kind of actor; ``event`` is the address of the event.

    A refused move has the kind ``refused``, the seq and the address of the event after which it
    was tried, the rule that refused it, and the ``code`` of the problem.

    ``reference`` is that of an organiser's act, "" if there is none.
    """

    seq: int
    at: Time
    seat: int | None
    who: str
    kind: str
    sentences: list[SentenceResponse]
    rules: list[AppliedRuleResponse]
    event: str
    code: str | None = None
    reference: str = ""


class EstimateResponse(ResponseBody, frozen=True):
    """A move that a bot could make, and how it does in imagined games.

    It ``won`` so many of ``trials`` games, of which all moves were tried in the same. ``share`` is
    that from 0 to 1, ``error`` half the width of its 95 % interval; both are null without trials.
    A move that does badly is dropped early, so it has fewer trials. ``chosen``: the bot made it;
    ``greedy``: the bot ``greedy`` would make it.
    """

    move: SeenMove
    label: str
    won: int
    trials: int
    share: float | None
    error: float | None
    chosen: bool
    greedy: bool


class ExplanationResponse(ResponseBody, frozen=True):
    """Why a bot made a move: its options, the best first, and sentences about them.

    The estimates are those of the bot ``thinker`` of a ``version``, with a ``budget`` in plies, for
    what the bot saw. ``own``: the bot chose by these very estimates. ``sure``: the first option is
    better than the second by more than chance explains. The estimate of the first is kind to
    itself, since it was chosen for it.
    """

    seq: int
    seat: int
    bot: str
    version: str
    budget: int
    own: bool
    sure: bool
    options: list[EstimateResponse]
    sentences: list[str]


class LogResponse(ResponseBody, frozen=True):
    """A page of the log.

    ``next`` is the address of the next page, null if this page reaches the head; ``seq`` is the
    number of the game's latest event.
    """

    results: list[LogEntryResponse]
    seq: int
    next: str | None
