"""Sets of games, grants and refused acts in the admin."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminSelectWidget

from games.officials.grants import revoke
from games.officials.models import GameSet, Grant, Proposal, RefusedAct
from games.players.selectors import players_named
from games.players.services import player_for
from games.staff.admin_lists import MAX_LISTED, BoundedList
from games.staff.games_admin import LookOnly

MAX_COUNTED: Final = 200
"""Up to how many games of a set are counted in the list of sets."""


@admin.register(GameSet)
class GameSetAdmin(ModelAdmin):  # type: ignore[misc]
    """Games that organisers direct together; the history has who added each game."""

    list_display = ("name", "size", "created_at")
    search_fields = ("name",)
    autocomplete_fields = ("games",)

    @admin.display(description=_("games"))
    def size(self, game_set: GameSet) -> str:
        """Return how many games the set has, counted up to a number."""
        size = game_set.games.through.objects.filter(gameset=game_set)[: MAX_COUNTED + 1].count()
        return str(size) if size <= MAX_COUNTED else f"> {MAX_COUNTED}"

    def has_delete_permission(self, request: HttpRequest, obj: GameSet | None = None) -> bool:
        """Refuse to delete a set that has grants, whose record must stay."""
        has_grants = obj is not None and obj.grants.exists()
        return not has_grants and bool(super().has_delete_permission(request, obj))


class GrantForm(forms.ModelForm):  # type: ignore[type-arg]
    """A grant for a player or a staff user, in one game or one set of games."""

    staff = forms.ModelChoiceField(
        User.objects.filter(is_staff=True, is_active=True).order_by("username"),
        required=False,
        label=_("Staff user"),
        widget=UnfoldAdminSelectWidget,
        help_text=_("Instead of a player: who directs games in the admin."),
    )

    class Meta:
        model = Grant
        fields = ("player", "game", "game_set", "may_direct", "may_look")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "player" in self.fields:
            self.fields["player"].required = False

    def clean(self) -> dict[str, Any]:
        """Require one account, one scope and some right."""
        given: dict[str, Any] = self.cleaned_data
        if (given.get("player") is None) == (given.get("staff") is None):
            self.add_error("player", gettext("Choose a player or a staff user."))
        elif given.get("staff") is not None:
            given["player"] = player_for(user=given["staff"])
        if (given.get("game") is None) == (given.get("game_set") is None):
            self.add_error("game", gettext("Choose a game or a set of games."))
        if not given.get("may_direct") and not given.get("may_look"):
            self.add_error("may_direct", gettext("Choose at least one right."))
        return given


@admin.register(Grant)
class GrantAdmin(BoundedList, ModelAdmin):  # type: ignore[misc]
    """Who may direct or see which games; grants are revoked, never deleted."""

    form = GrantForm
    list_display = (
        "player", "game", "game_set", "may_direct", "may_look", "granted_by", "created_at",
        "revoked_by", "revoked_at",
    )  # fmt: skip
    list_select_related = ("player", "game", "game_set", "granted_by", "revoked_by")
    list_filter = ("may_direct", "may_look", ("revoked_at", admin.EmptyFieldListFilter))
    search_fields = ("player__name", "game", "game_set__name")
    id_fields = ("game",)
    autocomplete_fields = ("player", "game", "game_set")
    fields = ("player", "staff", "game", "game_set", "may_direct", "may_look")
    actions: ClassVar = ["revoke_grants"]

    def found_by(self, term: str) -> Q:
        """Return the filter for the grants of a player, a set or a game."""
        players = list(players_named(term)[:MAX_LISTED])
        sets = list(GameSet.objects.filter(name__icontains=term).values_list("pk", flat=True))
        return Q(player__in=players) | Q(game_set__in=sets) | super().found_by(term)

    def get_fields(self, request: HttpRequest, obj: Grant | None = None) -> tuple[str, ...]:
        """Return the fields of the form, or those of a stored grant."""
        return self.fields if obj is None else self.list_display

    def has_change_permission(self, request: HttpRequest, obj: Grant | None = None) -> bool:
        """Refuse: grants are revoked, not changed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Grant | None = None) -> bool:
        """Refuse: grants are revoked, not deleted."""
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Whether a user may revoke grants: who may give them."""
        return bool(self.has_add_permission(request))

    def save_model(self, request: HttpRequest, obj: Grant, form: Any, change: bool) -> None:
        """Store the grant with who gave it."""
        assert isinstance(request.user, User)
        obj.player, obj.granted_by = form.cleaned_data["player"], request.user
        obj.save()

    @admin.action(description=_("Revoke"), permissions=["revoke"])
    def revoke_grants(self, request: HttpRequest, queryset: QuerySet[Grant]) -> None:
        """Revoke the chosen grants."""
        assert isinstance(request.user, User)
        count = revoke(queryset, by=request.user)
        messages.success(request, gettext("Grants revoked: {count}.").format(count=count))


@admin.register(RefusedAct)
class RefusedActAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Refused acts, newest first; none can be added, changed or deleted."""

    list_display: ClassVar = [
        "created_at", "organiser", "act", "reference", "code", "detail", "game", "seq",
    ]  # fmt: skip
    list_select_related: ClassVar = ["game"]


@admin.register(Proposal)
class ActProposalAdmin(LookOnly, ModelAdmin):  # type: ignore[misc]
    """Acts that wait or waited for a second organiser, newest first, read-only."""

    list_display: ClassVar = [
        "created_at", "organiser", "act", "reason", "reference", "game", "until", "confirmed_by",
        "confirmed_at",
    ]  # fmt: skip
    list_select_related: ClassVar = ["game"]
