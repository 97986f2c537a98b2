"""People at many games: each follows the game by its stream, thinks, and moves.

A move is sent with an idempotency key and If-Match, and is sent again with the same key until there
is a response. So a move is acknowledged or refused, and never in doubt.
"""

import asyncio
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import uuid4

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from examples.play_evidence import as_in_rows
from games.ledger.heads import move_message
from tests.load import wire
from tests.load.stack import LONG, Stack

AGAIN_SECONDS = 0.5
"""How long a client waits before it repeats a request."""

CONNECT_SECONDS = 1.0
"""How long a client waits before it opens a stream again."""

SILENT_SECONDS = 20.0
"""A stream that sends nothing for so long is lost."""

STREAM, MOVE = "?include=table,since,cards&stay=true&lang=en", "?include=since,cards"
"""What the page of a table asks for, with the events and in the reply to a move."""

FULL = 4
"""At a table of so many people there is no bot."""

VARIANTS = ("avengers", "xmen", "ultimate")


class Acknowledged(NamedTuple):
    """A move that the server has accepted: the seqs of its events."""

    game: str
    player: str
    body: dict[str, Any]
    seqs: list[int]


class Seen(NamedTuple):
    """An event as a stream has sent it."""

    seq: int
    digest: str


@dataclass
class Stream:
    """All that a client has read of a game, over all its connections."""

    game: str
    token: str = ""
    events: list[Seen] = field(default_factory=list)
    connections: int = 0
    since: datetime | None = None
    lost: float | None = None
    is_over: bool = False
    problems: list[str] = field(default_factory=list)


@dataclass
class Player:
    """A person with a seat, and the last prompts of the stream."""

    id: str
    token: str
    stream: Stream
    number: int
    key: Ed25519PrivateKey | None = None
    prompts: dict[str, Any] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def headers(self) -> dict[str, str]:
        """The headers that authenticate the player."""
        return {"Authorization": f"Bearer {self.token}"}

    @property
    def seat(self) -> dict[str, str]:
        """The members of a seat that say its key."""
        if self.key is None:
            return {}
        return {"key": self.key.public_key().public_bytes_raw().hex()}

    def signed(self, body: dict[str, Any], asked: dict[str, Any]) -> dict[str, str]:
        """Return the headers of a move that answers prompts, with those of its key."""
        headers = self.headers | {"If-Match": f'"{asked["seq"]}"'}
        if self.key is None:
            return headers
        message = move_message(
            game=self.stream.game,
            seq=asked["seq"],
            digest=asked["digest"],
            move=as_in_rows(body, self.number),
            choices=body.get("choices", {}),
        )
        signature = self.key.sign(message).hex()
        return headers | {"Prefer": "receipt", "Move-Signature": signature}


class Gap(NamedTuple):
    """When a stream lost its connection, and when it had another."""

    lost: float
    back: float


@dataclass
class Figures:
    """What all clients have measured and noted."""

    acknowledged: list[Acknowledged] = field(default_factory=list)
    move_seconds: list[float] = field(default_factory=list)
    stream_seconds: list[float] = field(default_factory=list)
    replies: Counter[str] = field(default_factory=Counter)
    bad_gateways: list[float] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


