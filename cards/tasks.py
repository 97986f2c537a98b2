"""The tasks of the cards: scheduled releases."""

from __future__ import annotations

from celery import shared_task

from cards.releases import schedules as releases


@shared_task(name="cards.tasks.release_due")
def release_due() -> None:
    """Carry out the scheduled releases that are due."""
    releases.release_due()
