"""Games in the admin: to look at, never to change; nothing hidden is shown while a game runs."""

from __future__ import annotations

from typing import ClassVar, Final
from uuid import UUID

import msgspec
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from unfold.admin import ModelAdmin, TabularInline

from games import selectors
from games.audit import Finding, said
from games.directing.form import DirectForm
from games.directing.services import may_direct
from games.engine import NOBODY
from games.ledger.store import COLUMNS, row_of
from games.models import AuditFinding, AuditRun, Game, MoveEvent, Refusal, RefusalCount, Seat

UNTOLD = "hidden until the game opens"


_DATES: Final = ("year", "month", "day", "gte", "lt")


class LookOnly:
    """Rows that are shown and nothing else."""

    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """An address asks only what a filter or a link of ours asks.

        Django lets it ask anything of a row's own columns, also those that are not shown.
        """
        asked = {"game__id__exact"}
        for one in getattr(self, "list_filter", ()):
            name = one[0] if isinstance(one, tuple) else one
            asked |= {f"{name}__exact", f"{name}__isnull", f"{name}__id__exact"}
        if date := getattr(self, "date_hierarchy", None):
            asked |= {f"{date}__{part}" for part in _DATES}
        return lookup in asked

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows are not added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows are not changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Rows are not deleted here."""
        return False


class SeatInline(LookOnly, TabularInline):  # type: ignore[misc]
    """Who sits where."""

    model = Seat
    fields = ("number", "kind", "player", "bot", "bot_version", "hero", "look")
    extra = 0


@admin.register(Game)
class GameAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """A game, without its seed and its cards."""

    list_display = ("id", "variant", "status", "why", "seats", "seq", "created_at", "ended_at")
    list_filter = ("status", "variant", "access")
    search_fields = ("id",)
    date_hierarchy = "created_at"
    inlines: ClassVar = [SeatInline]
    fields = (
        "id", "variant", "edition", "options", "heroes", "access", "reveal", "creator", "status",
        "seq", "rows", "directing", "head", "commitment", "algorithm", "to_act", "waits_for_bot",
        "winner", "why", "created_at", "started_at", "changed_at", "ended_at",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Leave the seed where it is."""
        return Game.objects.defer("seed")

    def get_fields(self, request: HttpRequest, obj: Game | None = None) -> list[str]:
        """The way to directing a game is shown to those who may."""
        return [name for name in self.fields if name != "directing" or may_direct(request.user)]

    def get_urls(self) -> list[URLPattern]:
        """With the page on which an organiser directs a game."""
        directing = self.admin_site.admin_view(self.direct)
        name = "games_game_direct"
        return [path("<uuid:game_id>/direct/", directing, name=name), *super().get_urls()]

    def direct(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Remove a seat, void the game or correct its result, and say why."""
        if not may_direct(request.user):
            raise PermissionDenied
        game = get_object_or_404(Game.objects.defer("seed"), pk=game_id)
        form = DirectForm(game, request.POST if request.method == "POST" else None)
        if form.is_valid() and form.carry_out(request.user):
            messages.success(request, "It is on record, with the reason.")
            return redirect("admin:games_game_change", game_id)
        context = self.admin_site.each_context(request)
        context |= {"opts": self.opts, "original": game, "form": form, "title": "Direct this game"}
        return TemplateResponse(request, "admin/games/direct.html", context)

    @admin.display(description="organiser")
    def directing(self, game: Game) -> str:
        """The way to what an organiser may do."""
        address = reverse("admin:games_game_direct", args=[game.pk])
        words = "remove a seat, void the game or correct its result"
        return format_html('<a href="{}">{}</a>', address, words)

    @admin.display(description="rows")
    def rows(self, game: Game) -> str:
        """The way to the game's rows and refusals."""
        links = [
            (reverse(f"admin:games_{name}_changelist") + f"?game__id__exact={game.pk}", label)
            for name, label in (
                ("moveevent", "moves"),
                ("refusal", "refused moves"),
                ("refusalcount", "numbers of refused moves"),
            )
        ]
        return format_html_join(" · ", '<a href="{}">{}</a>', links)


@admin.register(MoveEvent)
class MoveEventAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """A row as the public may know it."""

    list_display = ("game", "seq", "seat", "told_move", "told_rulings", "created_at")
    list_select_related = ("game",)
    list_per_page = 50
    ordering = ("-id",)
    fields = (
        "game", "seq", "seat", "told_actor", "told_move", "told_facts", "told_rulings",
        "rules_version", "digest", "created_at",
    )  # fmt: skip
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[MoveEvent]:
        """With the game, which tells whether it is over and has the salts' seed."""
        return MoveEvent.objects.select_related("game")

    @admin.display(description="actor")
    def told_actor(self, event: MoveEvent) -> str:
        """Who made the move."""
        return _told(event, "actor")

    @admin.display(description="move")
    def told_move(self, event: MoveEvent) -> str:
        """What was asked for."""
        return _told(event, "move")

    @admin.display(description="facts")
    def told_facts(self, event: MoveEvent) -> str:
        """What it caused."""
        return _told(event, "facts")

    @admin.display(description="rulings")
    def told_rulings(self, event: MoveEvent) -> str:
        """By which rules."""
        return _told(event, "rulings")


def _told(event: MoveEvent, part: str) -> str:
    kept = vars(event)
    if "told" not in kept:
        row = row_of(event.game, [getattr(event, name) for name in COLUMNS])
        kept["told"] = selectors.told(event.game, row, NOBODY)
    return msgspec.json.format(msgspec.json.encode(kept["told"][part]), indent=1).decode()


@admin.register(Refusal)
class RefusalAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """A refused move; what and why only once the game is over, since both tell of a hand."""

    list_display = ("game", "seq", "seat", "told_code", "told_rule", "created_at")
    list_select_related = ("game",)
    fields = (
        "game", "seq", "seat", "told_move", "told_code", "told_rule", "told_params", "created_at",
    )  # fmt: skip
    readonly_fields = fields

    @admin.display(description="move")
    def told_move(self, refusal: Refusal) -> str:
        """What was asked for."""
        return refusal.move if refusal.game.is_opened else UNTOLD

    @admin.display(description="code")
    def told_code(self, refusal: Refusal) -> str:
        """Why it was refused."""
        return refusal.code if refusal.game.is_opened else UNTOLD

    @admin.display(description="rule")
    def told_rule(self, refusal: Refusal) -> str:
        """The rule that refused it."""
        return refusal.rule if refusal.game.is_opened else UNTOLD

    @admin.display(description="parameters")
    def told_params(self, refusal: Refusal) -> str:
        """The parameters of the rule's text."""
        return refusal.params if refusal.game.is_opened else UNTOLD


@admin.register(RefusalCount)
class RefusalCountAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """How many moves of a seat were refused at a seq; the first of them are stored."""

    list_display = ("game", "seq", "seat", "count")
    list_select_related = ("game",)
    ordering = ("-id",)
    fields = list_display
    readonly_fields = fields


class FindingInline(LookOnly, TabularInline):  # type: ignore[misc]
    """What an audit found."""

    model = AuditFinding
    fields = ("question", "code", "first", "last", "rule", "path", "note")
    extra = 0


@admin.register(AuditRun)
class AuditRunAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """An audit of a game."""

    list_display = ("game", "seq", "sealed", "lawful", "fair", "rules_version", "created_at")
    list_filter = ("sealed", "lawful", "fair")
    search_fields = ("game__id", "batch")
    date_hierarchy = "created_at"
    inlines: ClassVar = [FindingInline]
    fields = (
        "game", "seq", "head", "sealed", "lawful", "fair", "rules_version", "batch", "created_at",
    )  # fmt: skip
    readonly_fields = fields


@admin.register(AuditFinding)
class AuditFindingAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Something that an audit found, in words."""

    list_display = ("game", "question", "code", "first", "last", "rule", "note", "audited")
    list_select_related = ("run__game",)
    list_filter = ("question", "code", "note")
    search_fields = ("run__game__id", "rule")
    ordering = ("-id",)
    fields = ("run", "question", "code", "told", "first", "last", "rule", "path", "note")
    readonly_fields = fields

    @admin.display(description="game")
    def game(self, finding: AuditFinding) -> str:
        """The game that was audited."""
        return str(finding.run.game_id)

    @admin.display(description="audited")
    def audited(self, finding: AuditFinding) -> str:
        """When."""
        return f"{finding.run.created_at:%Y-%m-%d %H:%M}"

    @admin.display(description="in words")
    def told(self, finding: AuditFinding) -> str:
        """The finding as a sentence."""
        return said(Finding(finding.code))
