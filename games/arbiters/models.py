"""The looks of arbiters, and those that were refused."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from cards.append_only import AppendOnly
from games.models import Game
from games.players.models import Player


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
