"""Rows that are written once: the guard in Python, and the triggers that stand behind it.

The triggers are installed after every migration, because Django's SQLite schema editor remakes a
table to alter it and loses its triggers on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn, TypeVar

from django.apps import AppConfig, apps
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.constraints import UniqueConstraint

M = TypeVar("M", bound=models.Model)


class AppendOnlyError(TypeError):
    """An attempt to change a row that is written once."""


def _refuse(what: str) -> NoReturn:
    raise AppendOnlyError(f"{what}: these rows are written once and never change")


class AppendOnlyQuerySet(models.QuerySet[M]):
    """Rows to read, and to add to."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        _refuse("update")

    def delete(self) -> NoReturn:
        """Refuse."""
        _refuse("delete")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        _refuse("bulk_update")

    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        _refuse("update_or_create")

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        """Add rows; refuse to put them in the place of others."""
        if args[2:] or kwargs.get("update_conflicts"):
            _refuse("bulk_create over rows")
        return super().bulk_create(objs, *args, **kwargs)


class AppendOnly(models.Model):
    """The base of models whose rows are written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, **kwargs: Any) -> None:
        """Add the row; refuse to save it again."""
        if not self._state.adding or kwargs.get("force_update") or kwargs.get("update_fields"):
            _refuse("save")
        super().save(force_insert=True, using=kwargs.get("using"))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        _refuse("delete")


def guarded_models() -> list[type[AppendOnly]]:
    """Every model whose rows are written once."""
    return [model for model in apps.get_models() if issubclass(model, AppendOnly)]


FUNCTION = "fairdeal_append_only"
CREATE_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'append-only: no % on %', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$
"""


def create_statements(connection: BaseDatabaseWrapper) -> list[str]:
    """What installs the triggers of every guarded table, whether they are there or not."""
    statements = drop_statements(connection)
    if connection.vendor == "postgresql":
        statements.append(CREATE_FUNCTION)
    for model in guarded_models():
        statements += TRIGGERS[connection.vendor](model)
    return statements


def drop_statements(connection: BaseDatabaseWrapper) -> list[str]:
    """What takes the triggers away, for tests that empty the tables."""
    on = " ON {table}" if connection.vendor == "postgresql" else ""
    return [
        f"DROP TRIGGER IF EXISTS {name}{on.format(table=model._meta.db_table)}"
        for model in guarded_models()
        for name in trigger_names(model, connection.vendor)
    ]


def trigger_names(model: type[models.Model], vendor: str) -> list[str]:
    """The triggers a guarded table has."""
    events = ("change", "truncate") if vendor == "postgresql" else ("update", "delete", "replace")
    return [f"{model._meta.db_table}_no_{event}" for event in events]


def _postgresql(model: type[models.Model]) -> list[str]:
    """Also when the session plays a replica, where plain triggers sleep."""
    table = model._meta.db_table
    change, truncate = trigger_names(model, "postgresql")
    return [
        f"CREATE TRIGGER {change} BEFORE UPDATE OR DELETE ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {FUNCTION}()",
        f"CREATE TRIGGER {truncate} BEFORE TRUNCATE ON {table}"
        f" FOR EACH STATEMENT EXECUTE FUNCTION {FUNCTION}()",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {change}",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {truncate}",
    ]


def _sqlite(model: type[models.Model]) -> list[str]:
    """INSERT OR REPLACE goes round a delete trigger, hence the third."""
    table = model._meta.db_table
    update, delete, replace = trigger_names(model, "sqlite")
    there = " OR ".join(
        "(" + " AND ".join(f"{column} = NEW.{column}" for column in key) + ")"
        for key in _keys(model)
    )
    refuse = f"BEGIN SELECT RAISE(ABORT, 'append-only: {table}'); END"
    return [
        f"CREATE TRIGGER {update} BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {delete} BEFORE DELETE ON {table} {refuse}",
        f"CREATE TRIGGER {replace} BEFORE INSERT ON {table}"
        f" WHEN EXISTS (SELECT 1 FROM {table} WHERE {there}) {refuse}",
    ]


def _keys(model: type[models.Model]) -> list[tuple[str, ...]]:
    """The columns that tell a row from the others, one tuple for each way."""
    column = {field.name: field.get_attname() for field in model._meta.concrete_fields}
    single = [(field.get_attname(),) for field in model._meta.concrete_fields if field.unique]
    several = [
        tuple(column[name] for name in constraint.fields)
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint)
    ]
    return [*single, *several]


TRIGGERS = {"postgresql": _postgresql, "sqlite": _sqlite}
"""What guards a table, for each database that can keep games."""


def install(connection: BaseDatabaseWrapper) -> None:
    """Put the triggers on every guarded table."""
    with connection.cursor() as cursor:
        for statement in create_statements(connection):
            cursor.execute(statement)


def install_after_migrate(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Put the triggers on, unless the tables are not there (yet, or any more)."""
    connection = connections[using]
    if _has_tables(connection):
        install(connection)


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """The triggers that guarded tables lack, by name; none while the tables are not there."""
    if not _has_tables(connection):
        return []
    with connection.cursor() as cursor:
        cursor.execute(LISTINGS[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    return [
        name
        for model in guarded_models()
        for name in trigger_names(model, connection.vendor)
        if name not in there
    ]


LISTINGS = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE tgenabled = 'A' AND NOT tgisinternal",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}
"""What lists the triggers that always fire."""


def _has_tables(connection: BaseDatabaseWrapper) -> bool:
    there = set(connection.introspection.table_names())
    return all(model._meta.db_table in there for model in guarded_models())


def check_triggers(
    app_configs: Sequence[AppConfig] | None = None,
    databases: Sequence[str] | None = None,
    **kwargs: Any,
) -> list[CheckMessage]:
    """Tell which triggers are missing, when Django checks a database."""
    return [
        Error(
            f"The trigger {name} is missing: rows could be changed.",
            hint="Run migrate; it puts the triggers back.",
            id="games.E001",
        )
        for alias in databases or []
        for name in missing_triggers(connections[alias])
    ]
