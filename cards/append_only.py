"""Append-only models, enforced in Python and by database triggers.

The triggers are installed after every migration, because Django's SQLite schema editor recreates a
table to alter it, without its triggers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn, TypeVar

from django.apps import AppConfig, apps
from django.core.checks import CheckMessage, Error
from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.constraints import UniqueConstraint

M = TypeVar("M", bound=models.Model)


class AppendOnlyError(TypeError):
    """An attempt to change or delete an append-only row."""


def _refuse(what: str) -> NoReturn:
    raise AppendOnlyError(f"{what}: these rows are append-only")


class AppendOnlyQuerySet(models.QuerySet[M]):
    """A queryset that can read and insert, but not change or delete."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise AppendOnlyError."""
        _refuse("update")

    def delete(self) -> NoReturn:
        """Raise AppendOnlyError."""
        _refuse("delete")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise AppendOnlyError."""
        _refuse("bulk_update")

    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise AppendOnlyError."""
        _refuse("update_or_create")

    def bulk_create(self, objs: Iterable[M], *args: Any, **kwargs: Any) -> list[M]:
        """Insert rows; raise AppendOnlyError if conflicts would update others."""
        if args[2:] or kwargs.get("update_conflicts"):
            _refuse("bulk_create with conflicts")
        return super().bulk_create(objs, *args, **kwargs)


class AppendOnly(models.Model):
    """The base of append-only models."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True
        base_manager_name = "objects"

    def save(self, **kwargs: Any) -> None:
        """Insert the row; raise AppendOnlyError if it is already stored."""
        if not self._state.adding or kwargs.get("force_update") or kwargs.get("update_fields"):
            _refuse("save")
        super().save(force_insert=True, using=kwargs.get("using"))

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise AppendOnlyError."""
        _refuse("delete")


def guarded_models() -> list[type[AppendOnly]]:
    """Return all append-only models."""
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
    """Return the statements that install or replace all triggers."""
    return [one for group in _statements_by_table(connection) for one in group]


def _statements_by_table(connection: BaseDatabaseWrapper) -> Iterator[list[str]]:
    """Yield the statements of each table; first that of the function."""
    if connection.vendor == "postgresql":
        yield [CREATE_FUNCTION]
    for model in guarded_models():
        yield [*_drop(model, connection.vendor), *TRIGGERS[connection.vendor](model)]


def drop_statements(
    connection: BaseDatabaseWrapper, guarded: Iterable[type[AppendOnly]] | None = None
) -> list[str]:
    """Return the statements that drop the triggers of all or some models, for tests."""
    chosen = guarded_models() if guarded is None else guarded
    return [one for model in chosen for one in _drop(model, connection.vendor)]


def _drop(model: type[models.Model], vendor: str) -> list[str]:
    if vendor == "postgresql":
        return _drop_postgresql(model)
    return [f"DROP TRIGGER IF EXISTS {name}" for name in trigger_names(model, vendor)]


def _drop_postgresql(model: type[models.Model]) -> list[str]:
    table = model._meta.db_table
    change, truncate = trigger_names(model, "postgresql")
    return [
        f"DROP TRIGGER IF EXISTS {change} ON {table}",
        f"DROP TRIGGER IF EXISTS {truncate} ON {table}",
        _in_partitions(table, f"DROP TRIGGER IF EXISTS {truncate} ON %s"),
    ]


def trigger_names(model: type[models.Model], vendor: str) -> list[str]:
    """Return the names of the triggers of a table."""
    events = ("change", "truncate") if vendor == "postgresql" else ("update", "delete", "replace")
    return [f"{model._meta.db_table}_no_{event}" for event in events]


def _in_partitions(table: str, statement: str) -> str:
    """Return what runs a statement in each partition of a table, named by its %s."""
    return (
        "DO $$ DECLARE part regclass; BEGIN FOR part IN"
        f" SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('{table}')"
        f" LOOP EXECUTE format('{statement}', part); END LOOP; END $$"
    )


def _postgresql(model: type[AppendOnly]) -> list[str]:
    """Return the statements; the triggers fire in replication too (ALWAYS).

    Partitions take over the trigger of a table's rows, but not that of its truncation.
    """
    table = model._meta.db_table
    change, truncate = trigger_names(model, "postgresql")
    return [
        f"CREATE TRIGGER {change} BEFORE UPDATE OR DELETE ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {FUNCTION}()",
        f"CREATE TRIGGER {truncate} BEFORE TRUNCATE ON {table}"
        f" FOR EACH STATEMENT EXECUTE FUNCTION {FUNCTION}()",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {change}",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {truncate}",
        _in_partitions(
            table,
            f"CREATE TRIGGER {truncate} BEFORE TRUNCATE ON %s"
            f" FOR EACH STATEMENT EXECUTE FUNCTION {FUNCTION}()",
        ),
        _in_partitions(table, f"ALTER TABLE %s ENABLE ALWAYS TRIGGER {truncate}"),
    ]


def _sqlite(model: type[models.Model]) -> list[str]:
    """Return the statements; the third trigger refuses INSERT OR REPLACE."""
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
    """Return the unique keys of a table, each as a tuple of columns."""
    column = {field.name: field.get_attname() for field in model._meta.concrete_fields}
    single = [(field.get_attname(),) for field in model._meta.concrete_fields if field.unique]
    several = [
        tuple(column[name] for name in constraint.fields)
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint)
    ]
    return [*single, *several]


TRIGGERS = {"postgresql": _postgresql, "sqlite": _sqlite}
"""The statements that create the triggers of a table, by database."""


def install(connection: BaseDatabaseWrapper) -> None:
    """Install the triggers of all append-only tables.

    A transaction for each, so that games go on and no table is without its triggers.
    """
    for statements in _statements_by_table(connection):
        with transaction.atomic(connection.alias), connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)


def install_after_migrate(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Install the triggers if a migration has created the tables."""
    connection = connections[using]
    if _has_tables(connection):
        install(connection)


def missing_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the names of the triggers that a table lacks, or one of its partitions.

    None are missing if the tables do not exist.
    """
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
    "postgresql": """
SELECT name FROM pg_class AS guarded, LATERAL (
    SELECT tgname AS name FROM pg_trigger WHERE tgrelid = guarded.oid
) AS names
WHERE NOT guarded.relispartition AND NOT EXISTS (
    SELECT FROM (
        SELECT guarded.oid UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = guarded.oid
    ) AS tables (one)
    WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = one AND tgname = name AND tgenabled = 'A'
    )
)
""",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}
"""The queries for the installed triggers.

On PostgreSQL only those that always fire count, on the table and on all its partitions.
"""


def _has_tables(connection: BaseDatabaseWrapper) -> bool:
    there = set(connection.introspection.table_names())
    return all(model._meta.db_table in there for model in guarded_models())


def check_triggers(
    app_configs: Sequence[AppConfig] | None = None,
    databases: Sequence[str] | None = None,
    **kwargs: Any,
) -> list[CheckMessage]:
    """Report missing triggers as system checks of a database."""
    return [
        Error(
            f"The trigger {name} is missing: rows could be changed.",
            hint="Run migrate, which installs the triggers.",
            id="games.E001",
        )
        for alias in databases or []
        for name in missing_triggers(connections[alias])
    ]
