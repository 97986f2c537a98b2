"""Webhooks and their deliveries."""

from __future__ import annotations

from typing import Annotated, Literal, get_args
from uuid import UUID

from msgspec import Meta

from games.messages.bodies import RequestBody, ResponseBody, Time
from games.webhooks.services import HookEvent

DeliveryStatus = Literal["waiting", "delivered", "given-up"]


class WebhookRequest(RequestBody, frozen=True):
    """A new webhook: its https address, and the events that it is told."""

    url: Annotated[str, Meta(min_length=1, max_length=500)]
    events: Annotated[list[HookEvent], Meta(min_length=1, max_length=len(get_args(HookEvent)))]


class WebhookResponse(ResponseBody, frozen=True):
    """A webhook without its secret.

    ``failing_since`` is the first failure after which nothing has succeeded, ``off_at`` when it was
    switched off for that.
    """

    id: UUID
    url: str
    events: list[HookEvent]
    created_at: Time
    failing_since: Time | None
    off_at: Time | None


class NewWebhookResponse(WebhookResponse, frozen=True):
    """A webhook with a new secret, which is shown only here."""

    secret: Annotated[str, Meta(pattern=r"^whsec_[A-Za-z0-9+/]{43}=$")]


class WebhooksResponse(ResponseBody, frozen=True):
    """Your webhooks, oldest first."""

    results: list[WebhookResponse]


class DeliveryResponse(ResponseBody, frozen=True):
    """A message to a webhook.

    ``subject`` is the game or the tournament. ``reply`` is the status of the last reply,
    ``problem`` why the last attempt failed, "" if it did not. ``next_at`` is when it is tried next.
    """

    id: UUID
    event: str
    subject: UUID
    status: DeliveryStatus
    attempts: int
    reply: int | None
    problem: str
    created_at: Time
    next_at: Time | None


class DeliveriesResponse(ResponseBody, frozen=True):
    """A page of deliveries, newest first; ``next`` is the address of the next page."""

    results: list[DeliveryResponse]
    next: str | None
