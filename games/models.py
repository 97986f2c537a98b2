"""A game, its seats, and what was written about it."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import F, Index, Q, UniqueConstraint
from django.db.models.functions import Power

from cards.append_only import AppendOnly
from games.players.models import Player


class Game(models.Model):
    """One game, from its table to its end.

    Everything the rules know comes from the rows; what stands here beside the setup repeats the
    last of them, so that a move reads one line: ``seq`` and ``head`` are the number and the digest
    of the last row, ``to_act`` is the seat it asks. ``seed`` is secret until the game is over, and
    after it where ``reveal`` says that what a seat did not see stays closed to it. ``heroes`` are
    those asked for by seat when it began, "" for one dealt by lot. ``origin`` is a keyed digest of
    the address that started it, "" once it is over.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        RUNNING = "running"
        OVER = "over"

    class Access(models.TextChoices):
        OPEN = "open"
        INVITED = "invited"

    class Reveal(models.TextChoices):
        ALL = "all"
        SEATS = "seats"

    ALL_BOTS: ClassVar = Q(bot_seats=Power(2, F("seats")) - 1)
    """Filter for games with a bot on every seat."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    variant = models.CharField(max_length=20)
    edition = models.ForeignKey(
        "cards.Edition",
        on_delete=models.PROTECT,
        to_field="hash",
        related_name="+",
        db_index=False,
    )
    options = models.TextField(default="{}")
    heroes = models.TextField(default="[]")
    seats = models.PositiveSmallIntegerField()
    bot_seats = models.PositiveIntegerField(default=0)
    access = models.CharField(max_length=10, choices=Access.choices, default=Access.OPEN)
    reveal = models.CharField(max_length=10, choices=Reveal.choices, default=Reveal.ALL)
    creator = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    origin = models.CharField(max_length=32, blank=True, editable=False)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    seed = models.BinaryField(max_length=32, default=bytes, editable=False)
    commitment = models.CharField(max_length=64, blank=True)
    algorithm = models.CharField(max_length=40, blank=True)
    to_act = models.PositiveSmallIntegerField(null=True, blank=True)
    waits_for_bot = models.BooleanField(default=False)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    why = models.CharField(max_length=20, blank=True)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at", "id"]
        permissions: ClassVar = [
            ("direct_game", "Can remove a seat, void a game and correct its result")
        ]
        indexes: ClassVar = [
            Index(fields=["-created_at", "id"], name="game_newest"),
            # Keyed by what a move leaves alone: a key on changed_at would make PostgreSQL write
            # every index of the table again at every move.
            Index(fields=["id"], name="game_bot_turns", condition=Q(waits_for_bot=True)),
            Index(fields=["origin"], name="game_running_origin", condition=Q(status="running")),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def secret(self) -> bytes:
        """The seed, whichever way the database hands it out."""
        return bytes(self.seed)

    @property
    def is_opened(self) -> bool:
        """Whether all who see the game may know all of it: it is over, and opens to all."""
        return self.status == Game.Status.OVER and self.reveal == Game.Reveal.ALL

    @property
    def is_all_bots(self) -> bool:
        """Whether there is a bot on every seat."""
        return self.bot_seats == (1 << self.seats) - 1

    def is_bot(self, seat: int) -> bool:
        """Whether a bot sits there."""
        return bool(self.bot_seats >> seat & 1)


class Seat(models.Model):
    """A place at the table, and who sits there or is meant to.

    ``hero`` is the one asked for, "" for the lot; from the start on the one that is played.
    ``look`` is the rarity of the foil twin that its Character card is shown as, "" for none.
    """

    class Kind(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        OPEN = "open"
        INVITED = "invited"

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="seat_set", db_index=False
    )
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=40, blank=True)
    bot_version = models.CharField(max_length=40, blank=True)
    hero = models.CharField(max_length=80, blank=True)
    look = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            UniqueConstraint(fields=["game", "player"], name="seat_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class MoveEvent(AppendOnly):
    """One accepted move with the facts it caused, exactly as they were written and sealed.

    ``fingerprint`` tells the state after it; ``digest`` chains it to the row before.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    actor = models.TextField()
    move = models.TextField()
    facts = models.TextField()
    rulings = models.TextField()
    rules_version = models.CharField(max_length=20)
    fingerprint = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["game", "seq"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "seq"], name="move_event_seq_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class Refusal(AppendOnly):
    """A move that the rules refused: what was asked, when, and by which rule.

    ``seq`` is where the game stood; ``move`` is what was understood of the request. ``before`` has
    the moves of the same request that had been accepted, and were undone with it. The first
    ``MAX_REFUSALS`` of a seat at a seq are stored, the others only counted (``RefusalCount``).
    """

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="refusals", db_index=False
    )
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    actor = models.TextField()
    before = models.TextField(default="[]")
    move = models.TextField()
    code = models.CharField(max_length=40)
    rule = models.CharField(max_length=80)
    params = models.TextField(default="{}")
    created_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["game", "id"]
        indexes: ClassVar = [Index(fields=["game", "seq"], name="refusal_place")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class RefusalCount(models.Model):
    """How many moves of a seat were refused at a seq, including those that are not stored."""

    game = models.ForeignKey(
        Game, on_delete=models.PROTECT, related_name="refusal_counts", db_index=False
    )
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    count = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["game", "seq", "seat"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "seq", "seat"], name="refusal_count_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.count}"


class Receipt(models.Model):
    """The answer to a request, kept under its idempotency key.

    ``scope`` is whose key it is: a player's id, or "bot". Receipts of moves have a game and are
    kept as long as it; the others may be forgotten after a day.
    """

    scope = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, null=True, related_name="+", db_index=False
    )
    body = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=201)
    reply = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [UniqueConstraint(fields=["scope", "key"], name="receipt_key_once")]
        indexes: ClassVar = [
            Index(fields=["created_at"], name="receipt_age", condition=Q(game=None))
        ]

    def __str__(self) -> str:
        return f"{self.scope}/{self.key}"


class AuditRun(AppendOnly):
    """What an audit of a game said, of its rows up to ``head``, by the rules of that version.

    ``batch`` are the games audited together; a game is in it once, however often it is tried.
    """

    batch = models.UUIDField()
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="audits")
    head = models.CharField(max_length=64)
    seq = models.PositiveIntegerField()
    rules_version = models.CharField(max_length=20)
    sealed = models.CharField(max_length=10)
    lawful = models.CharField(max_length=10)
    fair = models.CharField(max_length=10)
    created_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["batch", "game"], name="audit_once_in_a_batch")
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.sealed}/{self.lawful}/{self.fair}"

    @property
    def passed(self) -> bool:
        """Whether nothing was found that is wrong."""
        return self.sealed == "yes" and "no" not in (self.lawful, self.fair)


class AuditFinding(AppendOnly):
    """Something that an audit found, at the rows ``first`` to ``last`` (0: at none)."""

    run = models.ForeignKey(AuditRun, on_delete=models.PROTECT, related_name="findings")
    question = models.CharField(max_length=10)
    code = models.CharField(max_length=40)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    rule = models.CharField(max_length=80, blank=True)
    path = models.CharField(max_length=80, blank=True)
    note = models.BooleanField(default=False)

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["run", "id"]

    def __str__(self) -> str:
        return f"{self.question}: {self.code} {self.first}"