class Load:
    """Games at once on a stack, until they are stopped.

    ``as_browsers``: people ask for what the page of a table asks, and sign their moves.
    """

    def __init__(
        self,
        stack: Stack,
        games: int,
        *,
        people: tuple[int, ...] = (1, 2),
        think: float = 1.0,
        options: dict[str, Any] | None = None,
        seed: int = 1,
        as_browsers: bool = False,
    ) -> None:
        self.stack, self.count, self.people, self.think = stack, games, people, think
        self.as_browsers = as_browsers
        self.options = options or {}
        self.figures = Figures()
        self.streams: list[Stream] = []
        self.games: list[str] = []
        self.stopping = False
        self.in_flight = 0
        self._numbers = itertools.count()
        self._rng = random.Random(seed)
        self._tasks: list[asyncio.Task[None]] = []

    # ---- requests

    async def post(
        self, path: str, headers: dict[str, str], body: Any
    ) -> tuple[wire.Response, float | None]:
        """Send a command, with one key, until there is a response other than 502 and 503.

        Returns the seconds too, unless it had to be sent again.
        """
        headers = headers | {"Idempotency-Key": uuid4().hex}
        took: float | None = 0.0
        while True:
            began = time.monotonic()
            try:
                reply = await wire.ask(self.stack.server, "POST", f"/api/v1/{path}", headers, body)
            except wire.Lost:
                self.figures.replies["lost"] += 1
            else:
                self._count(str(reply.status), began)
                if reply.status not in (502, 503):
                    return reply, None if took is None else time.monotonic() - began
            took = None
            await asyncio.sleep(AGAIN_SECONDS)

    def _count(self, status: str, began: float) -> None:
        self.figures.replies[status] += 1
        if status.endswith("502"):
            self.figures.bad_gateways.append(began)

    async def make(self, path: str, headers: dict[str, str], body: Any) -> Any:
        """Create something, once."""
        reply, _ = await self.post(path, headers, body)
        if reply.status >= 300:
            raise AssertionError(f"POST {path}: {reply.status} {reply.json}")
        return reply.json

    # ---- a game

    async def begin(self) -> list[Player]:
        """Create a game of people and bots, start it, and follow it."""
        nth = next(self._numbers)
        people = self.people[nth % len(self.people)]
        players = []
        for number in range(people):
            made = await self.make("players/", {}, {})
            token = made["token"]["secret"]
            key = Ed25519PrivateKey.generate() if self.as_browsers else None
            players.append(Player(made["player"]["id"], token, Stream("", token), number, key))
        seats: list[dict[str, Any]] = [{"kind": "me"} | players[0].seat]
        seats += [{"kind": "invited", "player": one.id} for one in players[1:]]
        if people < FULL:
            seats += [{"kind": "bot", "bot": ("greedy", "random")[nth % 2]}]
        body = {"variant": VARIANTS[nth % 3], "seats": seats, "options": self.options}
        game = (await self.make("games/", players[0].headers, body))["id"]
        for one in players[1:]:
            await self.make(f"games/{game}/seats/", one.headers, one.seat)
        await self.make(f"games/{game}/start/", players[0].headers, {})
        self.games.append(game)
        for one in players:
            one.stream.game = game
        public = Stream(game)
        self.streams += [public, *(one.stream for one in players)]
        self._follow(public, None)
        for one in players:
            self._follow(one.stream, one)
        return players

    def _follow(self, stream: Stream, player: Player | None) -> None:
        self._tasks.append(asyncio.create_task(self._read(stream, player)))

    async def _play_in_turn(self, start_after: float) -> None:
        """Play games one after the other until the load stops."""
        await asyncio.sleep(start_after)
        while not self.stopping:
            self.in_flight += 1
            try:
                players = await self.begin()
            finally:
                self.in_flight -= 1
            await asyncio.gather(*(self._move(one) for one in players))

    # ---- streams

    async def _read(self, stream: Stream, player: Player | None) -> None:
        while not stream.is_over:
            with suppress(wire.Lost, TimeoutError):
                await self._read_once(stream, player)
            if not stream.is_over:
                stream.lost = stream.lost or time.monotonic()
                await asyncio.sleep(CONNECT_SECONDS)
        if player is not None:
            player.changed.set()

    async def _read_once(self, stream: Stream, player: Player | None) -> None:
        headers = {"Accept": "text/event-stream"}
        if stream.events:
            headers["Last-Event-ID"] = str(stream.events[-1].seq)
        if player is not None:
            headers |= player.headers
        path = f"/api/v1/games/{stream.game}/events/{STREAM if self.as_browsers else ''}"
        began = time.monotonic()
        async with wire.opened(self.stack.server, "GET", path, headers) as reply:
            if reply.status != 200:
                self._count(f"stream {reply.status}", began)
                return
            stream.connections += 1
            if stream.lost is not None:
                self.figures.gaps.append(Gap(stream.lost, time.monotonic()))
                stream.lost = None
            stream.since = datetime.now(UTC)
            found = wire.messages(reply)
            while not stream.is_over:
                try:
                    async with asyncio.timeout(SILENT_SECONDS):
                        message = await anext(found)
                except StopAsyncIteration:
                    return
                self._take(stream, player, message)

    def _take(self, stream: Stream, player: Player | None, message: wire.Message) -> None:
        if message.name == "problem":
            stream.problems.append(message.data.decode())
            return
        content = json.loads(message.data)
        if message.name == "message":
            stream.events.append(Seen(content["seq"], content["digest"]))
            at = datetime.fromisoformat(content["at"])
            if stream.since is not None and at > stream.since:
                # Older events are replayed.
                self.figures.stream_seconds.append((datetime.now(UTC) - at).total_seconds())
        elif message.name == "prompts" and player is not None:
            player.prompts = content
            player.changed.set()
        elif message.name == "end":
            stream.is_over = True

    # ---- moves

    async def _move(self, player: Player) -> None:
        """Answer the prompts of a player until the game is over or the load stops."""
        while not self.stopping and not player.stream.is_over:
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await player.changed.wait()
            player.changed.clear()
            asked = player.prompts
            if not asked or not asked["prompts"] or not asked["prompts"][-1]["options"]:
                continue
            await asyncio.sleep(self._rng.uniform(0.3, 1.7) * self.think)
            if player.prompts is not asked:
                player.changed.set()
                continue
            if self.is_stopping():
                return
            player.prompts = None
            option = self._rng.choice(asked["prompts"][-1]["options"])
            self.in_flight += 1
            try:
                await self._send(player, option["body"], asked)
            finally:
                self.in_flight -= 1

    async def _send(self, player: Player, body: dict[str, Any], asked: dict[str, Any]) -> None:
        game, seq = player.stream.game, asked["seq"]
        path = f"games/{game}/moves/{MOVE if self.as_browsers else ''}"
        reply, took = await self.post(path, player.signed(body, asked), body)
        if reply.status == 201:
            if took is not None:
                self.figures.move_seconds.append(took)
            seqs = [one["seq"] for one in reply.json["events"]]
            self.figures.acknowledged.append(Acknowledged(game, player.id, body, seqs))
        elif reply.status not in (409, 412):
            self.figures.wrong.append(f"{game} after {seq}: {body} got {reply.status} {reply.json}")

    # ---- the whole

    async def start(self, *, spread: float = 0.0) -> None:
        """Start all games, and wait until each has been dealt."""
        for nth in range(self.count):
            run = self._play_in_turn(spread * nth / self.count)
            self._tasks.append(asyncio.create_task(run))
        await until(lambda: len(self.games) >= self.count, "the games do not start", self)

    async def play_another(self) -> None:
        """Play one more game at once, and wait until it has been dealt."""
        games = len(self.games)
        self._tasks.append(asyncio.create_task(self._play_in_turn(0)))
        await until(lambda: len(self.games) > games, "no further game starts", self)

    async def stop(self) -> None:
        """Make no further move; wait until those under way have a response."""
        self.stopping = True
        await until(lambda: not self.in_flight, "a move gets no response", self)

    async def close(self) -> None:
        """Leave all streams."""
        left = set(self._tasks)
        while left:
            for task in left:
                task.cancel()
            _, left = await asyncio.wait(left, timeout=1)
        if (error := self.failed()) is not None:
            raise error

    def is_stopping(self) -> bool:
        """Whether no further move may be made."""
        return self.stopping

    def failed(self) -> BaseException | None:
        """Return why a client has ended, if one has."""
        for task in self._tasks:
            if task.done() and not task.cancelled() and task.exception() is not None:
                return task.exception()
        return None


async def until(is_so: Callable[[], Any], what: str, load: Load, seconds: float = LONG) -> Any:
    """Return what a condition returns once it is true, while the clients go on."""
    end = time.monotonic() + seconds
    while not (found := is_so()):
        if (error := load.failed()) is not None:
            raise error
        if time.monotonic() > end:
            raise AssertionError(f"after {seconds:g} s: {what}")
        await asyncio.sleep(0.1)
    return found
