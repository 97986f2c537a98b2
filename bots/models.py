"""Rehearsals that run as tasks, with their results."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from bots.rehearsal import Plan
from bots.rehearsal_tally import Results, from_builtins
from bots.rehearsal_texts import label
from cards.language import EditionDef, decode_edition
from games.admin_names import choice


class Rehearsal(models.Model):
    """Games of bots on the cards of a draft or an edition, perhaps beside a base.

    ``hash`` is that of the cards in ``canonical``, which stay as they were at the start. ``done``
    counts the games that ``result`` holds; a task continues there.
    """

    class Status(models.TextChoices):
        """Whether games are still to be played."""

        RUNNING = "running", choice("rehearsal.status.running")
        DONE = "done", choice("rehearsal.status.done")
        CANCELLED = "cancelled", choice("rehearsal.status.cancelled")
        FAILED = "failed", choice("rehearsal.status.failed")

    code = models.CharField(max_length=40)
    name = models.CharField(max_length=100)
    variant = models.CharField(max_length=40)
    hash = models.CharField(max_length=64, db_index=True)
    canonical = models.TextField("canonical JSON")
    base_hash = models.CharField(max_length=64, blank=True)
    base_canonical = models.TextField("canonical JSON of the base", blank=True)
    games = models.PositiveIntegerField()
    seats = models.JSONField()
    bots = models.JSONField()
    seed = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    done = models.PositiveIntegerField(default=0)
    result = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    started_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name = label("model")
        verbose_name_plural = label("models")
        default_permissions = ("add", "view", "delete")
        indexes = (
            models.Index(fields=["code", "-id"], name="rehearsal_of_code"),
            models.Index(
                fields=["changed_at"], condition=Q(status="running"), name="rehearsal_running"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.hash[:12]} ({self.started_at:%Y-%m-%d %H:%M})"

    @property
    def is_running(self) -> bool:
        """Whether games are still to be played."""
        return self.status == self.Status.RUNNING

    @property
    def plan(self) -> Plan:
        """The games to play."""
        return Plan(self.games, tuple(self.seats), tuple(self.bots), self.seed)

    def text(self) -> EditionDef:
        """Return the cards that are played."""
        return decode_edition(self.canonical)

    def base_text(self) -> EditionDef | None:
        """Return the cards to compare with, if any."""
        return decode_edition(self.base_canonical) if self.base_canonical else None

    def results(self) -> Results:
        """Return the counts of the games played so far."""
        return from_builtins(self.result or {})

    def percent(self) -> int:
        """Return how much of the games is played."""
        return 100 * self.done // self.games
