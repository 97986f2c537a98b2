"""Pictures as PNG: drawn one at a time outside the web process, and kept."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

from rest_framework.request import Request

from games.api.http.problem_documents import retry_later
from games.api.streams.async_response import handover_of
from games.ledger.recent import Recent

FONT: Final = Path(__file__).parent / "fonts" / "Arimo-Bold.ttf"
"""The font of PNG images, with the widths of Helvetica, for servers without fonts."""

PROGRAM: Final = Path(__file__).parent / "png_program.py"

DRAWING_SECONDS: Final = 30
"""The time after which a drawing is given up."""

MAX_DRAWINGS: Final = 8
"""How many pictures a process draws or lets wait; further requests are refused."""

MAX_KEPT: Final = 100
"""How many pictures a process keeps, of some 100 KB each."""

RETRY_SECONDS: Final = 2


def as_png(svg: str) -> bytes:
    """Return an SVG image as PNG."""
    drawn = subprocess.run(
        [sys.executable, "-I", str(PROGRAM), str(FONT)],
        input=svg.encode(),
        stdout=subprocess.PIPE,
        timeout=DRAWING_SECONDS,
        check=True,
    )
    return drawn.stdout


class Drawings:
    """The pictures that a process has drawn, and those that it is drawing."""

    def __init__(self, draw: Callable[[str], bytes] = as_png) -> None:
        self._draw = draw
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._kept: Recent[str, bytes] = Recent(MAX_KEPT)
        self._begun: dict[str, Future[bytes]] = {}
        self._lock = threading.Lock()

    def begin(self, tag: str, svg: str) -> Future[bytes]:
        """Return the picture of a tag, which is drawn unless it is kept or being drawn.

        Raises ``unavailable`` if too many are waiting.
        """
        with self._lock:
            kept, begun = self._kept.get(tag), self._begun.get(tag)
            if kept is not None:
                found: Future[bytes] = Future()
                found.set_result(kept)
                return found
            if begun is not None:
                return begun
            if len(self._begun) >= MAX_DRAWINGS:
                raise retry_later("unavailable", RETRY_SECONDS)
            begun = self._begun[tag] = self._pool.submit(self._draw, svg)
        begun.add_done_callback(partial(self._keep, tag))
        return begun

    def _keep(self, tag: str, drawn: Future[bytes]) -> None:
        with self._lock:
            if drawn.exception() is None:
                self._kept.put(tag, drawn.result())
            del self._begun[tag]


_drawings: Final = Drawings()


def png_of(request: Request, tag: str, svg: str) -> bytes:
    """Return a picture, or b"" if the request is answered again when it is drawn.

    So no thread of the server waits for a drawing.
    """
    drawing, handover = _drawings.begin(tag, svg), handover_of(request)
    if drawing.done() or handover is None or handover.has_waited:
        return drawing.result()
    handover.wait = partial(_finished, drawing)
    return b""


async def _finished(drawing: Future[bytes]) -> None:
    """Wait for a drawing, which goes on if the client goes away."""
    await asyncio.wait([asyncio.wrap_future(drawing)])
