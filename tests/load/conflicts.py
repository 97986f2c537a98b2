"""Conflicting moves: 20 clients move at once in one game, and exactly one of them wins.

    ROUNDS=1000 python -m tests.load.conflicts

The command plays on SQLite and on PostgreSQL, on the web server of production with two processes.
In each round all clients answer the same prompt. Some name the event that they have seen (If-Match)
and get 412 with the events that they missed; the others get 409 with what the game waits for now.
"""

import asyncio
import contextlib
import os
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from tests.bench.api import table
from tests.bench.figures import report
from tests.bench.servers import Client, empty_database, fairdeal_env, manage, process
from tests.load import wire
from tests.load.stack import free_port, listens, stop_on_term, wait_until

CLIENTS = 20
SEATS = 4


class Conflicts:
    """Rounds of conflicting moves on a server; a game that is over is followed by another."""

    def __init__(self, port: int, seed: int = 1) -> None:
        self.port, self.server = port, wire.Server(port)
        self.rng = random.Random(seed)
        self.game, self.players, self.seq = "", list[Client](), 0
        self.said: Counter[int] = Counter()
        self.rounds = self.repeated = 0
        self.wrong: list[str] = []

    async def run(self, rounds: int) -> None:
        """Play some rounds."""
        while self.rounds < rounds:
            player, prompts = await self._asked()
            await self._round(player, prompts)

    async def _asked(self) -> tuple[Client, Any]:
        """Return the player who is asked, and the prompts; begin a game if none runs."""
        while True:
            for player in self.players:
                reply = await self._ask(player, "GET", "prompts/")
                if reply["prompts"] and reply["prompts"][-1]["options"]:
                    return player, reply
            self.game, self.players = await asyncio.to_thread(table, self.port, SEATS)

    async def _ask(self, player: Client, method: str, path: str) -> Any:
        path = f"/api/v1/games/{self.game}/{path}"
        return (await wire.ask(self.server, method, path, player.headers)).json

    async def _round(self, player: Client, prompts: Any) -> None:
        """Let all clients move at once; note what is wrong."""
        seq, options = prompts["seq"], [one["body"] for one in prompts["prompts"][-1]["options"]]
        # After a plain number card the turn is over, so that no second move of the seat is legal.
        plain = [body for body in options if is_plain(body)]
        moves: list[tuple[Any, dict[str, str]]] = []
        for nth in range(CLIENTS):
            body = plain[0] if plain else self.rng.choice(options)
            seen = {} if plain and nth % 2 else {"If-Match": f'"{seq}"'}
            moves.append((body, seen))
        path = f"/api/v1/games/{self.game}/moves/"
        replies = await asyncio.gather(
            *(
                wire.ask(
                    self.server,
                    "POST",
                    path,
                    player.headers | {"Idempotency-Key": uuid4().hex} | seen,
                    body,
                )
                for body, seen in moves
            )
        )
        won = [one for one in replies if one.status == 201]
        page = await self._ask(player, "GET", f"events/?after={seq}&limit=100")
        stored = [one["seq"] for one in page["results"]]
        made = sorted(event["seq"] for one in won for event in one.json["events"])
        if stored != made:
            self._note(seq, f"stored are {stored}, not {made}")
        seat = prompts["prompts"][-1]["seat"]
        if plain and any(is_asked(one, seat) for one in won):
            # A new deal began in which the same seat begins: a client that names no event may
            # make a second move, or be told that it is not legal. Of the others at most one wins.
            named = [one for one, (_, seen) in zip(replies, moves, strict=True) if seen]
            if sum(one.status == 201 for one in named) > 1:
                self._note(seq, "two clients that had seen the same event won")
            self.repeated += 1
            return
        self.rounds += 1
        self.said.update(one.status for one in replies)
        if len(won) != 1:
            self._note(seq, f"{len(won)} clients won")
            return
        for one, (_, seen) in zip(replies, moves, strict=True):
            if one.status != 201:
                self._check_loser(one, bool(seen), seq, made)

    def _check_loser(self, reply: wire.Response, has_seen: bool, seq: int, made: list[int]) -> None:
        """Check that a loser is told what it missed."""
        found = reply.json
        if reply.status != (412 if has_seen else 409):
            self._note(seq, f"a loser got {reply.status} {found['code']}")
        elif found["seq"] != made[-1] or found["prompts"] is None:
            self._note(seq, f"{reply.status} says {found['seq']}, not {made[-1]}")
        elif has_seen and [one["seq"] for one in found["events"]] != made:
            self._note(seq, f"412 has the events {found['events']}, not {made}")

    def _note(self, seq: int, what: str) -> None:
        self.wrong.append(f"{self.game} after {seq}: {what}")


def is_asked(reply: wire.Response, seat: int) -> bool:
    """Whether a seat has to move again after its move."""
    prompts = reply.json["prompts"]
    return bool(prompts) and prompts[-1]["seat"] == seat


def is_plain(body: dict[str, Any]) -> bool:
    """Whether a body plays a number card, as "red-5"."""
    return body["move"] == "play" and str(body["card"]).rpartition("-")[2].isdigit()


@contextlib.contextmanager
def served(database: str, folder: Path) -> Iterator[int]:
    """Serve an empty database by two processes, without Redis; gives the port."""
    port = free_port()
    env = fairdeal_env(database, "conflicts") | {
        "REDIS_URL": "",
        "DATA_DIR": str(folder),
        "PORT": str(port),
        "WEB_PROCESSES": "2",
    }
    manage("migrate", "--verbosity", "0", env=env)
    manage("load_cards", env=env)
    with process("-m", "gunicorn", "-c", "config/gunicorn.py", env=env):
        wait_until(lambda: listens(port), "the server does not answer")
        yield port


def main() -> int:
    """Play on both databases; print one JSON line a figure."""
    rounds, failed = int(os.environ.get("ROUNDS") or 1000), False
    stop_on_term()
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-conflicts-"))
    try:
        with empty_database(f"fairdeal_conflicts_{os.getpid()}") as postgresql:
            kinds = {"sqlite": f"sqlite:///{folder}/db.sqlite3", "postgresql": postgresql}
            for name, database in kinds.items():
                with served(database, folder) as port:
                    conflicts = Conflicts(port)
                    asyncio.run(conflicts.run(rounds))
                report(f"conflicts.{name}.rounds", rounds, "rounds")
                for status, count in sorted(conflicts.said.items()):
                    report(f"conflicts.{name}.status_{status}", count, "responses")
                report(f"conflicts.{name}.repeated", conflicts.repeated, "rounds")
                report(f"conflicts.{name}.wrong", len(conflicts.wrong), "findings")
                print("\n".join(conflicts.wrong[:20]), file=sys.stderr)
                failed = failed or bool(conflicts.wrong)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
