"""Read the webhooks of players and what they were told."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet, Window
from django.db.models.functions import RowNumber

from games.players.models import Player
from games.webhooks.models import Delivery, Webhook

MOST_AT_ONCE: Final = 4
"""How many deliveries to one webhook one look sends."""

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
    nth = Window(RowNumber(), partition_by="webhook", order_by=["next_at", "pk"])
    some = due.annotate(nth=nth).filter(nth__lte=MOST_AT_ONCE).order_by("next_at", "pk")
    return [one for one in some[:MOST_DUE] if one.webhook.failing_since is None or one.nth == 1]
