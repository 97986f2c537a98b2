"""Games in the admin, read-only; hidden parts are not shown while a game runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

import msgspec
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from cards.page_language import page_language
from games.audit.finding_texts import FINDINGS, audit_finding_text
from games.audit.findings import RECORDED, Finding
from games.engine import NOBODY, VARIANTS
from games.ledger.store import COLUMNS, row_of
from games.models import AuditFinding, AuditRun, Game, MoveEvent, Refusal, RefusalCount, Seat
from games.play import selectors
from games.play.directing import may_direct
from games.staff.admin_lists import BoundedList, known_values

FAILING: Final = known_values("no", "error")
"""The filter by the answers of an audit that are rare."""


class LookOnly(BoundedList):
    """A read-only admin."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow only the lookups of filters and of links of the admin.

        Django allows lookups of all columns of a row, also of those that are not shown.
        """
        allowed = {"game__id__exact"}
        for one in getattr(self, "list_filter", ()):
            name, kind = one if isinstance(one, tuple) else (one, None)
            allowed |= {f"{name}__exact", f"{name}__isnull", f"{name}__id__exact"}
            if kind is admin.DateFieldListFilter:
                allowed |= {f"{name}__gte", f"{name}__lt"}
        return lookup in allowed

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: rows are written by moves only."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: rows are never changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse: rows are never deleted."""
        return False


class SeatInline(LookOnly, TabularInline):  # type: ignore[misc]
    """The seats of a game."""

    model = Seat
    fields = ("number", "kind", "player", "key", "bot", "bot_version", "hero", "look")
    extra = 0


