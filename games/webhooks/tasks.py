"""The tasks of webhooks: look for news, send, tidy."""

from __future__ import annotations

from celery import shared_task

from games.ledger.rows import now
from games.webhooks import hook_news, services
from games.webhooks.selectors import due_deliveries


@shared_task(name="games.webhooks.tasks.send_delivery")
def send_delivery(delivery_id: int, attempts: int) -> None:
    """Make one attempt to send a delivery; a second task for it does nothing."""
    services.attempt(delivery_id, attempts, now())


@shared_task(name="games.webhooks.tasks.sweep_webhooks")
def sweep_webhooks() -> None:
    """Write what webhooks are to be told, and queue what is due."""
    at = now()
    hook_news.collect(at)
    for one in due_deliveries(at):
        if services.claim(one, at):
            send_delivery.apply_async((one.pk, one.attempts), expires=services.QUEUED_SECONDS - 10)


@shared_task(name="games.webhooks.tasks.tidy_webhooks")
def tidy_webhooks() -> None:
    """Delete what is old."""
    services.tidy(now())
