"""Read the webhooks of players and what they were told."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from games.players.models import Player
from games.webhooks.models import Delivery, Webhook

MOST_AT_ONCE: Final = 4
"""How many deliveries to one webhook are under way at most."""

MOST_DUE: Final = 200
"""How many deliveries one look sends."""


def webhooks_of(player: Player) -> list[Webhook]:
    """Return the webhooks of a player, oldest first."""
    return list(Webhook.objects.filter(player=player).order_by("created_at", "id"))


def webhook_of(player: Player, webhook_id: UUID) -> Webhook:
    """Return a webhook of a player; raises ``ObjectDoesNotExist``."""
    return Webhook.objects.get(pk=webhook_id, player=player)


def deliveries_of(webhook: Webhook) -> QuerySet[Delivery]:
    """Return what a webhook was told, or is to be told."""
    return Delivery.objects.filter(webhook=webhook)


def due_deliveries(at: datetime) -> list[Delivery]:
    """Return the deliveries to send now: of each game only the first that waits.

    A webhook that fails gets one at a time, so that it holds up few workers.
    """
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING)
    earlier = waiting.filter(
        webhook=OuterRef("webhook"), subject=OuterRef("subject"), pk__lt=OuterRef("pk")
    )
    due = waiting.filter(~Exists(earlier), next_at__lte=at).select_related("webhook")
    counts = Counter[UUID]()
    found = []
    for one in due.order_by("next_at", "pk")[:MOST_DUE]:
        counts[one.webhook_id] += 1
        if counts[one.webhook_id] <= (1 if one.webhook.failing_since else MOST_AT_ONCE):
            found.append(one)
    return found
