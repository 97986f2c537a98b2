"""What an audit sends: the bundle of a game, and the verdict on it.

The OpenAPI components are made of these structs, as of those in ``serializers``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from games.engine import Move, Setup
from games.messages.audit import Hash
from games.messages.game import ActorTold, ResultTold, Time, Told


class HeadTold(Told, frozen=True):
    """How far a game had come: its last row's number and digest, and the commitment to its seed."""

    game: UUID
    seq: int
    digest: Hash
    commitment: Hash


class RulebookTold(Told, frozen=True):
    """The rulebook that the server had when it made the file; each event names its own version."""

    version: str
    digest: Hash


class RefusedTold(Told, frozen=True):
    """A move that the rules refused after event ``seq``; ``before`` are moves of the same request
    that had been accepted, and were undone with it."""

    seq: int
    seat: int
    actor: ActorTold
    before: list[Move]
    move: Move
    code: str
    rule: str
    params: dict[str, str | int]
    at: Time


class SignatureTold(Told, frozen=True):
    """By the key of keys/ with the id ``key``: the signatures of the head, the same in every
    view, and of the whole file without this member."""

    algorithm: Literal["ed25519"]
    key: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    public: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    head: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]
    bundle: Annotated[str, Meta(pattern="^[0-9a-f]{128}$")]


class BundleTold(Told, frozen=True):
    """A game to download and verify without the server: see docs/bundle.md.

    ``view`` is "full", "public" or "seat:1". An event is a row without its ``game``, with its
    ``digest`` and what is ``hidden`` in it: paths that the ``seed`` opens, or by path the salt of
    what this view shows and the commitment of what it does not.
    """

    format: Literal["fairdeal-bundle-v1"]
    seal: Literal["fairdeal-seal-v1"]
    algorithm: str
    view: str
    head: HeadTold
    setup: Setup
    edition: dict[str, Any]
    rules: RulebookTold
    result: ResultTold | None
    seed: Hash | None
    events: list[dict[str, Any]]
    refusals: list[RefusedTold]
    signature: SignatureTold


class FindingTold(Told, frozen=True):
    """Something that is not as it should be, at the events ``first`` to ``last`` (0: at none).

    ``code`` never changes, ``text`` says it in words, ``rule`` is the rule concerned, ``path`` the
    part of the event. A ``note`` breaks nothing.
    """

    code: str
    first: int
    last: int
    rule: str
    path: str
    note: bool
    text: str


class AnswerTold(Told, frozen=True):
    """The answer to one question: yes, no, or unanswered for the reason ``why``."""

    answer: Literal["yes", "no", "unanswered"]
    why: str
    findings: list[FindingTold]


class AuditTold(Told, frozen=True):
    """Three questions about a finished game, each answered alone: was anything altered (sealed),
    was every move legal (lawful), was every shuffle the promised one (fair). ``rules_version`` is
    that of the rules which judged."""

    game: UUID
    seq: int
    digest: Hash
    rules_version: str
    at: Time
    passed: bool
    sealed: AnswerTold
    lawful: AnswerTold
    fair: AnswerTold
