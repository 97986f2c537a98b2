"""New migrations leave a schema on which the processes of the release before can go on."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from cards.online_indexes import AddIndexOnline, RemoveIndexOnline
from tests.releases import last_release

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"

HARMLESS = (
    migrations.CreateModel,
    AddIndexOnline,
    RemoveIndexOnline,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
)
LOOSER = {"null", "max_length", "db_default"}
"""The attributes of a column that may change, in one direction."""


def objection(operation: Operation, before: ProjectState, app: str) -> str:
    """Return why code from before an operation cannot run after it; "" if it can."""
    match operation:
        case migrations.AddField(field=field):
            is_filled = field.null or field.has_db_default() or field.many_to_many
            return "" if is_filled else f"old code inserts no {operation.name}"
        case migrations.AlterField(field=field, name=name):
            old = before.models[app, operation.model_name_lower].fields[name]
            return "" if is_looser(column(old), column(field)) else f"{name} is another column"
        case _:
            is_harmless = isinstance(operation, HARMLESS)
            return "" if is_harmless else f"{type(operation).__name__} may stop old code"


def column(field: Any) -> dict[str, Any]:
    """Return what the database knows of a field."""
    _, path, _, words = field.deconstruct()
    apart = {*field.non_db_attrs, "default"}
    return {"type": path} | {name: value for name, value in words.items() if name not in apart}


def is_looser(old: dict[str, Any], new: dict[str, Any]) -> bool:
    """Whether a column takes all that it took, and needs nothing more."""
    changed = {name for name in old | new if old.get(name) != new.get(name)}
    return (
        changed <= LOOSER
        and bool(new.get("null")) >= bool(old.get("null"))
        and new.get("max_length", 0) >= old.get("max_length", 0)
        and ("db_default" not in changed or "db_default" in new)
    )


def objections(migration: migrations.Migration, before: ProjectState) -> list[str]:
    """Return the objections to the operations of a migration.

    A migration whose ``runs_beside_old_code`` says why it is harmless has none; one whose
    ``needs_a_stop`` says why old code cannot go on has that.
    """
    if reason := getattr(migration, "needs_a_stop", ""):
        return [reason]
    if getattr(migration, "runs_beside_old_code", ""):
        return []
    state, found = before.clone(), []
    for operation in migration.operations:
        found.append(objection(operation, state, migration.app_label))
        operation.state_forwards(migration.app_label, state)
    return [one for one in found if one]


def new_migrations(loader: MigrationLoader) -> list[tuple[str, str]]:
    """Return the migrations of our apps that the last release does not have."""
    released = last_release()["migrations"]
    ours = {
        one.label
        for one in apps.get_app_configs()
        if one.name.startswith(("bots", "cards", "games"))
    }
    assert set(released) <= ours
    return sorted(
        (app, name)
        for app, name in loader.disk_migrations
        if app in ours and name > released.get(app, "")
    )


def needing_a_stop() -> set[str]:
    """Return the migrations that the page lists, also those of earlier releases."""
    section = PAGE.read_text().partition("### Migrations that need a stop\n")[2].partition("\n#")[0]
    return set(re.findall(r"^\| `(\w+\.\w+)` \|", section, re.MULTILINE))


def test_new_migrations_run_beside_old_code_or_are_on_the_page() -> None:
    loader = MigrationLoader(None)
    stopping = {}
    for key in new_migrations(loader):
        before = loader.project_state(key, at_end=False)
        if found := objections(loader.disk_migrations[key], before):
            stopping[".".join(key)] = found
    assert set(stopping) <= needing_a_stop(), stopping
    assert needing_a_stop() <= {".".join(key) for key in loader.disk_migrations}


BEFORE = ProjectState()
BEFORE.add_model(
    migrations.state.ModelState(
        "games",
        "Game",
        [("id", models.BigAutoField(primary_key=True)), ("why", models.CharField(max_length=20))],
    )
)
WHY = models.Index(fields=["why"], name="why")


@pytest.mark.parametrize(
    ("operation", "is_allowed"),
    [
        (migrations.CreateModel("Other", []), True),
        (migrations.AddIndex("game", WHY), False),
        (AddIndexOnline("game", WHY), True),
        (migrations.RemoveIndex("game", "why"), False),
        (RemoveIndexOnline("game", "why"), True),
        (migrations.AddField("game", "new", models.CharField(max_length=9, null=True)), True),
        (migrations.AddField("game", "new", models.IntegerField(db_default=0)), True),
        (migrations.AddField("game", "new", models.IntegerField(default=0)), False),
        (migrations.AlterField("game", "why", models.CharField(max_length=30, null=True)), True),
        (migrations.AlterField("game", "why", models.CharField("reason", max_length=20)), True),
        (migrations.AlterField("game", "why", models.CharField(max_length=10)), False),
        (migrations.AlterField("game", "why", models.TextField()), False),
        (migrations.AlterField("game", "why", models.CharField(max_length=20, unique=True)), False),
        (migrations.RemoveField("game", "why"), False),
        (migrations.RenameField("game", "why", "reason"), False),
        (migrations.DeleteModel("Game"), False),
        (migrations.RenameModel("Game", "Match"), False),
        (migrations.RunSQL("DROP TABLE games_game"), False),
        (migrations.RunPython(migrations.RunPython.noop), False),
        (
            migrations.AddConstraint(
                "game", models.UniqueConstraint(fields=["why"], name="why_once")
            ),
            False,
        ),
    ],
    ids=lambda one: one.describe() if isinstance(one, Operation) else "",
)
def test_an_operation_is_named_if_old_code_may_fail_on_it(
    operation: Operation, is_allowed: bool
) -> None:
    migration = migrations.Migration("0002_new", "games")
    migration.operations = [operation]
    assert (objections(migration, BEFORE) == []) == is_allowed
    migration.runs_beside_old_code = "Old code does not read it."  # type: ignore[attr-defined]
    assert objections(migration, BEFORE) == []


@pytest.mark.django_db(transaction=True)
def test_indexes_are_added_and_removed_online() -> None:
    before = MigrationLoader(None).project_state()
    after = before.clone()
    add = AddIndexOnline("clocktick", models.Index(fields=["at"], name="tick_at"))
    remove = RemoveIndexOnline("clocktick", "tick_at")
    add.state_forwards("games", after)
    for operation, states in ((add, (before, after)), (remove, (after, before))):
        with connection.schema_editor(atomic=False) as editor:
            operation.database_forwards("games", editor, *states)
        with connection.cursor() as cursor:
            found = connection.introspection.get_constraints(cursor, "games_clocktick")
        assert ("tick_at" in found) == (operation is add)
