"""Games: tables that are made, seats, the lobby, phrases and presence."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from games.engine.facts import OptionValue
from games.engine.zones import MAX_SEATS
from games.ledger.heads import SignedHead, SignedShare
from games.ledger.rows import Terms
from games.ledger.seen_events import SeenEvent
from games.messages.bodies import BilingualText, Code, RequestBody, ResponseBody, SeatNumber, Time
from games.messages.player_messages import PlayerResponse
from games.messages.prompt_messages import OptionResponse, PromptResponse
from games.messages.table_messages import Look, PositionResponse, ResultResponse, TableResponse

Access = Literal["open", "invited"]
"""Who may see a game while it is not over."""

Reveal = Literal["all", "seats"]
"""To whom a game opens when it is over."""

Mode = Literal["plain", "shared"]
"""How players contribute to the seed of a game."""

GameStatus = Literal["open", "opening", "running", "over"]
"""Whether a game is open, waits for shares of its seed, runs or is over."""

PhraseCode = Literal[
    "good-game",
    "well-played",
    "one-moment",
    "thanks",
    "oops",
    "again",
    "applause",
    "laughter",
    "surprise",
    "thinking",
    "tears",
    "fire",
]
"""What a player may say at a table; the last six are reactions."""

Bytes32 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal, with small letters."""

Share = Annotated[
    Bytes32,
    Meta(description="Your share of the seed: 32 random bytes, which the first event has."),
]

ShareCommitment = Annotated[
    Bytes32,
    Meta(description="The commitment to your share, if the game's chance is shared (fairness.md)."),
]

SeatKey = Annotated[
    Bytes32,
    Meta(description="Your Ed25519 public key: each move of the seat must then be signed."),
]


class SeatRequest(RequestBody, frozen=True, tag_field="kind", kw_only=True):
    """The members that a seat of any kind may have in a game with heroes.

    ``hero`` is the code of the hero to play, null for a random one. ``look`` changes only the
    picture.
    """

    hero: Code | None = None
    look: Look = "plain"


class MySeatRequest(SeatRequest, frozen=True, tag="me", kw_only=True):
    """A seat for the caller, with the commitment to a share, and a key."""

    share_commitment: ShareCommitment | None = None
    key: SeatKey | None = None


class BotSeatRequest(SeatRequest, frozen=True, tag="bot", kw_only=True):
    """A seat for a bot, by its name or level in bots/."""

    bot: Code


class OpenSeatRequest(SeatRequest, frozen=True, tag="open", kw_only=True):
    """A seat that any player may take. That player may choose another hero."""


class InvitedSeatRequest(SeatRequest, frozen=True, tag="invited", kw_only=True):
    """A seat for one player, who takes it by joining and may choose another hero."""

    player: UUID


class OrganiserRequest(RequestBody, frozen=True):
    """An organiser of a new game, and the public key that must then sign each act."""

    player: UUID
    key: Bytes32 | None = None


class GameRequest(RequestBody, frozen=True):
    """A new game: variant, seats (seat 0 first) and options of the variant.

    Without ``edition`` the current edition of the variant is used. A game with access "invited" is
    visible only to its players, to those invited and to its creator. When it is over, all viewers
    see everything; with reveal "seats" each player keeps the own view, and only auditors see
    everything. With ``start`` the game begins at once, with ``start_when_full`` as soon as its last
    seat is taken. In games with heroes each seat may name its
    ``hero``; the other seats get random ones from those left when the game begins.

    With ``chance`` "plain" the seed is the server's alone. With "shared" each player must send the
    commitment of a share, and open the share when the table closes (fairness.md).
    ``directors`` is how many organisers a void or a correction needs. ``organisers`` are players
    without a seat who may direct this game; if there are any, no others may. An empty list says
    that no one may change the result: those to whom the server's staff grants it still can, and
    then the verdict on the game is result_changed. Without ``phrases`` no player can say anything
    at the table (phrases/).
    """

    variant: Code
    seats: Annotated[
        list[MySeatRequest | BotSeatRequest | OpenSeatRequest | InvitedSeatRequest],
        Meta(extra_json_schema={"minItems": 2, "maxItems": 10}),
    ]
    edition: Code | None = None
    options: dict[str, Any] = {}
    access: Access = "open"
    reveal: Reveal = "all"
    start: bool = False
    start_when_full: bool = False
    phrases: bool = True
    chance: Mode = "plain"
    directors: Literal[1, 2] = 1
    organisers: Annotated[list[OrganiserRequest], Meta(max_length=5)] = []