@admin.register(Game)
class GameAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """A game, without its seed and its cards."""

    list_display = ("id", "variant", "status", "why", "seats", "seq", "created_at", "ended_at")
    list_filter = (
        "status",
        ("variant", known_values(*VARIANTS)),
        "access",
        ("created_at", admin.DateFieldListFilter),
    )
    search_fields = id_fields = ("id",)
    inlines: ClassVar = [SeatInline]
    fields = (
        "id", "variant", "edition", "options", "heroes", "access", "reveal", "creator", "status",
        "seq", "rows", "directing", "head", "refused", "commitment", "algorithm", "chance",
        "directors", "organisers", "opens_until", "stand_ins", "to_act", "waits_for_bot", "winner",
        "why",
        "created_at", "started_at", "changed_at", "ended_at",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Defer the seeds, which no page shows."""
        return Game.objects.defer("seed", "server_seed")

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        """Add the link to directing the game for users who may."""
        return [name for name in self.fields if name != "directing" or may_direct(request.user)]

    @admin.display(description=_("organiser"))
    def directing(self, game: Game) -> str:
        """Return the link to the table, where the organisers of the game have a strip."""
        address = reverse("play-table", args=[game.pk])
        words = gettext("direct this game at its table")
        return format_html('<a href="{}">{}</a>', address, words)

    @admin.display(description=_("rows"))
    def rows(self, game: Game) -> str:
        """Return links to the rows and the refusals of the game."""
        links = [
            (reverse(f"admin:games_{name}_changelist") + f"?game__id__exact={game.pk}", label)
            for name, label in (
                ("moveevent", gettext("moves")),
                ("refusal", gettext("refused moves")),
                ("refusalcount", gettext("numbers of refused moves")),
            )
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links)


def _part(name: str, label: Any) -> Callable[[Any, MoveEvent], str]:
    """Return a column: a part of the event, as the public may see it."""

    @admin.display(description=label)
    def shown(_admin: Any, event: MoveEvent) -> str:
        cache = vars(event)
        if "shown" not in cache:
            row = row_of(event.game, [getattr(event, name) for name in COLUMNS])
            cache["shown"] = selectors.redacted_event(event.game, row, NOBODY)
        part = msgspec.json.encode(getattr(cache["shown"], name))
        return msgspec.json.format(part, indent=1).decode()

    return shown


@admin.register(MoveEvent)
class MoveEventAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """A row as the public may know it; rows are listed game by game."""

    list_display = ("game", "seq", "seat", "shown_move", "shown_rulings", "created_at")
    list_select_related = ("game",)
    list_per_page = 50
    ordering = ("-seq",)
    fields = (
        "game", "seq", "seat", "shown_actor", "shown_move", "shown_facts", "shown_rulings",
        "rules_version", "digest", "created_at",
    )  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> QuerySet[MoveEvent]:
        """Join the game, whose status and seed decide what is shown."""
        rows = MoveEvent.objects.select_related("game")
        match = request.resolver_match
        is_list = match is not None and str(match.url_name).endswith("_changelist")
        return rows.none() if is_list and "game__id__exact" not in request.GET else rows

    shown_actor = _part("actor", _("actor"))
    shown_move = _part("move", _("move"))
    shown_facts = _part("facts", _("facts"))
    shown_rulings = _part("rulings", _("rulings"))


def _of_opened(name: str, label: Any) -> Callable[[Any, Refusal], str]:
    """Return a column: a part of the refusal of a game that is open to all."""

    @admin.display(description=label)
    def shown(_admin: Any, refusal: Refusal) -> str:
        hidden = gettext("hidden until the game opens")
        return str(getattr(refusal, name)) if refusal.game.is_opened else hidden

    return shown


@admin.register(Refusal)
class RefusalAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """A refused move; its contents are shown when the game is over."""

    list_display = ("game", "seq", "seat", "shown_code", "shown_rule", "created_at")
    list_select_related = ("game",)
    ordering = ("-id",)
    fields = (
        "game", "seq", "seat", "shown_move", "shown_code", "shown_rule", "shown_params",
        "created_at",
    )  # fmt: skip

    shown_move = _of_opened("move", _("move"))
    shown_code = _of_opened("code", _("code"))
    shown_rule = _of_opened("rule", _("rule"))
    shown_params = _of_opened("params", _("parameters"))


@admin.register(RefusalCount)
class RefusalCountAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """How many moves of a seat were refused at a seq; the first of them are stored."""

    list_display = ("game", "seq", "seat", "count")
    list_select_related = ("game",)
    ordering = ("-id",)
    fields = list_display


class FindingInline(LookOnly, TabularInline):  # type: ignore[misc]
    """What an audit found."""

    model = AuditFinding
    fields = ("question", "code", "first", "last", "rule", "path", "note")
    extra = 0


@admin.register(AuditRun)
class AuditRunAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """An audit of a game."""

    list_display = ("game", "seq", *RECORDED, "rules_version", "created_at")
    list_filter = (
        *((question, FAILING) for question in RECORDED),
        ("created_at", admin.DateFieldListFilter),
    )
    search_fields = id_fields = ("game", "batch")
    inlines: ClassVar = [FindingInline]
    fields = ("game", "seq", "head", *RECORDED, "rules_version", "batch", "created_at")


@admin.register(AuditFinding)
class AuditFindingAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Something that an audit found, in words."""

    list_display = ("game", "question", "code", "first", "last", "rule", "note", "audited")
    list_select_related = ("run__game",)
    list_filter = (("code", known_values(*sorted(FINDINGS))), "note")
    search_fields = id_fields = ("run__game",)
    ordering = ("-id",)
    fields = ("run", "question", "code", "in_words", "first", "last", "rule", "path", "note")

    @admin.display(description=_("game"))
    def game(self, finding: AuditFinding) -> str:
        """The game that was audited."""
        return str(finding.run.game_id)

    @admin.display(description=_("audited at"))
    def audited(self, finding: AuditFinding) -> str:
        """Return the time of the audit."""
        return f"{finding.run.created_at:%Y-%m-%d %H:%M}"

    @admin.display(description=_("in words"))
    def in_words(self, finding: AuditFinding) -> str:
        """The finding as a sentence."""
        return audit_finding_text(Finding(finding.code), page_language())
