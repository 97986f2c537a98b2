"""A decoded row of a game, and who made its move."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine import NOBODY, Fact, Move, Ruling, Seat, Setup, hidden_in_event
from games.engine.zones import MAX_SEATS
from games.ledger.heads import HashText, Refused, UuidText
from games.ledger.sealing import HiddenPart

EVERYTHING: Final = -2
"""The viewer from whom nothing is hidden: all once a game is over, an arbiter before."""

MAX_REASON_LENGTH: Final = 500
"""The most characters of a reason."""

_UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
MAX_REFERENCE_LENGTH: Final = 80
"""The most characters of a reference."""

REASON: Final = rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*(?!\n)$"
"""A reason is one line of plain text: no control characters, and not only blanks."""


LARGEST: Final = 2**53 - 1
"""The largest integer of canonical JSON."""

MAX_ORGANISERS: Final = 5
"""The most organisers that the creator of a game names."""

MAX_BUDGET: Final = 1_000_000
"""The most plies that a bot may try for a choice."""

SeedMode = Literal["plain", "shared"]
Revealed = Literal["all", "seats"]
Count = Annotated[int, Meta(ge=1, le=LARGEST)]
Budget = Annotated[int, Meta(ge=0, le=MAX_BUDGET)]
BySeat = Meta(max_length=MAX_SEATS)


class StartPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of the parts of a start, which are read only in this form.

    A stored row 1 that was altered into another form is unreadable, which an audit reports.
    """


class PlayerSeat(StartPart, frozen=True, tag_field="kind", tag="player", kw_only=True):
    """A seat of a player; ``name`` is the commitment to the display name."""

    player: UuidText
    name: HashText
    key: HashText | None


class BotSeat(StartPart, frozen=True, tag_field="kind", tag="bot", kw_only=True):
    """A seat of a bot; ``budget`` is how many plies it may try for one choice."""

    bot: str
    version: str
    budget: Budget


class BoundChance(StartPart, frozen=True, kw_only=True):
    """What binds the shares, and is the same in the terms and in row 1."""

    algorithm: str
    mode: SeedMode
    commitments: Annotated[tuple[HashText | None, ...], BySeat]


class CommittedChance(BoundChance, frozen=True, kw_only=True):
    """What binds the seed before the shares are opened."""

    commitment: HashText


class ChanceTerms(BoundChance, frozen=True, kw_only=True):
    """What the seed is mixed from, but for the server's part: docs/fairness.md."""

    shares: Annotated[tuple[HashText | None, ...], BySeat]


class RulebookName(StartPart, frozen=True, kw_only=True):
    """The rulebook by which a game is played."""

    version: str
    digest: HashText


class TournamentTable(StartPart, frozen=True, kw_only=True):
    """The table of a tournament, with round and table counted from 1."""

    tournament: UuidText
    round: Count
    table: Count


class NamedOrganiser(StartPart, frozen=True, kw_only=True):
    """An organiser whom the creator of a game named, with the key that signs the acts."""

    player: UuidText
    key: HashText | None


class ClosedTable(StartPart, frozen=True, kw_only=True):
    """What is fixed before the deal, and is the same in the terms and in row 1.

    ``closed_at`` is when the table closed. ``stand_in`` is the bot that goes on for players who are
    away, with the option ``absence`` "bot" (common.absence.bot).
    """

    closed_at: str
    seats: Annotated[tuple[PlayerSeat | BotSeat, ...], BySeat]
    rules: RulebookName
    reveal: Revealed
    directors: Annotated[int, Meta(ge=1, le=2)]
    organisers: Annotated[tuple[NamedOrganiser, ...], Meta(max_length=MAX_ORGANISERS)]
    event: TournamentTable | None
    stand_in: BotSeat | None


class Terms(ClosedTable, frozen=True, kw_only=True):
    """The terms of a game, row 0: all that is fixed when its table closes.

    The digest is ``games.ledger.terms.terms_digest``.
    """

    game: UuidText
    setup: Setup
    chance: CommittedChance


