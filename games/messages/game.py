"""Requests and responses of the API, as structs for the OpenAPI components."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from cards.language import LANGUAGES, Kind, Language
from games.engine.facts import LastingEffect, OptionValue, Ruling
from games.engine.moves import Act, CallJudge, CallOutcome, DeductedPoints, PenaltyCount
from games.engine.seen_facts import SeenFact
from games.engine.zones import MAX_SEATS
from games.ledger.heads import HashText, SignedHead, SignedShare
from games.ledger.rows import MAX_REASON_LENGTH, MAX_REFERENCE_LENGTH, REASON, Terms
from games.ledger.seen_events import SeenEvent
from games.players.scopes import SCOPES

# Requests: unknown fields are refused.


class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all request bodies."""


_PLAIN: Final = r"^[^\x00-\x1f\x7f]*$"
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
Code = Annotated[str, Meta(max_length=80, pattern=_PLAIN)]
SeatNumber = Annotated[int, Meta(ge=0, le=9, description="A seat: 0, 1, 2 … clockwise.")]
SeatPlaces = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=10)], ...],
    Meta(max_length=10, description="The place of each seat from 1, seat 0 first."),
]
Scope = Literal[
    "game:create",
    "game:play",
    "audit:read",
    "audit:live",
    "tournament:direct",
]


class PlayerRequest(RequestBody, frozen=True):
    """A new guest. Without a name the server chooses one."""

    name: Name | None = None


DeviceCode = Annotated[str, Meta(min_length=1, max_length=20)]
"""A code for another device, as a person types it."""


class SessionRequest(RequestBody, frozen=True):
    """A session: of the player of a code, or of a new guest with a name.

    ``back`` is the id of a player whom this browser left for that of a code, within a day.
    """

    name: Name | None = None
    code: DeviceCode | None = None
    back: UUID | None = None


class CodeRequest(RequestBody, frozen=True):
    """A code for another device."""

    code: DeviceCode


class NameRequest(RequestBody, frozen=True):
    """A new name for your player."""

    name: Name


class TokenRequest(RequestBody, frozen=True):
    """Another token with some scopes of the own token, and optionally an expiry."""

    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=len(SCOPES))]
    label: Annotated[str, Meta(max_length=60, pattern=_PLAIN)] = ""
    expires_at: Annotated[datetime, Meta(tz=True)] | None = None


Access = Literal["open", "invited"]
"""Who may see a game while it is not over."""

Reveal = Literal["all", "seats"]
"""To whom a game opens when it is over."""

Mode = Literal["plain", "shared"]
"""How players contribute to the seed of a game."""

GameStatus = Literal["open", "opening", "running", "over"]
"""Whether a game is open, waits for shares of its seed, runs or is over."""

PromptKind = Literal[
    "turn",
    "drawn",
    "again",
    "color",
    "player",
    "card",
    "mode",
    "confirm",
    "challenge",
    "character",
]
"""The kind of answer that a prompt asks for."""

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

Include = Literal["cards", "since", "table"]
"""What prompts/ and moves/ can include, so that one response draws a screen."""

Look = Literal["plain", "common", "uncommon", "rare", "super_rare", "ultra_rare"]
"""Which picture of a Character card is shown: plain, or foil of some rarity."""


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


class EmptyRequest(RequestBody, frozen=True):
    """An empty object. The body may be omitted."""


ChoiceOf = Annotated[
    Code | Annotated[int, Meta(ge=0, le=9)] | list[Code | Annotated[int, Meta(ge=0, le=9)]],
    Meta(description="One answer, or several in the order in which they will be asked."),
]


class Choices(RequestBody, frozen=True):
    """Answers to the questions that a card asks its own player, by name in ``then``.

    A missing answer is asked for by the next prompt; an answer that no question needs is ignored.
    They answer questions of this card only: questions of other cards become prompts.
    """

    color: ChoiceOf | None = None
    player: ChoiceOf | None = None
    character: ChoiceOf | None = None
    card: ChoiceOf | None = None
    mode: ChoiceOf | None = None
    confirm: ChoiceOf | None = None


class PlayRequest(RequestBody, frozen=True, tag_field="move", tag="play"):
    """Play a card from your hand; ``uno`` calls UNO with it.

    The call counts if one card is left after the play. It is refused (``no_uno_to_call``) if the
    play cannot leave one card.
    """

    card: Code
    uno: bool = False
    choices: Choices | None = None


class DrawRequest(RequestBody, frozen=True, tag_field="move", tag="draw"):
    """Draw a card instead of playing one."""


class PassRequest(RequestBody, frozen=True, tag_field="move", tag="pass"):
    """Keep the card that you have just drawn."""


class ChooseRequest(RequestBody, frozen=True, tag_field="move", tag="choose"):
    """Answer the open question with one of its options."""

    option: Code | Annotated[int, Meta(ge=0, le=9)]
    choices: Choices | None = None


class CallUnoRequest(RequestBody, frozen=True, tag_field="move", tag="call-uno"):
    """Call UNO."""


class CatchUnoRequest(RequestBody, frozen=True, tag_field="move", tag="catch-uno"):
    """Catch another seat (``seat``) that has one card and has not called UNO."""

    seat: SeatNumber


