"""What the audit sends and reads: the log of finished games, the rulings desk, the log in words.

The OpenAPI components are made of these structs, as of those in ``serializers``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from games.engine import Fact, Prompt
from games.messages.game import (
    Asked,
    Code,
    PositionTold,
    PromptTold,
    RulingTold,
    SeatNumber,
    Time,
    Told,
)
from games.messages.ruled_moves import RuledMove
from games.rulings.positions import PositionAsked

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""A SHA-256, in hexadecimal."""


class CheckpointTold(Told, frozen=True):
    """The log of finished games as it was signed: the root of the tree over its first ``size``
    entries, and when. ``signature`` is over the bytes of ``message``, by the key of keys/ with the
    id ``key``."""

    size: int
    root: Hash
    at: Time
    key: str
    signature: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]
    message: str


class CheckpointsTold(Told, frozen=True):
    """A page of checkpoints, largest first; ``next`` is the address of the next page."""

    results: list[CheckpointTold]
    next: str | None


class InclusionTold(Told, frozen=True):
    """The proof that a game stands in a checkpoint (RFC 9162, section 2.1.3).

    ``entry`` is what the leaf is the hash of: the game with the number of its rows and the digest
    of the last one, when it ended or when its result was changed. ``number`` is the leaf's index,
    from 0; ``path`` has the hashes that lead from it to the root, leaf side first.
    """

    game: UUID
    number: int
    length: int
    digest: Hash
    entry: str
    leaf: Hash
    path: list[Hash]
    checkpoint: CheckpointTold


class ConsistencyTold(Told, frozen=True):
    """The proof that the log of the first checkpoint was only added to (RFC 9162, section
    2.1.4)."""

    first: CheckpointTold
    second: CheckpointTold
    path: list[Hash]


# ---- positions, and the rulings desk


class TablePositionTold(PositionTold, frozen=True, kw_only=True):
    """A position with all that the rules read of it: what rulings/ takes as its ``position``.

    ``uno`` has how each seat with one card stands, ``idle`` how many turns in a row no player could
    play or draw, ``enemy_since`` the turn on which the Enemy of each seat came, ``lasted`` the key
    given last to a lasting effect, ``shuffles`` the number of the next use of chance. ``prompts``
    are the open questions with the work that waits for their answers; a hidden one that asks
    another seat is without options and work.
    """

    uno: tuple[str, ...]
    idle: int
    enemy_since: tuple[int, ...]
    lasted: int
    shuffles: int
    prompts: tuple[Prompt, ...]


class RulingAsked(Asked, frozen=True, kw_only=True):
    """A move, and the position to rule on it in.

    Either a table and a position (``variant``, ``seats``, ``position``), or a ``game``: then the
    position is that after event ``at``, without it the one now, as the caller may see it.
    ``edition`` is a hash, without it the current edition of the variant; ``options`` and
    ``heroes`` are those of a game. ``move`` is the body that moves/ takes, or a move as events,
    bundles and refusals have it. ``seat`` makes the move unless the move names its seat; without
    either it is the seat whose answer is awaited. ``seed`` makes the shuffles: without it that of
    the game if it is known to all, else 32 zero bytes.
    """

    move: RuledMove
    variant: Code | None = None
    seats: Annotated[int, Meta(ge=0, le=100)] | None = None
    position: PositionAsked | None = None
    game: UUID | None = None
    at: Annotated[int, Meta(ge=1, le=2_147_483_647)] | None = None
    edition: Code | None = None
    options: dict[str, Any] | None = None
    heroes: Annotated[list[Code], Meta(max_length=10)] | None = None
    seat: SeatNumber | None = None
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None


class CitedRuleTold(Told, frozen=True):
    """A rule that decides, in the language asked for; rules/ has it in both."""

    id: str
    title: str
    text: str
    sheet: str | None
    section: str | None
    basis: tuple[Literal["sheet", "guide", "ruling"], ...]


class RulingStepTold(Told, frozen=True):
    """A part of what a move causes, in words: the rules behind it, by id, and sentences."""

    rules: list[str]
    sentences: list[str]


class VerdictTold(Told, frozen=True):
    """What the rules say of a move.

    A legal one has in ``permitted_by`` the rules that permit it, in ``steps`` what follows in words
    and in ``facts`` what follows as data with the ``rulings`` behind it, then the position after
    and the questions that are open then. For an illegal one ``code``, ``rule`` and ``refusal`` say
    why, and ``prompts`` are those that stay open. ``rules`` has the text of every rule that permits
    or decides. ``filled`` names the zones whose cards were dealt by chance because the position
    does not name them: what the facts say of these is one possibility; ``prompts`` among them
    stands for a question with hidden options. ``unused`` names the choices that no question used.
    """

    legal: bool
    seat: int
    edition: str
    code: str | None
    rule: str | None
    refusal: str | None
    params: dict[str, str | int]
    permitted_by: list[str]
    rules: list[CitedRuleTold]
    steps: list[RulingStepTold]
    facts: list[Fact]
    rulings: list[RulingTold]
    position: TablePositionTold | None
    prompts: list[PromptTold]
    filled: list[str]
    unused: list[str]


# ---- time travel


class ChangeTold(Told, frozen=True):
    """A member of a position as it was and as it became."""

    before: Any
    after: Any


class ZoneChangeTold(Told, frozen=True):
    """How many cards a zone had and has, and which came and left, where the viewer sees into it.

    ``reordered``: the same cards lie there in another order.
    """

    before: int
    after: int
    came: list[str] | None
    left: list[str] | None
    reordered: bool


class PositionDiffTold(Told, frozen=True):
    """What changed from the position after one event to that after another, as one viewer knows
    it: ``fields`` by the names of the members of a position, ``zones`` by their names."""

    since: int = msgspec.field(name="from")
    to: int
    view: str
    fields: dict[str, ChangeTold]
    zones: dict[str, ZoneChangeTold]


# ---- the log in words


class AppliedRuleTold(Told, frozen=True):
    """A rule that applied, with its title, and the seat it applied to."""

    rule: str
    title: str
    seat: int | None


class LogEntryTold(Told, frozen=True):
    """An event in words: when, who (``kind`` says what sort of actor), the move, and the rules
    behind what it caused. ``event`` is the address of the event itself."""

    seq: int
    at: Time
    seat: int | None
    who: str
    kind: str
    move: str
    rules: list[AppliedRuleTold]
    event: str


class LogTold(Told, frozen=True):
    """A page of the log; ``next`` is the address of the next page, null when this one reaches the
    head; ``seq`` is where the game stands."""

    results: list[LogEntryTold]
    seq: int
    next: str | None
