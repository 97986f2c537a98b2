"""Users, groups and players, with forms of the admin's theme."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django.contrib import admin, messages
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import ManyToManyField, Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from cards.confirmations import are_as_shown
from cards.draft_errors import PERMISSIONS
from cards.page_language import page_language
from games.play.erasure import erase_player
from games.players.models import Player
from games.players.persons import link_accounts, unlink_accounts
from games.players.selectors import players_named
from games.staff.admin_lists import MAX_LISTED, BoundedList
from games.staff.games_admin import LookOnly

admin.site.unregister(User)
admin.site.unregister(Group)


ACTIONS: Final = {
    "add": pgettext_lazy("permission", "add"),
    "change": pgettext_lazy("permission", "change"),
    "delete": pgettext_lazy("permission", "delete"),
    "view": pgettext_lazy("permission", "view"),
    "audit_live": _("Can see games whole as an arbiter"),
    "direct_game": _("Can remove a seat, void a game and correct its result"),
}
"""What a permission permits; those of reviews are in ``PERMISSIONS``."""


def permission_label(permission: Permission) -> str:
    """Return a permission in words: the app, the model, what is permitted."""
    model = permission.content_type.model_class()
    assert model is not None  # Those without a model are not offered.
    app = capfirst(model._meta.app_config.verbose_name)
    if known := PERMISSIONS.get(permission.codename):
        return f"{app} | {known.to(page_language())}"
    action = permission.codename.removesuffix(f"_{model._meta.model_name}")
    return f"{app} | {model._meta.verbose_name} | {ACTIONS.get(action, permission.name)}"


def offered_permissions() -> QuerySet[Permission]:
    """Return the permissions of the models in the admin; others permit nothing."""
    models = ContentType.objects.get_for_models(*admin.site._registry).values()
    return Permission.objects.filter(content_type__in=models).select_related("content_type")


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
            field.queryset = offered_permissions()
            field.label_from_instance = permission_label
        return field


@admin.register(User)
class UserAdmin(
    NamesPermissions,
    BoundedList,
    auth_admin.UserAdmin,  # type: ignore[type-arg]
    ModelAdmin,  # type: ignore[misc]
):
    """Users: staff, and one for each guest."""

    compressed_fields = (
        True  # Labels above the fields: beside them, the choice of permissions would be too wide.
    )
    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm

    def found_by(self, term: str) -> Q:
        """Return the filter by user name (its beginning), address, or staff name."""
        users = User.objects.order_by().alias(address=Lower("email"))
        staff_names = Q(first_name__icontains=term) | Q(last_name__icontains=term)
        conditions = (
            Q(username__startswith=term),
            Q(address=term.lower()),
            Q(is_staff=True) & staff_names,
        )
        found = [users.filter(one).values_list("pk", flat=True) for one in conditions]
        return Q(pk__in={key for keys in found for key in keys[:MAX_LISTED]})


@admin.register(Group)
class GroupAdmin(NamesPermissions, auth_admin.GroupAdmin, ModelAdmin):  # type: ignore[misc]
    """Groups of users with the same permissions."""

    compressed_fields = True


@admin.register(Player)
class PlayerAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Players; those of one person are linked for conflicts of interest."""

    list_display = ("name_and_tag", "id", "is_guest", "person", "created_at", "erased_at")
    search_fields = ("name", "id", "user__username")
    id_fields = ("id",)
    ordering = ("-created_at", "-id")
    fields = ("id", "name", "user", "is_guest", "person", "created_at", "erased_at")
    actions: ClassVar = ["link", "unlink", "erase"]

    def found_by(self, term: str) -> Q:
        """Return the filter by name (a part), id or user name (their beginning)."""
        players, users = Player.objects.order_by(), User.objects.order_by()
        # First the users, by their index: a join would read all players.
        known = users.filter(username__startswith=term).values_list("pk", flat=True)[:MAX_LISTED]
        found = [
            players_named(term),
            players.filter(super().found_by(term)).values_list("pk", flat=True),
            players.filter(user__in=list(known)).values_list("pk", flat=True),
        ]
        return Q(pk__in={key for keys in found for key in keys[:MAX_LISTED]})

    @admin.display(description=_("name"), ordering="name")
    def name_and_tag(self, player: Player) -> str:
        """Return the name with the tag."""
        return player.tagged_name

    def has_link_permission(self, request: HttpRequest) -> bool:
        """Whether a user may say which players belong to one person."""
        return bool(request.user.has_perm("players.change_player"))

    @admin.action(description=_("Record that these belong to one person"), permissions=["link"])
    def link(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Link the chosen players."""
        players = list(queryset)
        if len(players) < 2:
            messages.error(request, gettext("Choose two players or more."))
            return
        person = link_accounts(players)
        self._record(request, players, gettext("Linked as person {person}.").format(person=person))

    @admin.action(description=_("Record that these belong to no one else"), permissions=["link"])
    def unlink(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Remove the links of the chosen players."""
        players = list(queryset)
        unlink_accounts(players)
        self._record(request, players, gettext("Unlinked."))

    def has_erase_permission(self, request: HttpRequest) -> bool:
        """Whether a user may erase players."""
        return bool(request.user.has_perm("players.delete_player"))

    @admin.action(description=_("Erase name and login, for good"), permissions=["erase"])
    def erase(self, request: HttpRequest, queryset: QuerySet[Player]) -> HttpResponse | None:
        """Ask for confirmation, then erase the chosen players."""
        # Those that are erased already come last, so that a repeated action goes on.
        players = sorted(queryset, key=lambda player: player.erased_at is not None)
        if "confirmed" not in request.POST:
            context = self.admin_site.each_context(request)
            context |= {"opts": self.opts, "players": players}
            context |= {"title": gettext("Erase players")}
            return TemplateResponse(request, "admin/players/erase.html", context)
        if are_as_shown(request, players):
            self._erase(request, players)
        return None

    def _erase(self, request: HttpRequest, players: list[Player]) -> None:
        for player in players:
            for game in erase_player(player):
                messages.warning(
                    request,
                    gettext("Still running, with a seat that no one plays: {game}").format(
                        game=game
                    ),
                )
            player.refresh_from_db()
            self.log_change(request, player, gettext("Erased."))
        messages.success(request, gettext("Erased."))

    def _record(self, request: HttpRequest, players: list[Player], what: str) -> None:
        """Write what was done to the history of each player, and report it."""
        for player in players:
            self.log_change(request, player, what)
        messages.success(request, what)
