"""Tournaments: rows, people behind entries, games of tables."""

from __future__ import annotations

import uuid
from functools import cached_property
from typing import ClassVar

from django.db import models
from django.db.models import Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from cards.append_only import AppendOnly
from games.models import Game
from games.players.models import Player


class Tournament(models.Model):
    """A tournament. What it is follows from its rows.

    ``seq`` and ``head`` repeat the last one. ``code`` is that of the day, which leads to its
    pages. ``seed`` is that of its lots, secret
    until it is over. ``player`` stands for it at its tables: who makes them, and directs them when
    no judge does.
    """

    id = models.UUIDField(_("id"), primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(_("code"), max_length=8, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=80)
    player = models.OneToOneField(
        Player, verbose_name=_("player"), on_delete=models.PROTECT, related_name="tournament"
    )
    maker = models.ForeignKey(
        Player, verbose_name=_("made by"), on_delete=models.PROTECT, related_name="+"
    )
    seq = models.PositiveIntegerField(_("number of the event"), default=0)
    head = models.CharField(_("digest of the last event"), max_length=64, blank=True)
    seed = models.BinaryField(_("seed"), max_length=32, editable=False)
    is_over = models.BooleanField(_("over"), default=False)
    created_at = models.DateTimeField(_("created at"))

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering: ClassVar = ["-created_at", "id"]
        indexes: ClassVar = [
            Index(fields=["created_at", "id"], name="tournament_created"),
            Index(fields=["id"], name="tournament_not_over", condition=Q(is_over=False)),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def hidden_tables(self) -> frozenset[tuple[int, int]]:
        """The tables, by round and number, whose games are not public yet."""
        found = TableGame.objects.filter(tournament_id=self.pk, is_hidden=True)
        return frozenset(found.values_list("round", "table"))


class TournamentEvent(AppendOnly):
    """A row of a tournament: canonical JSON, chained to the row before."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="event_set", db_index=False
    )
    seq = models.PositiveIntegerField()
    text = models.TextField()
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["tournament", "seq"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["tournament", "seq"], name="tournament_event_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.seq}"


class Entrant(models.Model):
    """The person behind an entry.

    ``name`` and ``salt`` open the commitment of its row. Who shows the claim code of its slip
    is ``player``. The code follows from the number of the one
    issued last, ``issued``, and a key of the server; ``claim`` is a keyed digest of it.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="entrant_set", db_index=False
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=40, blank=True)
    salt = models.CharField(max_length=32, blank=True)
    claim = models.CharField(max_length=64, unique=True)
    issued = models.PositiveSmallIntegerField(default=1)
    claimed_at = models.DateTimeField(null=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        ordering: ClassVar = ["tournament", "number"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["tournament", "number"], name="entrant_once"),
            UniqueConstraint(fields=["player"], name="entrant_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class TableGame(models.Model):
    """A game of a table. ``attempt`` counts the games of one table from 1.

    ``is_told``: what became of the game is a row of the tournament, or does not count any more.
    ``is_hidden``: neither the game nor its result is public yet (tournament.delay).
    ``wish`` is an act for the whole round that is still to be carried out here.
    """

    class Wish(models.TextChoices):
        """What is to be done at a table."""

        NONE = "", "nothing"
        PAUSE = "pause", "pause"
        RESUME = "resume", "go on"

    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, related_name="game_set", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    attempt = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="table_of")
    is_told = models.BooleanField(default=False)
    is_hidden = models.BooleanField(default=False, db_default=False)
    wish = models.CharField(max_length=10, choices=Wish.choices, blank=True, default=Wish.NONE)

    class Meta:
        ordering: ClassVar = ["tournament", "round", "table", "attempt"]
        constraints: ClassVar = [
            UniqueConstraint(
                fields=["tournament", "round", "table", "attempt"], name="table_game_once"
            )
        ]
        indexes: ClassVar = [
            Index(fields=["tournament"], name="table_game_untold", condition=Q(is_told=False))
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.round}/{self.table}"


class League(models.Model):
    """Several tournaments that are added up by a table of points for final places.

    ``points`` is JSON: those of the first place, of the second, and so on. ``best`` is how many
    nights of a player count, 0 for all. ``digest`` is that of the standings once it is closed.
    """

    code = models.CharField(max_length=8, unique=True)
    name = models.CharField(max_length=80)
    maker = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    points = models.TextField()
    best = models.PositiveSmallIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    nights = models.ManyToManyField(Tournament, related_name="leagues")
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-created_at", "id"]
        indexes: ClassVar = [Index(fields=["created_at", "id"], name="league_created")]

    def __str__(self) -> str:
        return self.name
