"""The games that an organiser may direct or see, refused acts, and recorded looks."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import CheckConstraint, Index, Q
from django.utils.translation import gettext_lazy as _

from cards.append_only import AppendOnly
from games.models import Game
from games.players.models import Player


class GameSet(models.Model):
    """Games that organisers direct together, such as those of one club night."""

    name = models.CharField(_("name"), max_length=80, unique=True)
    games = models.ManyToManyField(
        Game, verbose_name=_("games"), related_name="game_sets", blank=True
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)

    class Meta:
        verbose_name = _("set of games")
        verbose_name_plural = _("sets of games")
        ordering: ClassVar = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.name


class Grant(models.Model):
    """The right of a player to direct games or to see them whole while they run.

    It covers one game or one set of games, never all. It is revoked, not deleted. ``granted_by`` is
    the account that gave it, None for the command line; ``by_creator``: the creator of the game
    named this organiser when creating it.
    """

    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="grants"
    )
    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.PROTECT,
        related_name="grants",
        null=True,
        blank=True,
    )
    game_set = models.ForeignKey(
        GameSet,
        verbose_name=_("set of games"),
        on_delete=models.PROTECT,
        related_name="grants",
        null=True,
        blank=True,
    )
    may_direct = models.BooleanField(_("may direct"), default=True)
    may_look = models.BooleanField(_("may see hidden cards"), default=False)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("granted by"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
    )
    by_creator = models.BooleanField(
        _("given by the creator of the game"), default=False, editable=False
    )
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    revoked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("revoked by"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
    )
    revoked_at = models.DateTimeField(_("revoked at"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("grant")
        verbose_name_plural = _("grants")
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            CheckConstraint(
                condition=Q(game=None, game_set__isnull=False)
                | Q(game__isnull=False, game_set=None),
                name="grant_of_one_scope",
            ),
            CheckConstraint(
                condition=Q(may_direct=True) | Q(may_look=True), name="grant_of_some_right"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.game_id or self.game_set}"


class Proposal(models.Model):
    """A void or a correction that waits for a second organiser.

    ``account`` proposed it, shown as ``organiser``, after row ``seq``; ``signature`` is that of an
    organiser with a key. It counts until ``until``, and is confirmed once; ``confirmed_by`` is then
    the public id of the second organiser.
    """

    id = models.UUIDField(_("id"), primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.PROTECT, related_name="proposals"
    )
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.PROTECT, related_name="+"
    )
    organiser = models.CharField(_("organiser"), max_length=64)
    act = models.TextField(_("act"))
    reason = models.CharField(_("reason"), max_length=500)
    reference = models.CharField(_("reference"), max_length=80, blank=True, default="")
    seq = models.PositiveIntegerField(_("number of the event"), default=0, db_default=0)
    signature = models.CharField(max_length=128, blank=True, default="", db_default="")
    created_at = models.DateTimeField(_("created at"))
    until = models.DateTimeField(_("until"))
    confirmed_by = models.CharField(_("confirmed by"), max_length=64, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("proposed act")
        verbose_name_plural = _("proposed acts")
        ordering: ClassVar = ["-created_at", "id"]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.act}"


class TableNote(AppendOnly):
    """A note of an organiser on a game before its start, when it has no events yet.

    ``organiser`` is the public id.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    organiser = models.CharField(max_length=64)
    reason = models.CharField(max_length=500)
    reference = models.CharField(max_length=80, blank=True, default="")
    created_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        indexes: ClassVar = [Index(fields=["game", "created_at"], name="table_note_game")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.reason}"


class RefusedAct(AppendOnly):
    """An act of an organiser that was refused, by the rights or by the rules.

    ``organiser`` is the public id, ``code`` and ``detail`` say why it was refused.
    """

    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.PROTECT,
        related_name="refused_acts",
        db_index=False,
    )
    seq = models.PositiveIntegerField(_("number of the event"))
    organiser = models.CharField(_("organiser"), max_length=64)
    act = models.TextField(_("act"))
    reason = models.CharField(_("reason"), max_length=500)
    reference = models.CharField(_("reference"), max_length=80, blank=True, default="")
    code = models.CharField(_("code"), max_length=40)
    detail = models.CharField(_("detail"), max_length=80, blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("refused act")
        verbose_name_plural = _("refused acts")
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [Index(fields=["game", "seq"], name="refused_act_place")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.code}"


class Look(AppendOnly):
    """A look of an arbiter at what the public may not see.

    ``view`` is the name of the viewer, ``at`` the position that was shown, ``seq`` the head of the
    game at the time, ``what`` the endpoint or page that showed it.
    """

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.PROTECT, related_name="looks"
    )
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="+"
    )
    view = models.CharField(_("view"), max_length=10)
    what = models.CharField(_("what was shown"), max_length=40)
    at = models.PositiveIntegerField(_("position shown"))
    seq = models.PositiveIntegerField(_("number of the event"))
    created_at = models.DateTimeField(_("created at"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("look of an arbiter")
        verbose_name_plural = _("looks of arbiters")
        ordering: ClassVar = ["-id"]
        permissions: ClassVar = [("audit_live", "Can see games whole as an arbiter")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.at} as {self.view}"


class RefusedLook(AppendOnly):
    """A look that an arbiter asked for and was refused.

    ``why`` is "seat" for a person with a seat in the game, "grant" for one without a grant for it.
    """

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.PROTECT, related_name="refused_looks"
    )
    player = models.ForeignKey(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="+"
    )
    view = models.CharField(_("view"), max_length=10)
    why = models.CharField(_("why"), max_length=10)
    seq = models.PositiveIntegerField(_("number of the event"))
    created_at = models.DateTimeField(_("created at"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("refused look")
        verbose_name_plural = _("refused looks")
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} as {self.view}: {self.why}"
