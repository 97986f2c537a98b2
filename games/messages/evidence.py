"""What an audit sends: the bundle of a game, and the verdict on it.

The OpenAPI components are made of these structs, as of those beside it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import UNSET, Meta, UnsetType

from games.audit.bundle import Signature
from games.audit.findings import VerdictWord
from games.engine import Move
from games.ledger.heads import Head
from games.ledger.rows import Actor, Signed
from games.messages.bodies import ResponseBody, Time
from games.messages.records import Hash


class NameResponse(ResponseBody, frozen=True):
    """The name of a player at the start, and the salt of its commitment.

    Of an erased name, ``erased`` is the time, and the only member.
    """

    name: str | UnsetType = UNSET
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")] | UnsetType = UNSET
    erased: Time | UnsetType = UNSET


class RefusedMoveResponse(ResponseBody, frozen=True):
    """A move that the rules refused, the ``nth`` of those stored after event ``seq``.

    ``before`` are moves of the same request that had been accepted, and were undone with it. A
    refusal that this view does not show has ``seq``, ``nth`` and ``commitment`` only; the others
    have the ``salt`` of their commitment.
    """

    seq: int
    nth: int
    seat: int | UnsetType = UNSET
    actor: Actor | UnsetType = UNSET
    before: list[Move] | UnsetType = UNSET
    move: Move | str | UnsetType = UNSET
    code: str | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    params: dict[str, str | int] | UnsetType = UNSET
    signed: Signed | UnsetType | None = UNSET
    at: Time | UnsetType = UNSET
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")] | UnsetType = UNSET
    commitment: Hash | UnsetType = UNSET


class BundleResponse(ResponseBody, frozen=True):
    """A game to download and verify without the server: see docs/bundle.md.

    ``view`` is "full", "public" or "seat:1". An event is a row without its ``game``, with the
    ``mark`` of its digest and what is ``hidden`` in it:
    by path the salt of what this view shows, or the commitment to what it does not. ``names`` has
    an entry for each seat, null for a bot; an erased name has the time instead. A
    refusal that this view does not show is its ``seq``, ``nth`` and ``commitment``.
    """

    format: Literal["fairdeal-bundle-v4"]
    view: str
    head: Head
    names: list[NameResponse | None] | None
    edition: dict[str, Any]
    seed: Hash | None
    events: list[dict[str, Any]]
    refusals: list[RefusedMoveResponse]
    signature: Signature


class FindingResponse(ResponseBody, frozen=True):
    """A flaw, found at the events ``first`` to ``last`` (0: at no event).

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


class AnswerResponse(ResponseBody, frozen=True):
    """The answer to one question; ``why`` says why it has none.

    ``error`` means that the verifier failed, which says nothing about the game.
    """

    answer: Literal["yes", "no", "unanswered", "not_judged", "error"]
    why: str
    findings: list[FindingResponse]


class AuditResponse(ResponseBody, frozen=True):
    """Six questions about a finished game, each answered independently.

    Was nothing altered (sealed), was every move legal (lawful), does all chance follow from the
    seed (fair), did every card come from where the record says (dealt), did the players make their
    moves (authentic), did the bots choose as they are programmed (choices)?

    ``verdict`` is error if any answer is error, else fail if any is no, else not_judged if any is
    not_judged, else result_changed if organisers that the table did not name changed the result,
    else pass; ``passed`` is true for pass. ``text`` is the verdict in a sentence.
    ``rules_version`` is that of the rules of the audit.
    """

    game: UUID
    seq: int
    digest: Hash
    rules_version: str
    at: Time
    passed: bool
    verdict: VerdictWord
    text: str
    sealed: AnswerResponse
    lawful: AnswerResponse
    fair: AnswerResponse
    dealt: AnswerResponse
    authentic: AnswerResponse
    choices: AnswerResponse