class ResignRequest(RequestBody, frozen=True, tag_field="move", tag="resign"):
    """Leave the game. You cannot return."""


Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REASON_LENGTH,
        pattern=REASON,
        description="Why: one line of plain text. It is shown to all who see the game.",
    ),
]


class CallJudgeRequest(RequestBody, frozen=True, tag_field="move", tag="call-judge"):
    """Call a judge, at any time of a running game; you have one open call at a time.

    If the clock of the game has `call_stops`, the game is paused until an organiser answers.
    """

    reason: Reason


class CancelCallRequest(RequestBody, frozen=True, tag_field="move", tag="cancel-call"):
    """Cancel your open call for a judge."""


class RevokeKeyRequest(RequestBody, frozen=True, tag_field="move", tag="revoke-key"):
    """Play on without signatures, for the rest of the game.

    For a player who no longer has the key of the seat: send this and all later moves unsigned. It
    is on record for all who see the game.
    """


class ClaimAbsentRequest(RequestBody, frozen=True, tag_field="move", tag="claim-absent"):
    """Claim that another seat (``seat``) is out, because its player is away.

    Only in a game with the option `absence` `out`, while the game waits for that seat, and once its
    player has been away for `absent_seconds`.
    """

    seat: SeatNumber


class StandInRequest(RequestBody, frozen=True, tag_field="move", tag="stand-in"):
    """Let a bot go on for another seat (``seat``), because its player is away.

    Only in a game with the option `absence` `bot`, while the game waits for that seat, and once its
    player has been away for `absent_seconds`.
    """

    seat: SeatNumber


class TakeBackRequest(RequestBody, frozen=True, tag_field="move", tag="take-back"):
    """Take your seat back from the bot that plays for you, in turn or not."""


MoveRequest = (
    PlayRequest
    | DrawRequest
    | PassRequest
    | ChooseRequest
    | CallUnoRequest
    | CatchUnoRequest
    | ResignRequest
    | CallJudgeRequest
    | CancelCallRequest
    | RevokeKeyRequest
    | ClaimAbsentRequest
    | StandInRequest
    | TakeBackRequest
)
"""The body of a move: always for your own seat."""


Reference = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REFERENCE_LENGTH,
        pattern=REASON,
        description="Where the act is filed, such as the number of an appeal: one line of plain"
        " text. It is sealed with the event and shown like the reason.",
    ),
]


class BaseActRequest(RequestBody, frozen=True, tag_field="act", kw_only=True):
    """The members of every act."""

    reason: Reason
    reference: Reference | None = None


class SeatActRequest(BaseActRequest, frozen=True):
    """The members of an act about a seat."""

    seat: SeatNumber


class ProposedActRequest(BaseActRequest, frozen=True, kw_only=True):
    """The members of an act that a second organiser may have to confirm."""

    confirm: UUID | None = None


class AnswerCallRequest(SeatActRequest, frozen=True, tag="answer-call"):
    """Answer the open call of a seat for a judge; what follows from it is another act.

    A game that calls have paused goes on when no call is open any more.
    """

    outcome: CallOutcome


class RemoveRequest(SeatActRequest, frozen=True, tag="remove"):
    """Remove a seat from a running game, as if its player had resigned."""


class GameLossRequest(SeatActRequest, frozen=True, tag="game-loss"):
    """Remove a seat from a running game and place it last; the others play on."""


class DeductRequest(SeatActRequest, frozen=True, tag="deduct"):
    """Count points against a seat, in a game in which the total score decides.

    They are taken from its score, down to 0, or added to it where low scores win.
    """

    points: DeductedPoints


class WarnRequest(SeatActRequest, frozen=True, tag="warn"):
    """Put a warning of a seat in a running game on record; nothing else changes."""


class NoteRequest(BaseActRequest, frozen=True, tag="note"):
    """Put a note on a game on record: the reason, for no seat."""


class WithdrawRequest(BaseActRequest, frozen=True, tag="withdraw"):
    """Withdraw an own warning or note by the ``seq`` of its event."""

    seq: Annotated[int, Meta(ge=1)]


ClockSeconds = Annotated[int, Meta(ge=-3600, le=3600)]
"""How many seconds are added to a clock; those below 0 are taken from it."""


class PenalizeRequest(SeatActRequest, frozen=True, tag="penalize"):
    """Let a seat draw cards as a penalty, between two turns.

    They are drawn as any others. While another question or a window for calls is open, the penalty
    is due, and its cards are drawn when the game next waits for a turn.
    """

    count: PenaltyCount


class AdjustClockRequest(SeatActRequest, frozen=True, tag="adjust-clock"):
    """Add seconds to the bank of a seat, or take them, in a game with a clock.

    ``seconds`` below 0 are taken; a bank is never below 0. Added time may exceed the bank at the
    start.
    """

    seconds: ClockSeconds


class PauseRequest(BaseActRequest, frozen=True, tag="pause"):
    """Pause a running game: no seat may move, but may resign."""


class ResumeRequest(BaseActRequest, frozen=True, tag="resume"):
    """Let a paused game go on."""


