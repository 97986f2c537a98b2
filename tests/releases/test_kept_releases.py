"""What each release has stored is read, judged and played on by the present code."""

import gzip
import json
import lzma
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from games.engine.rulebook import RULES_VERSION
from tests.bench.servers import empty_database
from tests.releases import kept
from tests.releases.story import ENVIRONMENT

ROOT = Path(__file__).parents[2]
POSTGRESQL = os.environ.get("DATABASE_URL", "").startswith("postgres")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.parametrize("release", kept(), ids=lambda one: one.name),
]


def run(*words: str | Path, env: dict[str, str]) -> str:
    """Run a Python program; return what it prints."""
    given = os.environ | ENVIRONMENT | env
    given.pop("REDIS_URL", None)
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=given, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def unpacked(release: Path, folder: Path) -> Path:
    """Unpack the database of a release into a folder."""
    file = folder / "fairdeal.sqlite3"
    file.write_bytes(lzma.decompress((release / "database.sqlite3.xz").read_bytes()))
    return file


# ---- the database


def check_that_it_goes_on(release: Path, env: dict[str, str]) -> None:
    """Upgrade a database as docs/operating.md says, play on, and audit every game."""
    audited = json.loads(run("-m", "tests.releases.story", "go-on", release, env=env))
    assert audited == {"games": 6, "wrong": {}}


def test_its_database_is_read_and_played_on(release: Path, tmp_path: Path) -> None:
    file = unpacked(release, tmp_path)
    check_that_it_goes_on(release, {"DATABASE_URL": f"sqlite:///{file}", "DATA_DIR": str(tmp_path)})


@pytest.mark.services
@pytest.mark.skipif(not POSTGRESQL, reason="DATABASE_URL is not that of a PostgreSQL")
def test_its_database_is_read_and_played_on_in_postgresql(release: Path, tmp_path: Path) -> None:
    file = unpacked(release, tmp_path)
    with empty_database(f"fairdeal_release_{os.getpid()}") as url:
        env = {"DATABASE_URL": url, "DATA_DIR": str(tmp_path)}
        run("-m", "tests.releases.story", "migrate", release, env=env)
        with closing(sqlite3.connect(file)) as rows, psycopg.connect(url) as database:
            copy_rows(rows, database)
        check_that_it_goes_on(release, env)


def told(release: Path) -> Any:
    """Return what a release tells of itself."""
    return json.loads((release / "release.json").read_text())


MADE_BY_MIGRATE = [
    "auth_group_permissions", "auth_group", "auth_permission", "django_content_type",
]  # fmt: skip
"""Tables that have rows after ``migrate``, in the order in which these can be deleted."""


def copy_rows(rows: sqlite3.Connection, database: psycopg.Connection[Any]) -> None:
    """Copy the rows of all tables to a PostgreSQL that has the same schema."""
    for table in MADE_BY_MIGRATE:
        database.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(table)))
    columns: dict[str, dict[str, str]] = {}
    for table, column, kind in database.execute(
        "SELECT table_name, column_name, data_type FROM information_schema.columns"
        " WHERE table_schema = 'public' ORDER BY ordinal_position"
    ):
        columns.setdefault(table, {})[column] = kind
    there = {name for (name,) in rows.execute("SELECT name FROM sqlite_master")}
    for table in sorted(there & columns.keys() - {"django_migrations"}):
        copy_table(rows, database, table, columns[table])


def copy_table(
    rows: sqlite3.Connection, database: psycopg.Connection[Any], table: str, kinds: dict[str, str]
) -> None:
    """Copy the rows of one table; new ones are numbered after them."""
    names = sql.SQL(", ").join(map(sql.Identifier, kinds))
    found = rows.execute(f"SELECT {names.as_string()} FROM {table}").fetchall()
    insert = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
        sql.Identifier(table), names, sql.SQL(", ").join([sql.Placeholder()] * len(kinds))
    )
    with database.cursor() as cursor:
        cursor.executemany(
            insert,
            [
                [
                    bool(value) if kind == "boolean" and value is not None else value
                    for kind, value in zip(kinds.values(), row, strict=True)
                ]
                for row in found
            ],
        )
    if "id" in kinds and kinds["id"] in ("bigint", "integer") and found:
        database.execute(
            sql.SQL("SELECT setval(pg_get_serial_sequence({}, 'id'), max(id)) FROM {}").format(
                sql.Literal(table), sql.Identifier(table)
            )
        )


# ---- its files


@pytest.fixture
def bundles(release: Path, tmp_path: Path) -> Iterator[list[Path]]:
    """The bundles of a release, unpacked."""
    files = []
    for packed in sorted(release.glob("*.json.gz")):
        files.append(tmp_path / packed.stem)
        files[-1].write_bytes(gzip.decompress(packed.read_bytes()))
    assert len(files) == 6
    yield files


PYTHON = [sys.executable, "-m", "games.audit"]
JAVASCRIPT = ["node", "games/static/verify/verify.js"]


@pytest.mark.parametrize("verifier", [PYTHON, JAVASCRIPT], ids=["python", "javascript"])
def test_its_bundles_pass(release: Path, bundles: list[Path], verifier: list[str]) -> None:
    if not shutil.which(verifier[0]):
        pytest.skip("no node on this machine")
    receipt = release / "avengers-receipt.json"
    command = [*verifier, "--json", "--receipt", str(receipt), *map(str, bundles)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout, done.stderr
    same_rules = told(release)["rulebooks"][-1]["version"] == RULES_VERSION
    lawful = "unanswered" if verifier is JAVASCRIPT else "yes" if same_rules else "not_judged"
    for file in json.loads(done.stdout)["files"]:
        found = {name: answer["answer"] for name, answer in file["questions"].items()}
        rest = "yes" if file["view"] == "full" else "unanswered"
        assert found == {
            "sealed": "yes",
            "lawful": lawful if file["view"] == "full" else "unanswered",
            "fair": rest,
            "dealt": rest,
            "authentic": rest,
            "choices": "unanswered",
        }
        findings = [one for answer in file["questions"].values() for one in answer["findings"]]
        assert all(one["note"] for one in findings), findings
