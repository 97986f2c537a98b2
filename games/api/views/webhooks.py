"""The webhooks of the caller, and what they were told."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar, Final, get_args
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.http.api_view import ApiView, answer, caller
from games.api.http.cursors import newest_first
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, LIMIT
from games.ledger.rows import stamp
from games.messages.webhook_messages import (
    DeliveriesResponse,
    DeliveryResponse,
    DeliveryStatus,
    NewWebhookResponse,
    WebhookRequest,
    WebhookResponse,
    WebhooksResponse,
)
from games.players.scopes import ANY_TOKEN
from games.webhooks import services
from games.webhooks.models import Delivery, Webhook
from games.webhooks.selectors import deliveries_of, webhook_of, webhooks_of

_STATUS: Final[dict[str, DeliveryStatus]] = {one: one for one in get_args(DeliveryStatus)}

_webhook = msgspec.json.Decoder(WebhookRequest)


class WebhookList(ApiView):
    """The webhooks of the caller."""

    scopes: ClassVar = {"GET": ANY_TOKEN, "POST": ANY_TOKEN}

    @describe("webhooks_list", WebhooksResponse)
    def get(self, request: Request) -> HttpResponse:
        """List your webhooks. Without their secrets, oldest first."""
        found = [WebhookResponse(**_members(one)) for one in webhooks_of(caller(request))]
        return answer(WebhooksResponse(found))

    @describe(
        "webhooks_create",
        {201: NewWebhookResponse},
        body=WebhookRequest,
        headers=("Location",),
        errors=(409, 422),
        once=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a webhook.

        Its address is told of the events by signed requests (Standard Webhooks), at least once, and
        of each game or tournament in order. A message has ids, seq, seat, round, table and places;
        what else a client needs it fetches. The secret is shown only here. A player may have 5.
        """
        body = read_body(request, _webhook)

        def carry_out() -> HttpResponse:
            webhook, secret = services.create_webhook(
                player=caller(request), url=body.url, events=body.events
            )
            location = f"/api/v1/me/webhooks/{webhook.pk}/"
            return _with_secret(webhook, secret, Location=location)

        return once(request, carry_out, holds_secret=True)


class WebhookOne(ApiView):
    """A webhook of the caller."""

    scopes: ClassVar = {"DELETE": ANY_TOKEN}

    @describe("webhooks_delete", {204: None})
    def delete(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Delete a webhook. Nothing more is sent, and its log is deleted."""
        services.delete_webhook(player=caller(request), webhook_id=webhook_id)
        return HttpResponse(status=204)


class WebhookRotation(ApiView):
    """New secrets of a webhook."""

    scopes: ClassVar = {"POST": ANY_TOKEN}

    @describe("webhooks_rotate", {201: NewWebhookResponse}, once=True)
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Give a webhook a new secret.

        It is shown only here. For a day requests are signed by the old one too.
        """

        def carry_out() -> HttpResponse:
            return _with_secret(
                *services.rotate_secret(player=caller(request), webhook_id=webhook_id)
            )

        return once(request, carry_out, holds_secret=True)


class WebhookTest(ApiView):
    """Test messages."""

    scopes: ClassVar = {"POST": ANY_TOKEN}

    @describe("webhooks_test", {202: DeliveryResponse})
    def post(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """Send a test message.

        It is tried once. A webhook that was switched off, and takes it, is on again.
        """
        return _accepted(services.send_test(webhook_of(caller(request), webhook_id)))


class DeliveryList(ApiView):
    """What a webhook was told."""

    scopes: ClassVar = {"GET": ANY_TOKEN}

    @describe("webhooks_deliveries", DeliveriesResponse, parameters=(CURSOR, LIMIT))
    def get(self, request: Request, webhook_id: UUID) -> HttpResponse:
        """List the deliveries of a webhook. Newest first; the log is kept for 30 days."""
        webhook = webhook_of(caller(request), webhook_id)
        page, following = newest_first(request, deliveries_of(webhook))
        return answer(DeliveriesResponse([_delivery(one) for one in page], following))


class DeliveryAgain(ApiView):
    """Further attempts of a delivery."""

    scopes: ClassVar = {"POST": ANY_TOKEN}

    @describe("webhooks_redeliver", {202: DeliveryResponse})
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> HttpResponse:
        """Send a delivery again.

        With the same id, whether it was delivered or given up, and with as many attempts as a new
        one.
        """
        webhook = webhook_of(caller(request), webhook_id)
        return _accepted(services.redeliver(webhook, delivery_id))


def _accepted(delivery: Delivery) -> HttpResponse:
    return answer(_delivery(delivery), 202)


def _with_secret(webhook: Webhook, secret: str, **headers: str) -> HttpResponse:
    shown = NewWebhookResponse(**_members(webhook), secret=secret)
    return answer(shown, 201, Cache_Control="no-store", **headers)


def _members(webhook: Webhook) -> dict[str, Any]:
    return {
        "id": webhook.pk,
        "url": webhook.url,
        "events": webhook.events,
        "created_at": stamp(webhook.created_at),
        "failing_since": _stamped(webhook.failing_since),
        "off_at": _stamped(webhook.off_at),
    }


def _delivery(one: Delivery) -> DeliveryResponse:
    return DeliveryResponse(
        id=one.message,
        event=one.event,
        subject=one.subject,
        status=_STATUS[one.status],
        attempts=one.attempts,
        reply=one.reply,
        problem=one.problem,
        created_at=stamp(one.created_at),
        next_at=_stamped(one.next_at),
    )


def _stamped(moment: datetime | None) -> str | None:
    return None if moment is None else stamp(moment)
