"""Make webhooks, and send them what happened: at least once, and in order.

A delivery is a stored row first and a task second. A task may run twice, late or never: the sweeper
finds the rows that wait. An attempt is counted before it is made, and of two tasks for one attempt
only one makes it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, Literal
from uuid import UUID, uuid4

import msgspec
from cryptography.fernet import InvalidToken
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q

from games.errors import GameError
from games.ledger.rows import now, stamp
from games.models import Game
from games.players.models import Player
from games.webhooks.hook_posting import AddressRefused, PostFailed, check_url, post
from games.webhooks.hook_secrets import encrypted, new_secret, signatures
from games.webhooks.models import Delivery, FollowedGame, Webhook

HookEvent = Literal[
    "turn",
    "game.started",
    "game.over",
    "invited",
    "round.started",
    "table.result",
    "standings",
]
TEST: Final = "test"
"""The event of a delivery that a player asked for; it is tried once."""

MAX_WEBHOOKS: Final = 5
"""The most webhooks of a player."""

PAUSES: Final = (5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600)
"""The seconds after each failed attempt; the one after the last pause is the last."""

MAX_WAITING: Final = 5000
"""How many deliveries wait for a webhook that fails; more are given up at once, and logged."""

QUEUED_SECONDS: Final = 40
"""After how long a delivery that was queued and not attempted is queued again."""

TRIED_SECONDS: Final = 5
"""How long a webhook that fails is not tried again: it must not keep the workers waiting."""

OLD_SECRET: Final = timedelta(days=1)
OFF_AFTER: Final = timedelta(days=5)
KEPT: Final = timedelta(days=30)
"""How long the log of deliveries is kept."""

logger = logging.getLogger(__name__)


class TooManyWebhooks(GameError):
    """The player has as many webhooks as one may have."""

    code = "too_many_webhooks"


class WebhookAddressRefused(GameError):
    """The server posts to no such address."""

    code = "webhook_address"


@transaction.atomic
def create_webhook(*, player: Player, url: str, events: Sequence[str]) -> tuple[Webhook, str]:
    """Make a webhook; return it with its secret, which is shown once.

    Raises ``TooManyWebhooks`` and ``WebhookAddressRefused``.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if Webhook.objects.filter(player=player).count() >= MAX_WEBHOOKS:
        raise TooManyWebhooks({"most": MAX_WEBHOOKS})
    try:
        check_url(url)
    except AddressRefused as error:
        raise WebhookAddressRefused from error
    secret, moment = new_secret(), now()
    webhook = Webhook.objects.create(
        player=player,
        url=url,
        events=sorted(set(events)),
        secret=encrypted(secret),
        follows_from=moment,
        looked_at=moment,
        created_at=moment,
    )
    return webhook, secret


@transaction.atomic
def rotate_secret(*, player: Player, webhook_id: UUID) -> tuple[Webhook, str]:
    """Give a webhook a new secret; the old one signs too for a day."""
    webhook = Webhook.objects.select_for_update(no_key=True).get(pk=webhook_id, player=player)
    secret = new_secret()
    webhook.old_secret, webhook.secret = webhook.secret, encrypted(secret)
    webhook.old_until = now() + OLD_SECRET
    webhook.save(update_fields=["old_secret", "secret", "old_until"])
    return webhook, secret


def delete_webhook(*, player: Player, webhook_id: UUID) -> None:
    """Delete a webhook with its deliveries; raises ``ObjectDoesNotExist``."""
    Webhook.objects.get(pk=webhook_id, player=player).delete()


def forget_webhooks(player: Player) -> None:
    """Delete all webhooks of a player who is erased."""
    Webhook.objects.filter(player=player).delete()


def follow_account(
    *, instance: User, created: bool, update_fields: frozenset[str] | None, **_: object
) -> None:
    """Switch off the webhooks of a deactivated account; a signal calls this."""
    if created or instance.is_active or "is_active" not in (update_fields or ("is_active",)):
        return
    for webhook in Webhook.objects.filter(player__user=instance, off_at=None):
        _switch_off(webhook, now())


# ---- what is to be told


def tell(
    webhook: Webhook, event: str, subject: UUID, data: dict[str, Any], at: datetime
) -> Delivery:
    """Write a delivery, in the transaction of the caller."""
    body = {"type": event, "timestamp": stamp(at), "data": data}
    delivery = Delivery(
        webhook=webhook,
        event=event,
        subject=subject,
        body=msgspec.json.encode(body).decode(),
        next_at=at,
        created_at=at,
    )
    if event != TEST and webhook.failing_since is not None and _is_full(webhook):
        delivery.status, delivery.problem = Delivery.Status.GIVEN_UP, "backlog"
        delivery.next_at = None
    delivery.save()
    return delivery


def _is_full(webhook: Webhook) -> bool:
    waiting = Delivery.objects.filter(webhook=webhook, status=Delivery.Status.WAITING)
    return waiting.count() >= MAX_WAITING


def send_test(webhook: Webhook) -> Delivery:
    """Tell a webhook that it is tested; one that was off and takes it is on again."""
    return tell(webhook, TEST, uuid4(), {"webhook": str(webhook.pk)}, now())


