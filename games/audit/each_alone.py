"""Judge each file in a process that may fail without the others.

A process has a limit of memory, and of time for each file. Of what exceeds one, the last result
that was kept stays. It says nothing about other files: the process is replaced.
"""

from __future__ import annotations

import gc
import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")

Work = Callable[[str, Callable[[T], None]], T]
"""Returns the result for a file. It may give others before, which count if it does not end."""

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

    def __init__(self, work: Work[T]) -> None:
        self.pipe, end = CONTEXT.Pipe()
        self.process = CONTEXT.Process(target=_serve, args=(end, work), daemon=True)
        self.process.start()
        end.close()
        self.file = ""
        self.until = 0.0
        self.kept: T | None = None

    def give(self, file: str, seconds: float) -> None:
        """Begin with a file."""
        self.file, self.until, self.kept = file, time.monotonic() + seconds, None
        self.pipe.send(file)

    def receive(self) -> bool:
        """Keep the next result; whether it is the last one.

        Raises ``EOFError`` or ``OSError`` if the process died.
        """
        is_last, self.kept = self.pipe.recv()
        return bool(is_last)

    def end(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection, work: Work[Any]) -> None:
    settle()
    _limit_memory()
    with suppress(EOFError):
        while True:
            pipe.send((True, work(pipe.recv(), lambda result: pipe.send((False, result)))))


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
    files: Sequence[str], processes: int, work: Work[T], seconds: float = FILE_SECONDS
) -> Iterator[tuple[str, T | None]]:
    """Yield the result for each file as it is reached, by so many processes.

    For a file whose process died, or took more than so many ``seconds``, it is what was kept
    before, or None.
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
                is_over, is_last = time.monotonic() >= worker.until, False
                if worker.pipe in ready:
                    try:
                        is_last = worker.receive()
                    except (EOFError, OSError):
                        is_over = True
                if not is_last and not is_over:
                    continue
                yield worker.file, worker.kept
                if is_last and waiting:
                    worker.give(waiting.pop(), seconds)
                else:
                    worker.end()
                    busy.remove(worker)
    finally:
        for worker in busy:
            worker.end()
