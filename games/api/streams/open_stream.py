"""An open stream: its pieces, its heartbeat, and the problem that may end it."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

from django.db import Error as DatabaseError
from prometheus_client import Gauge

from games.api.http.problem_documents import RequestRefused, document_in, refused_by
from games.api.streams import sse
from games.api.streams.shared_reads import Looked
from games.api.streams.stream_limits import free
from games.api.streams.waking import Hub, current_hub
from games.errors import NotAllowed
from games.wording.language import Language

HEARTBEAT_SECONDS: Final = 10
"""The seconds without a message after which a stream sends a heartbeat."""

RETRIES: Final = 5
"""The attempts, one a second, to read a database that does not answer."""

OPEN_STREAMS: Final = Gauge("fairdeal_streams_open", "Open streams.", multiprocess_mode="livesum")

Order = TypeVar("Order")
Result = TypeVar("Result")

logger = logging.getLogger(__name__)


class StreamStep(NamedTuple):
    """The messages to send after a read; ``has_more``: the next read need not wait."""

    piece: bytes
    is_over: bool = False
    has_more: bool = False


class Stream(ABC):
    """A stream of one client.

    ``first`` is the step that its request has read, if it has, and ``began_at`` when that began, in
    seconds of the monotonic clock; 0 without one.
    """

    def __init__(self, language: Language, instance: str) -> None:
        self.language = language
        self.instance = instance
        self.slots: tuple[str, ...] = ()
        self.caller: UUID | None = None
        self.spectates: UUID | None = None
        self.changed = asyncio.Event()
        self.first: StreamStep | None = None
        self.began_at = 0.0

    @abstractmethod
    def topics(self) -> Collection[str]:
        """Return the topics of the wake-ups that concern it."""

    @abstractmethod
    def looked(self) -> Looked:
        """Return what a look at the database compares."""

    @abstractmethod
    async def read(self, hub: Hub) -> StreamStep:
        """Read what is new; raises if the caller may not see it any more."""

    async def body(self) -> AsyncGenerator[bytes, None]:
        """Yield the stream to its end."""
        hub = current_hub()
        try:
            with hub.following(self), OPEN_STREAMS.track_inprogress():
                yield sse.OPENING + (self.first.piece if self.first else b"")
                async for piece in self._pieces(hub):
                    yield piece
        finally:
            if self.slots:
                asyncio.get_running_loop().run_in_executor(hub.pool, free, self.slots)

    async def _pieces(self, hub: Hub) -> AsyncGenerator[bytes, None]:
        clock = asyncio.get_running_loop().time
        until = clock() + HEARTBEAT_SECONDS
        step = self.first
        while step is None or not step.is_over:
            while step and not step.has_more and not await self._is_changed(until - clock()):
                yield sse.HEARTBEAT
                until = clock() + HEARTBEAT_SECONDS
            self.changed.clear()
            try:
                step = await self.read(hub)
            except Exception as error:
                refused = self._refusal(error)
                # After a problem a client does not return; to an absent database it should.
                if refused.code != "unavailable":
                    document = document_in(self.language, refused, instance=self.instance)
                    yield sse.message("problem", document)
                return
            if step.piece:
                yield step.piece
                until = clock() + HEARTBEAT_SECONDS

    async def _is_changed(self, seconds: float) -> bool:
        try:
            async with asyncio.timeout(seconds):
                await self.changed.wait()
        except TimeoutError:
            return False
        return True

    def _refusal(self, error: Exception) -> RequestRefused:
        refused = refused_by(error)
        if isinstance(error, NotAllowed):
            refused = RequestRefused("not_your_view")
        if refused.code in ("server_error", "unavailable"):
            logger.error("A stream failed (%s)", type(error).__name__, exc_info=error)
        return refused


async def read_again(
    hub: Hub, how: Callable[[Sequence[Order]], Sequence[Result | Exception]], order: Order
) -> Result:
    """Return the result of an order; tries again if the database does not answer.

    Raises what refuses the order.
    """
    for attempt in range(1, RETRIES + 1):
        try:
            result = await hub.read(how, order)
        except DatabaseError as error:
            result = error
        if not isinstance(result, Exception):
            return result
        if not isinstance(result, DatabaseError) or attempt == RETRIES:
            raise result
        await asyncio.sleep(1)
    raise AssertionError
