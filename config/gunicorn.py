"""How gunicorn serves the API in production: `gunicorn -c config/gunicorn.py`.

One sync process a core is by far the quickest way to serve moves.
"""

import os

wsgi_app = "config.wsgi:application"
bind = f"{os.environ.get('HOST') or '127.0.0.1'}:{os.environ.get('PORT') or '8000'}"
worker_class = "sync"
workers = int(os.environ.get("WEB_PROCESSES") or os.cpu_count() or 1)
# The settings are read once, by the parent: a mistake in them stops the start.
preload_app = True
timeout = 30
graceful_timeout = 10
control_socket_disable = True
