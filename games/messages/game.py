"""What goes over the wire, in both directions. The OpenAPI components are made of these structs."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.directing.services import LONGEST_REASON, REASON
from games.engine.facts import Fact, LastingEffect
from games.engine.moves import Move
from games.players.scopes import SCOPES

# Requests: unknown fields are refused.


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all bodies."""


_PLAIN: Final = r"^[^\x00-\x1f\x7f]*$"
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
Code = Annotated[str, Meta(max_length=80, pattern=_PLAIN)]
SeatNumber = Annotated[int, Meta(ge=0, le=9, description="A seat: 0, 1, 2 … clockwise.")]
Scope = Literal[
    "game:create",
    "game:play",
    "audit:read",
    "audit:live",
    "tournament:direct",
    "catalog:write",
    "catalog:publish",
]


class PlayerAsked(Asked, frozen=True):
    """A guest to be made; the name may be left to us."""

    name: Name | None = None


class NameAsked(Asked, frozen=True):
    """Another name for yourself."""

    name: Name


class TokenAsked(Asked, frozen=True):
    """A further token: some of your own token's scopes, until some moment."""

    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=len(SCOPES))]
    label: Annotated[str, Meta(max_length=60, pattern=_PLAIN)] = ""
    expires_at: Annotated[datetime, Meta(tz=True)] | None = None


Access = Literal["open", "invited"]
"""Who may see a game while it is not over."""

Reveal = Literal["all", "seats"]
"""To whom a game opens when it is over."""

GameStatus = Literal["open", "running", "over"]
"""Whether a game is open, running or over."""

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
"""What sort of answer a prompt asks for."""

Look = Literal["plain", "common", "uncommon", "rare", "super_rare", "ultra_rare"]
"""As which of its twins a Character card is shown: plain, or a foil card of some rarity."""


class PlaceAsked(Asked, frozen=True, tag_field="kind", kw_only=True):
    """What can be asked for with any seat, in a game with heroes.

    ``hero`` is the code of the hero to play there, null for one by lot; ``look`` only looks.
    """

    hero: Code | None = None
    look: Look = "plain"


class MeAsked(PlaceAsked, frozen=True, tag="me", kw_only=True):
    """A seat for yourself."""


class BotAsked(PlaceAsked, frozen=True, tag="bot", kw_only=True):
    """A seat for a bot, by the name under which bots/ offers it."""

    bot: Code


class OpenAsked(PlaceAsked, frozen=True, tag="open", kw_only=True):
    """A seat for any player, who may choose another hero."""


class InvitedAsked(PlaceAsked, frozen=True, tag="invited", kw_only=True):
    """A seat for one player, who takes it by joining and may choose another hero."""

    player: UUID


class GameAsked(Asked, frozen=True):
    """A table: the variant, who sits where (seat 0 first), and the options of the variant.

    Without an edition the newest one of the variant is taken. A game with access "invited" is
    seen only by those who sit there, are invited, or made it. When it is over all opens to
    all; with reveal "seats" each keeps the own view, and only an auditor gets everything.
    With ``start`` it begins at once. Where players have heroes, each seat may name its ``hero``;
    those that name none are dealt one by lot, from those that are left, as the game begins.
    """

    variant: Code
    seats: Annotated[
        list[MeAsked | BotAsked | OpenAsked | InvitedAsked],
        Meta(extra_json_schema={"minItems": 2, "maxItems": 10}),
    ]
    edition: Code | None = None
    options: dict[str, Any] = {}
    access: Access = "open"
    reveal: Reveal = "all"
    start: bool = False


class JoinAsked(Asked, frozen=True):
    """The seat to take; without one, the one kept for you, else the first that is open.

    In a game with heroes also the hero to play there (null: by lot) and its look; what is left out
    stays what the seat has.
    """

    seat: SeatNumber | None = None
    hero: Code | UnsetType | None = UNSET
    look: Look | UnsetType = UNSET


class DressAsked(Asked, frozen=True):
    """Another hero for a seat (null: by lot), or another look; what is left out stays."""

    hero: Code | UnsetType | None = UNSET
    look: Look | UnsetType = UNSET


