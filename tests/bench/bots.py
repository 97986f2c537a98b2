"""How soon a bot answers, beside the round trip of an empty task.

``bot.turn`` ends when the bot's move is there for whoever asks now; ``bot.turn_read`` when a client
that polls the API, a millisecond between two requests, has it in hands.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import psycopg
import redis

from tests.bench.figures import tell
from tests.bench.servers import (
    Client,
    empty_database,
    fairdeal_env,
    guest,
    gunicorn,
    manage,
    process,
    redis_url,
)

TURNS = 200
PAUSE = 0.001


def empty_task_seconds(env: dict[str, str]) -> float:
    """The median time from sending an empty task until a worker has run it."""
    import os

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
    """As the database tells whoever asks now."""

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


def main() -> None:
    """Print the figures of the bots."""
    with empty_database("fairdeal_bench") as database:
        env = fairdeal_env(database, "bench-bots")
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        worker = ("-m", "celery", "-A", "tests.bench.tasks", "worker", "--concurrency", "2")
        with (
            gunicorn("config.wsgi:application", env) as port,
            process(*worker, "--without-gossip", "--without-mingle", env=env),
        ):
            empty = empty_task_seconds(env)
            tell("bot.empty_task.seconds", empty, "s")
            with psycopg.connect(database, autocommit=True) as connection:
                turn = bot_turn_seconds(port, is_stored_in(connection))
            tell("bot.turn.seconds", turn, "s")
            tell("bot.turn.ratio", turn / empty, "ratio")
            read = bot_turn_seconds(port, is_told)
            tell("bot.turn_read.seconds", read, "s")
            tell("bot.turn_read.ratio", read / empty, "ratio")