class PhraseRequest(RequestBody, frozen=True):
    """What to say at a table, to all who watch it."""

    phrase: PhraseCode


class JoinRequest(RequestBody, frozen=True):
    """The seat to take. Default: the seat reserved for you, else the first open one.

    In a game with heroes also the hero (null: a random one) and its look; an omitted member keeps
    the value that the seat has.
    """

    seat: SeatNumber | None = None
    hero: Code | UnsetType | None = UNSET
    look: Look | UnsetType = UNSET
    share_commitment: ShareCommitment | None = None
    key: SeatKey | None = None


class SeatPatch(RequestBody, frozen=True):
    """A new hero (null: random) or foil for a seat; omitted members do not change.

    The player of the seat may also send the commitment to another share, and another key.
    """

    hero: Code | UnsetType | None = UNSET
    look: Look | UnsetType = UNSET
    share_commitment: ShareCommitment | None = None
    key: SeatKey | None = None


class InviteRequest(RequestBody, frozen=True):
    """The player to reserve a seat for, or the bot to put on it.

    A bot is given by its name or level in bots/.
    """

    player: UUID | None = None
    bot: Code | None = None


class RematchRequest(RequestBody, frozen=True):
    """The commitment to your share, if the game's chance is shared, and a key."""

    share_commitment: ShareCommitment | None = None
    key: SeatKey | None = None


class StartRequest(RequestBody, frozen=True):
    """The seats to leave out."""

    without: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=MAX_SEATS)] = ()


class ShareRequest(RequestBody, frozen=True):
    """Your share of the seed."""

    share: Share


class SeatResponse(ResponseBody, frozen=True):
    """A seat. A bot is named with its version; an invited player has not joined yet.

    ``hero`` is the hero asked for, null for a random one; after the start, the hero that is played.
    ``look`` is the variant of the Character card's picture, ``picture`` its address. All three are
    null in games without heroes.
    """

    seat: int
    kind: Literal["player", "bot", "open", "invited"]
    player: PlayerResponse | None
    bot: str | None
    bot_version: str | None
    you: bool
    away: Annotated[
        bool,
        Meta(
            description="Before the end: its player has made no request to a game or the lobby, and"
            " had no stream, for a minute."
        ),
    ]
    away_since: Annotated[Time | None, Meta(description="If `away`: since when.")]
    hero: str | None
    look: Look | None
    picture: str | None
    key: Annotated[str | None, Meta(description="The public key that signs the seat's moves.")]
    unsigned_from: Annotated[
        int | None,
        Meta(description="The event by which the player revoked the key (common.key)."),
    ]
    place: Annotated[int | None, Meta(description="The seat's place in the result, from 1.")]


class ChanceResponse(ResponseBody, frozen=True):
    """How players contribute to the seed.

    While the status is ``opening``, the ``missing`` seats must send their shares ``until`` a time.
    """

    mode: Mode
    missing: list[int]
    until: Time | None


class TableNoteResponse(ResponseBody, frozen=True):
    """A note of an organiser on a game before its start; ``by`` as in acts."""

    by: str
    reason: str
    reference: str | None
    at: Time


