"""How gunicorn serves in production: `gunicorn -c config/gunicorn.py`.

Each process reads requests and writes responses asynchronously, so that slow clients hold nothing
up, and computes them in `WEB_THREADS` threads (see `config.buffering`). One process a core.
"""

import os

wsgi_app = "config.asgi:application"
bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
worker_class = "asgi"
workers = int(os.environ.get("WEB_PROCESSES") or os.cpu_count() or 1)
worker_connections = 10_000
asgi_lifespan = "off"
# The settings are read once, by the parent: a mistake in them stops the start.
preload_app = True
timeout = 30
graceful_timeout = 10
control_socket_disable = True
