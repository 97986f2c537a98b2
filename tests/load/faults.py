"""Faults under load: `python -m tests.load.faults [CASE…]`, one JSON line a case.

Each case plays games on the processes of production, breaks something, and asserts that it broke.
Then each game must go on within ``STUCK_SECONDS``; no acknowledged move may be lost or doubled, no
stream may have a gap or a repeat, and every game must pass its audit.
"""

import asyncio
import base64
import contextlib
import itertools
import json
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from bots.queues import BOTS, PEOPLE
from tests.bench.figures import report
from tests.load import hosts, standby
from tests.load.backups import restore_archive, restore_dump
from tests.load.people import Load, until
from tests.load.stack import Program, Stack, Unavailable, children_of, running, stop_on_term
from tests.load.upgrades import upgrade
from tests.load.verification import (
    heads,
    seconds_until_all_move,
    stored_rows,
    wrong,
    wrong_games,
)

TAKE_TURN = "bots.tasks.take_turn"

UNACKNOWLEDGED = "unacked"
"""The hash in Redis of the messages that a worker has taken and not acknowledged."""


def absent_seconds() -> float:
    """Return how long Redis is absent."""
    return float(os.environ.get("ABSENT_SECONDS") or 30)


# ---- killed processes


async def kill_web(stack: Stack, load: Load) -> float:
    """Kill one of the two web processes; the parent starts another."""
    before = children_of(stack.web.pid)
    assert len(before) == 2
    victim = min(before)
    os.kill(victim, signal.SIGKILL)
    killed = time.monotonic()
    await until(lambda: victim not in children_of(stack.web.pid), "the process lives", load)
    await until(lambda: len(children_of(stack.web.pid) - {victim}) == 2, "no other starts", load)
    assert children_of(stack.web.pid) != before
    return killed


async def kill_web_server(stack: Stack, load: Load) -> float:
    """Kill the whole web server with its processes."""
    return await kill_program(stack.web, load, stack)


async def kill_streams(stack: Stack, load: Load) -> float:
    """Kill the server for streams; all clients connect again."""
    connections = {id(one): one.connections for one in load.streams if not one.is_over}
    killed = await kill_program(stack.stream_server, load, stack)
    await until(
        lambda: all(
            one.is_over or one.connections > connections.get(id(one), 0) for one in load.streams
        ),
        "a stream does not connect again",
        load,
    )
    return killed


async def kill_program(program: Program, load: Load, stack: Stack) -> float:
    """Kill a program; wait until it has been started again."""
    starts, pid = program.starts, program.kill()
    killed = time.monotonic()
    assert not Path(f"/proc/{pid}").exists()
    await until(lambda: program.starts > starts and stack.serves(), f"no {program.name}", load)
    assert program.pid != pid
    return killed


async def kill_worker(stack: Stack, load: Load) -> float:
    """Kill a worker while it has the turn of a bot."""
    for worker in itertools.islice(itertools.cycle(stack.workers), 400):
        for _ in range(100):
            if taken_turns(stack):
                break
            await asyncio.sleep(0.005)
        worker.signal(signal.SIGSTOP)
        # What the other worker has taken is acknowledged soon; what remains is this one's.
        remain = taken_turns(stack)
        for _ in range(10):
            if not remain:
                break
            await asyncio.sleep(0.1)
            remain &= taken_turns(stack)
        if remain:
            now = heads(stack)
            held = [game for game, seq in remain if game in now and now[game].seq == seq]
            if held:
                worker.kill()
                return time.monotonic()
        worker.signal(signal.SIGCONT)
        await asyncio.sleep(0.2)
    raise AssertionError("no worker was in a bot's turn")


def taken_turns(stack: Stack) -> set[tuple[str, int]]:
    """Return the turns that a worker has taken from a queue and not finished."""
    with stack.broker() as client:
        messages = [json.loads(one)[0] for one in client.hvals(UNACKNOWLEDGED)]
    found = set()
    for message in messages:
        if message["headers"]["task"] == TAKE_TURN:
            game, seq = arguments(message)
            found.add((game, seq))
    return found


def arguments(message: dict[str, Any]) -> tuple[str, int]:
    """Return game and seq of the message of a turn."""
    (game, seq), *_ = json.loads(base64.b64decode(message["body"]))
    return str(game), int(seq)


# ---- Redis


async def kill_redis(stack: Stack, load: Load) -> float:
    """Kill Redis; it is back at once, and empty."""
    return await lose_redis(stack, load, 0)