class InviteAsked(Asked, frozen=True):
    """The player for whom a seat is kept."""

    player: UUID


class NothingAsked(Asked, frozen=True):
    """An empty object; the body may be left out."""


ChoiceOf = Annotated[
    Code | Annotated[int, Meta(ge=0, le=9)] | list[Code | Annotated[int, Meta(ge=0, le=9)]],
    Meta(description="One answer, or several in the order in which they will be asked."),
]


class Choices(Asked, frozen=True):
    """Answers to what the card will ask of its own player, named as ``then`` lists them.

    What is missing is asked by the next prompt; what is not asked after all is passed over. They
    answer only that card: what another card asks in between is asked by a prompt.
    """

    color: ChoiceOf | None = None
    player: ChoiceOf | None = None
    character: ChoiceOf | None = None
    card: ChoiceOf | None = None
    mode: ChoiceOf | None = None
    confirm: ChoiceOf | None = None


class PlayAsked(Asked, frozen=True, tag_field="move", tag="play"):
    """Play a card from your hand; ``uno`` calls UNO with it.

    The call counts if one card is left when the play is done. It is refused (``no_uno_to_call``) if
    the play cannot leave one card.
    """

    card: Code
    uno: bool = False
    choices: Choices | None = None


class DrawAsked(Asked, frozen=True, tag_field="move", tag="draw"):
    """Draw a card instead of playing one."""


class PassAsked(Asked, frozen=True, tag_field="move", tag="pass"):
    """Keep the card you have just drawn."""


class ChooseAsked(Asked, frozen=True, tag_field="move", tag="choose"):
    """Answer the open question with one of its options."""

    option: Code | Annotated[int, Meta(ge=0, le=9)]
    choices: Choices | None = None


class CallUnoAsked(Asked, frozen=True, tag_field="move", tag="call-uno"):
    """Say UNO."""


class CatchUnoAsked(Asked, frozen=True, tag_field="move", tag="catch-uno"):
    """Catch another seat (``seat``) that has one card and has not said UNO."""

    seat: SeatNumber


class ResignAsked(Asked, frozen=True, tag_field="move", tag="resign"):
    """Leave the game for good."""


MoveAsked = (
    PlayAsked | DrawAsked | PassAsked | ChooseAsked | CallUnoAsked | CatchUnoAsked | ResignAsked
)
"""The body of a move: always for your own seat."""


Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_REASON,
        pattern=REASON,
        description="Why: one line of plain text. It is shown to all who see the game.",
    ),
]


class RemoveAsked(Asked, frozen=True, tag_field="act", tag="remove"):
    """Take a seat out of a running game for good, as if its player had resigned."""

    seat: SeatNumber
    reason: Reason


class VoidAsked(Asked, frozen=True, tag_field="act", tag="void"):
    """Void a game, running or over: no seat wins it."""

    reason: Reason


class CorrectAsked(Asked, frozen=True, tag_field="act", tag="correct"):
    """Give a game that is over, or void, another winner."""

    winner: SeatNumber
    reason: Reason


ActAsked = RemoveAsked | VoidAsked | CorrectAsked
"""What an organiser does to a game."""


# Replies


class Told(msgspec.Struct, frozen=True):
    """The base of all replies."""


Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""RFC 3339, UTC, with milliseconds."""


Tag = Annotated[str, Meta(pattern=r"^[0-9a-f]{6}$")]
"""The first six digits of a player's id."""


class PlayerTold(Told, frozen=True):
    """A player, as anybody may see one.

    Names are not unique: where two look alike, show the ``tag`` as well (``Ada#3f2a1c``).
    """

    id: UUID
    name: str
    tag: Tag
    guest: bool


class TokenTold(Told, frozen=True):
    """A token without its secret.

    ``parent`` is the token that made it, null for those made otherwise: a token ends with its
    parent. ``owner`` marks the first token of a guest, which may revoke all of the player's.
    """

    id: UUID
    label: str
    scopes: list[str]
    parent: UUID | None
    owner: bool
    created_at: Time
    expires_at: Time | None
    last_used_at: Time | None


class NewTokenTold(TokenTold, frozen=True):
    """A new token. ``secret`` is shown this once; we keep only its hash."""

    secret: Annotated[str, Meta(pattern=r"^fd_[0-9a-f]{64}$")]