@transaction.atomic
def redeliver(webhook: Webhook, message: UUID) -> Delivery:
    """Send a delivery again, with the attempts of a new one.

    Raises ``ObjectDoesNotExist``.
    """
    delivery = Delivery.objects.select_for_update(no_key=True).get(webhook=webhook, message=message)
    delivery.status, delivery.attempts = Delivery.Status.WAITING, 0
    delivery.next_at, delivery.problem = now(), ""
    delivery.save(update_fields=["status", "attempts", "next_at", "problem"])
    return delivery


# ---- sent


def claim(delivery: Delivery, at: datetime) -> bool:
    """Note that a due delivery is queued; whether this call was the one that did.

    One to a webhook that fails may have to wait.
    """
    if delivery.webhook.failing_since is not None:
        rested = Q(tried_at=None) | Q(tried_at__lte=at - timedelta(seconds=TRIED_SECONDS))
        if not Webhook.objects.filter(rested, pk=delivery.webhook_id).update(tried_at=at):
            return False
    mine = Delivery.objects.filter(
        pk=delivery.pk, status=Delivery.Status.WAITING, next_at=delivery.next_at
    )
    return mine.update(next_at=at + timedelta(seconds=QUEUED_SECONDS)) == 1


def attempt(delivery_id: int, attempts: int, at: datetime) -> None:
    """Send a delivery, unless the attempt after so many was made already."""
    waiting = Delivery.objects.filter(
        pk=delivery_id, status=Delivery.Status.WAITING, attempts=attempts
    )
    if not waiting.update(attempts=F("attempts") + 1):
        return
    delivery = Delivery.objects.select_related("webhook").filter(pk=delivery_id).first()
    if delivery is None:
        return
    reply, problem = None, ""
    try:
        reply = _post(delivery, at)
    except AddressRefused:
        problem = "address"
    except InvalidToken:
        problem = "secret"
    except PostFailed as error:
        problem = error.problem
    if reply is not None and not 200 <= reply < 300:
        problem = "redirect" if 300 <= reply < 400 else "status"
    _settle(delivery, reply, problem, at)


def _post(delivery: Delivery, at: datetime) -> int:
    webhook = delivery.webhook
    stored = [webhook.secret]
    if webhook.old_until is not None and at < webhook.old_until:
        stored.append(webhook.old_secret)
    message = f"msg_{delivery.message.hex}"
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Fairdeal-Webhooks",
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": signatures(stored, message, at, delivery.body),
    }
    return post(webhook.url, delivery.body.encode(), headers)


@transaction.atomic
def _settle(delivery: Delivery, reply: int | None, problem: str, at: datetime) -> None:
    """Note how an attempt ended: delivered, due again, or given up."""
    webhook = Webhook.objects.select_for_update(no_key=True).filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return
    made = delivery.attempts
    delivery.reply, delivery.problem, delivery.next_at = reply, problem, None
    if not problem:
        delivery.status = Delivery.Status.DELIVERED
        _succeeded(webhook, at)
    elif delivery.event == TEST or webhook.off_at is not None or made > len(PAUSES):
        delivery.status = Delivery.Status.GIVEN_UP
    else:
        delivery.next_at = at + timedelta(seconds=PAUSES[made - 1])
    written = Delivery.objects.filter(pk=delivery.pk, attempts=made)
    written.update(
        reply=delivery.reply,
        problem=delivery.problem,
        next_at=delivery.next_at,
        status=delivery.status,
    )
    if problem:
        _failed(webhook, delivery, at)


def _succeeded(webhook: Webhook, at: datetime) -> None:
    if webhook.off_at is not None:
        webhook.follows_from = webhook.looked_at = at
        FollowedGame.objects.filter(webhook=webhook).delete()
    elif webhook.failing_since is None:
        return
    webhook.failing_since = webhook.off_at = None
    webhook.save(update_fields=["failing_since", "off_at", "follows_from", "looked_at"])


def _failed(webhook: Webhook, delivery: Delivery, at: datetime) -> None:
    """Count the time of the failures; switch off a webhook that fails for too long."""
    if delivery.status == Delivery.Status.GIVEN_UP:
        logger.warning("Delivery %s of webhook %s is given up.", delivery.message, webhook.pk)
    if webhook.failing_since is None:
        webhook.failing_since = at
    elif webhook.off_at is None and at - webhook.failing_since >= OFF_AFTER:
        logger.warning("Webhook %s failed for five days and is switched off.", webhook.pk)
        _switch_off(webhook, at)
        return
    else:
        return
    webhook.save(update_fields=["failing_since"])


def _switch_off(webhook: Webhook, at: datetime) -> None:
    webhook.off_at = at
    webhook.save(update_fields=["off_at"])
    waiting = Delivery.objects.filter(webhook=webhook, status=Delivery.Status.WAITING)
    waiting.update(status=Delivery.Status.GIVEN_UP, problem="off", next_at=None)


# ---- tidied


def tidy(at: datetime) -> None:
    """Delete old deliveries, secrets that sign no more, and how ended games stood."""
    Delivery.objects.filter(created_at__lt=at - KEPT).delete()
    Webhook.objects.filter(old_until__lt=at).update(old_secret="", old_until=None)
    FollowedGame.objects.filter(
        status=Game.Status.OVER, game__ended_at__lt=at - timedelta(days=1)
    ).delete()
