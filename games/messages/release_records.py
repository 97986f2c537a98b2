"""Requests and replies about proposals and releases, for OpenAPI components."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta

from games.messages.game import RequestBody, ResponseBody, Time
from games.messages.studio_records import EntityTag

Reason = Annotated[str, Meta(max_length=300, description="One line, which others read.")]
ProposalStatus = Literal["in_review", "approved", "returned", "withdrawn", "published"]
"""Where a proposal is on its way."""

StepKind = Literal["submitted", "commented", "approved", "returned", "withdrawn", "published"]
"""What was done with a proposal."""

ReleaseMeans = Literal["admin", "command", "load_cards", "schedule", "api"]
"""How an edition became current."""

ScheduleStatus = Literal["waiting", "done", "cancelled", "failed"]
"""What became of a scheduled release."""

EditionHash = Annotated[str, Meta(max_length=64, description="The hash of an edition.")]


class ProposalRequest(RequestBody, frozen=True, kw_only=True):
    """A draft to review: the code of the set, and why it should be published."""

    set: Annotated[str, Meta(max_length=40)]
    reason: Reason


class CommentRequest(RequestBody, frozen=True, kw_only=True):
    """A comment on a proposal, about one of its cards if ``card`` is its code."""

    text: Annotated[str, Meta(max_length=2000)]
    card: Annotated[str, Meta(max_length=60)] = ""


class ReasonRequest(RequestBody, frozen=True, kw_only=True):
    """Why something is done."""

    reason: Reason = ""


class PublishRequest(RequestBody, frozen=True, kw_only=True):
    """Why the cards are published; with ``current`` all new games use them at once."""

    reason: Reason
    current: bool = False


class ReleaseRequest(RequestBody, frozen=True, kw_only=True):
    """An edition to make current, newer or older than the current one."""

    edition: EditionHash
    reason: Reason


class ScheduleRequest(RequestBody, frozen=True, kw_only=True):
    """An edition to make current at a time in the future."""

    edition: EditionHash
    at: Annotated[datetime, Meta(tz=True)]
    reason: Reason


class ProposalStepResponse(ResponseBody, frozen=True):
    """What a user did with a proposal, when and why."""

    action: StepKind
    by: str
    at: Time
    reason: str
    card: Annotated[str | None, Meta(description="The card that a comment is about.")]


class ReviewResponse(ResponseBody, frozen=True):
    """A draft that was proposed, as it was then, with all its steps.

    While it is `in_review` or `approved` the draft is frozen. `yours`: you are one of its authors,
    so another person must approve it.
    """

    id: int
    set: Annotated[str | None, Meta(description="The code of the draft; null if it is deleted.")]
    name: str
    variant: str
    hash: str
    state: ProposalStatus
    reason: str
    author: str
    yours: bool
    submitted_at: Time
    edition: Annotated[str | None, Meta(description="The hash of the edition, once published.")]
    steps: list[ProposalStepResponse]
    etag: EntityTag


class ReviewPageResponse(ResponseBody, frozen=True):
    """A page of proposals, newest first; `next` is null on the last page."""

    results: list[ReviewResponse]
    next: str | None


class ReleaseResponse(ResponseBody, frozen=True):
    """A record that an edition became the current one of its variant."""

    id: int
    variant: str
    edition: str
    name: str
    at: Time
    by: Annotated[str | None, Meta(description="Null if no user did it.")]
    means: ReleaseMeans
    reason: str


class ReleasePageResponse(ResponseBody, frozen=True):
    """A page of releases, newest first; `next` is null on the last page."""

    results: list[ReleaseResponse]
    next: str | None


class PublishedResponse(ResponseBody, frozen=True):
    """The edition that a draft became, and its release if it is current now."""

    edition: str
    address: Annotated[str, Meta(description="The address of the edition.")]
    created: Annotated[bool, Meta(description="False if the same cards were published before.")]
    release: ReleaseResponse | None


class ScheduleResponse(ResponseBody, frozen=True):
    """A release at a time. `outcome` says why it was cancelled, or why it failed."""

    id: int
    variant: str
    edition: str
    at: Time
    by: str
    reason: str
    state: ScheduleStatus
    outcome: str


class SchedulePageResponse(ResponseBody, frozen=True):
    """A page of scheduled releases, latest first; `next` is null on the last page."""

    results: list[ScheduleResponse]
    next: str | None
