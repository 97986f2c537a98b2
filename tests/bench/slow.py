"""How the production web server answers while 200 clients send slowly."""

import sys
import time
from collections.abc import Callable

from tests.bench.api import Plan, planned, table
from tests.bench.figures import report
from tests.bench.servers import (
    Client,
    empty_database,
    fairdeal_env,
    manage,
    production,
)
from tests.slow_clients import slow_clients

TIMES = 60


def latencies(ask: Callable[[], object]) -> tuple[float, float]:
    """The median and the longest time that a request takes."""
    took = []
    for _ in range(TIMES):
        start = time.perf_counter()
        ask()
        took.append(time.perf_counter() - start)
    took.sort()
    return took[len(took) // 2], took[-1]


class Mover:
    """Plays a game that was planned, a move at each call."""

    def __init__(self, port: int, env: dict[str, str]) -> None:
        self.game, self.guests = table(port, 2)
        self.plan: Plan = planned(self.game, 4 * TIMES, 1, env)

    def __call__(self) -> None:
        """Make the next move."""
        seat, body = self.plan.pop(0)
        self.guests[seat].ask("POST", f"/api/v1/games/{self.game}/moves/", body)


def main() -> None:
    """Print latencies without and with slow clients."""
    with empty_database("fairdeal_bench") as database:
        env = fairdeal_env(database, "bench-slow")
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        with production(env) as port:
            client, move = Client(port), Mover(port, env)
            asked: dict[str, Callable[[], object]] = {
                "healthz": lambda: client.ask("GET", "/healthz"),
                "move": move,
            }
            before = {name: latencies(ask) for name, ask in asked.items()}
            with slow_clients(port):
                during = {name: latencies(ask) for name, ask in asked.items()}
    for name in asked:
        report(f"slow.{name}.p50.seconds", during[name][0], "s")
        report(f"slow.{name}.longest.seconds", during[name][1], "s")
        report(f"slow.{name}.p50.ratio", during[name][0] / before[name][0], "ratio")


if __name__ == "__main__":
    sys.exit(main())
