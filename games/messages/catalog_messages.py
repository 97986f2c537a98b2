"""What a server offers: bots, variants, rules and keys."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine.facts import OptionValue
from games.messages.bodies import BilingualText, ResponseBody


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
