"""Fixtures of all tests."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware

pytest.register_assert_rewrite("tests.laws.checks")
"""Failed checks of the laws are told in full, wherever they are made."""


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
    django_db_keepdb: bool,
    django_db_modify_db_settings: None,
    tmp_path_factory: pytest.TempPathFactory,
    worker_id: str,
) -> bool:
    """On SQLite, let one process of a run migrate a database, and all others copy it."""
    settings = connections["default"].settings_dict
    if worker_id == "master" or not settings["ENGINE"].endswith("sqlite3"):
        return django_db_keepdb
    migrated = tmp_path_factory.getbasetemp().parent / "migrated.sqlite3"
    with migrated.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not migrated.exists():
            _migrate(migrated)
    shutil.copyfile(migrated, settings["TEST"]["NAME"])
    return True


def _migrate(file: Path) -> None:
    """Make an SQLite database with the tables of the project."""
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    made = file.with_suffix(".unfinished")
    subprocess.run(command, check=True, env=os.environ | {"DATABASE_URL": f"sqlite:///{made}"})
    made.rename(file)


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_found_once() -> Iterator[None]:
    """WhiteNoise looks for them anew for each client of Django's."""
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
    from cards.append_only import create_statements, drop_statements

    connection = connections["default"]
    operations = type(connection.ops)
    flush = operations.sql_flush

    def sql_flush(self: Any, style: Any, tables: Any, **kwargs: Any) -> list[str]:
        # Tables of swapped models are not on the list, but point at some that are.
        emptied = [table for table in tables if table not in KEPT]
        statements = flush(self, style, emptied, **kwargs | {"allow_cascade": True})
        return [
            *drop_statements(self.connection),
            *statements,
            *create_statements(self.connection),
        ]

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


_published: list[list[Any]] = []


@pytest.fixture
def editions(db: None) -> None:
    """The shipped editions, published; without their drafts after the first time."""
    from cards.models import Edition, Release
    from cards.services import load_cards

    if _published:
        for model, rows in zip((Edition, Release), _published, strict=True):
            model.objects.bulk_create(model(**fields) for fields in rows)
    else:
        load_cards()
        _published.extend(
            list(model.objects.order_by("pk").values()) for model in (Edition, Release)
        )
