"""Problem documents, and the index."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from games.ledger.heads import HashText, SignedHead
from games.ledger.seen_events import SeenEvent
from games.messages.bodies import BilingualText, ResponseBody, Time
from games.messages.prompt_messages import (
    CardTextResponse,
    OptionResponse,
    PromptResponse,
    SinceResponse,
)
from games.messages.table_messages import TableResponse


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
