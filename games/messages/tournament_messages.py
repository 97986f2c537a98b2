"""Tournaments: what is sent and returned."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.ledger.rows import MAX_REASON_LENGTH, REASON
from games.messages.bodies import Code, Name, RequestBody, ResponseBody, SeatNumber, Time
from games.messages.player_messages import DeviceCode, NewTokenResponse, PlayerResponse
from games.messages.table_messages import TableResponse
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.tournament_facts import Size, Tiebreak

TournamentStage = Literal["entries", "playing", "over", "cancelled"]
"""Where a tournament is."""

RoundStage = Literal["paired", "published", "running", "closed"]
"""Where a round is."""

TournamentRole = Literal["head", "floor", "score"]
"""What a member of the staff is."""

EntryState = Literal["entered", "there", "out"]
"""Whether an entry is there, or out of the tournament."""

TournamentTask = Literal["enter", "check-in", "play", "wait", "direct", "nothing"]
"""What there is to do for the caller."""

MissedRound = Literal["nothing", "middle"]
"""What a missed round counts."""

OddPlayer = Literal["table", "bye"]
"""What becomes of who is over."""

FirstStage = Literal["swiss", "round_robin", "knockout"]
"""What a tournament begins with."""

FirstPairing = Literal["lot", "seeds"]
"""How the first round is paired."""

Deals = Literal["own", "shared"]
"""Whether the tables of a round have the same cards."""

EntryNumber = Annotated[int, Meta(ge=0, description="An entry, from 1; 0 is a bot.")]

Pair = Annotated[
    tuple[int, int], Meta(description="An exact number: its numerator and denominator.")
]


class TournamentRequest(RequestBody, frozen=True, kw_only=True):
    """A new tournament.

    ``stage`` is what it begins with, ``rounds`` those of a Swiss stage, and ``size`` the number of
    players at a table. ``final`` is how many play on after it, 0: none; two full tables or more are
    a knockout, of which ``go_on`` of each table play on, 0: half of them. A round has ``minutes``,
    null for no clock. Entries are made until round ``late_until``; a round before counts as
    ``missed`` says. Who is over sits at a larger ``odd`` table or has a bye; with ``fillers`` bots
    fill the tables. ``first`` says how the first round is paired. Places give ``points``, the usual
    ones if there are none. With ``deals`` "shared" all tables of a round with as many seats have
    the same cards, and are compared. The public sees a table ``delay`` minutes later, null: when
    its round is over, as it must be with shared deals. ``final_options`` are those of the games
    after the cut, null: ``options``.
    """

    name: Name
    variant: Code
    options: dict[str, Any] = {}
    size: Size = 4
    rounds: Annotated[int, Meta(ge=1, le=20)] = 3
    final: Annotated[int, Meta(ge=0, le=1000)] = 0
    minutes: Annotated[int, Meta(ge=1, le=600)] | None = None
    late_until: Annotated[int, Meta(ge=1, le=20)] = 1
    missed: MissedRound = "nothing"
    odd: OddPlayer = "table"
    fillers: bool = False
    tiebreaks: Annotated[tuple[Tiebreak, ...], Meta(max_length=5)] = get_args(Tiebreak)
    stage: FirstStage = "swiss"
    first: FirstPairing = "lot"
    go_on: Annotated[int, Meta(ge=0, le=9)] = 0
    deals: Deals = "own"
    points: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=10)] = ()
    final_options: dict[str, Any] | None = None
    delay: Annotated[int, Meta(ge=0, le=240)] | None = None


class EntryRequest(RequestBody, frozen=True):
    """A new entry; ``there``: it is checked in at once."""

    name: Name
    there: bool = False


class ClaimRequest(RequestBody, frozen=True):
    """The claim code of an entry."""

    code: DeviceCode


# ---- acts

_Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REASON_LENGTH,
        pattern=REASON,
        description="Why: one line of plain text, shown to all.",
    ),
]

_OF_SERVER: Final = (acts.OpenTable, acts.EndTable, acts.Enter)
"""The acts that no body makes: those of the server, and the entry, which has a code."""

_MEMBERS: Final[dict[str, Any]] = {"player": UUID, "rule": Annotated[Code, Meta(min_length=1)]}
"""The members that are read more strictly than the rules have to."""


if TYPE_CHECKING:

    class TournamentActRequest(RequestBody, frozen=True):
        """An act in a tournament."""

        reason: str

else:

    def _body(act: type[msgspec.Struct]) -> type[msgspec.Struct]:
        """Return the body of an act of the rules, with its reason."""
        strict = [(name, one) for name, one in _MEMBERS.items() if name in act.__struct_fields__]
        reason = ("reason", _Reason) if act in acts.REASONED else ("reason", _Reason, "")
        return msgspec.defstruct(
            f"Tournament{act.__name__}Request",
            [*strict, reason],
            bases=(RequestBody, act),
            frozen=True,
            kw_only=True,
            tag=act.__struct_config__.tag,
            module=__name__,
            namespace={"__doc__": act.__doc__},
        )

    TournamentActRequest = reduce(
        or_, (_body(act) for act in get_args(acts.Act) if act not in _OF_SERVER)
    )


class TournamentActResponse(ResponseBody, frozen=True):
    """What an act did: its facts, the rules that they apply, and a sentence each.

    ``claim`` is the new claim code of ``issue-claim``, which is told here only.
    """

    seq: int
    facts: list[dict[str, Any]]
    cites: list[str]
    sentences: list[str]
    claim: str | UnsetType = UNSET


class ForeseenTournamentActResponse(ResponseBody, frozen=True):
    """An act in the words that the log will have, and the rules that it applies."""

    seq: int
    cites: list[str]
    sentences: list[str]


# ---- what all see


class TournamentSummaryResponse(ResponseBody, frozen=True):
    """A tournament in a list; ``code`` is that of its addresses and pages."""

    code: str
    name: str
    over: bool
    created_at: Time


class TournamentsResponse(ResponseBody, frozen=True):
    """Tournaments, newest first."""

    results: list[TournamentSummaryResponse]
    next: str | None


class TournamentSetupResponse(ResponseBody, frozen=True, kw_only=True):
    """The terms of a tournament; ``commitment`` is that to the seed of its lots."""

    variant: str
    options: dict[str, Any]
    size: int
    rounds: int
    commitment: str
    final: int
    minutes: int | None
    late_until: int
    missed: MissedRound
    odd: OddPlayer
    fillers: bool
    tiebreaks: tuple[Tiebreak, ...]
    stage: FirstStage
    first: FirstPairing
    go_on: int
    deals: Deals
    delay: int | None
    points: tuple[int, ...]
    final_options: dict[str, Any] | None


class TournamentStaffResponse(ResponseBody, frozen=True):
    """A member of the staff."""

    player: PlayerResponse
    role: TournamentRole


class TournamentEntryResponse(ResponseBody, frozen=True):
    """An entry; the name is "" once it is erased, the seed number 0 for none."""

    number: EntryNumber
    name: str
    state: EntryState
    seed: int


class TournamentSeatResponse(ResponseBody, frozen=True):
    """A seat of a table: whose it is, and its place once the table has ended."""

    seat: SeatNumber
    entry: EntryNumber
    name: str
    place: int | None


class RoundTableResponse(ResponseBody, frozen=True):
    """A table of a round. ``void``: its game ended without places.

    Until the public may see the game, others than its players and the staff see no end of it.
    """

    number: int
    game: str | None
    seats: list[TournamentSeatResponse]
    void: bool


class WatchedTableResponse(ResponseBody, frozen=True):
    """A table of a round as the public sees it after event ``seq`` of its ``game``.

    While the public sees nothing of it, ``seq`` is 0 and ``table`` null.
    """

    round: int
    number: int
    game: str | None
    seq: int
    table: TableResponse | None


class TournamentMeResponse(ResponseBody, frozen=True):
    """What the caller is in a tournament, and what there is to ``do`` now.

    ``table``, ``seat`` and ``game`` are those of the last round that is public.
    """

    role: TournamentRole | None
    entry: int | None
    state: EntryState | None
    table: int | None
    seat: int | None
    game: str | None
    do: TournamentTask


class TournamentResponse(ResponseBody, frozen=True, kw_only=True):
    """A tournament after row ``seq``.

    ``round`` is the last one that the caller sees, 0 before any, with its ``round_stage``, its
    ``tables`` and ``byes``; ``ends`` is when its time is over, null while it stands. ``me`` is null
    without a token.
    """

    code: str
    name: str
    seq: int
    setup: TournamentSetupResponse
    stage: TournamentStage
    round: int
    round_stage: RoundStage | None
    paused: bool
    ends: Time | None
    staff: list[TournamentStaffResponse]
    entries: list[TournamentEntryResponse]
    tables: list[RoundTableResponse]
    byes: list[int]
    me: TournamentMeResponse | None


class TournamentRoundResponse(ResponseBody, frozen=True):
    """A round: its tables, and how it was paired.

    ``lot`` is the order that was drawn, ``cost`` that of the pairing in the order of weight; both
    are empty after a cut, and the cost in a round robin.
    """

    round: int
    stage: RoundStage
    tables: list[RoundTableResponse]
    byes: list[int]
    absent: list[int]
    lot: list[int]
    cost: list[int]


class StandingResponse(ResponseBody, frozen=True):
    """A line of the standings.

    ``points`` are in parts of a point. The tie-breaks are in the order of the setup, as far as they
    were needed; a larger one is better.
    """

    place: int
    entry: EntryNumber
    name: str
    points: int
    tiebreaks: list[Pair]
    out: bool


class StandingsResponse(ResponseBody, frozen=True):
    """The standings after row ``seq``, best first.

    Those who played after a cut come first, who got furthest before the others.

    A point has ``part`` parts. ``digest`` is that of the rows that close a round or the tournament.
    """

    seq: int
    part: int
    digest: str
    results: list[StandingResponse]


class TournamentEventResponse(ResponseBody, frozen=True, kw_only=True):
    """A row as it is stored: who acted, the act, its facts, and their rules.

    ``digest`` is the SHA-256 of the other members as canonical JSON, chained to the row before.
    """

    tournament: UUID
    seq: int
    at: Time
    actor: dict[str, Any]
    act: dict[str, Any] | None
    facts: list[dict[str, Any]]
    cites: list[str]
    reason: str
    digest: str = ""


class TournamentEventsResponse(ResponseBody, frozen=True):
    """A page of the rows of a tournament.

    ``seq`` is the last one that the caller sees, ``next`` null if this page reaches it.
    """

    results: list[TournamentEventResponse]
    seq: int
    next: str | None


class TournamentChangedResponse(ResponseBody, frozen=True):
    """Something has changed in a tournament or at its tables; ``seq`` is its last row."""

    seq: int


# ---- entries


class EnteredResponse(ResponseBody, frozen=True):
    """A new entry. Who sends the ``claim`` code to tournaments/claims/ plays for it."""

    entry: EntryNumber
    claim: str
    seq: int


class ClaimResponse(ResponseBody, frozen=True):
    """The entry of a claim code, and a token of the player who has its seats."""

    tournament: str
    entry: EntryNumber
    player: PlayerResponse
    token: NewTokenResponse
