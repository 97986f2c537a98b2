"""The WSGI application, which `config.asgi` runs."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Before the middleware is loaded, which begins the span of a request.
if settings.TRACED:
    from config.traces import start_traces

    start_traces(settings.RELEASE, settings.TRACES_HEADERS)

application = get_wsgi_application()
