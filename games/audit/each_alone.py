"""Judge each file in a process that may fail without the others.

A process has a limit of memory, and of time for each file. What exceeds one is not judged, and says
nothing about other files: the process is replaced.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, TypeVar

T = TypeVar("T")

MEMORY_BYTES: Final = 4 * 1024**3
"""The most memory of a process, where the system can limit it."""

FILE_SECONDS: Final = 600.0
"""The most time for a file."""

CONTEXT: Final = (
    multiprocessing.get_context("fork")
    if sys.platform == "linux"
    else multiprocessing.get_context("spawn")
)
"""How processes start: on Linux as copies of this one, elsewhere empty."""


class _Worker(Generic[T]):
    """A process that does the work for one file at a time."""

    def __init__(self, work: Callable[[str], T]) -> None:
        self.pipe, end = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_serve, args=(end, work), daemon=True)
        self.process.start()
        end.close()
        self.file = ""
        self.until = 0.0

    def give(self, file: str, seconds: float) -> None:
        """Begin with a file."""
        self.file, self.until = file, time.monotonic() + seconds
        self.pipe.send(file)

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection, work: Callable[[str], object]) -> None:
    settle()
    _limit_memory()
    with suppress(EOFError):
        while True:
            pipe.send(work(pipe.recv()))


def _limit_memory() -> None:
    if sys.platform == "linux":
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(MEMORY_BYTES, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def settle() -> None:
    """Collect garbage rarely: auditing makes no reference cycles."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def each_alone(
    files: Sequence[str], processes: int, work: Callable[[str], T], seconds: float = FILE_SECONDS
) -> Iterator[tuple[str, T | None]]:
    """Yield the result for each file as it is reached, by so many processes.

    It is None for a file whose process died, or took more than so many ``seconds``.
    """
    waiting, busy = list(reversed(files)), list[_Worker[T]]()
    try:
        while waiting or busy:
            while waiting and len(busy) < max(1, processes):
                busy.append(_Worker(work))
                busy[-1].give(waiting.pop(), seconds)
            soonest = min(worker.until for worker in busy) - time.monotonic()
            ready = wait([worker.pipe for worker in busy], max(0.0, soonest))
            for worker in list(busy):
                is_ready = worker.pipe in ready
                if not is_ready and time.monotonic() < worker.until:
                    continue
                try:
                    result = worker.pipe.recv() if is_ready else None
                except (EOFError, OSError):
                    result = None
                yield worker.file, result
                if result is not None and waiting:
                    worker.give(waiting.pop(), seconds)
                else:
                    worker.end()
                    busy.remove(worker)
    finally:
        for worker in busy:
            worker.end()
