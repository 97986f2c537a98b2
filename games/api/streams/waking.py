"""The hub of a process: it wakes streams and reads the database for them.

A stream waits for an event of its own. Three things set it: a message of Redis after a commit; a
look at the database, every second with Redis and four times a second without it; and the return
of a lost connection to Redis. So a lost message delays an event by a second at most, and Redis
is never the source of one.

Reads that are asked for at the same time are one job in one thread: a hundred streams of a game
read it once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Final, Generic, Protocol, TypeVar
from uuid import UUID, uuid4
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import close_old_connections
from redis.asyncio import Redis

from games.api.streams.shared_reads import Changes, Looked, look, void_checks
from games.api.streams.stream_limits import RENEW_SECONDS, renew
from games.ledger.recent import Recent
from games.play.presence import note_here
from games.play.watchers import note_watchers
from games.wakeups import CHANNEL, is_of_player

LOOK_SECONDS: Final = 1.0
"""The seconds between two looks at the database while Redis announces changes."""

ALONE_SECONDS: Final = 0.25
"""The seconds between two looks at the database without Redis."""

RECONNECT_SECONDS: Final = 0.5
"""The pause before another attempt to reach Redis."""

SILENT_SECONDS: Final = 5
"""How long a connection to Redis may be silent until it is checked."""

THREADS: Final = 2
"""The threads that read for all streams of a process."""

MAX_BATCH: Final = 200
"""How many reads one job makes."""

WOKEN: Final = 1000
"""How many topics are remembered that were announced last, for streams that are just opening."""

logger = logging.getLogger(__name__)

Order = TypeVar("Order")
Result = TypeVar("Result")
Returned = TypeVar("Returned")


class Follower(Protocol):
    """A stream, as the hub knows it."""

    changed: asyncio.Event
    slots: tuple[str, ...]
    began_at: float
    caller: UUID | None
    spectates: UUID | None

    def topics(self) -> Collection[str]:
        """Return the topics that wake it."""

    def looked(self) -> Looked:
        """Return what a look at the database compares with the stored games."""


class Reader(Generic[Order, Result]):
    """Makes one job of reads that are requested at the same time."""

    def __init__(
        self, pool: ThreadPoolExecutor, read: Callable[[Sequence[Order]], Sequence[Result]]
    ) -> None:
        self._pool = pool
        self._read = read
        self._waiting: list[tuple[Order, asyncio.Future[Result]]] = []
        self._task: asyncio.Task[None] | None = None

    async def read(self, order: Order) -> Result:
        """Return the result of an order; raises what the whole job raises."""
        loop = asyncio.get_running_loop()
        result: asyncio.Future[Result] = loop.create_future()
        self._waiting.append((order, result))
        if self._task is None:
            self._task = loop.create_task(self._work())
        return await result

    async def _work(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:MAX_BATCH], self._waiting[MAX_BATCH:]
            orders = [order for order, _ in batch]
            try:
                results = await in_thread(self._pool, self._read, orders)
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
            else:
                for (_, future), result in zip(batch, results, strict=True):
                    if not future.done():
                        future.set_result(result)
        self._task = None


async def in_thread(
    pool: ThreadPoolExecutor, work: Callable[..., Returned], *given: Any
) -> Returned:
    """Run work in a thread that keeps no broken or old database connection."""

    def run() -> Returned:
        close_old_connections()
        try:
            return work(*given)
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(pool, run)


class Hub:
    """The streams of one process, and what wakes them."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(THREADS, thread_name_prefix="stream")
        self._readers: dict[Any, Reader[Any, Any]] = {}
        self._followers: dict[str, set[Follower]] = {}
        self._topics: dict[Follower, frozenset[str]] = {}
        self._all: set[Follower] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_listening = False
        self._woken: Recent[str, float] = Recent(WOKEN)

    # ---- reading

    async def read(
        self, how: Callable[[Sequence[Order]], Sequence[Result]], order: Order
    ) -> Result:
        """Read by a function that takes all orders of a moment at once."""
        reader = self._readers.get(how)
        if reader is None:
            reader = self._readers[how] = Reader(self.pool, how)
        result: Result = await reader.read(order)
        return result

    # ---- following

    @contextlib.contextmanager
    def following(self, follower: Follower) -> Iterator[None]:
        """Wake a stream for as long as it is open."""
        self._all.add(follower)
        self.follow(follower, follower.topics())
        if any((self._woken.get(one) or -1.0) >= follower.began_at for one in follower.topics()):
            follower.changed.set()
        self._start()
        try:
            yield
        finally:
            self._all.discard(follower)
            self.follow(follower, ())
            del self._topics[follower]
            self._stop_if_idle()

    def follow(self, follower: Follower, topics: Collection[str]) -> None:
        """Replace the topics that wake an open stream."""
        before = self._topics.get(follower, frozenset())
        self._topics[follower] = after = frozenset(topics)
        for topic in after - before:
            self._followers.setdefault(topic, set()).add(follower)
        for topic in before - after:
            self._leave(topic, follower)

    def _leave(self, topic: str, follower: Follower) -> None:
        left = self._followers.get(topic)
        if left is not None:
            left.discard(follower)
            if not left:
                del self._followers[topic]

    def _wake(self, topics: Collection[str]) -> None:
        for topic in topics:
            self._woken.put(topic, monotonic())
            if is_of_player(topic):
                void_checks()
            for follower in self._followers.get(topic, ()):
                follower.changed.set()

    def _start(self) -> None:
        if self._tasks:
            return
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._look())]
        if settings.REDIS_URL:
            self._tasks.append(loop.create_task(self._listen()))

    def _stop_if_idle(self) -> None:
        if not self._all:
            for task in self._tasks:
                task.cancel()
            self._tasks = []
            self._is_listening = False

    # ---- what wakes

    async def _listen(self) -> None:
        is_reported = False
        while True:
            try:
                await self._hear()
            except Exception as error:
                if self._is_listening or not is_reported:
                    logger.warning("Redis is lost to the streams (%s).", type(error).__name__)
                self._is_listening, is_reported = False, True
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _hear(self) -> None:
        options: dict[str, Any] = {"socket_connect_timeout": 2, "retry_on_timeout": False}
        if not settings.REDIS_URL.startswith("unix:"):
            options["socket_keepalive"] = True
        client = Redis.from_url(settings.REDIS_URL, socket_timeout=2 * SILENT_SECONDS, **options)
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(client.aclose)
            heard = client.pubsub()
            stack.push_async_callback(heard.aclose)
            await heard.subscribe(CHANNEL)
            self._is_listening = True
            for follower in self._all:  # what was announced before is not heard again
                follower.changed.set()
            while True:
                message = await heard.get_message(True, timeout=SILENT_SECONDS)
                if message is None:
                    await heard.ping()
                elif message["type"] == "message":
                    self._wake(message["data"].decode().split(" "))

    async def _look(self) -> None:
        clock = asyncio.get_running_loop().time
        renewed = clock()
        process, noted = uuid4().hex, Counter[UUID]()
        while True:
            await asyncio.sleep(LOOK_SECONDS if self._is_listening else ALONE_SECONDS)
            followers = list(self._all)
            looked = [follower.looked() for follower in followers]
            try:
                changes: Changes = await in_thread(self.pool, look, looked)
                is_due = clock() >= renewed + RENEW_SECONDS
                watchers = Counter(one.spectates for one in self._all if one.spectates is not None)
                if watchers != noted or (is_due and watchers):
                    gone = dict.fromkeys(noted.keys() - watchers.keys(), 0)
                    await in_thread(self.pool, note_watchers, process, {**watchers, **gone})
                    noted = watchers
                if is_due:
                    renewed = clock()
                    slots = [slot for one in self._all for slot in one.slots]
                    await in_thread(self.pool, renew, slots)
                    callers = {one.caller for one in self._all if one.caller is not None}
                    await in_thread(self.pool, note_here, callers)
            except Exception as error:
                logger.warning("The streams cannot look (%s).", type(error).__name__)
                continue
            for at in changes:
                followers[at].changed.set()


_hubs: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Hub]] = WeakKeyDictionary()


def current_hub() -> Hub:
    """Return the hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
