"""The log of games, its checkpoints, and who cosigned them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Index, Q, UniqueConstraint

from cards.append_only import AppendOnly
from games.models import Game


class LogEntry(AppendOnly):
    """An entry of the log: its number from 0, and the game that it is about.

    ``length`` and ``digest`` are the number and the digest of the row with which the game began,
    ended, or changed its result; ``leaf`` is the hash of the entry. An entry of no row has
    ``length`` 0, and ``erased`` the number of the seat; ``opened`` has the digest of the terms.
    ``key`` and ``map`` have no game and no bucket; ``text`` is their JSON.
    """

    class Kind(models.TextChoices):
        """The kinds of entries, by what happened to the game."""

        CREATED = "created"
        OPENED = "opened"
        BEGUN = "begun"
        ENDED = "ended"
        VOID = "void"
        CHANGED = "changed"
        CANCELLED = "cancelled"
        ERASED = "erased"
        KEY = "key"
        MAP = "map"

    number = models.PositiveIntegerField(unique=True)
    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="log_entries", db_index=False, null=True
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    length = models.PositiveIntegerField()
    bucket = models.PositiveIntegerField(null=True)
    digest = models.CharField(max_length=64)
    leaf = models.CharField(max_length=64)
    text = models.TextField(blank=True, default="", db_default="")

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["number"]
        verbose_name_plural = "log entries"
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "kind", "length"], name="log_entry_once")
        ]
        indexes: ClassVar = [
            # Few entries are about keys, and each proof and each checkpoint reads them.
            Index(fields=["number"], condition=Q(kind="key"), name="log_entry_of_keys"),
            Index(fields=["bucket", "number"], name="log_entry_of_bucket"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.kind} {self.game_id or self.text}"


class LogTile(AppendOnly):
    """The root over a full tile, stored when it is full: the hash of the level above.

    Level 0 has 256 leaves a tile, each level above 256 roots of tiles below.
    """

    level = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    root = models.CharField(max_length=64)

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["level", "number"]
        constraints: ClassVar = [UniqueConstraint(fields=["level", "number"], name="log_tile_once")]

    def __str__(self) -> str:
        return f"{self.level}/{self.number}: {self.root}"


class MapNode(models.Model):
    """A node of the log's map as it was last signed, by place in ``GameMap``."""

    place = models.PositiveIntegerField(primary_key=True)
    value = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.place}: {self.value}"


class LogBookmark(models.Model):
    """Up to which time the log was searched for what no row of a game tells.

    ``event`` is only for processes of the release before: up to which ``MoveEvent`` they searched.
    """

    event = models.BigIntegerField()
    at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.at)


class Checkpoint(AppendOnly):
    """A signed state of the log: root over ``size`` entries, and signed note."""

    size = models.PositiveIntegerField(unique=True)
    root = models.CharField(max_length=64)
    at = models.CharField(max_length=24)
    note = models.TextField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["-size"]

    def __str__(self) -> str:
        return f"{self.size}: {self.root}"


class Cosignature(AppendOnly):
    """A witness's signature line under a checkpoint; ``time`` is its Unix time."""

    checkpoint = models.ForeignKey(
        Checkpoint, on_delete=models.PROTECT, related_name="cosignatures", db_index=False
    )
    name = models.CharField(max_length=255)
    line = models.TextField()
    time = models.BigIntegerField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["checkpoint", "name"], name="cosignature_once")
        ]

    def __str__(self) -> str:
        return f"{self.checkpoint_id}: {self.name}"