class VoidRequest(ProposedActRequest, frozen=True, tag="void"):
    """Void a running or finished game: no seat wins it.

    If the game has two directors, the first request is a proposal; another organiser repeats it
    with the id of the proposal in ``confirm``.
    """


class CorrectRequest(ProposedActRequest, frozen=True, tag="correct"):
    """Give a finished or void game another result.

    ``places`` has the place of each seat from 1; equal places have the same number, and the next
    one is skipped. The winner has the first place alone; it is null if the first place is shared.
    Without ``places`` the winner is first, and the other seats keep their order. ``confirm`` is as
    for a void.
    """

    winner: SeatNumber | None
    places: SeatPlaces | None = None


ActRequest = (
    AnswerCallRequest
    | RemoveRequest
    | GameLossRequest
    | DeductRequest
    | WarnRequest
    | NoteRequest
    | WithdrawRequest
    | PenalizeRequest
    | AdjustClockRequest
    | PauseRequest
    | ResumeRequest
    | VoidRequest
    | CorrectRequest
)
"""What an organiser does to a game."""


# Replies


class ResponseBody(msgspec.Struct, frozen=True):
    """The base of all responses."""


class OrganiserResponse(ResponseBody, frozen=True):
    """A person who may direct a game (``direct``) or see it whole (``look``).

    ``id`` is as in the events of acts. ``player`` is null for staff, who are shown as a number.
    ``by`` is "creator" if the creator of the game named this organiser, else "staff". ``key`` is
    the public key that signs the acts, null for none.
    """

    id: str
    player: PlayerResponse | None
    direct: bool
    look: bool
    by: Literal["creator", "staff"]
    key: str | None
    since: Time


class OrganisersResponse(ResponseBody, frozen=True):
    """Who may direct a game, and how many organisers a void or a correction needs."""

    directors: Literal[1, 2]
    results: list[OrganiserResponse]


class RecordedActResponse(ResponseBody, frozen=True):
    """An act of an organiser, or a call for a judge, in a game (event ``seq``).

    ``player`` has the seat that it names, null for a bot or no seat; ``by`` is the organiser, null
    for a call. ``closed_by`` is the event that withdrew the act, or closed the call: the answer, or
    the end of the game.
    """

    game: UUID
    seq: int
    seat: SeatNumber | None
    player: UUID | None
    by: str | None
    move: CallJudge | Act
    reason: str
    reference: str | None
    closed_by: int | None
    at: Time


class RecordedActsResponse(ResponseBody, frozen=True):
    """Acts and calls for a judge, newest first."""

    results: list[RecordedActResponse]
    next: str | None


class ProposalResponse(ResponseBody, frozen=True):
    """An act that waits for a second organiser; ``act`` is the body that confirms it."""

    proposal: UUID
    act: VoidRequest | CorrectRequest
    by: str
    until: Time


class ActAmountResponse(ResponseBody, frozen=True):
    """The member ``name`` of an act: a whole number from ``least`` to ``most``, not 0."""

    name: str
    least: int
    most: int


class OwnActResponse(ResponseBody, frozen=True):
    """A warning or a note that the caller can withdraw, by ``seq``."""

    seq: int
    reason: str


class PossibleActResponse(ResponseBody, frozen=True):
    """An act that is possible now, with its texts.

    ``body`` has the members that it always has; with the others it is a body of acts/: a
    ``reason``, and the following that are not null. ``seat`` is one of ``seats`` (of a correction
    ``winner``, or ``places`` of all of them), ``amount`` says which member is a number, and ``seq``
    is one of ``withdrawable``. ``final``: it cannot be undone.
    """

    body: dict[str, str]
    label: str
    text: str
    seats: list[SeatNumber] | None
    amount: ActAmountResponse | None
    withdrawable: list[OwnActResponse] | None
    final: bool


class PossibleActsResponse(ResponseBody, frozen=True):
    """What an organiser can do to a game after event ``seq``.

    ``calls`` are the open calls for a judge, ``proposals`` the acts that wait for a second
    organiser. ``hands``: the caller may see the hands as an arbiter
    (the view ``full``), which is recorded.
    """

    seq: int
    calls: list[RecordedActResponse]
    proposals: list[ProposalResponse]
    results: list[PossibleActResponse]
    hands: bool


class ForeseenActResponse(ResponseBody, frozen=True):
    """An act in the words that the log will have for it, as all see it.

    ``whole``: what it causes is among them; it is not if that depends on hidden cards or on chance.
    ``second``: it is a proposal, which another organiser must confirm.
    """

    seq: int
    sentences: list[str]
    whole: bool
    second: bool


class ProposalsResponse(ResponseBody, frozen=True):
    """The acts that wait for a second organiser, newest first."""

    results: list[ProposalResponse]


Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""RFC 3339, UTC, with milliseconds."""


Tag = Annotated[str, Meta(pattern=r"^[0-9a-f]{6}$")]
"""The first six digits of a player's id."""


class PlayerResponse(ResponseBody, frozen=True):
    """A player as any client may see it.

    Names are not unique: if two look alike, show the ``tag`` as well (``Ada#3f2a1c``).
    """

    id: UUID
    name: str
    tag: Tag
    guest: bool


