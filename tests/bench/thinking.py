"""How long bots that think let a table wait, with all seats taken that the server grants.

Twenty games of "thinker" against "greedy", half of them at tables of four, on two processes that
think, beside two ordinary worker processes. ``thinking.wait`` ends when the move of the thinker is
stored, and begins with the row before it; ``thinking.choice`` is the mean time of one choice,
computed from the moves a second.
``thinking.bound.ratio`` is the longest wait by the bound of docs/running.md: seats by processes,
times the half second of a choice.

``thinking.clock.expired`` counts the questions that ran out, of 200 at six tables of three thinkers
and a player who never answers, with a clock of one second; ``thinking.clock.quick`` counts the
quick answers.
"""

import contextlib
import math
import os
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import psycopg

from tests.bench.bots import beat
from tests.bench.figures import report
from tests.bench.servers import empty_database, fairdeal_env, guest, manage, process, production

SEATS = 20
PROCESSES = 2
CHOICE_SECONDS = 0.5
SECONDS = int(os.environ.get("SECONDS") or 60)

VARIANTS = ("avengers", "xmen", "ultimate")
WAITS = (
    "SELECT extract(epoch FROM after.created_at - before.created_at)::float"
    " FROM games_moveevent AS after JOIN games_moveevent AS before"
    " ON before.game_id = after.game_id AND before.seq = after.seq - 1"
    " WHERE after.seat = 1 AND before.created_at > %s"
)
CLOCKED_TABLES = 6
CLOCKED_QUESTIONS = 200
CLOCKED = {"clock": {"seconds": 1, "bank": 0, "increment": 0}, "timeouts_out": 0}
CLOCKED_GAMES = "SELECT id FROM games_game WHERE jsonb_typeof(options::jsonb -> 'clock') = 'object'"
ANSWERS = (
    "SELECT count(*), count(*) FILTER (WHERE move::jsonb ->> 'move' = 'expire'),"
    " count(*) FILTER (WHERE actor::jsonb ->> 'reason' = 'time')"
    f" FROM games_moveevent WHERE seat > 0 AND game_id IN ({CLOCKED_GAMES})"
)
RUNNING = f"SELECT 1 FROM ({CLOCKED_GAMES} AND status = 'running') AS running"
FIRST = "SELECT 1 FROM games_moveevent WHERE seat = 1"
STANDING = (
    "SELECT coalesce(max(extract(epoch FROM now() - changed_at)), 0)::float FROM games_game"
    " WHERE status = 'running'"
)


def begin(port: int, at: int) -> None:
    """Begin a game that a thinker plays on seat 1, for two or four players in turn."""
    greedy, thinker = ({"kind": "bot", "bot": bot} for bot in ("greedy", "thinker"))
    seats = [greedy, thinker, greedy, greedy] if at % 2 else [greedy, thinker]
    create(port, {"variant": VARIANTS[at % len(VARIANTS)], "seats": seats})


def begin_clocked(port: int) -> None:
    """Begin a game with a clock of one second among three thinkers and a silent player."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "thinker"}] * 3]
    create(port, {"variant": "ultimate", "options": CLOCKED, "seats": seats})


def create(port: int, asked: dict[str, Any]) -> None:
    """Begin a game of a new player."""
    host = guest(port)
    host.headers.pop("X-Player")
    host.ask("POST", "/api/v1/games/", asked | {"start": True})


@contextlib.contextmanager
def servers() -> Iterator[tuple[int, psycopg.Connection[Any]]]:
    """A server with workers for both kinds of bots: its port, and its database."""
    with empty_database("fairdeal_bench") as database:
        env = fairdeal_env(database, "bench-thinking") | {"THINKING_SEATS": str(SEATS)}
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        worker = ("-m", "celery", "-A", "config", "worker", "--without-gossip", "--without-mingle")
        queues = ("-Q", "thinking-people,thinking-bots", "--hostname", "thinker@%h")
        with (
            production(env) as port,
            process(*worker, "--concurrency", "2", env=env),
            process(*worker, *queues, "--concurrency", str(PROCESSES), env=env),
            beat(env),
            psycopg.connect(database, autocommit=True) as connection,
        ):
            begin(port, 0)
            while connection.execute(FIRST).fetchone() is None:
                time.sleep(0.1)
            yield port, connection


def main() -> None:
    """Print the figures of the bots that think."""
    with servers() as (port, connection):
        since = datetime.now(UTC)
        for at in range(1, SEATS):
            begin(port, at)
        time.sleep(SECONDS)
        waits = sorted(wait for (wait,) in connection.execute(WAITS, [since]).fetchall())
        standing = connection.execute(STANDING).fetchone()
    assert standing is not None
    longest = max(waits[-1], standing[0])
    report("thinking.moves", len(waits), "moves")
    report("thinking.choice.seconds", PROCESSES * SECONDS / len(waits), "s")
    report("thinking.wait.p50.seconds", statistics.median(waits), "s")
    report("thinking.wait.p99.seconds", waits[math.ceil(len(waits) * 0.99) - 1], "s")
    report("thinking.wait.longest.seconds", longest, "s")
    report("thinking.bound.ratio", longest / (SEATS / PROCESSES * CHOICE_SECONDS), "ratio")
    clocked()


def clocked() -> None:
    """Print how many questions to thinkers run out at tables with a clock of one second."""
    with servers() as (port, connection):
        answers = (0, 0, 0)
        while answers[0] < CLOCKED_QUESTIONS:
            for _ in range(CLOCKED_TABLES - connection.execute(RUNNING).rowcount):
                begin_clocked(port)
            time.sleep(1)
            answers = connection.execute(ANSWERS).fetchone() or answers
    asked, expired, quick = answers
    report("thinking.clock.questions", asked, "questions")
    report("thinking.clock.expired", expired, "questions")
    report("thinking.clock.quick", quick, "questions")


if __name__ == "__main__":
    main()