class NewPlayerTold(Told, frozen=True):
    """A new player with a first token."""

    player: PlayerTold
    token: NewTokenTold


class MeTold(Told, frozen=True):
    """Yourself, and what the token in use may do."""

    id: UUID
    name: str
    tag: Tag
    guest: bool
    created_at: Time
    token: UUID
    scopes: list[str]


class TokensTold(Told, frozen=True):
    """Your tokens, oldest first."""

    results: list[TokenTold]


class BothTold(Told, frozen=True):
    """A text in both languages."""

    en: str
    fr_ca: str = msgspec.field(name="fr-CA")


class CurrentEditionTold(Told, frozen=True):
    """The edition that new games of a variant are played with unless they name another."""

    hash: str
    name: BothTold
    since: str
    href: str


class OptionSchemaTold(Told, frozen=True, omit_defaults=True):
    """The JSON Schema of one option of a variant."""

    description: str
    default: str | int | None
    type: str | tuple[str, ...]
    enum: tuple[str, ...] | UnsetType = UNSET
    minimum: int | UnsetType = UNSET
    maximum: int | UnsetType = UNSET


class OptionsSchemaTold(Told, frozen=True):
    """The options of a variant, as the JSON Schema of an object."""

    type: Literal["object"]
    unevaluated: Literal[False] = msgspec.field(name="unevaluatedProperties")
    properties: dict[str, OptionSchemaTold]


class VariantTold(Told, frozen=True):
    """One of the games: how many play it, its current edition, and its options as JSON Schema."""

    code: str
    name: str
    fewest: int
    most: int
    edition: CurrentEditionTold | None
    options: OptionsSchemaTold


class VariantsTold(Told, frozen=True):
    """The games on offer."""

    results: list[VariantTold]


class RuleTold(Told, frozen=True):
    """A rule: what it says, how it refuses, where it is printed, and what it rests on: the printed
    sheet, the written guide, or a ruling of this server."""

    id: str
    title: BothTold
    text: BothTold
    refusal: BothTold | None
    sheet: str | None
    section: str | None
    basis: tuple[Literal["sheet", "guide", "ruling"], ...]


class RulesTold(Told, frozen=True):
    """The rulebook; ``version`` is what events cite as their ``rules_version``."""

    version: str
    results: list[RuleTold]


class KeyTold(Told, frozen=True):
    """A public key of the server: 32 bytes in hexadecimal. ``id`` is the first 16 digits of their
    SHA-256; a retired key signs nothing new."""

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    algorithm: Literal["ed25519"]
    public: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    retired: bool


class KeysTold(Told, frozen=True):
    """The keys that check the server's signatures; the first one signs now."""

    results: list[KeyTold]


class SeatTold(Told, frozen=True):
    """A place at the table. A bot is named with its version; an invited player has not come yet.

    ``hero`` is the hero asked for, null for one by lot; once the game has begun, the one that is
    played there. ``look`` is the twin that its Character card is shown as, ``picture`` the address
    of that. All three are null in games without heroes.
    """

    seat: int
    kind: Literal["player", "bot", "open", "invited"]
    player: PlayerTold | None
    bot: str | None
    bot_version: str | None
    you: bool
    hero: str | None
    look: Look | None
    picture: str | None


class SeatsTold(Told, frozen=True):
    """All places at the table, clockwise."""

    results: list[SeatTold]


class ResultTold(Told, frozen=True):
    """How a game ended: the seat that won (none in a game cancelled or void) and why.

    ``why`` is "void" or "corrected" where an organiser has changed it; "void" also after a move
    without end (common.endless).
    """

    winner: int | None
    why: str


