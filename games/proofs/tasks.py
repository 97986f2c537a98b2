"""The tasks that sign what is new in the log, and ask the witnesses."""

from __future__ import annotations

import logging

from celery import shared_task

from games.proofs import cosigning, services

logger = logging.getLogger(__name__)


@shared_task(name="games.proofs.tasks.make_checkpoint")
def make_checkpoint() -> None:
    """Append the missing entries and sign the log; it may run late or twice.

    The witnesses are asked in a task of their own: again each time, until they have cosigned.
    """
    made = services.make_checkpoint()
    if made is not None:
        logger.info("The log is signed at %s entries.", made.size)
    if cosigning.witnesses():
        ask_witnesses.delay()


@shared_task(name="games.proofs.tasks.ask_witnesses")
def ask_witnesses() -> None:
    """Ask the witnesses that have not cosigned the newest checkpoint."""
    cosigning.ask_witnesses()
