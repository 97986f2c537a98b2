"""The Celery app: `celery -A config worker`."""

import os
from typing import Any

from celery import Celery
from celery.signals import beat_init, setup_logging, task_postrun, task_prerun, worker_init
from click import Option
from django_structlog.celery.steps import DjangoStructLogInitStep

from config import worker_metrics as worker_metrics
from config.garbage import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("fairdeal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].update((DjangoStructLogInitStep, "config.worker:EndWhenIdle"))
app.user_options["worker"].add(
    Option(("--idle-seconds",), type=float, help="End after so long without a task.")
)


@setup_logging.connect
def keep_django_logging(**_: Any) -> None:
    """Connect the signal, so that Celery leaves the logging of the settings."""


@worker_init.connect
def settle_garbage(**_: Any) -> None:
    """Settle the garbage collection of the parent, before its processes are forked."""
    settle()


@worker_init.connect
@beat_init.connect
def start_traces(**_: Any) -> None:
    """Trace the tasks that are run and sent, if that is asked for."""
    from django.conf import settings

    if settings.TRACED:
        from config.traces import start_traces

        start_traces(settings.RELEASE, settings.TRACES_HEADERS)


@task_prerun.connect
@task_postrun.connect
def close_old_connections(**_: Any) -> None:
    """Close broken and old database connections, as Django does around a request."""
    from django.db import close_old_connections

    close_old_connections()
