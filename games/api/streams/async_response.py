"""How a view hands its response over to the asynchronous server.

A view decides a request as any other: token, limits, parameters, what the caller may see. If the
response goes on after that, the view leaves its asynchronous part in the environment of the
request, and the server (``config.buffering``) takes it from there. No thread waits for it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from games.wording.language import HasMeta

MEMBER: Final = "fairdeal.handover"
"""The member of the environment that holds the handover; a server without streams has none."""


@dataclass(slots=True)
class Handover:
    """The part of a response that continues after its view has returned.

    ``body`` yields the body of the response. ``wait`` returns when the request is to be answered
    by the view again; ``has_waited`` says that this has happened.
    """

    body: Callable[[], AsyncGenerator[bytes, None]] | None = None
    wait: Callable[[], Awaitable[None]] | None = None
    has_waited: bool = False


def offer(request_environ: dict[str, Any]) -> Handover:
    """Put a handover into the environment of a request, and return it."""
    made = request_environ[MEMBER] = Handover()
    return made


def handover_of(request: HasMeta) -> Handover | None:
    """Return the handover that the server offers, None without streams."""
    offered: Handover | None = request.META.get(MEMBER)
    return offered
