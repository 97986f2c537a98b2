"""Writing the log: finished games are appended, and what is new is signed."""

from __future__ import annotations

from typing import Final

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from games.checkpoints.entries import leaf_of, message_of
from games.checkpoints.models import Checkpoint, LogEntry
from games.checkpoints.selectors import log_size, root_at, unlogged_games
from games.ledger import signing
from games.ledger.rows import now, stamp

AT_ONCE: Final = 500
"""How many games are appended in one transaction."""

LOCK: Final = 0x6661697264656C
"""The number of the lock that is held while the log is written."""


def append_finished() -> int:
    """Append every finished game that the log lacks as it stands; tell how many entries that were.

    It may run at any time and several times at once: each game is appended once, and again when
    its result was changed.
    """
    appended = 0
    while many := _append_some():
        appended += many
    return appended


@transaction.atomic
def _append_some() -> int:
    _lock()
    first = log_size()
    entries = [
        LogEntry(
            number=first + at,
            game_id=game.pk,
            length=game.seq,
            digest=game.head,
            leaf=leaf_of(str(game.pk), game.seq, game.head).hex(),
        )
        for at, game in enumerate(unlogged_games()[:AT_ONCE])
    ]
    LogEntry.objects.bulk_create(entries)
    return len(entries)


def make_checkpoint() -> Checkpoint | None:
    """Append what is missing and sign the log as it stands; None where nothing is new."""
    append_finished()
    return _sign()


@transaction.atomic
def _sign() -> Checkpoint | None:
    _lock()
    size, latest = log_size(), Checkpoint.objects.first()
    if size == (latest.size if latest else 0):
        return None
    root, at = root_at(size), stamp(now())
    signature = signing.sign(message_of(size, root, at).encode())
    key = signing.public_key().id
    return Checkpoint.objects.create(size=size, root=root, at=at, key=key, signature=signature)


def _lock() -> None:
    """Be the only one that writes the log until the transaction ends.

    SQLite's transactions wait for each other anyway.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.vendor == "postgresql":
        with database.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