async def redis_absent(stack: Stack, load: Load) -> float:
    """Kill Redis; moves are accepted while it is absent; it is back, and empty."""
    return await lose_redis(stack, load, absent_seconds())


async def lose_redis(stack: Stack, load: Load, seconds: float) -> float:
    """Kill Redis, and start it again after some time."""
    with stack.broker() as client:
        run, keys = client.info("server")["run_id"], client.dbsize()
    assert keys > 0
    stack.redis.kill(hold=True)
    assert not stack.redis_answers()
    before, began = len(load.figures.acknowledged), time.monotonic()
    if seconds:
        await until(lambda: len(load.figures.acknowledged) > before, "no move without Redis", load)
        await asyncio.sleep(seconds - (time.monotonic() - began))
        assert not stack.redis_answers()
    stack.redis.release()
    await until(stack.redis_answers, "Redis does not start", load)
    back = time.monotonic()
    with stack.broker() as client:
        assert client.info("server")["run_id"] != run
    return back


# ---- tasks


@contextlib.contextmanager
def stopped_workers(stack: Stack) -> Iterator[None]:
    """Stop the workers for a while, so that turns wait in the queues."""
    for worker in stack.workers:
        worker.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for worker in stack.workers:
            worker.signal(signal.SIGCONT)


def queued_turns(stack: Stack) -> list[tuple[str, bytes]]:
    """Return the turns in the queues: the queue and the message."""
    with stack.broker() as client:
        found = [(queue, one) for queue in (PEOPLE, BOTS) for one in client.lrange(queue, 0, -1)]
    return [one for one in found if json.loads(one[1])["headers"]["task"] == TAKE_TURN]


async def lose_tasks(stack: Stack, load: Load) -> float:
    """Delete all tasks, those in the queues and those that a worker has."""
    with stopped_workers(stack):
        lost = await until(lambda: queued_turns(stack), "no turn is in a queue", load)
        with stack.broker() as client:
            client.delete(PEOPLE, BOTS, "celery", UNACKNOWLEDGED, "unacked_index")
        assert lost and not queued_turns(stack)
    return time.monotonic()


async def double_tasks(stack: Stack, load: Load) -> float:
    """Put each turn that waits into its queue four more times."""
    with stopped_workers(stack):
        found = await until(lambda: queued_turns(stack), "no turn is in a queue", load)
        with stack.broker() as client:
            for queue, message in found * 4:
                client.lpush(queue, message)
        assert len(queued_turns(stack)) >= 5 * len(found)
    return time.monotonic()


# ---- PostgreSQL


async def cut_sessions(stack: Stack, load: Load) -> float:
    """End all sessions of PostgreSQL, three times."""
    for _ in range(3):
        with psycopg.connect(stack.database) as session:
            found = session.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
        assert sum(ended for (ended,) in found) > 0
        await asyncio.sleep(0.5)
    return time.monotonic()


async def restart_postgresql(stack: Stack, load: Load) -> float:
    """Restart PostgreSQL as an operator does (fast)."""
    return await end_postgresql(stack, load, signal.SIGINT)


async def crash_postgresql(stack: Stack, load: Load) -> float:
    """End PostgreSQL without a checkpoint (immediate); it recovers from its log."""
    return await end_postgresql(stack, load, signal.SIGQUIT)


async def end_postgresql(stack: Stack, load: Load, how: signal.Signals) -> float:
    """End PostgreSQL by a signal to its first process; it is started again."""
    assert stack.cluster is not None
    before = stack.cluster.began()
    stack.cluster.program.signal(how)
    await until(lambda: not is_alive(stack.cluster), "PostgreSQL does not end", load)
    await until(stack.cluster.answers, "PostgreSQL does not start", load)
    assert stack.cluster.began() > before
    return time.monotonic()


def is_alive(cluster: Any) -> bool:
    """Whether the first process of a cluster runs; it may be another one soon."""
    process = cluster.program.process
    return process is not None and process.poll() is None and cluster.answers()