class TokenResponse(ResponseBody, frozen=True):
    """A token without its secret.

    ``parent`` is the token that created it, null if none did; a token ends with its parent.
    ``owner`` marks the first token of a guest, which may revoke all tokens of the player.
    """

    id: UUID
    label: str
    scopes: list[str]
    parent: UUID | None
    owner: bool
    created_at: Time
    expires_at: Time | None
    last_used_at: Time | None


class NewTokenResponse(TokenResponse, frozen=True):
    """A new token. ``secret`` is shown only here; the server stores its hash."""

    secret: Annotated[str, Meta(pattern=r"^fd_[0-9a-f]{64}$")]


class NewPlayerResponse(ResponseBody, frozen=True):
    """A new player with a first token."""

    player: PlayerResponse
    token: NewTokenResponse


class MeResponse(PlayerResponse, frozen=True):
    """Your player, and what the token in use may do."""

    created_at: Time
    token: UUID
    scopes: list[str]


class TokensResponse(ResponseBody, frozen=True):
    """Your tokens, oldest first."""

    results: list[TokenResponse]


def member_of(language: Language) -> str:
    """Return the attribute of a `BilingualText` that has the text in a language."""
    return language.lower().replace("-", "_")


if TYPE_CHECKING:

    class BilingualText(ResponseBody, frozen=True):
        """A text in both languages."""

        def __init__(self, *texts: str) -> None: ...

else:
    BilingualText = msgspec.defstruct(
        "BilingualText",
        [(member_of(tag), str, msgspec.field(name=tag)) for tag in LANGUAGES],
        bases=(ResponseBody,),
        frozen=True,
        module=__name__,
        namespace={"__doc__": "A text in both languages."},
    )


class StrengthResponse(ResponseBody, frozen=True):
    """The strength of a bot against another: games of one round on equal deals.

    The bot has one seat, the other bot all others. Each deal is played once with the bot on every
    seat. Times are processor time of the machine that measured.
    """

    variant: str
    seats: int
    against: Annotated[str, Meta(description="The name of the other bot.")]
    against_version: str
    win: Annotated[float, Meta(description="Won games in percent.")]
    low: Annotated[float, Meta(description="The lower end of the 95 % interval over deals.")]
    high: Annotated[float, Meta(description="The upper end of the 95 % interval over deals.")]
    fair: Annotated[float, Meta(description="What equally strong bots would win, in percent.")]
    deals: int
    games: int
    first_seed: Annotated[int, Meta(description="The seed of the first deal; the others follow.")]
    mean_ms: Annotated[float, Meta(description="Milliseconds of a choice on average.")]
    worst_ms: Annotated[float, Meta(description="Milliseconds of the longest choice.")]
    engine: Literal["python", "native"]


class BotResponse(ResponseBody, frozen=True):
    """A bot: its name and level, how well it plays, its version and budget."""

    name: Annotated[str, Meta(description="The name to give in a seat of kind `bot`.")]
    level: Annotated[str, Meta(description="The level, which a seat can give instead.")]
    strength: Annotated[BilingualText, Meta(description="How well it plays.")]
    version: Annotated[
        str, Meta(description="Changes with the algorithm; the bot's events contain it.")
    ]
    budget: Annotated[
        int,
        Meta(
            description="The plies it may try for a choice; at a table of two, and with own decks,"
            " one counts several times. The events contain it. In a game with a clock a bot stops"
            " thinking when a third of its time is left, and gives its quick answer."
        ),
    ]
    results: Annotated[
        list[StrengthResponse], Meta(description="Its measured strength; not all is measured.")
    ]


class BotsResponse(ResponseBody, frozen=True):
    """All bots, weakest first."""

    results: list[BotResponse]


class CurrentEditionResponse(ResponseBody, frozen=True):
    """The edition that new games of a variant use unless they name another."""

    hash: str
    name: BilingualText
    since: str
    href: str


