"""The index that games are searched by."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Index, UniqueConstraint
from django.db.models.functions import Now

from games.models import Game


class SearchTerm(models.Model):
    """What a finished game has: a rule that applied, a card, a refused move, an act.

    ``first`` is the first event with it, ``count`` the number of events, ``seats`` the digits of
    the seats that it is about. All viewers of the game may know it. ``created_at`` repeats that of
    the game, for the list of the games that have a term.
    """

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="search_terms", db_index=False
    )
    term = models.CharField(max_length=100)
    first = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    seats = models.CharField(max_length=10, blank=True)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(fields=["term", "game"], name="search_term_once"),
        ]
        indexes: ClassVar = [Index(fields=["term", "created_at", "game"], name="term_created")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.term}"