async def fill_disk(stack: Stack, load: Load) -> float:
    """Fill the disk of PostgreSQL until moves fail; then free it."""
    assert stack.disk is not None and stack.cluster is not None
    filler, before = stack.disk / "filler", load.figures.replies["503"]
    with filler.open("wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
            file.flush()
    try:
        free = os.statvfs(stack.disk)
        assert free.f_bavail * free.f_frsize < 1 << 17
        await until(lambda: load.figures.replies["503"] > before, "no move fails", load)
        assert "No space left on device" in stack.cluster.log.read_text(errors="replace")
    finally:
        filler.unlink()
    await until(stack.cluster.answers, "PostgreSQL does not recover", load)
    return time.monotonic()


# ---- the clock

HOUR = 3600

AWAY = {"clock": {"seconds": 2, "bank": 0, "increment": 0}, "timeouts_out": 100}
"""The options of a game whose players never answer, and that goes on for long."""


async def set_clock_forward(stack: Stack, load: Load) -> float:
    """Set the clock of all processes forward by an hour; it costs no player time."""
    return await set_clock(stack, load, HOUR)


async def set_clock_back(stack: Stack, load: Load) -> float:
    """Set the clock of all processes back by an hour; it gives no player time."""
    return await set_clock(stack, load, -HOUR)


async def set_clock(stack: Stack, load: Load, seconds: int) -> float:
    """Set the clock; in a game whose players are away it goes on, and no question is longer."""
    away, player = await away_game(load)
    await until(lambda: "expire" in moves_of_clock(stack, away), "no question runs out", load)
    stack.set_clock(seconds)
    before = len(moves_of_clock(stack, away))
    await until(lambda: abs(clock_is_ahead(stack) - stack.clock_is_ahead) < 30, "no tick", load)
    after = moves_of_clock(stack, away)[before:]
    assert "stand" in after, after
    await until(lambda: len(moves_of_clock(stack, away)) > before + 3, "no clock runs", load)
    most = CLOCK["clock"]["seconds"] + CLOCK["clock"]["bank"]
    assert longest_wait(stack) <= most + 1
    over = time.monotonic()
    # Its audit must not meet a further row.
    await load.make(f"games/{away}/moves/", player, {"move": "resign"})
    return over


async def away_game(load: Load) -> tuple[str, dict[str, str]]:
    """Start a game whose players never answer; return its id and a player's headers."""
    made = [await load.make("players/", {}, {}) for _ in range(2)]
    first, second = [{"Authorization": f"Bearer {one['token']['secret']}"} for one in made]
    seats = [{"kind": "me"}, {"kind": "invited", "player": made[1]["player"]["id"]}]
    body = {"variant": "avengers", "seats": seats, "options": AWAY}
    game = (await load.make("games/", first, body))["id"]
    await load.make(f"games/{game}/seats/", second, {})
    await load.make(f"games/{game}/start/", first, {})
    return str(game), first


def clock_is_ahead(stack: Stack) -> float:
    """Return by how much the last run of the clock of the games is ahead of the real time."""
    with psycopg.connect(stack.database) as session:
        found = session.execute("SELECT at FROM games_clocktick").fetchone()
    assert found is not None
    return float(found[0].timestamp()) - time.time()


def longest_wait(stack: Stack) -> float:
    """Return for how long the clock of the servers has to go on until no question is open."""
    with psycopg.connect(stack.database) as session:
        found = session.execute("SELECT max(deadline) FROM games_game").fetchone()
    assert found is not None
    return float(found[0].timestamp()) - time.time() - stack.clock_is_ahead


def moves_of_clock(stack: Stack, *games: str) -> list[str]:
    """Return the names of the moves that the clock has made in some games, in their order."""
    rows = sorted((at, row) for at, row in stored_rows(stack).items() if at[0] in games)
    return [row.move["move"] for _, row in rows if row.actor["kind"] == "clock"]


# ---- cases


@dataclass(frozen=True)
class Case:
    """A fault, and what it needs; ``breaks`` returns when the fault was over.

    ``cuts_web``: the proxy meets servers that have gone, and says so with 502.
    """

    breaks: Callable[[Stack, Load], Awaitable[float]]
    is_private: bool = False
    disk_mb: int = 0
    has_clock: bool = False
    is_older: bool = False
    cuts_web: bool = False
    has_standby: bool = False
    hosts: int = 1
    games: int = 20
    think: float = 0.6

    @property
    def needs(self) -> dict[str, Any]:
        """The server that it needs; cases with the same needs share one."""
        return {
            "is_private": self.is_private,
            "disk_mb": self.disk_mb,
            "has_false_clock": self.has_clock,
            "is_older": self.is_older,
            "pair": standby.pair if self.has_standby else None,
            "hosts": self.hosts,
        }


CASES = {
    "web_process_killed": Case(kill_web, cuts_web=True),
    "web_server_killed": Case(kill_web_server, cuts_web=True),
    "worker_killed_in_turn": Case(kill_worker),
    "stream_server_killed": Case(kill_streams, cuts_web=True),
    "redis_killed": Case(kill_redis),
    "redis_absent": Case(redis_absent),
    "tasks_lost": Case(lose_tasks),
    "tasks_doubled": Case(double_tasks),
    "sessions_cut": Case(cut_sessions),
    "dump_restored": Case(restore_dump),
    "postgresql_restarted": Case(restart_postgresql, is_private=True),
    "postgresql_crashed": Case(crash_postgresql, is_private=True),
    "archive_restored": Case(restore_archive, is_private=True),
    "disk_full": Case(fill_disk, is_private=True, disk_mb=256),
    "primary_killed": Case(standby.kill_primary, has_standby=True),
    "primary_returned": Case(standby.return_primary, has_standby=True),
    "standby_killed": Case(standby.kill_standby, has_standby=True),
    "clock_forward": Case(set_clock_forward, has_clock=True),
    "clock_back": Case(set_clock_back, has_clock=True),
    "hosts_restarted": Case(hosts.restart_hosts, hosts=2, games=40, think=4),
    "host_killed": Case(hosts.kill_host, hosts=2, games=40, think=4, cuts_web=True),
    "host_with_beat_killed": Case(hosts.kill_first_host, hosts=2, games=40, think=4, cuts_web=True),
    "upgraded": Case(upgrade, is_older=True, cuts_web=True),
}

CLOCK = {"clock": {"seconds": 60, "bank": 60, "increment": 5}}


async def play(stack: Stack, case: Case, *, games: int, limit: float) -> tuple[float, list[str]]:
    """Play under a fault; return the seconds until all games went on, and what is wrong."""
    options = CLOCK if case.has_clock else {}
    load = Load(stack, games, think=case.think, options=options)
    await load.start()
    await until(
        lambda: len(load.figures.acknowledged) >= 2 * games, "the games do not get going", load
    )
    over = await case.breaks(stack, load)
    if case.has_standby:
        limit = max(limit, standby.SECONDS)
    took = await seconds_until_all_move(stack, load, over, limit)
    # Each person must be able to move too, not only the bots.
    made = len(load.figures.acknowledged)
    await until(lambda: len(load.figures.acknowledged) >= made + games, "no person moves", load)
    found = await wrong(stack, load, cuts_web=case.cuts_web)
    if case.has_clock:
        late = [name for name in moves_of_clock(stack, *load.games) if name != "stand"]
        found += [f"the clock made the move {name}" for name in late]
    return took, found


def main(wanted: list[str]) -> int:
    """Run the cases, those of one kind on one server; print the figures."""
    limit = float(os.environ.get("STUCK_SECONDS") or 15)
    if unknown := set(wanted) - set(CASES):
        print(f"no such case: {', '.join(unknown)}; there are {', '.join(CASES)}", file=sys.stderr)
        return 2
    failed = False
    stop_on_term()
    chosen = [(name, case) for name, case in CASES.items() if not wanted or name in wanted]
    for needs, group in itertools.groupby(chosen, key=lambda one: one[1].needs):
        cases = list(group)
        try:
            with running(**needs) as made:
                for name, case in cases:
                    games = int(os.environ.get("GAMES") or case.games)
                    failed = not run_case(made, name, case, games, limit) or failed
                found = wrong_games(made)
                print("\n".join(found[:20]), end="", file=sys.stderr)
                report(f"faults.{cases[0][0]}.games", len(heads(made)), "games")
                failed = failed or bool(found)
        except Unavailable as error:
            for name, _ in cases:
                print(json.dumps({"figure": f"faults.{name}", "skipped": str(error)}), flush=True)
    return int(failed)


def run_case(stack: Stack, name: str, case: Case, games: int, limit: float) -> bool:
    """Run one case and print its figure; return whether all was well."""
    try:
        took, found = asyncio.run(play(stack, case, games=games, limit=limit))
    except AssertionError as error:
        print(f"{name}: {error}\n{stack.logs()}", file=sys.stderr)
        return False
    report(f"faults.{name}.recovery", took, "s")
    if found:
        print("\n".join([f"{name}:", *found[:20], stack.logs()]), file=sys.stderr)
    return not found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
