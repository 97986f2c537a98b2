"""The tasks of the tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final
from uuid import UUID

from celery import shared_task
from django.db import transaction

from games.tournaments import table_games
from games.tournaments.models import Tournament
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.tournament_facts import Fact
from games.tournaments.rules.tournament_state import State

WAKING: Final = (
    facts.RoundStarted,
    facts.TableChanged,
    facts.TableRestarted,
    facts.RoundPaused,
    facts.RoundResumed,
)
"""After which facts the tables are tended at once."""


@shared_task(name="games.tournaments.tasks.tend_tournaments")
def tend_tournaments() -> None:
    """Open tables, pause them, end them with the time, and tell their ends."""
    table_games.tend_tournaments()


@shared_task(name="games.tournaments.tasks.tend_tables")
def tend_tables(tournament_id: str) -> None:
    """Tend the tables of one tournament."""
    table_games.tend(UUID(tournament_id))


def wake(tournament: Tournament, _: State, happened: Sequence[Fact], __: object) -> None:
    """Let the tables be tended once a row is committed that asks for it; a listener."""
    if any(isinstance(one, WAKING) for one in happened):
        sent = partial(tend_tables.apply_async, (str(tournament.pk),), expires=5)
        transaction.on_commit(sent, robust=True)
