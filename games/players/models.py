"""Players and their tokens."""

from __future__ import annotations

import uuid
from typing import ClassVar, Literal

from django.conf import settings
from django.db import models
from django.db.models import Index, Q
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken


class Player(models.Model):
    """A player. The id is public; personal data is stored with the user.

    The name is "" once it is erased.

    Players that staff linked, because they belong to one person, have the same ``person``.
    """

    id = models.UUIDField(_("id"), primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("user"),
        on_delete=models.PROTECT,
        related_name="player",
    )
    name = models.CharField(_("name"), max_length=40)
    is_guest = models.BooleanField(_("guest"), default=True)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    erased_at = models.DateTimeField(_("erased at"), null=True, blank=True)
    person = models.UUIDField(_("person"), null=True, blank=True, editable=False, db_index=True)

    is_authenticated: ClassVar[Literal[True]] = True
    is_anonymous: ClassVar[Literal[False]] = False
    is_active: ClassVar[Literal[True]] = True
    is_staff: ClassVar[Literal[False]] = False

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [
            Index(fields=["created_at", "id"], name="player_created"),
            Index(
                fields=["erased_at"],
                name="player_erased",
                condition=Q(erased_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.tagged_name

    @property
    def tag(self) -> str:
        """The beginning of the id, which distinguishes players with equal names."""
        return self.id.hex[:6]

    @property
    def tagged_name(self) -> str:
        """The name with the tag."""
        return f"{self.name}#{self.tag}" if self.name else f"erased player #{self.tag}"


class Token(AbstractAuthToken):  # type: ignore[misc]
    """A secret that stands for a player. Only its hash is stored.

    ``parent`` is the token with which this one was created; a token ends with its parent.
    ``is_owner`` marks the first token of a guest, which may revoke every token of its player.
    """

    id = models.UUIDField(default=uuid.uuid4, editable=False, unique=True)
    label = models.CharField(max_length=60, blank=True)
    scopes = models.JSONField(default=list)
    parent = models.ForeignKey(
        "self",
        to_field="id",
        on_delete=models.CASCADE,
        related_name="children",
        null=True,
        blank=True,
        editable=False,
    )
    is_owner = models.BooleanField(default=False, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["created", "id"]

    def __str__(self) -> str:
        return self.label or str(self.id)


class StreamTicket(models.Model):
    """A ticket that opens the stream at ``path`` once. Only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    token = models.ForeignKey(
        Token, to_field="id", on_delete=models.CASCADE, related_name="+", db_index=False
    )
    path = models.CharField(max_length=100)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["expires_at"]

    def __str__(self) -> str:
        return self.path


class DeviceCode(models.Model):
    """A code that begins one session on another device. Only its hash is stored."""

    digest = models.CharField(max_length=64, primary_key=True)
    token = models.ForeignKey(Token, to_field="id", on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["expires_at"]

    def __str__(self) -> str:
        return str(self.expires_at)