class Start(ClosedTable, frozen=True, kw_only=True, tag_field="move", tag="start"):
    """The first move of every game: seats, and what is fixed before the deal."""

    chance: ChanceTerms


class Actor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who made a move: a "player", a "bot", the "clock" or an "organiser".

    ``player`` is a public id. A bot has a name, a version and the budget of its choice, in plies;
    ``fallback`` says that its choice did not count: the first legal move was made for it, or its
    quick answer if the ``reason`` is "time". ``reason`` is the organiser's, or why a bot's choice
    did not count; ``second`` is the other organiser of an act that needs two, and ``reference`` a
    number or name under which an act is filed elsewhere, such as that of an appeal.
    """

    kind: str
    player: str = ""
    name: str = ""
    version: str = ""
    budget: int = 0
    fallback: bool = False
    reason: str = ""
    second: str = ""
    reference: str = ""


class ActSignature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An organiser's signature of an act, and the number of the row that it answers."""

    seq: int
    signature: str


class Signed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player's signature of a move, or a reference to the move that was signed.

    The first row has ``choices`` and ``signature``, and ``seq`` if it does not answer the row
    before it: the number of the row that it answers. A further one has ``by``, the number of the
    first row, and ``choice``: the kind of choice, and which of its values.

    The row of an act has ``organisers``: the signature of each, None for one without a key.
    """

    choices: dict[str, Any] | UnsetType = UNSET
    signature: str | UnsetType = UNSET
    seq: int | UnsetType = UNSET
    by: int | UnsetType = UNSET
    choice: Annotated[tuple[str | int, ...], Meta(min_length=2, max_length=2)] | UnsetType = UNSET
    organisers: tuple[ActSignature | None, ...] | UnsetType = UNSET


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted move: by whom, what it caused and why, and its place in the chain.

    The first row has no seat; its move starts the game. ``refused`` counts the moves refused since
    the row before. ``sealed`` has the salts and the commitments of the hidden parts, by JSON
    pointer.
    """

    game: str
    seq: int
    seat: Seat | None
    actor: Actor
    move: Start | Move
    facts: tuple[Fact, ...]
    rulings: tuple[Ruling, ...]
    rules_version: str
    refused: Refused | None
    signed: Signed | None
    at: str
    digest: str
    sealed: dict[str, HiddenPart]

    def to_dict(self) -> dict[str, Any]:
        """Return the sealed part of the row: all but ``digest`` and ``sealed``."""
        content: dict[str, Any] = msgspec.to_builtins(self)
        del content["digest"], content["sealed"]
        return content

    def hidden(self, viewer: Seat = NOBODY) -> list[str]:
        """Return the JSON pointers of the parts hidden from a viewer during the game.

        For the public they are the parts that are commitments in the chain. A signature is one of
        them: a reader with the public key could find the move by trying.
        """
        if viewer == EVERYTHING:
            return []
        move = None if isinstance(self.move, Start) else self.move
        paths = list(hidden_in_event(move, self.facts, viewer))
        if self.signed is not None and self.seat != viewer:
            paths.append("/signed")
        return paths


def stamp(moment: datetime) -> str:
    """Return a time as rows have it: UTC, with milliseconds."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


def milliseconds(moment: datetime) -> int:
    """Return a time as the engine takes it: in milliseconds from 1970 on."""
    return (moment - _EPOCH) // _MILLISECOND


def moment_of(milliseconds: int) -> datetime:
    """Return the time that the engine has as milliseconds from 1970 on."""
    return _EPOCH + timedelta(milliseconds=milliseconds)


def seconds_until(milliseconds: int) -> float:
    """Return how many seconds are left until a time of the engine; 0 if it is past."""
    return max(0.0, round((moment_of(milliseconds) - now()).total_seconds(), 3))


def wall_time() -> datetime:
    """Return the time of the machine; tests set another."""
    return datetime.now(UTC)


def now() -> datetime:
    """Return the current time, cut to the millisecond."""
    moment = wall_time()
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
