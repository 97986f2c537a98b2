"""What the operations of the API cost: processor time for each unit of their limits.

A scenario makes each request some times in one process on PostgreSQL. The figure of an operation is
the median of its processor time, that of the programs it starts included, over the units that the
reply names. What a server keeps of a reply is dropped before each request.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Final

from tests.bench.figures import report
from tests.bench.servers import empty_database, fairdeal_env, manage

ROUNDS: Final = 7
LONG: Final = 700
"""The events of the long game."""

ROOT: Final = "/api/v1/"

READS: Final = (
    "",
    "acts/",
    "bots/",
    "editions/",
    "editions/{edition}/",
    "editions/{edition}/cards/",
    "editions/{edition}/cards/{card}/",
    "editions/{edition}/cards/{card}/picture.svg",
    "editions/{edition}/compare/{other}/",
    "editions/{edition}/definition.json",
    "editions/{edition}/pictures/",
    "games/",
    "games/?limit=200",
    "games/export/",
    "games/export/ application/zip",
    "games/{over}/",
    "games/{game}/",
    "games/{game}/acts/",
    "games/{over}/audit/",
    "games/{over}/audit/bundle/",
    "games/{over}/events/",
    "games/{over}/events/?limit=200",
    "games/{over}/events/ text/event-stream",
    "games/{over}/events/{at}/",
    "games/{over}/log/",
    "games/{over}/log/?limit=200",
    "games/{over}/log/?after=500&limit=200",
    "games/{over}/log/ text/plain",
    "games/{over}/log/ text/csv",
    "games/{over}/organisers/",
    "games/{over}/picture.png?at={at}",
    "games/{over}/picture.svg?at={at}",
    "games/{over}/position/?at={at}",
    "games/{over}/position/?at={at}&include=table",
    "games/{over}/position/diff/?from=1&to={at}",
    "games/{game}/prompts/?include=table,since,cards",
    "games/{over}/receipt/",
    "keys/",
    "lobby/",
    "lobby/?limit=200",
    "lobby/?limit=200 text/event-stream",
    "me/",
    "me/events/ text/event-stream",
    "me/tokens/",
    "problems/",
    "problems/not_found/",
    "rules/",
    "rules/{rule}/",
    "schema/",
    "schemas/card.json",
    "variants/",
    "variants/ultimate/",
)
"""The requests that read, each with its media type if it is not JSON."""


@dataclass
class Meter:
    """Makes requests, and notes their processor time and units by operation."""

    client: Any
    took: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    units: dict[tuple[str, str], int] = field(default_factory=dict)

    def ask(self, token: str, method: str, path: str, body: Any = None, **names: object) -> Any:
        """Make a request; ``names`` fill its path. Raises for anything but success."""
        address, _, accept = path.partition(" ")
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Accept": accept} if accept else {}
        filled, kind = ROOT + address.format(**names), "application/json"
        self.client.cookies.clear()
        start = _processor_time()
        response = self.client.generic(method, filled, _encoded(body), kind, headers=headers)
        parts: Any = getattr(response, "streaming_content", None)
        raw = b"".join(parts) if parts is not None else response.content
        seconds = _processor_time() - start
        assert response.status_code < 300, (method, filled, response.status_code, raw[:500])
        bucket = response["RateLimit"].split('"')[1]
        operation = bucket, f"{method} {path}"
        self.took[operation].append(1000 * seconds)
        self.units[operation] = int(response["RateLimit"].partition(";cost=")[2] or 1)
        return response.json() if response["Content-Type"] == kind and raw else None

    def print(self) -> None:
        """Print the figures, and of each bucket the median and the highest ratio to it."""
        by_bucket: dict[str, dict[str, float]] = defaultdict(dict)
        for (bucket, name), took in self.took.items():
            by_bucket[bucket][name] = statistics.median(took) / self.units[bucket, name]
        for bucket, figures in by_bucket.items():
            for name, figure in sorted(figures.items(), key=lambda one: -one[1]):
                units = self.units[bucket, name]
                report(f"costs.{bucket}.{name}", figure, f"ms a unit, {units} units")
            median = statistics.median(figures.values())
            report(f"costs.{bucket}.median", median, "ms a unit")
            report(f"costs.{bucket}.highest_over_median", max(figures.values()) / median, "ratio")


def _encoded(body: Any) -> bytes:
    import msgspec

    return b"" if body is None else msgspec.json.encode(body)


def _processor_time() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def forget() -> None:
    """Drop what the server keeps of replies."""
    from games.api import png_drawing
    from games.api.views import comparisons, editions
    from games.play.selectors import forget_names

    comparisons._comparison.cache_clear()
    editions._pictures.cache_clear()
    png_drawing._drawings._kept.clear()
    forget_names()


def write(meter: Meter, token: str, other: str) -> None:
    """Make the requests that write, from a table to its rematch."""
    new = meter.ask("", "POST", "players/", {})
    secret = new["token"]["secret"]
    meter.ask("", "POST", "session/", {})
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    game = meter.ask(token, "POST", "games/", {"variant": "ultimate", "seats": seats})["id"]
    names: dict[str, Any] = {"game": game}
    code = meter.ask(token, "POST", "games/{game}/links/", **names)["code"]
    meter.ask("", "GET", "links/{code}/", code=code)
    meter.ask(other, "POST", "links/{code}/", {}, code=code)
    meter.ask(secret, "POST", "games/{game}/seats/", {}, **names)
    meter.ask(secret, "PATCH", "games/{game}/seats/2/", {"hero": "hulk"}, **names)
    meter.ask(secret, "DELETE", "games/{game}/seats/2/", **names)
    meter.ask(token, "PUT", "games/{game}/seats/2/", {"bot": "random"}, **names)
    meter.ask(token, "POST", "games/{game}/start/", {}, **names)
    for _ in range(4):
        for caller in (token, other):
            prompts = meter.ask(caller, "GET", "games/{game}/prompts/", **names)["prompts"]
            if prompts and prompts[-1]["options"]:
                body = prompts[-1]["options"][-1]["body"]
                meter.ask(caller, "POST", "games/{game}/moves/check/", body, **names)
                meter.ask(caller, "POST", "games/{game}/moves/", body, **names)
    meter.ask(token, "POST", "rulings/", {"game": game, "move": {"move": "draw"}})
    meter.ask(token, "POST", "games/{game}/moves/", {"move": "resign"}, **names)
    meter.ask(other, "POST", "games/{game}/moves/", {"move": "resign"}, **names)
    meter.ask(token, "POST", "games/{game}/rematch/", {}, **names)
    made = meter.ask(token, "POST", "me/tokens/", {"scopes": ["game:play"]})
    meter.ask(token, "DELETE", "me/tokens/{made}/", made=made["id"])
    meter.ask(secret, "PATCH", "me/", {"name": "Somebody"})
    meter.ask(token, "POST", "me/codes/", {})
    meter.ask(token, "POST", "stream-tickets/", {})


def run() -> None:
    """Play the games that are read, make all requests, and print."""
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.test import Client

    from cards.selectors import current_edition
    from games.engine import Resign
    from games.officials.grants import grant
    from games.players.scopes import SCOPES
    from games.players.services import create_guest, issue_token, player_for
    from tests.games.tables import begun, guest, make, open_game, play_on

    (host, token), (other, other_token) = (create_guest(name=one)[::2] for one in ("Ann", "Ben"))
    staff = player_for(user=User.objects.create_superuser("staff", password="staff"))
    _, staff_token = issue_token(player=staff, scopes=SCOPES)
    running = play_on(begun(host, other, rounds=10), seed=1, moves=150)
    long = play_on(begun(host, other, rounds=10), 2, until=lambda game, _: game.seq >= LONG)
    over = make(long, Resign(0)).game
    grant(player=staff, scope=running, may_look=True)
    for number in range(60):
        open_game(guest(f"Host {number}"), variant=("avengers", "xmen")[number % 2])
    edition, compared = current_edition("ultimate"), current_edition("xmen")
    names = {
        "edition": edition.hash,
        "other": compared.hash,
        "card": "hulk-smash",
        "game": running.pk,
        "over": over.pk,
        "rule": "common.match",
    }
    meter = Meter(Client(SERVER_NAME="localhost"))
    for number in range(ROUNDS):
        meter.ask(token, "POST", "games/{over}/audit/", **names)
        write(meter, token, other_token)
        for path in READS:
            forget()
            meter.ask(staff_token, "GET", path, at=LONG - number, **names)
    meter.print()


def main() -> None:
    """Run the scenario on a database of its own."""
    with empty_database("fairdeal_bench_costs") as database:
        env = fairdeal_env(database, "bench-costs")
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        words = [sys.executable, "-c", "from tests.bench.costs import run; run()"]
        subprocess.run(words, env=os.environ | env, check=True)
