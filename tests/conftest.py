"""Fixtures of all tests."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.migrated import VARIABLE, copy_migrated

pytest.register_assert_rewrite("tests.laws.checks")
"""Failed checks of the laws are told in full, wherever they are made."""


@pytest.fixture(scope="session", autouse=True)
def _migrated_once(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> None:
    """Tell tests.migrated the place that all processes of this run share."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if hasattr(request.config, "workerinput") else own
    os.environ.setdefault(VARIABLE, str(shared / "migrated.sqlite3"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite, keep the test database in a file, as the server does: threads need it."""
    settings = connections["default"].settings_dict
    if settings["ENGINE"].endswith("sqlite3"):
        settings["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(scope="session")
def django_db_keepdb(
    django_db_keepdb: bool, django_db_modify_db_settings: None, _migrated_once: None
) -> bool:
    """On SQLite, begin with a copy of a database that was migrated once in this run."""
    settings = connections["default"].settings_dict
    if not settings["ENGINE"].endswith("sqlite3"):
        return django_db_keepdb
    copy_migrated(Path(settings["TEST"]["NAME"]))
    return True


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_found_once() -> Iterator[None]:
    """Let each client of Django's share what WhiteNoise finds; it would search the disk."""
    find = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, Any] = {}

    def add_files(self: WhiteNoiseMiddleware) -> None:
        if not found:
            find(self)
            found.update(self.files)
        self.files.update(found)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", add_files)
        yield


KEPT = frozenset({"django_content_type", "auth_permission"})
"""The tables that a flush does not empty: their rows are of the schema, and ids are cached."""


@pytest.fixture(scope="session", autouse=True)
def _tables_can_be_emptied() -> Iterator[None]:
    """Let Django empty append-only tables after a test that commits, but none of KEPT.

    Content types and permissions would get new ids each time. A thread that serves a request
    meanwhile, such as the last of a browser, puts the old ids into the cache of the process, and
    every later test on it fails.
    """
    from cards.append_only import drop_statements

    operations = type(connections["default"].ops)

    def sql_flush(self: Any, style: Any, tables: list[str], **_: Any) -> list[str]:
        # To truncate all tables takes PostgreSQL a second; few have rows. What Django does after
        # a migration, it does after a flush: that creates the triggers again.
        names = [self.quote_name(table) for table in tables if table not in KEPT]
        questions = ", ".join(f"EXISTS (SELECT 1 FROM {name})" for name in names)
        with self.connection.cursor() as cursor:
            cursor.execute(f"SELECT {questions}")
            has_rows = cursor.fetchone()
        deletions = [f"DELETE FROM {one}" for one, has in zip(names, has_rows, strict=True) if has]
        return [*drop_statements(self.connection), *deletions]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", sql_flush)
        yield


@pytest.fixture(autouse=True)
def _in_the_default_language() -> None:
    """Forget the language of the last request: Django leaves it active in the thread."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _own_part_of_the_cache() -> None:
    """Give each test keys of its own: on a real Redis, tests run side by side."""
    prefix = f"test-{uuid4().hex}"
    settings.CACHES["default"]["KEY_PREFIX"] = prefix
    cache.key_prefix = prefix


@pytest.fixture
def keeper(client: Client, django_user_model: Any, db: None) -> Client:
    """The browser of the superuser "keeper"."""
    client.force_login(django_user_model.objects.create_superuser("keeper"))
    return client


@pytest.fixture
def editions(db: None) -> None:
    """The shipped editions, published."""
    from tests.shipped import publish_shipped

    publish_shipped()


LONG = {
    "test_black_panther.py", "test_schemathesis.py", "test_tampering.py", "test_chosen_rows.py",
    "test_readme.py", "test_convictions.py", "test_hidden_api.py",
}  # fmt: skip
"""The files that take longest: begun first, so that no process waits for one at the end."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark the tests that use a database or the services of a server; begin with LONG."""
    fixtures = {"db", "transactional_db", "live_server"}
    for item in items:
        is_marked = any(item.get_closest_marker(name) for name in ("django_db", "services"))
        if is_marked or not fixtures.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("database")
    yield
    items.sort(key=lambda item: item.path.name not in LONG)
