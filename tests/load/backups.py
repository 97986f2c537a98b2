"""The commands of docs/operating.md for PostgreSQL, while games are played."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import psycopg

from tests.bench.servers import empty_database
from tests.load.people import Acknowledged, Load, until
from tests.load.stack import ROOT, Cluster, Program, Stack
from tests.platform.test_readme import blocks

PAGE = "docs/operating.md"

Digests = dict[tuple[str, int], str]
"""The digest of each row, by game and number."""


async def run(commands: str, env: dict[str, str], user: Sequence[str] = ()) -> str:
    """Run commands of the page in a shell; return what they print."""
    words = [*user, "sh", "-e", "-c", commands.replace(".venv/bin/python", sys.executable)]
    done = await asyncio.to_thread(
        subprocess.run, words, cwd=ROOT, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


async def restore_dump(stack: Stack, load: Load) -> float:
    """Dump the database, and restore it into an empty one: nothing from before is lost."""
    back_up, restore = blocks(PAGE, "Back up PostgreSQL")
    env = stack.env | {"BACKUP": str(stack.folder / "backup")}
    before = list(load.figures.acknowledged)
    await run(back_up, env)
    with empty_database(f"fairdeal_restored_{os.getpid()}") as database:
        await run(restore, env | {"DATABASE_URL": database})
        await verify(stack, database, before)
    return time.monotonic()


async def restore_archive(stack: Stack, load: Load) -> float:
    """Restore a copy of the data and the WAL since: nothing that had arrived is lost."""
    assert stack.cluster is not None
    prepare, receive, copy, restore = blocks(PAGE, "Archive PostgreSQL continuously")
    archive, restored = stack.folder / "archive", stack.folder / "restored"
    user = stack.cluster.user
    for folder in (archive, restored):
        folder.mkdir()
        stack.cluster.give(folder)
    env = stack.env | {
        "ARCHIVE": str(archive),
        "ARCHIVE_URL": stack.database,
        "PGDATA": str(restored / "cluster"),
        "PATH": f"{stack.cluster.bin}:{os.environ['PATH']}",
    }
    await run(prepare, env, user)
    receiver = Program("receiver", [*user, "sh", "-c", receive], env, stack.folder / "receiver.log")
    receiver.release()
    try:
        # As weekly: the second copy is the one restored.
        await run(copy, env, user)
        await asyncio.sleep(1)
        await run(copy, env, user)
        assert len(list(archive.glob("base-*"))) == 2
        made = len(load.figures.acknowledged)
        await until(lambda: len(load.figures.acknowledged) > made, "no move after the copy", load)
        before, reached = list(load.figures.acknowledged), wal_end(stack.database)
        await until(lambda: has_received(stack.database, reached), "the WAL does not arrive", load)
    finally:
        receiver.stop()
    await run(restore, env, user)
    await verify_cluster(stack, restored, before, load)
    return time.monotonic()


async def verify_cluster(
    stack: Stack, folder: Path, before: Sequence[Acknowledged], load: Load
) -> None:
    """Start PostgreSQL on restored data, and verify it when its recovery has ended."""
    cluster = Cluster(folder, has_data=True)
    cluster.program.release()
    try:
        await until(cluster.is_writable, "the recovery does not end", load)
        await verify(stack, cluster.url, before)
    finally:
        cluster.program.stop()


def wal_end(database: str) -> str:
    """Return up to where the WAL is written."""
    with psycopg.connect(database) as session:
        found = session.execute("SELECT pg_current_wal_flush_lsn()::text").fetchone()
    assert found is not None
    return str(found[0])


def has_received(database: str, position: str) -> bool:
    """Whether the archive has the WAL up to a position."""
    with psycopg.connect(database) as session:
        query = "SELECT FROM pg_stat_replication WHERE flush_lsn >= %s::pg_lsn"
        return session.execute(query, [position]).fetchone() is not None


async def verify(stack: Stack, database: str, before: Sequence[Acknowledged]) -> None:
    """Verify a restored database, and compare it with the one on which games go on."""
    (commands,) = blocks(PAGE, "Verify what was restored")
    printed = await run(commands, stack.env | {"DATABASE_URL": database, "REDIS_URL": ""})
    assert "all as they were signed" in printed
    rows, live = digests(database), digests(stack.database)
    missing = [(one.game, seq) for one in before for seq in one.seqs if (one.game, seq) not in rows]
    assert before and not missing, f"not restored: {missing}"
    assert rows.items() <= live.items()


def digests(database: str) -> Digests:
    """Return the digest of each row of a database."""
    with psycopg.connect(database) as session:
        found = session.execute("SELECT game_id::text, seq, digest FROM games_moveevent")
        return {(game, seq): digest for game, seq, digest in found}
