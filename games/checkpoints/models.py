"""The log of finished games, and the checkpoints over it."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import UniqueConstraint

from cards.append_only import AppendOnly
from games.models import Game


class LogEntry(AppendOnly):
    """A finished game in the log: its number from 0, and where its chain stood.

    ``length`` and ``digest`` are those of the row that ended it; ``leaf`` is the hash of the entry.
    A game whose result was changed after that has another entry, with the row that changed it.
    """

    number = models.PositiveIntegerField(unique=True)
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="log_entries", db_index=False
    )
    length = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    leaf = models.CharField(max_length=64)

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["number"]
        verbose_name_plural = "log entries"
        constraints: ClassVar = [UniqueConstraint(fields=["game", "length"], name="log_entry_once")]

    def __str__(self) -> str:
        return f"{self.number}: {self.game_id}"


class Checkpoint(AppendOnly):
    """What is signed of the log: the root over its first ``size`` entries, and when."""

    size = models.PositiveIntegerField(unique=True)
    root = models.CharField(max_length=64)
    at = models.CharField(max_length=24)
    key = models.CharField(max_length=16)
    signature = models.CharField(max_length=128)

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["-size"]

    def __str__(self) -> str:
        return f"{self.size}: {self.root}"
