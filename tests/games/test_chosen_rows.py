"""Actions of the admin on more rows than a form may have fields: by the query, and as shown."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.contrib import admin
from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bots.models import Rehearsal
from cards.language import indent_card
from cards.models import Card, CardSet
from games.models import Game
from games.officials.models import GameSet
from games.players.models import Player
from tests.cards.makers import card
from tests.sweeps import IS_WHOLE

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MANY: Final = 1100 if IS_WHOLE else 200
"""More than ``DATA_UPLOAD_MAX_NUMBER_FIELDS``, and than a page of a list."""

OTHER: Final = "other"
"""The name of a row that the list's filter excludes."""


def named(at: int) -> str:
    return f"row-{at}" if at else OTHER


def sets(count: int) -> list[CardSet]:
    made = [CardSet(code=named(at), name=named(at), variant="xmen") for at in range(count)]
    return CardSet.objects.bulk_create(made)


def make_users() -> None:
    User.objects.bulk_create([User(username=named(at)) for at in range(MANY + 1)])


def make_groups() -> None:
    Group.objects.bulk_create([Group(name=named(at)) for at in range(MANY + 1)])


def make_game_sets() -> None:
    GameSet.objects.bulk_create([GameSet(name=named(at)) for at in range(MANY + 1)])


def make_players() -> None:
    make_users()
    users = User.objects.filter(username__in=map(named, range(MANY + 1)))
    Player.objects.bulk_create(
        [
            Player(id=uuid4(), name=one.username, user=one, created_at=timezone.now())
            for one in users
        ]
    )


def make_sets() -> None:
    sets(MANY + 1)


def make_cards() -> None:
    (draft,) = sets(1)
    Card.objects.bulk_create([
        Card(card_set=draft, code=named(at), kind="number", basis="ruling", position=at,
             definition=indent_card(card(named(at))))
        for at in range(MANY + 1)
    ])  # fmt: skip


def make_rehearsals() -> None:
    rest = {"games": 1, "seats": [2], "bots": ["random"], "seed": 1}
    Rehearsal.objects.bulk_create(
        [
            Rehearsal(code=named(at), name=named(at), variant="xmen", hash="0" * 64, **rest)
            for at in range(MANY + 1)
        ]
    )


MAKERS: Final[dict[type[Model], Callable[[], None]]] = {
    User: make_users, Group: make_groups, GameSet: make_game_sets, Rehearsal: make_rehearsals,
    CardSet: make_sets, Card: make_cards, Player: make_players,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _fewer_fields_than_rows(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = MANY - 100


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    return client


def address(model: type[Model]) -> str:
    """The list of the rows that the action is for; the other row is not in it."""
    options = model._meta
    return reverse(f"admin:{options.app_label}_{options.model_name}_changelist") + "?q=row-"


def confirmation(client: Client, model: type[Model], action: str) -> list[tuple[str, str]]:
    """Choose all rows of the list; return the fields of the form that asks for confirmation."""
    form = {"action": action, "index": "0", "select_across": "1", "_selected_action": "1"}
    page = client.post(address(model), form)
    assert page.status_code == 200
    text = page.content.decode()
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', text)
    return [(name, unescape(value)) for name, value in found]


def send(client: Client, model: type[Model], fields: list[tuple[str, str]]) -> Any:
    body = urlencode(fields)
    return client.post(address(model), body, "application/x-www-form-urlencoded", follow=True)


def test_each_model_that_can_be_deleted_is_tried(root: Client) -> None:
    request = root.get("/admin/").wsgi_request
    found = {
        model
        for model, its in admin.site._registry.items()
        if "delete_selected" in its.get_actions(request)
    }
    assert found == set(MAKERS) - {Player}


@pytest.mark.parametrize("model", [one for one in MAKERS if one is not Player])
def test_any_number_of_rows_is_deleted_together(root: Client, model: type[Model]) -> None:
    MAKERS[model]()
    before = model._default_manager.count()
    fields = confirmation(root, model, "delete_selected")
    assert model._default_manager.count() == before
    assert send(root, model, fields).status_code == 200
    assert model._default_manager.count() == before - MANY
    assert LogEntry.objects.filter(action_flag=DELETION).count() == MANY


def test_any_number_of_players_is_erased(root: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    # What erasing one deletes is tested in tests/api/test_erasure.py; 1,100 take half a minute.
    monkeypatch.setattr("games.staff.people_admin.erase_player", erase_name)
    make_players()
    fields = confirmation(root, Player, "erase")
    assert send(root, Player, fields).status_code == 200
    assert Player.objects.get(name=OTHER).erased_at is None
    assert Player.objects.exclude(erased_at=None).count() == MANY
    assert LogEntry.objects.filter(object_repr__startswith="erased player").count() == MANY


def erase_name(player: Player) -> list[Game]:
    Player.objects.filter(pk=player.pk).update(name="", erased_at=timezone.now())
    return []


@pytest.mark.parametrize(("model", "action"), [(Group, "delete_selected"), (Player, "erase")])
def test_nothing_is_done_to_rows_that_were_not_shown(
    root: Client, model: type[Model], action: str
) -> None:
    MAKERS[model]()
    fields = confirmation(root, model, action)
    model._default_manager.filter(name=OTHER).update(name=named(MANY + 1))
    before = model._default_manager.count()
    assert "no longer those that were shown" in send(root, model, fields).content.decode()
    assert model._default_manager.count() == before
    assert not Player.objects.exclude(erased_at=None).exists()
    send(root, model, [one for one in fields if one[0] != "rows_shown"])
    assert model._default_manager.count() == before


@pytest.mark.parametrize(
    ("model", "action", "right"),
    [(Group, "delete_selected", "delete_group"), (Player, "erase", "delete_player")],
)
def test_the_right_is_required_at_the_confirmation_too(
    client: Client, model: type[Model], action: str, right: str
) -> None:
    MAKERS[model]()
    user = User.objects.create_user("staff", is_staff=True)
    seen = f"view_{model._meta.model_name}"
    rights = Permission.objects.filter(codename__in=[right, seen])
    user.user_permissions.set(rights)
    client.force_login(user)
    fields = confirmation(client, model, action)
    assert ("action", action) in fields
    user.user_permissions.remove(*rights.filter(codename=right))
    before = list(model._default_manager.order_by("pk").values())
    send(client, model, fields)
    assert list(model._default_manager.order_by("pk").values()) == before
