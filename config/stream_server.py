"""The server for streams in production: `python -m config.stream_server`.

It runs the application of the web processes, in processes of its own: so streams do not wait for
moves to be computed, nor moves for streams. Several share one address, and each has a hub.
"""

import os
from importlib import import_module

import uvicorn

from config.timed_heads import TimedHeads

STOP_SECONDS = 2

KEEP_ALIVE_SECONDS = 75
"""Longer than a proxy keeps an idle connection, as in ``config/gunicorn.py``."""


SILENT_SECONDS = 30
"""After how long a process that does not answer is replaced, as in ``config/gunicorn.py``."""


def main() -> None:
    """Serve at HOST and STREAMS_PORT until TERM; invalid settings end it at once."""
    import_module("config.settings")
    uvicorn.run(
        "config.asgi:application",
        host=os.environ.get("HOST") or "127.0.0.1",
        port=int(os.environ.get("STREAMS_PORT") or 8001),
        workers=int(os.environ.get("STREAMS_PROCESSES") or 1),
        timeout_worker_healthcheck=SILENT_SECONDS,
        http=TimedHeads,
        lifespan="off",
        access_log=False,
        proxy_headers=False,
        log_level="warning",
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
    )


if __name__ == "__main__":
    main()
