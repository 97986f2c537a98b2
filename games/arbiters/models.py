"""What arbiters have looked at."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from cards.append_only import AppendOnly
from games.models import Game
from games.players.models import Player


class Look(AppendOnly):
    """An arbiter saw what the public could not: as whom, at which position, when.

    ``seq`` is where the game stood, ``at`` the position that was looked at; ``what`` is the part of
    the API that showed it.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="looks")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    view = models.CharField(max_length=10)
    what = models.CharField(max_length=40)
    at = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    created_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["-id"]
        permissions: ClassVar = [("audit_live", "Can see running games whole")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.at} as {self.view}"
