"""Requests and replies about rehearsals, for OpenAPI components."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from games.messages.game import RequestBody, ResponseBody, Time

RehearsalStatus = Literal["running", "done", "cancelled", "failed"]
"""Whether the games of a rehearsal are still to be played."""

CardSource = Annotated[
    str, Meta(max_length=64, description="The code of a draft, or the hash of an edition.")
]


class RehearsalRequest(RequestBody, frozen=True, kw_only=True):
    """Cards to play, how, and with `base` what to compare them with on the same deals."""

    cards: CardSource
    base: CardSource | None = None
    games: Annotated[int, Meta(ge=1, le=20_000)] = 300
    seats: Annotated[tuple[Annotated[int, Meta(ge=1, le=10)], ...], Meta(max_length=10)] = (2, 3, 4)
    bots: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=10)] = (
        "random",
    )
    seed: Annotated[int, Meta(ge=0, le=2_000_000_000)] = 1


class RehearsalResponse(ResponseBody, frozen=True):
    """A rehearsal: its progress, and its results so far.

    `report` has the figures of docs/studio.md; it is null until a game was played.
    """

    id: int
    status: RehearsalStatus
    done: Annotated[int, Meta(description="The number of games played.")]
    games: int
    percent: int
    error: Annotated[str, Meta(description="Why it failed.")]
    code: str
    variant: str
    hash: Annotated[str, Meta(description="The hash of the cards, as they were at the start.")]
    base: Annotated[str | None, Meta(description="The hash of the cards to compare with.")]
    seats: list[int]
    bots: list[str]
    seed: int
    started_by: str | None
    started_at: Time
    ended_at: Time | None
    report: dict[str, Any] | None


class RehearsalSummaryResponse(ResponseBody, frozen=True):
    """A rehearsal in a list: its cards and its progress."""

    id: int
    status: RehearsalStatus
    done: int
    games: int
    code: str
    hash: str
    base: str | None
    started_by: str | None
    started_at: Time


class RehearsalPageResponse(ResponseBody, frozen=True):
    """A page of rehearsals, newest first; `next` is null on the last page."""

    results: list[RehearsalSummaryResponse]
    next: str | None
