"""Fixtures of all tests."""

import os
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.management.commands import flush
from django.db import connections, transaction
from django.test import Client
from django.utils import translation
from whitenoise.middleware import WhiteNoiseMiddleware
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from tests.deals import seed_of
from tests.migrated import VARIABLE, copy_migrated
from tests.own_cache import empty_cache
from tests.sweeps import CHOSEN, SWEEPS, is_covered

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
    from cards.append_only import (
        TRIGGERS,
        drop_statements,
        guarded_models,
        install,
        missing_triggers,
    )

    connection = connections["default"]
    emptied: list[Any] = []

    def sql_flush(self: Any, style: Any, tables: list[str], **_: Any) -> list[str]:
        # To truncate all tables takes PostgreSQL a second; few have rows.
        names = [name for name in tables if name not in KEPT]
        questions = ", ".join(f"EXISTS (SELECT 1 FROM {self.quote_name(name)})" for name in names)
        with self.connection.cursor() as cursor:
            cursor.execute(f"SELECT {questions}")
            has_rows = cursor.fetchone()
        full = [name for name, has in zip(names, has_rows, strict=True) if has]
        emptied[:] = [model for model in guarded_models() if model._meta.db_table in full]
        deletions = [f"DELETE FROM {self.quote_name(name)}" for name in full]
        return [*drop_statements(self.connection, emptied), *deletions]

    def put_triggers_back(*_: Any, **__: Any) -> None:
        # What Django does here else, as after a migration, makes what is in KEPT: 200 statements.
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in chain.from_iterable(map(TRIGGERS[connection.vendor], emptied)):
                cursor.execute(statement)
        if missing_triggers(connection):
            install(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", sql_flush)
        patch.setattr(flush, "emit_post_migrate_signal", put_triggers_back)
        yield


@pytest.fixture(autouse=True)
def _in_the_default_language() -> None:
    """Forget the language of the last request: Django leaves it active in the thread."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _own_part_of_the_cache() -> None:
    empty_cache()


@pytest.fixture(autouse=True)
def _deals_are_known(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each test have the same deals in each run, whatever ran before it."""
    numbers, test = count(), request.node.nodeid
    seeds = SimpleNamespace(token_bytes=lambda size: seed_of(test, next(numbers))[:size])
    monkeypatch.setattr("games.play.seating.secrets", seeds)


@pytest.fixture(autouse=True)
def _any_number_of_open_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a player host and join any number of tables: the tests of the limits set them."""
    monkeypatch.setattr(settings, "API_WAITING", dict.fromkeys(settings.API_WAITING, 0))


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
    "test_readme.py", "test_convictions.py", "test_hidden_api.py", "test_untidy_games.py",
    "test_card_form.py", "test_play_people.py", "test_meeting_browser.py", "test_whole_night.py",
    "test_faults.py", "test_shards.py",
}  # fmt: skip
"""The files that take longest: begun first, so that no process waits for one at the end."""


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Iterator[None]:
    """Mark the tests that use a database or services; begin with the covered and LONG.

    With --failed-first, what failed last comes before all; in it coverage is measured too.

    SWEEPS may leave some out (``tests.sweeps``).
    """
    fixtures = {"db", "transactional_db", "live_server"}
    is_failed_first = config.getoption("failedfirst", default=False)
    failed = config.cache.get("cache/lastfailed", {}) if is_failed_first and config.cache else {}
    for item in items:
        is_marked = any(item.get_closest_marker(name) for name in ("django_db", "services"))
        if is_marked or not fixtures.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("database")
        if not is_covered(item) and item.nodeid not in failed:
            item.add_marker("no_cover")
    if SWEEPS in CHOSEN:
        chosen = CHOSEN[SWEEPS](items)
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = [item for item in items if item in chosen]
    yield
    # What a process caches must be made while coverage is measured.
    items.sort(
        key=lambda item: (
            item.nodeid not in failed, not is_covered(item), item.path.name not in LONG,
        )
    )  # fmt: skip


class ByFile(LoadFileScheduling):
    """Give the tests of one file to one process, but those of a law that takes minutes to any."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid if "/test_untidy_games.py::" in nodeid else super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile | None:
    """Plan the runs of the Makefile; ``--dist`` of another kind does as it says."""
    return ByFile(config, log) if config.getoption("dist") == "loadfile" else None
