"""What arbiters have looked at, to be read."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from unfold.admin import ModelAdmin

from games.admin import LookOnly
from games.arbiters.models import Look


@admin.register(Look)
class LookAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """A look cannot be added, changed or deleted here."""

    list_display: ClassVar = ["created_at", "player", "view", "what", "game", "at", "seq"]
    list_select_related: ClassVar = ["player", "game"]
