"""The configuration of gunicorn in production: `gunicorn -c config/gunicorn.py`.

Each process reads requests and writes responses asynchronously, so that slow clients block no
thread, and computes them in `WEB_THREADS` threads (see `config.buffering`). The default is one
process per core.
"""

import os
from typing import Any

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
