"""A stream that says one thing, on the server for streams: what is beside the figures of streams.

`python -m tests.bench.bare_stream PORT`.
"""

import sys
from typing import Any

import uvicorn

from config.timed_heads import TimedHeads


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Begin a stream, and wait until the client has gone."""
    headers = [(b"content-type", b"text/event-stream")]
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"retry: 1000\n\n", "more_body": True})
    await receive()


if __name__ == "__main__":
    uvicorn.run(
        "tests.bench.bare_stream:application",
        port=int(sys.argv[1]),
        http=TimedHeads,
        lifespan="off",
        access_log=False,
        log_level="warning",
    )
