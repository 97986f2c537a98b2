"""The looks of arbiters in the admin, read-only."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from unfold.admin import ModelAdmin

from games.officials.models import Look, RefusedLook
from games.staff.games_admin import LookOnly


@admin.register(Look)
class LookAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Looks, newest first; none can be added, changed or deleted."""

    list_display: ClassVar = ["created_at", "player", "view", "what", "game", "at", "seq"]
    list_select_related: ClassVar = ["player", "game"]


@admin.register(RefusedLook)
class RefusedLookAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Refused looks, newest first; none can be added, changed or deleted."""

    list_display: ClassVar = ["created_at", "player", "view", "why", "game", "seq"]
    list_select_related: ClassVar = ["player", "game"]
