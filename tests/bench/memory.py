"""The memory of a web process and a worker after a thousand games."""

import subprocess
import time
from pathlib import Path

from tests.bench.figures import report
from tests.bench.servers import (
    empty_database,
    fairdeal_env,
    guest,
    gunicorn,
    manage,
    process,
)

GAMES = 1000


def resident(pattern: str) -> list[float]:
    """The megabytes that each process of this command line holds."""
    found = subprocess.run(["pgrep", "-f", pattern], capture_output=True, check=False).stdout
    sizes = []
    for pid in found.split():
        status = Path(f"/proc/{pid.decode()}/status")
        if status.exists():
            lines = dict(
                line.split(":", 1) for line in status.read_text().splitlines() if ":" in line
            )
            sizes.append(int(lines.get("VmRSS", "0 kB").split()[0]) / 1024)
    return sizes


def main() -> None:
    """Play a thousand tables of bots and print what the processes hold then."""
    with empty_database("fairdeal_bench") as database:
        env = fairdeal_env(database, "bench-memory")
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        worker = ("-m", "celery", "-A", "config", "worker", "--concurrency", "2")
        with (
            gunicorn("config.wsgi:application", env) as port,
            process(*worker, "--without-gossip", "--without-mingle", env=env),
        ):
            me = guest(port)
            me.headers.pop("X-Player", "")
            seats = [{"kind": "bot", "bot": "random"}] * 2
            games = []
            for _ in range(GAMES):
                game = me.ask(
                    "POST", "/api/v1/games/", {"variant": "xmen", "seats": seats, "start": True}
                )
                games.append(game["id"])
                me.ask("GET", f"/api/v1/games/{game['id']}/events/?limit=50")
            for game_id in games:
                while me.ask("GET", f"/api/v1/games/{game_id}/")["status"] == "running":
                    time.sleep(0.2)
            report("memory.web", max(resident("config.wsgi:application")), "MB")
            report("memory.worker", max(resident("celery -A config worker")), "MB")
