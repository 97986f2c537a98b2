"""The time until a bot has moved, and the round trip of an empty task.

``bot.turn`` ends when a read returns the bot's move; ``bot.turn_read`` when a client
has read it from a stream, ``bot.turn_polled`` when one that polls the API has it, a millisecond
between two requests. ``bot.crowd`` is the same
among 200 tables of bots only, on the same two worker processes: how long a person waits, and how
long the table of bots that waits longest does, in shares of the mean wait of all such tables.
"""

from __future__ import annotations

import contextlib
import math
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import psycopg
import redis

from tests.bench.event_readers import EventReaders
from tests.bench.figures import report
from tests.bench.servers import (
    Client,
    empty_database,
    fairdeal_env,
    guest,
    manage,
    process,
    production,
    redis_url,
)

TURNS = 200
PAUSE = 0.001
CROWD = int(os.environ.get("CROWD") or 200)
LOOK, MAX_SECONDS = 0.25, 300
TABLES_OF_BOTS = (
    "SELECT id::text, changed_at, now() FROM games_game"
    " WHERE status = 'running' AND bot_seats = (1 << seats) - 1"
)
NOT_BEGUN = f"SELECT 1 FROM ({TABLES_OF_BOTS} AND seq < 2) AS waiting"


def empty_task_seconds(env: dict[str, str]) -> float:
    """The median time from sending an empty task until a worker has run it."""
    os.environ.update(env)
    from tests.bench.tasks import KEY, app, touch

    client = redis.Redis.from_url(redis_url())
    client.delete(KEY)
    took = []
    for _ in range(TURNS):
        start = time.perf_counter()
        touch.delay()
        client.blpop([KEY], timeout=10)
        took.append(time.perf_counter() - start)
    app.close()
    return statistics.median(took[10:])


def bot_turn_seconds(port: int, is_there: IsThere) -> float:
    """The median time from the answer to a human's move until the bot's move can be read."""
    took: list[float] = []
    while len(took) < TURNS:
        me = guest(port)
        me.headers.pop("X-Player", "")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        game = me.ask("POST", "/api/v1/games/", {"variant": "xmen", "seats": seats, "start": True})
        took += _one_game(me, game["id"], is_there)
    return statistics.median(took)


IsThere = Callable[[Client, str, int], bool]
"""Whether a game has an event after a seq."""


def is_told(me: Client, game: str, seq: int) -> bool:
    """As a client of the API asks; the time that the answer takes counts too."""
    page = me.ask("GET", f"/api/v1/games/{game}/events/?after={seq}&limit=1")
    return bool(page["results"])


def is_stored_in(database: psycopg.Connection[Any]) -> IsThere:
    """As the database returns it now."""

    def is_stored(me: Client, game: str, seq: int) -> bool:
        asked = "SELECT 1 FROM games_moveevent WHERE game_id = %s AND seq = %s"
        return database.execute(asked, (game, seq + 1)).fetchone() is not None

    return is_stored


def _one_game(me: Client, game: str, is_there: IsThere) -> list[float]:
    took = []
    path = f"/api/v1/games/{game}"
    while me.ask("GET", f"{path}/")["status"] == "running":
        mine = me.ask("GET", f"{path}/prompts/")["prompts"]
        if not mine or not mine[-1].get("options"):
            time.sleep(0.005)
            continue
        answer = me.ask("POST", f"{path}/moves/", mine[-1]["options"][0]["body"])
        start, seq = time.perf_counter(), answer["seq"]
        if answer["prompts"] and answer["prompts"][-1]["seat"] == 1:
            while not is_there(me, game, seq):
                time.sleep(PAUSE)
            took.append(time.perf_counter() - start)
    return took


# ---- among many tables of bots