class MemberSchemaResponse(
    ResponseBody, frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The JSON Schema of a member of an option that is an object; a number has bounds."""

    title: str
    type: Literal["integer", "boolean"]
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET


class ChoiceResponse(ResponseBody, frozen=True):
    """A value of an option, and what it means."""

    const: str
    title: str


class OptionSchemaResponse(
    ResponseBody, frozen=True, omit_defaults=True, forbid_unknown_fields=True
):
    """The JSON Schema of one option of a variant.

    ``title`` labels it, ``description`` says what it does. ``properties`` are those of a clock.
    ``oneOf`` names the values of ``enum``. ``format`` is "seat" for the number of a seat.
    """

    title: str
    description: str
    default: str | int | None
    type: str | tuple[str, ...]
    enum: tuple[str, ...] | UnsetType = UNSET
    one_of: tuple[ChoiceResponse, ...] | UnsetType = msgspec.field(default=UNSET, name="oneOf")
    format: Literal["seat"] | UnsetType = UNSET
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET
    properties: dict[str, MemberSchemaResponse] | UnsetType = UNSET
    required: tuple[str, ...] | UnsetType = UNSET
    additional: bool | UnsetType = msgspec.field(default=UNSET, name="additionalProperties")


class OptionsSchemaResponse(ResponseBody, frozen=True):
    """The options of a variant, as the JSON Schema of an object."""

    type: Literal["object"]
    unevaluated: Literal[False] = msgspec.field(name="unevaluatedProperties")
    properties: dict[str, OptionSchemaResponse]


class TermResponse(ResponseBody, frozen=True):
    """A word of a game: its meaning, its forms, and the rules behind it.

    The ``id`` does not change. The labels that the term explains are those of moves (``moves``, as
    in their bodies), of answers to prompts (``prompts``, by kind), and of cards (``kinds``, and
    ``cards`` by code).
    """

    id: str
    title: str
    text: str
    forms: list[str]
    rules: tuple[str, ...]
    moves: tuple[str, ...]
    prompts: tuple[str, ...]
    kinds: tuple[str, ...]
    cards: tuple[str, ...]


class PresetResponse(ResponseBody, frozen=True):
    """Options that go together: send them as ``options`` of a new game.

    ``text`` says in one sentence what they are for. The preset ``for_strangers``, which has a
    clock, is the one to offer first for a table that any player may join.
    """

    code: Literal["classic", "quick", "tournament"]
    name: str
    text: str
    options: dict[str, OptionValue]
    for_strangers: bool


class VariantResponse(ResponseBody, frozen=True):
    """A variant: its goal, numbers of seats, current edition, options as JSON Schema.

    ``goal`` says in a few sentences how the game is won and what happens on a turn. ``edition`` is
    null if none is current, or if a move with it had no end (common.endless).
    """

    code: str
    name: str
    goal: list[str]
    fewest: int
    most: int
    edition: CurrentEditionResponse | None
    options: OptionsSchemaResponse
    presets: list[PresetResponse]


class DescribedVariantResponse(VariantResponse, frozen=True, kw_only=True):
    """A variant with the glossary of its words."""

    glossary: list[TermResponse]


class VariantsResponse(ResponseBody, frozen=True):
    """All variants."""

    results: list[VariantResponse]


class RuleResponse(ResponseBody, frozen=True):
    """A rule: its text, the text of its refusal, where it is printed, and its basis.

    The basis is the printed sheet, the written guide, or a ruling of this server.
    """

    id: str
    title: BilingualText
    text: BilingualText
    refusal: BilingualText | None
    sheet: str | None
    section: str | None
    basis: tuple[Literal["sheet", "guide", "ruling"], ...]


class RulesResponse(ResponseBody, frozen=True):
    """The rulebook. ``version`` is the value of ``rules_version`` in events."""

    version: str
    results: list[RuleResponse]


class KeyResponse(ResponseBody, frozen=True):
    """A public key of the server: 32 bytes in hexadecimal.

    ``use`` is what it signs: receipts and bundles (``signing``), or checkpoints of the log.
    ``id`` is the first 16 digits of their SHA-256, ``fingerprint`` the first 32 in groups, which
    people compare: the pages of the audit and the printed sheet have it. A retired key signs
    nothing new. ``vkey`` is a key of the log in the form of c2sp.org/signed-note, under the name of
    the log; null for others.
    """

    use: Literal["signing", "log"]
    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    algorithm: Literal["ed25519"]
    public: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    fingerprint: Annotated[str, Meta(pattern="^[0-9a-f]{4}( [0-9a-f]{4}){7}$")]
    retired: bool
    vkey: str | None


class KeyRecordResponse(ResponseBody, frozen=True):
    """A key of the log vouches for another, which signs that too: an entry.

    ``by`` is the key of the log, ``signatures`` those of ``by`` and of ``key``. A ``key`` with the
    use ``log`` replaces ``by``. docs/log.md says how a verifier follows them.
    """

    by: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    kind: Literal["key"]
    signatures: list[Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]]
    use: Literal["signing", "log"]


class KeysResponse(ResponseBody, frozen=True):
    """The keys that verify the server's signatures, and what connects them.

    First the signing key in use and those before it, then the key of the log and those before it.
    """

    results: list[KeyResponse]
    records: list[KeyRecordResponse]


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


class SeatsResponse(ResponseBody, frozen=True):
    """All seats, clockwise."""

    results: list[SeatResponse]


class ResultResponse(ResponseBody, frozen=True):
    """The result of a game: the seat that won (null if none) and the reason.

    ``why`` is "void" or "corrected" if an organiser has changed it; "void" also after a move
    without end (common.endless), and if the clock put the seats out while none answered
    (common.clock.out). ``places`` has the place of each seat from 1, by common.places;
    seats that share a place have the same number. It is null if the game is void or cancelled.
    """

    winner: int | None
    why: str
    places: tuple[int, ...] | None


class ClockResponse(ResponseBody, frozen=True):
    """The clock of a seat: the seconds left in its bank, and prompts run out in a row."""

    seat: int
    bank: float
    missed: int


class ClueResponse(ResponseBody, frozen=True):
    """What a seat did that hints at its hand; all players watched it (common.memory).

    ``what``: it "chose" to play ``card``, one of the ``held`` cards that it had; "drew" instead,
    and was not asked to play the card drawn; "kept" the card drawn, which fitted; "played" it; or
    "named" a color. ``color`` was in play, or was named; ``top`` was the top card of the discard
    pile. ``card`` is null unless a card of the hand was chosen.
    """

    seat: int
    what: Literal["chose", "drew", "kept", "played", "named"]
    turn: int
    color: str | None
    top: str | None
    held: int
    card: str | None


class PositionResponse(ResponseBody, frozen=True):
    """The position after event ``seq`` as one viewer may see it.

    ``view`` is "seat:1", "public" or, for a finished game, "full". ``counts`` has the number of
    cards in every zone, ``cards`` the codes in those that the viewer sees, the top card last.
    ``known`` has cards that the viewer does not see now, and knows because they were shown, by zone
    (common.memory). In a hand these are certain to be there. In a deck they are by place from the
    bottom, null for an unknown card. ``clues`` are what seats did that hints at their hands, the
    last ones of the round. ``skipped`` seats lose their next turn; ``exposed`` seats may be caught
    without UNO. ``clocks`` are by seat, as of the last event; null without a clock. Until
    ``window_until`` calls and catches are held, and no other move is possible.
    """

    seq: int
    view: str
    current: int | None
    direction: Literal[1, -1]
    color: str | None
    round: int
    turn: int
    dealer: int | None
    scores: tuple[int, ...]
    out: tuple[int, ...]
    skipped: tuple[int, ...]
    exposed: tuple[int, ...]
    counts: dict[str, int]
    cards: dict[str, tuple[str, ...]]
    known: dict[str, tuple[str | None, ...]]
    clues: list[ClueResponse]
    lasting: tuple[LastingEffect, ...]
    paused: bool
    clocks: list[ClockResponse] | None
    window_until: Time | None
    result: ResultResponse | None


class EnemyResponse(ResponseBody, frozen=True):
    """The Enemy that attacks a seat, with ``cost`` and ``text`` in words.

    A card that matches the cost defeats it, but not on the turn on which it came: ``since`` is the
    number of that turn, and ``can_be_defeated`` says whether it is over. ``attacks`` is what the
    Enemy does to the player of the seat (*you* in it), ``defeat`` who defeats it, when and by what.
    """

    card: str
    name: str
    cost: str
    since: int
    can_be_defeated: bool
    text: str
    attacks: str
    defeat: str


class PlaceResponse(ResponseBody, frozen=True):
    """The cards of a seat: the number in hand, and which ones if visible to you.

    With a hero also how many are left in the deck, the burn pile (top card last), the Enemy that
    attacks, and the Items. These are null in games without heroes. ``name`` is the player's, "" in
    rulings; ``text`` says what is in front of the seat.
    """

    seat: int
    name: str
    you: bool
    text: str
    hand: int
    cards: tuple[str, ...] | None
    hero: str | None
    deck: int | None
    burn_pile: tuple[str, ...] | None
    enemy: EnemyResponse | None
    items: tuple[str, ...] | None
    skipped: bool
    out: bool
    stand_in: Annotated[
        bool, Meta(description="A bot plays for its player, who was away (common.absence.bot).")
    ]
    exposed: bool


class DangersResponse(ResponseBody, frozen=True):
    """The Danger Deck: its number of cards, its discard pile, the card being resolved.

    The last card of the discard pile is the top one.
    """

    deck: int
    discard: tuple[str, ...]
    revealed: tuple[str, ...]


class ActiveEffectResponse(ResponseBody, frozen=True):
    """A lasting effect of a card played or flipped earlier.

    It has its owner (*you* in ``text``), until when it lasts, and how often it can still act
    (null: without limit). ``lasts`` says the same in words.
    """

    card: str
    name: str
    seat: int
    text: str
    until: str
    uses: int | None
    lasts: str


EndCause = Literal["one_card", "deck", "points"]
"""What may soon end the round or the game for a seat."""


class NearEndResponse(ResponseBody, frozen=True):
    """A seat that may soon win, or go out, and how.

    ``one_card``: it has one card left. ``deck``: its Character Deck has at most five cards, and
    without cards it is out. ``points``: it has at least 80 % of the target score.
    """

    seat: int
    how: EndCause
    text: str


class TableResponse(ResponseBody, frozen=True):
    """The position in words: all that a client needs to draw it.

    ``text`` has sentences on the turn, the color in play, the direction, the piles and the points;
    ``places``, ``lasting`` and ``near_end`` have their own. ``current`` is the seat whose turn it
    is, ``direction`` 1 for clockwise, ``color`` the color to match. ``scores`` is null if the game
    has no points, ``target_score`` if it is not played to a target. ``round`` counts the rounds,
    from 1. ``dangers`` is null in games without Danger cards; ``ended`` says why the game is over.
    """

    text: list[str]

    round: int
    current: int | None
    direction: Literal[1, -1]
    color: str | None
    places: list[PlaceResponse]
    discard_top: str | None
    draw_pile: int | None
    dangers: DangersResponse | None
    lasting: list[ActiveEffectResponse]
    near_end: list[NearEndResponse]
    scores: tuple[int, ...] | None
    target_score: int | None
    ended: str | None


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


class QuestionResponse(ResponseBody, frozen=True):
    """A question that a play leads to: its kind, and the sentence that asks it."""

    kind: str
    text: str


class OptionResponse(ResponseBody, frozen=True, omit_defaults=True):
    """A legal answer: its label, the exact body to POST to moves/, and what it does.

    ``text`` is the text of the card, or of the move; ``effects`` and ``warnings`` say what it
    causes now. ``danger``: it flips a Danger card. ``then`` names the choices that may come with it
    (see ``choices``), ``questions`` has them in words. What is empty or false is omitted.
    """

    label: str
    body: MoveRequest
    then: tuple[str, ...] = ()
    text: str = ""
    effects: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    danger: bool = False
    questions: tuple[QuestionResponse, ...] = ()


class UnavailableResponse(ResponseBody, frozen=True):
    """A card that may be expected among the options, and why it is not one of them."""

    card: str
    name: str
    why: str


class AskingCardResponse(ResponseBody, frozen=True):
    """The card that asks, with its whole text.

    For the seat asked, ``done`` has the sentences of the text that have been carried out, and
    ``remaining`` those that follow the answer; *you* in them is the seat ``you``. For others they
    are empty and null.
    """

    code: str
    name: str
    text: str
    you: int | None
    done: list[str]
    remaining: list[str]


class PromptResponse(ResponseBody, frozen=True):
    """A question: its seat, kind, reason, deadline, and every legal answer.

    ``deadline`` is the time at which the clock answers, ``seconds_left`` how many seconds there
    were until then when the reply was made (header ``Server-Time``). Both are null without a clock,
    while it stands, and for a question that waits under another one.
    ``why`` states the question and what is at stake; to others, for whom the game waits. ``card``
    is the card that asks, null if none does. ``options`` is null if another seat is asked;
    ``unavailable`` has cards that are no option, with the reasons. Of several prompts the last is
    answered first.
    """

    seat: int
    kind: PromptKind
    rule: str
    source: str | None
    why: str
    deadline: Time | None
    seconds_left: float | None
    options: list[OptionResponse] | None
    card: AskingCardResponse | None
    unavailable: list[UnavailableResponse]


class SentenceResponse(ResponseBody, frozen=True):
    """A part of what an event did, in a sentence.

    ``cards`` has the codes of the cards it names, ``rules`` the ids of the rules behind it.
    ``fact`` counts the facts of the event, from 0, that happened before those it tells.
    """

    seq: int
    text: str
    cards: list[str]
    rules: list[str]
    fact: int = 0


class SinceResponse(ResponseBody, frozen=True):
    """What has happened since your last move, that move included, oldest first.

    ``seq`` is the event of that move, 0 if you have made none. Of many events the earliest are left
    out: ``omitted`` counts them. ``log`` is the address of the log that has them all.
    """

    seq: int
    sentences: list[SentenceResponse]
    omitted: int
    log: str


class CardTextResponse(ResponseBody, frozen=True):
    """A card in the language of the request.

    ``text`` is what it does, ``danger`` whether it shows the Danger icon, ``defeat`` in words which
    cards defeat it if it is an Enemy. Members that a card does not have are null.
    """

    code: str
    name: str
    text: str
    kind: Kind
    color: str | None
    symbol: str | None
    points: int
    danger: bool
    defeat: str | None


class PromptsResponse(ResponseBody, frozen=True, omit_defaults=True):
    """The open prompts, and the moves that you may make besides.

    ``seq`` and ``digest`` are those of the last event, which a signed move names.

    While the game waits for calls of UNO and catches (common.uno.window), ``window_until`` is the
    time at which the window closes and ``window_seconds_left`` how many seconds there are until
    then; both are null otherwise, and while the game is paused. ``held`` are your own call and
    catches that are held until then, which no other player can see.

    With ``include`` also the position in words (``table``, null before the start), what has
    happened since your last move (``since``, null without a seat), and the texts of all cards that
    you see or that are named (``cards``).

    While players must open their shares, ``terms`` and ``receipt`` are as in a game.
    """

    seq: int
    digest: HashText
    prompts: list[PromptResponse]
    open: list[OptionResponse]
    window_until: Time | None
    window_seconds_left: float | None
    held: list[OptionResponse]
    table: TableResponse | UnsetType | None = UNSET
    since: SinceResponse | UnsetType | None = UNSET
    cards: list[CardTextResponse] | UnsetType = UNSET
    terms: Terms | UnsetType = UNSET
    receipt: SignedHead | UnsetType = UNSET


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


class StreamTicketRequest(RequestBody, frozen=True):
    """The stream to open: that of a game, or without one that of your games."""

    game: UUID | None = None


class StreamTicketResponse(ResponseBody, frozen=True):
    """A ticket that opens one stream, once; ``url`` is the address with it."""

    ticket: str
    url: str
    expires_at: Time


class DeviceCodeResponse(ResponseBody, frozen=True):
    """A code for another device; ``qr`` is a QR code of ``url``, as SVG."""

    code: str
    url: str
    qr: str
    expires_at: Time


class CodeOwnerResponse(ResponseBody, frozen=True):
    """The player who made a code, and how long the code can be used."""

    player: PlayerResponse
    expires_at: Time


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


class StreamMessageResponse(ResponseBody, frozen=True, omit_defaults=True, kw_only=True):
    """A line of a stream that is no event: it has one of these members."""

    prompts: PromptsResponse | UnsetType = UNSET
    end: StreamEndResponse | UnsetType = UNSET
    problem: ProblemResponse | UnsetType = UNSET
    phrase: SaidResponse | UnsetType = UNSET
    presence: PresenceResponse | UnsetType = UNSET


class StreamEndResponse(ResponseBody, frozen=True):
    """The end of a stream: the number of the game's last event, and its result."""

    seq: int
    result: ResultResponse | None


class MoveResponse(ResponseBody, frozen=True, omit_defaults=True):
    """The result of a command: your view of its events, position and prompts.

    A call or a catch in a window (common.uno.window) has no events yet: it is among ``held``, until
    ``window_until``. These two and ``window_seconds_left`` are as for prompts/.

    ``table`` is the position in words. ``unused`` names the choices that no question used.
    ``receipt`` is the signed head, if the request asked for it. In the reply to a start it is that
    of ``seq`` 0, and ``terms`` is all that was fixed before the deal. ``since`` and ``cards`` are
    as for prompts/, if the request includes them. ``digest`` is that of event ``seq``.
    """

    seq: int
    digest: HashText
    events: list[SeenEvent]
    position: PositionResponse
    table: TableResponse
    prompts: list[PromptResponse]
    open: list[OptionResponse]
    window_until: Time | None
    window_seconds_left: float | None
    held: list[OptionResponse]
    unused: tuple[str, ...]
    receipt: SignedHead | None
    since: SinceResponse | UnsetType | None = UNSET
    cards: list[CardTextResponse] | UnsetType = UNSET
    terms: Terms | UnsetType = UNSET


class NewGameResponse(GameResponse, frozen=True, kw_only=True):
    """A new game, and its first events if it was started at once."""

    events: list[SeenEvent]
    prompts: list[PromptResponse]
    open: list[OptionResponse]


class DryRunResponse(ResponseBody, frozen=True, omit_defaults=True):
    """The result that a move would have.

    If that depends on chance or on hidden cards, only that the move is legal.
    """

    legal: Literal[True]
    seq: int
    depends_on_hidden: bool
    facts: tuple[SeenFact, ...] | None = None
    rulings: tuple[Ruling, ...] | None = None


class FlawResponse(ResponseBody, frozen=True, omit_defaults=True):
    """An error in the input: a JSON pointer, a parameter or a header, with its reason."""

    code: str
    detail: str
    pointer: str | None = None
    parameter: str | None = None
    header: str | None = None


ChangeKind = Literal["changed", "added", "removed"]
"""How an entry, a member or a deck differs."""

MemberPath = Annotated[
    str,
    Meta(description="The place in the definition, such as `effects[1].count`."),
]


class MemberChangeResponse(ResponseBody, frozen=True):
    """A member of a definition that differs.

    An entry of a list that only one version has is `added` or `removed`, and the other value is
    null. A member that is omitted in a definition has its default value here.
    """

    path: MemberPath
    change: ChangeKind
    before: Any
    after: Any


class ProblemResponse(ResponseBody, frozen=True, omit_defaults=True):
    """A problem document (RFC 9457).

    ``code`` is stable; ``title`` and ``detail`` follow Accept-Language. ``type`` is the address of
    a page about the code, ``instance`` the id of the request in the server's log, ``rule`` the rule
    that refused the move, ``errors`` the errors in the input. If a move was refused, ``seq``,
    ``digest``, ``prompts``, ``open``, ``held`` and the members of the window repeat what the game
    waits for, and ``instead`` says what you can do; ``table``, ``since`` and ``cards`` are as for
    prompts/, if the request includes them. ``receipt`` is the signed head after the refusal, if the
    request asked for it. If If-Match was stale, ``events`` has what was missed.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    params: dict[str, str | int]
    rule: str = ""
    errors: list[FlawResponse] = []
    seq: int | None = None
    digest: HashText | None = None
    prompts: list[PromptResponse] | None = None
    open: list[OptionResponse] | None = None
    window_until: Time | UnsetType | None = UNSET
    window_seconds_left: float | UnsetType | None = UNSET
    held: list[OptionResponse] | UnsetType = UNSET
    events: list[SeenEvent] | None = None
    instead: str = ""
    receipt: SignedHead | UnsetType = UNSET
    table: TableResponse | UnsetType | None = UNSET
    since: SinceResponse | UnsetType | None = UNSET
    cards: list[CardTextResponse] | UnsetType = UNSET


class ProblemTypeResponse(ResponseBody, frozen=True):
    """A problem type in both languages. Braces name members of ``params``."""

    code: str
    type: str
    status: int
    title: BilingualText
    detail: BilingualText


class ProblemTypesResponse(ResponseBody, frozen=True):
    """All problem types."""

    results: list[ProblemTypeResponse]


class IndexResponse(ResponseBody, frozen=True):
    """The server: the version of its API, its release, the addresses of its resources."""

    name: str
    version: str
    release: str
    resources: dict[str, str]