class GameResponse(ResponseBody, frozen=True):
    """A game as you may see it; ``you`` is your seat.

    ``host`` is the player who may start it, unless it starts when full (``start_when_full``).
    ``organisers`` are those whom its creator named: no others may change its result.
    ``rematch`` is the game that follows it, once it is over and one was asked for.
    ``position`` is all that you may see, zone by zone; ``table`` is the same in words.
    ``seq`` is the number of the latest event, 0 before the start: the ETag, and the If-Match of a
    move. ``commitment`` binds the server's part of the seed from the creation on. When the game is
    over, ``server_seed`` is that part and ``seed`` the seed of its shuffles, unless ``reveal`` is
    "seats". ``result`` is null until the game is over. ``receipt`` is the signed head, in the
    replies of creating a game and of joining it. While the status is ``opening``, and in the reply
    of creating a game with ``start``, ``terms`` is all that was fixed before the deal, and
    ``receipt`` has its digest: compare both before you open your share.
    """

    id: UUID
    variant: str
    edition: str
    status: GameStatus
    access: Access
    reveal: Reveal
    seq: int
    you: int | None
    unseated: Annotated[bool, Meta(description="Before the start: the host has freed your seat.")]
    seats: list[SeatResponse]
    host: UUID
    organisers: list[PlayerResponse]
    start_when_full: bool
    phrases: Annotated[bool, Meta(description="Whether players may say something at the table.")]
    rematch: UUID | None
    notes: list[TableNoteResponse]
    options: dict[str, OptionValue]
    commitment: str
    algorithm: str
    server_seed: str | None
    seed: str | None
    chance: ChanceResponse
    created_at: Time
    started_at: Time | None
    ended_at: Time | None
    result: ResultResponse | None
    position: PositionResponse | None
    table: TableResponse | None
    terms: Terms | None
    receipt: SignedHead | None


class ShareResponse(GameResponse, frozen=True, kw_only=True):
    """A game after you have opened your share; ``share_receipt`` proves that you did."""

    share_receipt: SignedShare


class GameSummaryResponse(ResponseBody, frozen=True):
    """A game in a list; ``why`` says how it ended.

    "corrected" is an organiser's act. "void" is one too, except after a move without end
    (common.endless) and in a game that no seat answered (common.clock.out). ``you`` is your seat.
    """

    id: UUID
    variant: str
    edition: str
    you: int | None
    status: GameStatus
    access: Access
    seq: int
    seats: int
    winner: int | None
    why: str | None
    places: tuple[int, ...] | None
    created_at: Time
    started_at: Time | None
    ended_at: Time | None


class OpenTableResponse(ResponseBody, frozen=True):
    """A table that is not full yet; ``free`` and ``bots`` are numbers of seats.

    ``organisers`` are those whom its creator named: no others may change its result. With
    ``chance`` "shared" a seat is taken with the commitment of a share.
    """

    id: UUID
    variant: str
    variant_name: str
    host: PlayerResponse
    seats: list[SeatResponse]
    free: int
    bots: int
    organisers: list[PlayerResponse]
    options: dict[str, OptionValue]
    chance: Mode
    start_when_full: bool
    created_at: Time


class LobbyResponse(ResponseBody, frozen=True):
    """Tables that any player may join, newest first."""

    results: list[OpenTableResponse]
    next: str | None


class LinkResponse(ResponseBody, frozen=True):
    """A link to a table; ``qr`` is a QR code of ``url``, as SVG."""

    code: str
    url: str
    path: str
    qr: str


class GamesResponse(ResponseBody, frozen=True):
    """A page of games. ``next`` is the address of the next page, null on the last."""

    results: list[GameSummaryResponse]
    next: str | None


class PhraseResponse(ResponseBody, frozen=True):
    """What a player may say, or show: a ``reaction``, which has a ``symbol``."""

    code: PhraseCode
    kind: Literal["phrase", "reaction"]
    text: BilingualText
    symbol: str | None


class PhrasesResponse(ResponseBody, frozen=True):
    """What players may say at a table, in the order in which to offer it."""

    results: list[PhraseResponse]


class SaidResponse(ResponseBody, frozen=True):
    """What a player has said; show it at the seat for ``seconds``."""

    seat: int
    phrase: PhraseCode
    at: Time
    seconds: int


class AwayResponse(ResponseBody, frozen=True):
    """A seat whose player is away, and since when."""

    seat: int
    since: Time


class PresenceResponse(ResponseBody, frozen=True):
    """Who is away from a running game, and how many watch it.

    ``away`` has all seats whose players are away, ``watching`` counts streams of spectators.
    """

    away: list[AwayResponse]
    watching: int


class NewGameResponse(GameResponse, frozen=True, kw_only=True):
    """A new game, and its first events if it was started at once."""

    events: list[SeenEvent]
    prompts: list[PromptResponse]
    open: list[OptionResponse]
