"""An evening under load: `PLAYERS=300 ROUNDS=5 make load ONLY=tournament`, one JSON line a figure.

All players of a tournament come to the processes of production; in the middle a worker and a web
process are killed, Redis is absent, the sessions of PostgreSQL are cut, a phone is lost, one player
does not come, one leaves, one comes late, and a table has no result. All the while the pages are
read. Exits with 1 unless it ends, every act is done, and the archive passes its audit.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from math import ceil
from typing import Any

from games.engine import share_commitment
from tests.bench.figures import report
from tests.load import wire
from tests.load.__main__ import given, main
from tests.load.desk_pages import Desk
from tests.load.faults import cut_sessions, kill_program, kill_web, lose_redis
from tests.load.people import AGAIN_SECONDS, Acknowledged, Load
from tests.load.stack import ROOT, Stack
from tests.load.verification import wrong_games

SHARE = "ab" * 32
STUCK_SECONDS = 180
LATE = 2
"""The round before which one player enters late, and in which the desk has most to do."""

TERMS = {"name": "Evening", "variant": "avengers", "size": 4, "late_until": LATE,
         "options": {"rounds": 1, "target_score": None}}  # fmt: skip


class Evening:
    """A tournament, its head judge, and the phones of its players by entry."""

    def __init__(self, load: Load, players: int, rounds: int, moves: int, think: float) -> None:
        self.load, self.players, self.rounds = load, players, rounds
        self.moves, self.think = moves, think
        self.rng = random.Random(1)
        self.phones: dict[int, dict[str, str]] = {}
        self.claims: dict[int, str] = {}
        self.path = self.code = ""
        self.head: dict[str, str] = {}
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.done: dict[str, float] = {}
        self.reading, self.read_at, self.round = asyncio.Lock(), 0.0, dict[str, Any]()

    # ---- requests

    async def get(self, path: str, headers: dict[str, str]) -> Any:
        """Read something of the API, again until it is there."""
        while True:
            try:
                reply = await wire.ask(self.load.stack.server, "GET", f"/api/v1/{path}", headers)
                if reply.status == 200:
                    return reply.json
                assert reply.status in (502, 503), (path, reply.status, reply.json)
            except wire.Lost:
                pass
            await asyncio.sleep(AGAIN_SECONDS)

    async def act(self, act: str, by: dict[str, str] | None = None, **members: Any) -> Any:
        """Act in the tournament, by default as the head judge."""
        body = {"act": act} | members
        return await self.load.make(f"{self.path}acts/", by or self.head, body)

    async def enter(self, name: str) -> int:
        """Enter a player at the desk, who shows the code on a phone; return the entry."""
        body = {"name": name, "there": True}
        made = await self.load.make(f"{self.path}entries/", self.head, body)
        self.claims[made["entry"]] = made["claim"]
        await self.claim(made["entry"])
        return int(made["entry"])

    async def claim(self, entry: int) -> None:
        made = await self.load.make("tournaments/claims/", {}, {"code": self.claims[entry]})
        self.phones[entry] = {"Authorization": f"Bearer {made['token']['secret']}"}

    # ---- the evening

    async def begin(self) -> None:
        """Make the tournament, and enter all players, ten at a time."""
        made = await self.load.make("players/", {}, {})
        self.head = {"Authorization": f"Bearer {made['token']['secret']}"}
        body = TERMS | {"rounds": self.rounds}
        self.code = (await self.load.make("tournaments/", self.head, body))["code"]
        self.path = f"tournaments/{self.code}/"
        for first in range(0, self.players, 10):
            names = [f"Player {nth}" for nth in range(first, min(first + 10, self.players))]
            await asyncio.gather(*map(self.enter, names))
        await self.act("close-entries")

    async def play(self) -> None:
        """Play all rounds."""
        for nth in range(1, self.rounds + 1):
            began = time.monotonic()
            for act in ("pair", "publish", "start-round"):
                await self.act(act)
            tables = await self.tables(nth)
            # In the middle of the evening there is trouble at the last tables.
            absent, void = (len(tables), len(tables) - 1) if nth == LATE else (0, 0)
            work = [self.table(nth, one["number"], absent, void) for one in tables]
            if nth == LATE + 1 or nth == self.rounds < LATE + 1:
                work.append(self.break_all())
            await asyncio.gather(*work)
            await self.tables(nth, has_ended, "round told")
            await self.act("close-round")
            report(f"tournament.round_{nth}", time.monotonic() - began, "s")
            if nth == LATE - 1 and nth < self.rounds:
                await self.between()
        await self.act("finish")

    async def between(self) -> None:
        """One player leaves, one loses the phone, and one comes late."""
        await self.act("drop", self.phones[1], entry=1)
        lost = self.phones[2]
        self.claims[2] = (await self.act("issue-claim", entry=2))["claim"]
        await self.claim(2)
        asked = await wire.ask(self.load.stack.server, "GET", "/api/v1/me/", lost)
        assert asked.status == 401, asked
        await self.enter("Late")
        self.done |= {"drop": 0, "lost_phone": 0, "late_entry": 0}

    async def tables(
        self, nth: int, is_so: Callable[[Any], bool] = bool, what: str = "tables"
    ) -> list[dict[str, Any]]:
        """Return the tables of a round, as the head judge sees them, once something is so."""
        began = time.monotonic()
        while True:
            async with self.reading:
                # All tables wait for the same: it is read once a second for all.
                if time.monotonic() - self.read_at > 1:
                    self.round = await self.get(f"{self.path}rounds/{nth}/", self.head)
                    self.read_at = time.monotonic()
            found = self.round["tables"] if self.round["round"] == nth else ()
            if found and is_so(found):
                self.seconds[what].append(time.monotonic() - began)
                return list(found)
            assert time.monotonic() - began < STUCK_SECONDS, f"round {nth}: {what}"
            await asyncio.sleep(1)

    async def opened(self, nth: int, number: int, before: str | None = None) -> dict[str, Any]:
        """Return a table once it has a game, or another than before."""
        at = number - 1
        found = await self.tables(
            nth, lambda tables: tables[at]["game"] not in (None, before), "table opens"
        )
        return found[at]

    async def table(self, nth: int, number: int, absent: int, void: int) -> None:
        """Play at a table; at two of them one player does not come, or withholds a share."""
        await asyncio.sleep(self.rng.uniform(0, self.think * 2))
        found = await self.opened(nth, number)
        if number == absent:
            gone, *_ = found["seats"]
            await self.act("mark-absent", entry=gone["entry"], reason="Is not there.")
            found = await self.opened(nth, number, found["game"])
            self.done["no_show"] = nth
        game, phones = found["game"], [self.phones[seat["entry"]] for seat in found["seats"]]
        own = {"share_commitment": share_commitment(bytes.fromhex(SHARE))}
        for seat, phone in enumerate(phones):
            me = (await self.get(self.path, phone))["me"]
            assert (me["game"], me["seat"], me["do"]) == (game, seat, "play"), me
            await self.load.make(f"games/{game}/seats/", phone, own | {"seat": seat})
        for phone in phones[number == void :]:
            reply, _ = await self.load.post(f"games/{game}/share/", phone, {"share": SHARE})
            assert reply.status < 300, reply
        if number == void:
            await self.tables(nth, lambda tables: tables[number - 1]["void"], "table void")
            places = [1] * len(phones)
            await self.act("record", round=nth, table=number, places=places, reason="Shared.")
            self.done["void_table"] = nth
            return
        for _ in range(self.moves):
            await asyncio.sleep(self.rng.uniform(0, self.think * 2))
            await self.move(game, phones)
        for phone in phones[:-1]:
            await self.send(game, phone, {"move": "resign"}, {})

    async def move(self, game: str, phones: list[dict[str, str]]) -> None:
        """Let the player who is asked choose, if the game goes on."""
        for phone in phones:
            asked = await self.get(f"games/{game}/prompts/", phone)
            if asked["prompts"] and asked["prompts"][-1]["options"]:
                option = self.rng.choice(asked["prompts"][-1]["options"])
                await self.send(game, phone, option["body"], {"If-Match": f'"{asked["seq"]}"'})
                return

    async def send(self, game: str, phone: dict[str, str], body: Any, more: dict[str, str]) -> None:
        reply, took = await self.load.post(f"games/{game}/moves/", phone | more, body)
        if reply.status == 201:
            self.load.figures.acknowledged.append(Acknowledged(game, "", body, []))
            if took is not None:
                self.seconds["move"].append(took)
        else:
            assert reply.status in (409, 412), (game, body, reply)

    async def break_all(self) -> None:
        """Break one thing after the other while the tables play."""
        stack, load = self.load.stack, self.load
        await asyncio.sleep(self.think * 2)
        for name, work in (
            ("worker_killed", kill_program(stack.workers[0], load, stack)),
            ("web_process_killed", kill_web(stack, load)),
            ("redis_absent", lose_redis(stack, load, 10)),
            ("sessions_cut", cut_sessions(stack, load)),
        ):
            began = time.monotonic()
            await work
            self.done[name] = time.monotonic() - began
            await asyncio.sleep(2)

    # ---- the end

    async def archive(self) -> tuple[int, str]:
        """Download the archive and audit it; return the status and the last line."""
        file = self.load.stack.folder / "tournament.zip"
        path, server = f"/t/{self.code}/archive.zip", self.load.stack.server
        async with wire.opened(server, "GET", path, {}) as reply:
            assert reply.status == 200, reply
            file.write_bytes(b"".join([piece async for piece in reply.pieces()]))
        words = [sys.executable, "-m", "games.audit", str(file)]
        done = await asyncio.to_thread(
            subprocess.run, words, cwd=ROOT, capture_output=True, text=True
        )
        return done.returncode, (done.stdout or done.stderr).strip().splitlines()[-1]


def has_ended(tables: list[dict[str, Any]]) -> bool:
    """Whether all tables of a round have a result."""
    return all(seat["place"] for one in tables for seat in one["seats"])


def part_of(seconds: list[float], part: float) -> float:
    """Return the time within which a part of all was done, in milliseconds."""
    return sorted(seconds)[ceil(len(seconds) * part) - 1] * 1000


def table(figures: dict[str, list[float]]) -> str:
    """Return times as a table, in milliseconds."""
    lines = [f"{'ms':<18}{'count':>8}{'p50':>8}{'p95':>8}{'most':>8}"]
    for name, times in sorted(figures.items()):
        lines.append(f"{name:<18}{len(times):>8}")
        lines[-1] += "".join(f"{part_of(times, part):>8.0f}" for part in (0.5, 0.95, 1))
    return "\n".join(lines)


async def run(stack: Stack) -> list[str]:
    """Play the evening; print the figures; return what is wrong."""
    load = Load(stack, 0)
    wanted = ("PLAYERS", 300), ("ROUNDS", 5), ("MOVES", 6)
    players, rounds, moves = (int(given(*one)) for one in wanted)
    evening = Evening(load, players, rounds, moves, given("THINK", 5))
    began = time.monotonic()
    await evening.begin()
    report("tournament.entered", time.monotonic() - began, "s")
    desk = Desk(stack)
    await asyncio.to_thread(desk.join, evening.code)
    reading = asyncio.create_task(desk.read(evening.code, given("PAUSE", 0.25)))
    try:
        await evening.play()
    except AssertionError as error:
        return [f"stuck: {error}"]
    finally:
        reading.cancel()
        figures = evening.seconds | desk.seconds
        print(table(figures), file=sys.stderr)
    report("tournament.whole", time.monotonic() - began, "s")
    for name, seconds in sorted(evening.done.items()):
        report(f"tournament.fault.{name}", seconds, "s")
    for name, times in sorted(figures.items()):
        report(f"tournament.{name.replace(' ', '.')}_ms.p95", part_of(times, 0.95), "ms")
    for status, count in sorted((load.figures.replies + desk.statuses).items()):
        report(f"tournament.replies.{status}", count, "responses")
    code, verdict = await evening.archive()
    print(f"{verdict} (exit {code}; load {os.getloadavg()[0]:.1f})", file=sys.stderr)
    found = await asyncio.to_thread(wrong_games, stack)
    return found + ([f"the audit of the archive exits with {code}"] if code else [])


if __name__ == "__main__":
    os.environ["SHARE_SECONDS"] = str(given("SHARE_SECONDS", 30))
    sys.exit(main(run))
