"""The task that signs what is new in the log."""

from __future__ import annotations

import logging

from celery import shared_task

from games.checkpoints import services

logger = logging.getLogger(__name__)


@shared_task(name="games.checkpoints.tasks.make_checkpoint")
def make_checkpoint() -> None:
    """Append the finished games that the log lacks and sign it; twice or late does no harm."""
    made = services.make_checkpoint()
    if made is not None:
        logger.info("The log of finished games is signed at %s.", made.size)
