"""Users, groups and players, with forms of the admin's theme."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import ManyToManyField, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import get_language
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from cards.review_errors import PERMISSIONS
from cards.translation import closest_language
from games.admin import LookOnly
from games.erasure import erase_player
from games.players.models import Player
from games.players.persons import link_accounts, unlink_accounts

admin.site.unregister(User)
admin.site.unregister(Group)


def permission_label(permission: Permission) -> str:
    """Return a permission in words; those of the card studio in the user's language."""
    known = PERMISSIONS.get(permission.codename)
    if known is None or permission.content_type.app_label != "cards":
        return str(permission)
    return f"Cards | {known.to(closest_language(get_language() or ''))}"


class NamesPermissions:
    """A form that names the permissions to choose from."""

    def formfield_for_manytomany(
        self, db_field: ManyToManyField[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Name the permissions."""
        field = super().formfield_for_manytomany(  # type: ignore[misc]
            db_field, request, **kwargs
        )
        if field is not None and db_field.related_model is Permission:
            field.label_from_instance = permission_label
        return field


@admin.register(User)
class UserAdmin(NamesPermissions, auth_admin.UserAdmin, ModelAdmin):  # type: ignore[misc, type-arg]
    """Users: staff, and one for each guest."""

    compressed_fields = (
        True  # Labels above the fields: beside them, the choice of permissions would be too wide.
    )
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm


@admin.register(Group)
class GroupAdmin(NamesPermissions, auth_admin.GroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Groups of users with the same permissions."""

    compressed_fields = True


@admin.register(Player)
class PlayerAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Players; those of one person are linked for conflicts of interest."""

    list_display = ("tagged_name", "id", "is_guest", "person", "created_at", "erased_at")
    search_fields = ("name", "id", "user__username")
    fields = ("id", "name", "user", "is_guest", "person", "created_at", "erased_at")
    readonly_fields = fields
    actions: ClassVar = ["link", "unlink", "erase"]

    def has_link_permission(self, request: HttpRequest) -> bool:
        """Whether a user may say which players belong to one person."""
        return bool(request.user.has_perm("players.change_player"))

    @admin.action(description="Record that these belong to one person", permissions=["link"])
    def link(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Link the chosen players."""
        players = list(queryset)
        if len(players) < 2:
            messages.error(request, "Choose two players or more.")
            return
        person = link_accounts(players)
        self._record(request, players, f"Linked as person {person}.")

    @admin.action(description="Record that these belong to no one else", permissions=["link"])
    def unlink(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Remove the links of the chosen players."""
        players = list(queryset)
        unlink_accounts(players)
        self._record(request, players, "Unlinked.")

    def has_erase_permission(self, request: HttpRequest) -> bool:
        """Whether a user may erase players."""
        return bool(request.user.has_perm("players.delete_player"))

    @admin.action(description="Erase name and login, for good", permissions=["erase"])
    def erase(self, request: HttpRequest, queryset: QuerySet[Player]) -> HttpResponse | None:
        """Ask for confirmation, then erase the chosen players."""
        players = list(queryset)
        if "confirmed" not in request.POST:
            context = self.admin_site.each_context(request)
            context |= {"opts": self.opts, "players": players, "title": "Erase players"}
            return TemplateResponse(request, "admin/players/erase.html", context)
        for player in players:
            running = erase_player(player)
            for game in running:
                messages.warning(request, f"Still running, with a seat that no one plays: {game}")
        self._record(request, list(queryset.all()), "Erased.")
        return None

    def _record(self, request: HttpRequest, players: list[Player], what: str) -> None:
        """Write what was done to the history of each player, and report it."""
        for player in players:
            self.log_change(request, player, what)
        messages.success(request, what)