class PositionTold(Told, frozen=True):
    """The table after event ``seq``, as one viewer may know it.

    ``view`` is "seat:1", "public" or (of a finished game) "full". ``counts`` has the number of
    cards in every zone, ``cards`` the codes in those that the viewer sees, the top one last.
    ``skipped`` seats lose their next turn, ``exposed`` ones may be caught without UNO.
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
    lasting: tuple[LastingEffect, ...]
    result: ResultTold | None


class EnemyTold(Told, frozen=True):
    """The Enemy that attacks a seat: ``cost`` and ``text`` in words. A card that fits the cost
    defeats it, but not on the turn on which it came: ``can_be_defeated`` tells."""

    card: str
    name: str
    cost: str
    since: int
    can_be_defeated: bool
    text: str


class PlaceTold(Told, frozen=True):
    """What lies at a seat: how many cards are in the hand, and which if you may know; with a hero
    also how many are left in the deck, the burn pile (top last), the Enemy that attacks and the
    Items. These are null in games without heroes."""

    seat: int
    hand: int
    cards: tuple[str, ...] | None
    hero: str | None
    deck: int | None
    burn_pile: tuple[str, ...] | None
    enemy: EnemyTold | None
    items: tuple[str, ...] | None
    skipped: bool
    out: bool
    exposed: bool


class DangersTold(Told, frozen=True):
    """The Danger Deck: how many cards it has, its discard pile (top last), and the card that is
    being worked out."""

    deck: int
    discard: tuple[str, ...]
    revealed: tuple[str, ...]


class LastingTold(Told, frozen=True):
    """What a card played or flipped before still does: in whose name (in ``text`` that seat is
    *you*), until when, and how often it may yet act (null: without number)."""

    card: str
    name: str
    seat: int
    text: str
    until: str
    uses: int | None


class TableTold(Told, frozen=True):
    """The position in a player's words: all that a client draws.

    ``current`` is the seat whose turn it is, ``direction`` 1 for clockwise, ``color`` the color to
    match; ``dangers`` is null in games without Danger cards, ``ended`` says why the game is over.
    """

    current: int | None
    direction: Literal[1, -1]
    color: str | None
    places: list[PlaceTold]
    discard_top: str | None
    draw_pile: int | None
    dangers: DangersTold | None
    lasting: list[LastingTold]
    ended: str | None


class GameTold(Told, frozen=True):
    """A game as you may see it; ``you`` is your seat.

    ``position`` is all that you may know of it, zone by zone; ``table`` the same in words.

    ``seq`` is the number of its latest event, 0 before it begins: the ETag, and the If-Match of a
    move. ``commitment`` binds the secret ``seed`` of its shuffles, which is told at the end
    unless only ``seats`` know what they saw (``reveal``). ``result`` is null until it is over.
    """

    id: UUID
    variant: str
    edition: str
    status: GameStatus
    access: Access
    reveal: Reveal
    seq: int
    you: int | None
    seats: list[SeatTold]
    options: dict[str, str | int | None]
    commitment: str | None
    algorithm: str | None
    seed: str | None
    created_at: Time
    started_at: Time | None
    ended_at: Time | None
    result: ResultTold | None
    position: PositionTold | None
    table: TableTold | None


class GameLineTold(Told, frozen=True):
    """A game in a list; ``why`` tells how it ended.

    "corrected" is an organiser's, "void" too unless a move had no end (common.endless).
    """

    id: UUID
    variant: str
    edition: str
    status: GameStatus
    access: Access
    seq: int
    seats: int
    winner: int | None
    why: str | None
    created_at: Time
    started_at: Time | None
    ended_at: Time | None


class GamesTold(Told, frozen=True):
    """A page of games, newest first; ``next`` is the address of the next page."""

    results: list[GameLineTold]
    next: str | None


class OptionTold(Told, frozen=True, omit_defaults=True):
    """One thing you may do: its words, the exact body to POST to moves/, and the choices that may
    come with it (see ``choices``)."""

    label: str
    body: MoveAsked
    then: tuple[str, ...] = ()


class PromptTold(Told, frozen=True):
    """A question: which seat may answer, what kind, why, until when, and every legal answer.

    ``options`` is null where another seat is asked. Of several prompts the last is answered first.
    """

    seat: int
    kind: PromptKind
    rule: str
    source: str | None
    why: str
    deadline: Time | None
    options: list[OptionTold] | None


class PromptsTold(Told, frozen=True):
    """What the game waits for, and what you may do besides."""

    seq: int
    prompts: list[PromptTold]
    open: list[OptionTold]


class ActorTold(Told, frozen=True, omit_defaults=True):
    """Who made a move: a player by id, a bot with its name and version, or an organiser.

    The ``seed`` of a bot's choice and the digest of the ``view`` it saw are null to all but
    the auditor until the game is over; ``fallback`` says that the bot failed and the first legal
    move was made for it, ``reason`` why an organiser acted.
    """

    kind: Literal["player", "bot", "clock", "organiser"]
    player: str = ""
    name: str = ""
    version: str = ""
    seed: str | None = ""
    view: str | None = ""
    fallback: bool = False
    reason: str = ""


class RulingTold(Told, frozen=True, omit_defaults=True):
    """Why: the rule behind the facts from the index ``at`` on."""

    rule: str
    at: int
    seat: int
    params: dict[str, int | str] | None = None


class Start(Told, frozen=True, tag_field="move", tag="start"):
    """The first move of every game: the table is laid. It has no seat."""


class EventTold(Told, frozen=True):
    """A move that was accepted, with the facts it caused and the rules behind them.

    What you may not see is null, and the facts tell in ``count`` how many cards they are about.
    ``digest`` chains the event to the one before; ``sealed`` has, by JSON pointer, the commitments
    that stand in the chain in the place of hidden parts, ``salts`` the salts of those you see.
    """

    seq: int
    seat: int | None
    actor: ActorTold
    move: Move | Start
    facts: list[Fact]
    rulings: list[RulingTold]
    rules_version: str
    fingerprint: str | None
    at: Time
    digest: str
    sealed: dict[str, str]
    salts: dict[str, str]


class EventsTold(Told, frozen=True):
    """A page of events. ``next`` is the address of the next page, null when this one reaches the
    head; ``seq`` is where the game stands."""

    results: list[EventTold]
    seq: int
    next: str | None


class MoveTold(Told, frozen=True):
    """What a command caused: the events as you may see them, the position and the table after
    them, and what the game waits for. ``unused`` names the choices that no question asked for."""

    seq: int
    events: list[EventTold]
    position: PositionTold
    table: TableTold
    prompts: list[PromptTold]
    open: list[OptionTold]
    unused: list[str]


class NewGameTold(GameTold, frozen=True, kw_only=True):
    """A new game, and if it was started at once, what that caused."""

    events: list[EventTold]
    prompts: list[PromptTold]
    open: list[OptionTold]


class DryRunTold(Told, frozen=True, omit_defaults=True):
    """What a move would be answered. Where the outcome hangs on chance or on hidden cards, only
    that it is legal."""

    legal: Literal[True]
    seq: int
    depends_on_hidden: bool
    facts: list[Fact] | None = None
    rulings: list[RulingTold] | None = None


class FlawTold(Told, frozen=True, omit_defaults=True):
    """One thing that is wrong with the input: a JSON pointer, a parameter or a header."""

    code: str
    detail: str
    pointer: str | None = None
    parameter: str | None = None
    header: str | None = None


class ProblemTold(Told, frozen=True, omit_defaults=True):
    """Something went wrong (RFC 9457): ``code`` is stable, ``title`` and ``detail`` follow
    Accept-Language.

    ``type`` is the address of a page about the code, ``instance`` the name of the request in our
    logs, ``rule`` the rule that refused it, ``errors`` what is wrong with the input. When a rule
    refused a move, ``seq``, ``prompts`` and ``open`` tell again what the game waits for; when
    If-Match was behind, ``seq`` and ``events`` tell what was missed.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    params: dict[str, str | int]
    rule: str = ""
    errors: list[FlawTold] = []
    seq: int | None = None
    prompts: list[PromptTold] | None = None
    open: list[OptionTold] | None = None
    events: list[EventTold] | None = None


class ProblemTypeTold(Told, frozen=True):
    """A sort of problem, in both languages; braces name the members of ``params``."""

    code: str
    type: str
    status: int
    title: BothTold
    detail: BothTold


class ProblemTypesTold(Told, frozen=True):
    """Every sort of problem."""

    results: list[ProblemTypeTold]


class IndexTold(Told, frozen=True):
    """The server: the version of its API, its release, and the addresses of the resources."""

    name: str
    version: str
    release: str
    resources: dict[str, str]
