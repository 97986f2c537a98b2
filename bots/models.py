"""Rehearsals that run as tasks, with their results."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from bots.rehearsal import Plan
from bots.rehearsal_tally import Results
from cards.language import EditionDef, decode_edition
from cards.page_language import time_text


class Rehearsal(models.Model):
    """Games of bots on the cards of a draft or an edition, perhaps beside a base.

    ``hash`` is that of the cards in ``canonical``, which stay as they were at the start. ``done``
    counts the games that ``result`` holds; a task continues there.
    """

    class Status(models.TextChoices):
        """Whether games are still to be played."""

        RUNNING = "running", _("running")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")
        FAILED = "failed", _("failed")

    code = models.CharField(_("code"), max_length=40)
    name = models.CharField(_("name"), max_length=100)
    variant = models.CharField(_("variant"), max_length=40)
    hash = models.CharField(_("hash"), max_length=64, db_index=True)
    canonical = models.TextField(_("canonical JSON"))
    base_hash = models.CharField(_("hash of the base"), max_length=64, blank=True)
    base_canonical = models.TextField(_("canonical JSON of the base"), blank=True)
    games = models.PositiveIntegerField(_("games"))
    seats = models.JSONField(_("seats"))
    bots = models.JSONField(_("bots"))
    seed = models.PositiveIntegerField(_("seed"))
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.RUNNING
    )
    done = models.PositiveIntegerField(_("games played"), default=0)
    result = models.JSONField(_("result"), default=list)
    error = models.TextField(_("error"), blank=True)
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("started by"),
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
    )
    started_at = models.DateTimeField(_("started at"), default=timezone.now)
    changed_at = models.DateTimeField(_("changed at"), default=timezone.now)
    ended_at = models.DateTimeField(_("ended at"), null=True)

    class Meta:
        ordering = ("-pk",)
        verbose_name = _("rehearsal")
        verbose_name_plural = _("rehearsals")
        default_permissions = ("add", "view", "delete")
        indexes = (
            models.Index(fields=["code", "-id"], name="rehearsal_of_code"),
            models.Index(
                fields=["changed_at"], condition=Q(status="running"), name="rehearsal_running"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.hash[:12]} ({time_text(self.started_at)})"

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
        return Results.from_json(self.result)

    def percent(self) -> int:
        """Return how much of the games is played."""
        return 100 * self.done // self.games
