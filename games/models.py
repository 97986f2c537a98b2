"""Games, seats, rows, refused moves, receipts, and the records of audits."""

from __future__ import annotations

import json
import uuid
from typing import ClassVar, Final

from django.db import models
from django.db.models import F, Index, Q, UniqueConstraint
from django.db.models.functions import Now, Power
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cards.append_only import AppendOnly
from games.players.models import Player

BEGUN_GAME: Final = Q(status__in=("opening", "running"))
"""Filter for games that are being played."""

NOT_LOGGED: Final = Q(status="running", logged_seq=0) | Q(result_seq__gt=F("logged_seq"))
"""Filter for games with a first row or a result that the log may lack."""

FINISHED_GAME: Final = Q(status="over", is_held=False)
"""Filter for games that are over, and whose cards no running game has."""


class Game(models.Model):
    """One game, from its creation to its end.

    The state follows from the rows. Columns other than the setup repeat the last row, so that a
    move reads one line: ``seq`` and ``head`` are the number and the digest of that row, ``to_act``
    is the seat that it asks. ``server_seed`` is made when the game is created, ``seed`` is mixed
    from it when the game starts; both are secret until the game is over, and after that if
    ``reveal`` is "seats". ``creator`` is its host, who may change while it is open; ``returns_to``
    is the host before, who was away and gets the table back with the next request. ``heroes`` are
    those requested by seat when it began, "" for a random one. ``origin`` is a keyed digest of the
    address that created it, then of the one that started it, "" once it is over.
    ``refused`` and ``refused_head`` are the count of the moves refused since the last row and the
    head of their chain, ``result_seq`` is the row of the result, ``opens_until`` the time by which
    the shares of the seed must be opened, ``deadline`` the time at which the clock makes its next
    move.
    ``is_held``: other games are dealt by the same seed and go on, so nothing of it opens yet.
    ``is_indexed``: the game is over, and the index of the search has all its rows; ``is_audited``:
    it is over, and a verdict about all its rows is on record. ``logged_seq``: the log has the
    entries of its rows up to this one.
    """

    class Status(models.TextChoices):
        """The phase of a game: open, waiting for shares of its seed, running, or over."""

        OPEN = "open", pgettext_lazy("game status", "Open")
        OPENING = "opening", _("Opening")
        RUNNING = "running", _("Running")
        OVER = "over", _("Over")

    class Admission(models.TextChoices):
        """Who may take an open seat: any player, or invited players only."""

        OPEN = "open", pgettext_lazy("game access", "Open")
        INVITED = "invited", pgettext_lazy("game access", "Invited")

    class Reveal(models.TextChoices):
        """What a finished game shows: everything to all, or to each seat what it saw."""

        ALL = "all", pgettext_lazy("reveal", "All")
        SEATS = "seats", pgettext_lazy("reveal", "Seats")

    class ChanceMode(models.TextChoices):
        """How players contribute to the seed."""

        PLAIN = "plain", _("Plain")
        SHARED = "shared", _("Shared")

    CANCELLED: ClassVar = ("cancelled", "abandoned")
    """The ``why`` of games that ended before they began."""

    ALL_BOTS: ClassVar = Q(bot_seats=Power(2, F("seats")) - 1)
    """Filter for games with a bot on every seat."""

    id = models.UUIDField(_("id"), primary_key=True, default=uuid.uuid4, editable=False)
    variant = models.CharField(_("variant"), max_length=20)
    edition = models.ForeignKey(
        "cards.Edition",
        verbose_name=_("edition"),
        on_delete=models.PROTECT,
        to_field="hash",
        related_name="+",
        db_index=False,
    )
    options = models.TextField(_("options"), default="{}")
    heroes = models.TextField(_("heroes"), default="[]")
    seats = models.PositiveSmallIntegerField(_("seats"))
    bot_seats = models.PositiveIntegerField(_("seats of bots"), default=0)
    stand_ins = models.PositiveIntegerField(
        _("seats that bots play for players"), default=0, db_default=0, editable=False
    )
    thinking_seats = models.PositiveIntegerField(_("seats of bots that think"), default=0)
    access = models.CharField(
        _("access"), max_length=10, choices=Admission.choices, default=Admission.OPEN
    )
    reveal = models.CharField(
        _("shown at the end"), max_length=10, choices=Reveal.choices, default=Reveal.ALL
    )
    creator = models.ForeignKey(
        Player,
        verbose_name=_("creator"),
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    returns_to = models.UUIDField(_("returns to"), null=True, blank=True, editable=False)
    origin = models.CharField(_("origin"), max_length=32, blank=True, editable=False)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.OPEN
    )
    seq = models.PositiveIntegerField(_("number of the event"), default=0)
    head = models.CharField(_("digest of the last event"), max_length=64, blank=True)
    server_seed = models.BinaryField(
        _("seed of the server"), max_length=32, default=bytes, editable=False
    )
    seed = models.BinaryField(_("seed"), max_length=32, default=bytes, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, blank=True)
    algorithm = models.CharField(_("algorithm"), max_length=40, blank=True)
    to_act = models.PositiveSmallIntegerField(_("to act"), null=True, blank=True)
    waits_for_bot = models.BooleanField(_("waits for a bot"), default=False)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True, blank=True)
    why = models.CharField(_("why"), max_length=20, blank=True)
    places = models.TextField(_("places"), blank=True, default="")
    chance = models.CharField(
        _("source of chance"), max_length=10, choices=ChanceMode.choices, default=ChanceMode.PLAIN
    )
    directors = models.PositiveSmallIntegerField(_("directors needed"), default=1)
    organisers = models.TextField(_("organisers named"), blank=True, default="")
    refused = models.PositiveIntegerField(_("refused moves"), default=0)
    refused_head = models.CharField(_("digest of the refused moves"), max_length=64, blank=True)
    result_seq = models.PositiveIntegerField(_("event of the result"), null=True, blank=True)
    opens_until = models.DateTimeField(_("opens until"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    changed_at = models.DateTimeField(_("changed at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    start_when_full = models.BooleanField(
        _("starts when full"), default=False, db_default=False, editable=False
    )
    phrases = models.BooleanField(_("with phrases"), default=True, db_default=True, editable=False)
    is_held = models.BooleanField(_("held"), default=False, db_default=False, editable=False)
    is_indexed = models.BooleanField(
        _("in the index of the search"), default=False, db_default=False, editable=False
    )
    is_audited = models.BooleanField(
        _("audited as it is"), default=False, db_default=False, editable=False
    )
    logged_seq = models.PositiveIntegerField(
        _("event up to which it is in the log"), default=0, db_default=0, editable=False
    )

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering: ClassVar = ["-created_at", "-id"]
        permissions: ClassVar = [
            ("direct_game", "Can remove a seat, void a game and correct its result")
        ]
        indexes: ClassVar = [
            # No column of an index, nor of its condition, may be one that every move changes:
            # PostgreSQL would then update every index of the table at every move.
            Index(fields=["created_at", "id"], name="game_created"),
            Index(fields=["access", "created_at", "id"], name="game_access"),
            Index(fields=["variant", "access", "created_at", "id"], name="game_variant"),
            Index(fields=["creator", "created_at", "id"], name="game_creator"),
            Index(fields=["status", "access", "created_at", "id"], name="game_status"),
            Index(
                fields=["access", "ended_at", "id"],
                name="game_access_ended",
                condition=Q(ended_at__isnull=False),
            ),
            Index(
                fields=["access", "result_seq", "id"],
                name="game_access_length",
                condition=Q(result_seq__isnull=False),
            ),
            Index(
                fields=["ended_at"],
                name="game_not_indexed",
                condition=Q(status="over", is_indexed=False, result_seq__isnull=False),
            ),
            Index(
                fields=["ended_at"],
                name="game_not_audited",
                condition=Q(status="over", is_audited=False, result_seq__isnull=False),
            ),
            Index(fields=["-created_at"], name="game_not_logged", condition=NOT_LOGGED),
            Index(fields=["id"], name="game_bot_turns", condition=Q(waits_for_bot=True)),
            Index(
                fields=["creator", "created_at", "id"],
                name="game_not_over_creator",
                condition=~Q(status="over"),
            ),
            Index(
                fields=["origin"], name="game_begun_origin", condition=BEGUN_GAME & ~Q(origin="")
            ),
            Index(
                fields=["origin"],
                name="game_open_origin",
                condition=Q(status="open") & ~Q(origin=""),
            ),
            Index(
                fields=["id"],
                name="game_begun_thinking",
                condition=BEGUN_GAME & Q(thinking_seats__gt=0),
            ),
            Index(
                fields=["opens_until"],
                name="game_opening",
                condition=Q(opens_until__isnull=False),
            ),
            Index(
                fields=["deadline"],
                name="game_deadlines",
                condition=Q(deadline__isnull=False),
            ),
            # The metrics read what has begun or ended since the last checkpoint.
            Index(
                fields=["started_at"],
                name="game_started",
                condition=Q(started_at__isnull=False),
            ),
            Index(fields=["ended_at"], name="game_ended", condition=Q(ended_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.id)

    def copy(self) -> Game:
        """Return a copy that can be changed while the game stays as it is."""
        copied = Game.__new__(Game)
        copied.__dict__.update(self.__dict__)
        return copied

    @property
    def secret(self) -> bytes:
        """The seed as bytes, in whichever type the database returns it."""
        return bytes(self.seed)

    @property
    def is_opened(self) -> bool:
        """Whether all who see the game may know all of it: it is over, and opens to all."""
        return self.is_finished and self.reveal == Game.Reveal.ALL

    @property
    def is_finished(self) -> bool:
        """Whether the game is over, and no running game has its cards."""
        return self.status == Game.Status.OVER and not self.is_held

    @property
    def places_by_seat(self) -> tuple[int, ...] | None:
        """Return the place of each seat from 1 (common.places), None without places."""
        return tuple(json.loads(self.places)) if self.places else None

    @property
    def is_all_bots(self) -> bool:
        """Whether there is a bot on every seat."""
        return self.bot_seats == (1 << self.seats) - 1

    def is_bot(self, seat: int) -> bool:
        """Whether a bot plays the seat, its own or for a player (common.absence.bot)."""
        return bool((self.bot_seats | self.stand_ins) >> seat & 1)

    @property
    def waits_for_thinking(self) -> bool:
        """Whether the game waits for a bot that thinks."""
        return self.waits_for_bot and bool(self.thinking_seats >> (self.to_act or 0) & 1)


class Seat(models.Model):
    """A seat of a game, and the player or bot that has it.

    ``hero`` is the one requested, "" for a random one, and after the start the one that is played.
    ``look`` is the rarity of the foil that its Character card shows, "" for the plain card.
    ``name`` and ``name_salt`` open the commitment to the player's name, and are deleted to erase a
    person. ``key`` is the public key that signs the player's moves; ``share`` the player's part of
    the seed, and ``share_commitment`` what binds it before it is opened, all in hexadecimal.
    ``unsigned_from`` is the row in which the player revoked the key.
    ``created_at`` and ``ended_at`` repeat those of the game, for the lists of a player. ``origin``
    is a keyed digest of the address that took it from the lobby, "" once the game has begun.
    """

    class Kind(models.TextChoices):
        """What a seat has: a player, a bot, an invitation, or nothing yet."""

        PLAYER = "player", pgettext_lazy("seat kind", "Player")
        BOT = "bot", _("Bot")
        OPEN = "open", pgettext_lazy("seat kind", "Open")
        INVITED = "invited", pgettext_lazy("seat kind", "Invited")

    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.PROTECT,
        related_name="seat_set",
        db_index=False,
    )
    number = models.PositiveSmallIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    player = models.ForeignKey(
        Player,
        verbose_name=_("player"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
    )
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    bot_version = models.CharField(_("version of the bot"), max_length=40, blank=True)
    hero = models.CharField(_("hero"), max_length=80, blank=True)
    look = models.CharField(_("look"), max_length=20, blank=True)
    name = models.CharField(_("name"), max_length=40, blank=True)
    name_salt = models.CharField(_("salt of the name"), max_length=32, blank=True)
    key = models.CharField(_("key"), max_length=64, blank=True)
    unsigned_from = models.PositiveIntegerField(_("unsigned from"), null=True, editable=False)
    share = models.CharField(_("share of the seed"), max_length=64, blank=True)
    share_commitment = models.CharField(_("commitment to the share"), max_length=64, blank=True)
    bot_budget = models.PositiveIntegerField(_("budget of the bot"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"), db_default=Now(), editable=False)
    ended_at = models.DateTimeField(_("ended at"), null=True, editable=False)
    origin = models.CharField(
        _("origin"), max_length=32, blank=True, default="", db_default="", editable=False
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["game", "number"]
        indexes: ClassVar = [
            Index(
                fields=["player", "created_at", "game"],
                name="seat_player_created",
                condition=Q(player__isnull=False),
            ),
            Index(
                fields=["player", "created_at", "game"],
                name="seat_player_playing",
                condition=Q(player__isnull=False, ended_at=None),
            ),
            Index(
                fields=["player", "ended_at"],
                name="seat_player_ended",
                condition=Q(player__isnull=False),
            ),
            Index(fields=["origin"], name="seat_origin", condition=~Q(origin="")),
        ]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "number"], name="seat_number_once"),
            UniqueConstraint(fields=["game", "player"], name="seat_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"


class UnseatedPlayer(models.Model):
    """A player whose seat at an open table the host freed, and when.

    The player may sit down there again only if the host invites.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", db_index=False)
    seat = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [Index(fields=["player", "created_at"], name="unseated_player")]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "player"], name="unseated_player_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"


class TableLink(models.Model):
    """A code that seats any player who has it, while its game is open."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="+")
    code = models.CharField(max_length=8, unique=True)

    def __str__(self) -> str:
        return str(self.game_id)


class Rematch(models.Model):
    """The table that follows a finished game: the same people, options and bots."""

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="rematch")
    table = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        indexes: ClassVar = [Index(fields=["table"], name="rematch_table")]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.table_id}"


class TableTerms(AppendOnly):
    """The terms of a game, which were fixed when its table closed for the deal: row 0.

    ``text`` is the canonical JSON of ``games.ledger.rows.Terms``, from which row 1 is made, and
    ``digest`` what a head of ``seq`` 0 says of it.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="terms")
    text = models.TextField()
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta(AppendOnly.Meta):
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [Index(fields=["created_at"], name="terms_created")]

    def __str__(self) -> str:
        return str(self.game_id)


class MoveEvent(AppendOnly):
    """An accepted move with the facts it caused, as written and sealed.

    ``facts`` are compressed JSON (``games.ledger.packed_facts``). ``digest`` chains it to the row
    before. ``sealed`` has the salts and commitments of the hidden parts. ``refused`` is the JSON of
    the count of moves refused since the row before, ``signed`` that of the player's signature; both
    are empty for null.
    """

    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.PROTECT,
        related_name="events",
        db_index=False,
    )
    seq = models.PositiveIntegerField(_("number of the event"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True)
    actor = models.TextField(_("actor"))
    move = models.TextField(_("move"))
    facts = models.BinaryField(_("facts"))
    rulings = models.TextField(_("rulings"))
    rules_version = models.CharField(_("version of the rules"), max_length=20)
    digest = models.CharField(_("digest"), max_length=64)
    sealed = models.TextField(_("sealed"))
    refused = models.TextField(_("refused moves"), default="", blank=True)
    signed = models.TextField(_("signed"), default="", blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("move event")
        verbose_name_plural = _("move events")
        ordering: ClassVar = ["game", "seq"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "seq"], name="move_event_seq_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class RecordedAct(models.Model):
    """An act of an organiser, or a call for a judge, as the index of the rows has it.

    ``player`` has the seat that it names. ``actor`` and ``move`` are as in the row. ``closed_by``
    is the row that withdrew the act, or closed the call: the answer, or the end of the game.
    """

    CALL: ClassVar = "call-judge"
    """The kind of a call for a judge; the others are the acts."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    seat = models.PositiveSmallIntegerField(null=True)
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )
    actor = models.TextField()
    move = models.TextField()
    closed_by = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            Index(
                fields=["player", "id"],
                name="act_player",
                condition=Q(player__isnull=False),
            ),
            Index(fields=["kind", "id"], name="act_kind"),
            Index(
                fields=["game", "id"],
                name="act_open_call",
                condition=Q(kind="call-judge", closed_by=None),
            ),
        ]
        constraints: ClassVar = [UniqueConstraint(fields=["game", "seq"], name="act_seq_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.kind}"


class Refusal(AppendOnly):
    """A move that the rules refused: the move, when, and by which rule.

    ``seq`` is the last row before it; ``move`` is the move as it was read from the request.
    ``before`` has the moves of the same request that had been accepted, and were undone with it.
    The first ``MAX_REFUSALS`` of a seat at a seq are stored, the others only counted
    (``RefusalCount``). ``nth`` is its number among those stored at this seq, ``link`` the digest in
    their chain, ``signed`` the player's signature.
    """

    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.PROTECT,
        related_name="refusals",
        db_index=False,
    )
    seq = models.PositiveIntegerField(_("number of the event"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    actor = models.TextField(_("actor"))
    before = models.TextField(_("digest before"), default="[]")
    move = models.TextField(_("move"))
    code = models.CharField(_("code"), max_length=40)
    rule = models.CharField(_("rule"), max_length=80)
    params = models.TextField(_("parameters"), default="{}")
    nth = models.PositiveIntegerField(_("number in order"))
    signed = models.TextField(_("signed"), default="")
    link = models.CharField(_("link of the chain"), max_length=64)
    created_at = models.DateTimeField(_("created at"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("refused move")
        verbose_name_plural = _("refused moves")
        ordering: ClassVar = ["game", "id"]
        indexes: ClassVar = [Index(fields=["game", "seq"], name="refusal_place")]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "seq", "nth"], name="refusal_nth_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class RefusalCount(models.Model):
    """The number of refused moves of a seat at a seq, stored or not."""

    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.PROTECT,
        related_name="refusal_counts",
        db_index=False,
    )
    seq = models.PositiveIntegerField(_("number of the event"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    count = models.PositiveIntegerField(_("number of refused moves"))

    class Meta:
        verbose_name = _("number of refused moves")
        verbose_name_plural = _("numbers of refused moves")
        ordering: ClassVar = ["game", "seq", "seat"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "seq", "seat"], name="refusal_count_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}: {self.count}"


class HeldMove(models.Model):
    """A call or a catch that no other seat may know of before its window closes.

    ``seq`` is the row that it answers. When the window closes it becomes a row, or a refusal, and
    is deleted here (``games.play.held_moves``).
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="+", db_index=False)
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    target = models.PositiveSmallIntegerField()
    actor = models.TextField()
    move = models.TextField()
    signed = models.TextField(default="")
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "seat", "target"], name="held_move_once")
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class MoveReceipt(models.Model):
    """A move made under an idempotency key, stored as long as its game has rows.

    The response is rendered again from the rows: the last ``events`` up to ``seq``, none for a held
    move, which answers ``seq``. ``key`` and ``request`` are digests (``ledger.move_receipts``).
    ``rest`` is the JSON of what the response has besides, "" for nothing.
    """

    pk = models.CompositePrimaryKey("game_id", "key")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.BinaryField(max_length=16)
    request = models.BinaryField(max_length=16)
    seq = models.PositiveIntegerField()
    events = models.PositiveSmallIntegerField()
    rest = models.TextField()

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq}"


class Receipt(models.Model):
    """The response to a request, stored under its idempotency key for a day.

    ``scope`` is whose key it is, a player's id or a digest of an address.
    """

    scope = models.CharField(max_length=64)
    key = models.CharField(max_length=255)
    body = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=201)
    reply = models.TextField()
    created_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [UniqueConstraint(fields=["scope", "key"], name="receipt_key_once")]
        indexes: ClassVar = [Index(fields=["created_at"], name="receipt_age")]

    def __str__(self) -> str:
        return f"{self.scope}/{self.key}"


class ClockTick(models.Model):
    """When the clock of the games last ran, in one row.

    A gap after it is time in which the server did not run (``games.play.deadlines``).
    """

    KEY: ClassVar = 1
    """The key of the row."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"


def with_answer(answer: str) -> Q:
    """Return the condition of the runs in which a question has this answer."""
    found = Q()
    for question in ("sealed", "lawful", "fair", "dealt", "authentic"):
        found |= Q(**{question: answer})
    return found


FAILED: Final = with_answer("no") | with_answer("error")
"""The condition of the runs of games that failed, and of a verifier that did."""


class AuditRun(AppendOnly):
    """The verdict on a game's rows up to ``head``, by one version of the rules.

    ``batch`` are the games audited together; a game is in it once, however often it is tried.
    """

    batch = models.UUIDField(_("batch"))
    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.PROTECT, related_name="audits"
    )
    head = models.CharField(_("digest of the last event"), max_length=64)
    seq = models.PositiveIntegerField(_("number of the event"))
    rules_version = models.CharField(_("version of the rules"), max_length=20)
    sealed = models.CharField(_("sealed"), max_length=10)
    lawful = models.CharField(_("lawful"), max_length=10)
    fair = models.CharField(_("fair"), max_length=10)
    dealt = models.CharField(_("dealt"), max_length=10, blank=True)
    authentic = models.CharField(_("authentic"), max_length=10, blank=True)
    created_at = models.DateTimeField(_("created at"))

    class Meta(AppendOnly.Meta):
        verbose_name = _("audit")
        verbose_name_plural = _("audits")
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["batch", "game"], name="audit_once_in_a_batch")
        ]
        indexes: ClassVar = [Index(fields=["id"], name="audit_failed", condition=FAILED)]

    def __str__(self) -> str:
        return f"{self.game_id} {self.sealed}/{self.lawful}/{self.fair}"


class AuditFinding(AppendOnly):
    """Something that an audit found, at the rows ``first`` to ``last`` (0: at none)."""

    run = models.ForeignKey(
        AuditRun, verbose_name=_("audit"), on_delete=models.PROTECT, related_name="findings"
    )
    question = models.CharField(_("question"), max_length=10)
    code = models.CharField(_("code"), max_length=40)
    first = models.PositiveIntegerField(_("first event"))
    last = models.PositiveIntegerField(_("last event"))
    rule = models.CharField(_("rule"), max_length=80, blank=True)
    path = models.CharField(_("path"), max_length=80, blank=True)
    note = models.BooleanField(_("note"), default=False)

    class Meta(AppendOnly.Meta):
        verbose_name = _("finding of an audit")
        verbose_name_plural = _("findings of audits")
        ordering: ClassVar = ["run", "id"]
        indexes: ClassVar = [Index(fields=["code", "run"], name="finding_code")]

    def __str__(self) -> str:
        return f"{self.question}: {self.code} {self.first}"