def crowd(port: int, database: str, env: dict[str, str]) -> None:
    """Print the figures of a person and of 200 tables of bots only."""
    begin_tables(port, CROWD)
    with beat(env), psycopg.connect(database, autocommit=True) as connection:
        start = time.perf_counter()
        while connection.execute(NOT_BEGUN).fetchone() is not None:
            time.sleep(0.1)
        report("bot.crowd.first_moves.seconds", time.perf_counter() - start, "s")
        with Waits(database, port) as waits:
            took = person_waits(port, is_stored_in(connection), waits)
    took.sort()
    report("bot.crowd.person.p50.seconds", statistics.median(took), "s")
    report("bot.crowd.person.p99.seconds", took[math.ceil(len(took) * 0.99) - 1], "s")
    report("bot.crowd.person.turns", len(took), "turns")
    report("bot.crowd.tables", waits.tables, "tables")
    report("bot.crowd.share.seconds", statistics.mean(waits.found), "s")
    report("bot.crowd.longest_wait.ratio", max(waits.found) / statistics.mean(waits.found), "ratio")
    queued = redis.Redis.from_url(redis_url()).llen("bots")
    report("bot.crowd.queue.ratio", float(queued) / waits.tables, "ratio")


def begin_tables(port: int, count: int) -> None:
    """Begin some games of bots only."""
    for _ in range(count):
        host = guest(port)
        host.headers.pop("X-Player")
        seats = [{"kind": "bot", "bot": "random"}] * 6
        asked = {"variant": "avengers", "seats": seats, "start": True}
        host.ask("POST", "/api/v1/games/", asked)


@contextlib.contextmanager
def beat(env: dict[str, str]) -> Iterator[None]:
    """The timetable, which sends out the sweeper."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("-m", "celery", "-A", "config", "beat", "--schedule", f"{folder}/beat")
        with process(*words, env=env):
            yield


def person_waits(port: int, is_there: IsThere, waits: Waits) -> list[float]:
    """How long bots let a person wait, until the tables of bots have waited often enough."""
    took: list[float] = []
    while len(took) < CROWD or len(waits.found) < 3 * CROWD:
        waits.check()
        me = guest(port)
        me.headers.pop("X-Player")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        game = me.ask("POST", "/api/v1/games/", {"variant": "xmen", "seats": seats, "start": True})
        took += _one_game(me, game["id"], is_there)
    return took


class Waits:
    """Watches tables of bots in a thread: how long each stands still between two slices.

    Other tables follow those that have ended: on the compiled engine all of them end soon.
    """

    def __init__(self, database: str, port: int) -> None:
        self.found: list[float] = []
        self.tables = 0
        self._database = database
        self._port = port
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Waits:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def check(self) -> None:
        """Raise ``RuntimeError`` if an error has ended the thread: no wait is found any more."""
        if not self._thread.is_alive():
            raise RuntimeError("the tables of bots are no longer watched")

    def _watch(self) -> None:
        """A table that has moved since the last look ended a wait, if it had stood still before."""
        before: dict[str, datetime] = {}
        with psycopg.connect(self._database, autocommit=True) as connection:
            while not self._done.wait(LOOK):
                rows = connection.execute(TABLES_OF_BOTS).fetchall()
                now = {game: changed for game, changed, _ in rows}
                self.tables = len(rows)
                for game, changed, at in rows:
                    waited = (changed - before.get(game, changed)).total_seconds()
                    if waited > 2 * LOOK:
                        self.found.append(waited)
                    if (at - changed).total_seconds() > MAX_SECONDS:
                        raise TimeoutError(f"a table of bots stands still for {MAX_SECONDS} s")
                before = now
                begin_tables(self._port, CROWD - self.tables)


def main() -> None:
    """Print the figures of the bots."""
    with empty_database("fairdeal_bench") as database:
        env = fairdeal_env(database, "bench-bots")
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        worker = ("-m", "celery", "-A", "tests.bench.tasks", "worker", "--concurrency", "2")
        with (
            production(env) as port,
            process(*worker, "--without-gossip", "--without-mingle", env=env),
        ):
            empty = empty_task_seconds(env)
            report("bot.empty_task.seconds", empty, "s")
            with psycopg.connect(database, autocommit=True) as connection:
                turn = bot_turn_seconds(port, is_stored_in(connection))
            report("bot.turn.seconds", turn, "s")
            report("bot.turn.ratio", turn / empty, "ratio")
            read = bot_turn_seconds(port, is_told)
            report("bot.turn_polled.seconds", read, "s")
            report("bot.turn_polled.ratio", read / empty, "ratio")
            with EventReaders(port) as readers:
                read = bot_turn_seconds(port, readers.has_read)
            report("bot.turn_read.seconds", read, "s")
            report("bot.turn_read.ratio", read / empty, "ratio")
            crowd(port, database, env)
