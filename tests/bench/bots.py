"""How soon a bot answers, beside the round trip of an empty task."""

from __future__ import annotations

import statistics
import time

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

TURNS = 60


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


def bot_turn_seconds(port: int) -> float:
    """The median time from the answer to a human's move until the bot's move can be read."""
    took: list[float] = []
    while len(took) < TURNS:
        me = guest(port)
        me.headers.pop("X-Player", "")
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        game = me.ask("POST", "/api/v1/games/", {"variant": "xmen", "seats": seats, "start": True})
        path = f"/api/v1/games/{game['id']}"
        took += _one_game(me, path)
    return statistics.median(took)


def _one_game(me: Client, path: str) -> list[float]:
    took = []
    while True:
        game = me.ask("GET", f"{path}/")
        if game["status"] != "running":
            return took
        mine = me.ask("GET", f"{path}/prompts/")["prompts"]
        if not mine or not mine[-1].get("options"):
            time.sleep(0.005)
            continue
        body = mine[-1]["options"][0]["body"]
        answer = me.ask("POST", f"{path}/moves/", body)
        start, seq = time.perf_counter(), answer["seq"]
        waits = answer["prompts"] and answer["prompts"][-1]["seat"] == 1
        while waits:
            page = me.ask("GET", f"{path}/events/?after={seq}&limit=1")
            if page["results"]:
                took.append(time.perf_counter() - start)
                break


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
            turn = bot_turn_seconds(port)
            tell("bot.turn.seconds", turn, "s")
            tell("bot.turn.ratio", turn / empty, "ratio")
