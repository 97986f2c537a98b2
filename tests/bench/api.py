"""The whole stack: the production server with two processes, PostgreSQL, Redis, eight clients."""

import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from tests.bench.figures import report
from tests.bench.servers import (
    Client,
    empty_database,
    fairdeal_env,
    guest,
    gunicorn,
    manage,
    production,
)

CLIENTS = 8
MOVES = 50
ROUNDS = 5
EARLY, LATE, AROUND = 10, 1000, 12

Plan = list[tuple[int, dict[str, Any]]]


def table(port: int, seats: int) -> tuple[str, list[Client]]:
    """A started Avengers game of guests only."""
    guests = [guest(port) for _ in range(seats)]
    players = [client.headers.pop("X-Player") for client in guests]
    asked = [{"kind": "me"}, *({"kind": "invited", "player": player} for player in players[1:])]
    game = guests[0].ask(
        "POST", "/api/v1/games/", {"variant": "avengers", "access": "open", "seats": asked}
    )
    path = f"/api/v1/games/{game['id']}"
    for seat, client in enumerate(guests[1:], 1):
        client.ask("POST", f"{path}/seats/", {"seat": seat})
    guests[0].ask("POST", f"{path}/start/", {})
    return game["id"], guests


def planned(game: str, moves: int, seed: int, env: dict[str, str]) -> Plan:
    """A random legal game from where it stands."""
    words = [sys.executable, "-m", "tests.bench.plans", game, str(moves), str(seed)]
    told = subprocess.run(words, env=env, check=True, capture_output=True).stdout
    plan: Plan = json.loads(told)
    return plan


def send(game: str, guests: list[Client], plan: Plan) -> list[float]:
    """Make the moves; the seconds each took."""
    took = []
    for seat, body in plan:
        start = time.perf_counter()
        guests[seat].ask("POST", f"/api/v1/games/{game}/moves/", body)
        took.append(time.perf_counter() - start)
    return took


def rate(work: list[Any], run: Any) -> float:
    """Requests a second of several clients at once, each with its own list of them."""
    start = time.perf_counter()
    with ThreadPoolExecutor(len(work)) as pool:
        done = sum(pool.map(run, work))
    return float(done / (time.perf_counter() - start))


Round = Callable[[int], float]
"""A round of a load: given its number, the requests a second that it made."""


Server = Callable[[dict[str, str]], contextlib.AbstractContextManager[int]]


@contextlib.contextmanager
def bare_server(serve: Server) -> Iterator[tuple[int, dict[str, str]]]:
    """A bare DRF endpoint; gives its port, and the headers of a caller."""
    with empty_database("fairdeal_bench_bare") as database:
        env = {**os.environ, "BARE_DATABASE_URL": database}
        env["DJANGO_SETTINGS_MODULE"] = "tests.bench.bare"
        words = [sys.executable, "-m", "tests.bench.bare"]
        token = subprocess.run(words, env=env, check=True, capture_output=True).stdout.decode()
        with serve(env) as port:
            yield port, {"Authorization": f"Token {token.strip()}"}


@contextlib.contextmanager
def bare_rounds() -> Iterator[Round]:
    """Loads on a bare DRF endpoint."""
    serve = partial(gunicorn, "tests.bench.bare:application")
    with bare_server(serve) as (port, headers):
        client = Client(port, headers)

        def run(count: int) -> int:
            for _ in range(count):
                client.ask("POST", "/line/", {"move": "play", "card": "red-5"})
            return count

        rate([10] * CLIENTS, run)
        yield lambda _: rate([MOVES] * CLIENTS, run)


def move_rounds(port: int, env: dict[str, str]) -> Round:
    """Loads of moves by eight clients, each at a table of its own."""
    work = []
    for seed in range(CLIENTS):
        game, guests = table(port, 2)
        plan = planned(game, 10 + MOVES * ROUNDS, seed, env)
        send(game, guests, plan[:10])
        work.append((game, guests, plan[10:]))

    def make(number: int) -> float:
        def run(one: tuple[str, list[Client], Plan]) -> int:
            game, guests, plan = one
            return len(send(game, guests, plan[number * MOVES : (number + 1) * MOVES]))

        return rate(work, run)

    return make


def growth(port: int, env: dict[str, str]) -> float:
    """The time of a move late in a game by that of one early, as medians around both."""
    for seed in range(20):
        game, guests = table(port, 4)
        plan = planned(game, LATE + AROUND, seed, env)
        if len(plan) == LATE + AROUND:
            took = send(game, guests, plan)
            early = statistics.median(took[: EARLY * 2])
            late = statistics.median(took[LATE - AROUND : LATE + AROUND])
            return late / early
    raise RuntimeError("no random game was long enough")


def main() -> None:
    """Print the figures of the API; bare requests and moves take turns, so that noise hits both."""
    with empty_database("fairdeal_bench") as database, bare_rounds() as bare:
        env = fairdeal_env(database, "bench-api")
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        with production(env) as port:
            moves = move_rounds(port, env)
            rounds = [(bare(number), moves(number)) for number in range(ROUNDS)]
            report(
                "api.bare.requests_per_s", statistics.median(one for one, _ in rounds), "requests/s"
            )
            report("api.move.moves_per_s", statistics.median(two for _, two in rounds), "moves/s")
            ratio = statistics.median(two / one for one, two in rounds)
            report("api.move.ratio", ratio, "ratio")
            report("api.move.growth", growth(port, env), "ratio")
