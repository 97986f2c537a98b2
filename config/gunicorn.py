"""The configuration of gunicorn in production: `gunicorn -c config/gunicorn.py`.

Each process reads requests and writes responses asynchronously, so that slow clients block no
thread, and computes them in `WEB_THREADS` threads (see `config.buffering`). The default is one
process per core.
"""

import os
from typing import Any

from prometheus_client.multiprocess import mark_process_dead

from config.garbage import settle

wsgi_app = "config.asgi:application"
bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
worker_class = "asgi"
workers = int(os.environ.get("WEB_PROCESSES") or os.cpu_count() or 1)
worker_connections = 10_000
asgi_lifespan = "off"
# The parent reads the settings once, so that an invalid setting prevents the start.
preload_app = True
timeout = 30
# Longer than a proxy keeps an idle connection: it must not send a request on one just closed.
keepalive = 75
graceful_timeout = 10
control_socket_disable = True


def when_ready(server: Any) -> None:
    """Settle the garbage collection of the parent, before its processes are forked."""
    settle()


def child_exit(_server: Any, worker: Any) -> None:
    """Forget the streams that an ended process had open, in the metrics."""
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
