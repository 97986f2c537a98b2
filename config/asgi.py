"""The ASGI application that all servers run: the WSGI application behind a buffer.

Each process computes up to `WEB_THREADS` requests at a time.
"""

import os

from config.buffering import Buffered
from config.wsgi import application as wsgi_application

application = Buffered(wsgi_application, threads=int(os.environ.get("WEB_THREADS") or 4))
