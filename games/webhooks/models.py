"""Webhooks, what they were told, and which games they follow."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Index, Q, UniqueConstraint

from games.models import Game
from games.players.models import Player


class Webhook(models.Model):
    """An address of a player that is told of events.

    ``secret`` and ``old_secret`` are encrypted (``hook_secrets``); the old one signs too until
    ``old_until``. ``follows_from`` is since when it is told. ``looked_at`` is about when its games
    were last looked at. ``failing_since`` is the first failure after which nothing has succeeded,
    ``off_at`` when it was switched off for that. ``tried_at`` is when a failing one was tried last.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    events = models.JSONField(default=list)
    secret = models.TextField()
    old_secret = models.TextField(blank=True, default="")
    old_until = models.DateTimeField(null=True)
    follows_from = models.DateTimeField()
    looked_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True)
    tried_at = models.DateTimeField(null=True)
    off_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [Index(fields=["id"], name="webhook_on", condition=Q(off_at=None))]

    def __str__(self) -> str:
        return str(self.id)


class FollowedGame(models.Model):
    """How a game stood when a webhook was told of it last."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")
    status = models.CharField(max_length=10)
    seq = models.PositiveIntegerField()
    is_invited = models.BooleanField()

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(fields=["webhook", "game"], name="followed_game_once")
        ]
        indexes: ClassVar = [
            Index(fields=["id"], name="followed_game_over", condition=Q(status="over"))
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.game_id}"


class Delivery(models.Model):
    """A message to a webhook.

    Those of one ``subject``, a game or a tournament, are sent one after the other. ``message`` is
    the id that the receiver sees, the same at each attempt. ``reply`` is the status of the last
    one, ``problem`` why it failed. ``next_at`` is when a waiting one is due.
    """

    class Status(models.TextChoices):
        """Whether it waits, was delivered, or was given up."""

        WAITING = "waiting", "waiting"
        DELIVERED = "delivered", "delivered"
        GIVEN_UP = "given-up", "given up"

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="delivery_set", db_index=False
    )
    message = models.UUIDField(unique=True, default=uuid.uuid4)
    event = models.CharField(max_length=20)
    subject = models.UUIDField()
    body = models.TextField()
    status = models.CharField(max_length=10, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    reply = models.PositiveSmallIntegerField(null=True)
    problem = models.CharField(max_length=20, blank=True, default="")
    next_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            Index(fields=["webhook", "id"], name="delivery_log"),
            Index(fields=["created_at"], name="delivery_age"),
            Index(fields=["next_at"], name="delivery_due", condition=Q(status="waiting")),
            Index(
                fields=["webhook", "subject", "id"],
                name="delivery_order",
                condition=Q(status="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.event}"
