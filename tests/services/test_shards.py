"""Games are played with their moves, seats and receipts on two other PostgreSQL servers.

Three private servers: the main one has all tables but these three, which are partitioned there by a
hash of the game, and each of the two shards has a partition of each (``postgres_fdw``). A shard has
the unique constraints of the migrations, all of which begin with the game. It goes without the
foreign keys to games and players, and the append-only triggers, which are those of the main server.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest

from games.models import MoveEvent, MoveReceipt, Seat
from tests.load.stack import ROOT, Cluster, Unavailable, wait_until

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="needs a PostgreSQL"),
    pytest.mark.slow,
]

NUMBERED = [model._meta.db_table for model in (Seat, MoveEvent)]
TABLES = [*NUMBERED, MoveReceipt._meta.db_table]

PLAY = [
    "tests/api/test_repeated_moves.py",
    "tests/api/test_seats_api.py",
    "tests/api/test_held_calls.py",
    "tests/games/test_concurrency.py",
    "tests/games/test_seat_races.py",
]
"""The tests that run on the shards."""

DATABASE = "test_fairdeal"
"""The name that Django gives the database for tests of ``fairdeal``."""

ON_SHARD = """
DROP TABLE games_game, players_player CASCADE;
DROP FUNCTION fairdeal_append_only CASCADE;
"""

SERVER = """
CREATE SERVER shard_{number} FOREIGN DATA WRAPPER postgres_fdw
    OPTIONS (host '127.0.0.1', port '{port}', dbname 'test_fairdeal');
CREATE USER MAPPING FOR postgres SERVER shard_{number} OPTIONS (user 'postgres');
"""

PARTITIONED = """
CREATE TABLE moved (LIKE {table} INCLUDING CONSTRAINTS INCLUDING DEFAULTS)
    PARTITION BY HASH (game_id);
DROP TABLE {table} CASCADE;
ALTER TABLE moved RENAME TO {table};
"""

NUMBERS = """
CREATE SEQUENCE {table}_numbers OWNED BY {table}.id;
ALTER TABLE {table} ALTER id SET DEFAULT nextval('{table}_numbers');
"""

# Before PostgreSQL 16 a foreign table has no trigger of TRUNCATE, but the partition above it has.
PARTITION = """
CREATE TABLE {table}_{number} PARTITION OF {table}
    FOR VALUES WITH (MODULUS 2, REMAINDER {number}) PARTITION BY LIST (game_id);
CREATE FOREIGN TABLE {table}_{number}_there PARTITION OF {table}_{number} DEFAULT
    SERVER shard_{number} OPTIONS (table_name '{table}');
"""


@contextmanager
def cluster(folder: Path, *, has_data: bool = False) -> Iterator[Cluster]:
    """A private PostgreSQL, which need not survive a crash of the machine."""
    made, stop = Cluster(folder, has_data=has_data), "immediate" if has_data else "fast"
    made.program.words += ["-c", "fsync=off"]
    made.program.release()
    try:
        wait_until(made.answers, "PostgreSQL does not start")
        yield made
    finally:
        made.run("pg_ctl", "stop", "-D", str(made.data), "-m", stop)
        made.program.stop()


@pytest.fixture(scope="module")
def shards() -> Iterator[tuple[str, list[str]]]:
    """The database of the main server, in which tests run, and those of both shards."""
    with ExitStack() as made:
        folder = Path(made.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-shards-")))
        folder.chmod(0o755)
        try:
            folders = migrate(folder)
        except Unavailable as missing:
            pytest.skip(str(missing))
        servers = [made.enter_context(cluster(one, has_data=True)) for one in folders]
        main, *others = [database(one.url) for one in servers]
        separate(main, [(one.port, url) for one, url in zip(servers[1:], others, strict=True)])
        yield main, others


def migrate(folder: Path) -> list[Path]:
    """Return three folders with the data of a server whose database is migrated."""
    first, *copies = (folder / name for name in ("main", "one", "two"))
    first.mkdir()
    with cluster(first) as made:
        with psycopg.connect(made.url, autocommit=True) as session:
            session.execute(f"CREATE DATABASE {DATABASE}")
        run("manage.py", "migrate", "-v0", url=database(made.url))
    for copy in copies:
        subprocess.run(["cp", "-a", first, copy], check=True)
    return [first, *copies]


def database(url: str) -> str:
    """Return the address of the database of the tests beside another."""
    return f"{url.rpartition('/')[0]}/{DATABASE}"


def separate(main: str, shards: list[tuple[int, str]]) -> None:
    """Replace tables of the main server by partitions that are the tables of the shards."""
    with psycopg.connect(main) as session:
        session.execute("CREATE EXTENSION postgres_fdw")
        for table in TABLES:
            session.execute(PARTITIONED.format(table=table))
        for table in NUMBERED:
            session.execute(NUMBERS.format(table=table))
        for number, (port, url) in enumerate(shards):
            with psycopg.connect(url) as shard:
                shard.execute(ON_SHARD)
            session.execute(SERVER.format(number=number, port=port))
            for table in TABLES:
                session.execute(PARTITION.format(table=table, number=number))


def run(*words: str, url: str) -> str:
    """Run a Python program with a database; return what it prints."""
    env = os.environ | {"DATABASE_URL": url}
    env.pop("SWEEPS", None)
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def inserted(shard: str, table: str) -> int:
    """Return how many rows a table of a shard, or its partitions, got; also those rolled back."""
    with psycopg.connect(shard) as session:
        found = session.execute(
            "SELECT sum(n_tup_ins) FROM pg_stat_user_tables WHERE relname ~ %s",
            [rf"^{table}(_\d+)?$"],
        ).fetchone()
    assert found is not None
    return int(found[0])


def test_games_are_played_on_two_other_servers(shards: tuple[str, list[str]]) -> None:
    main, others = shards
    options = ["-q", "-p", "no:cacheprovider", "--reuse-db"]
    print(run("-m", "pytest", *options, *PLAY, url=main.replace("test_", "")))
    for shard in others:
        assert all(inserted(shard, table) for table in TABLES)
