"""Metrics of the workers: the time of tasks, served at ``WORKER_METRICS_PORT``."""

from __future__ import annotations

import os
import time
from typing import Any, Final

from celery.signals import task_postrun, task_prerun, worker_init, worker_ready
from prometheus_client import CollectorRegistry, Histogram, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

TASK_SECONDS: Final = Histogram(
    "fairdeal_task_seconds",
    "How long tasks ran.",
    ["task"],
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30),
)

_began: Final[dict[str, float]] = {}


@task_prerun.connect
def remember_the_begin(task_id: str, **_: Any) -> None:
    """Remember when a task began."""
    _began[task_id] = time.perf_counter()


@task_postrun.connect
def observe_the_time(task_id: str, task: Any, **_: Any) -> None:
    """Observe how long a task ran, whether it succeeded or failed."""
    began = _began.pop(task_id, None)
    if began is not None:
        TASK_SECONDS.labels(task.name).observe(time.perf_counter() - began)


@worker_init.connect
def check_the_folder(**_: Any) -> None:
    """Stop the start if the processes have no folder to count together in."""
    if os.environ.get("WORKER_METRICS_PORT") and not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from config.settings import stop_the_start

        stop_the_start("WORKER_METRICS_PORT needs PROMETHEUS_MULTIPROC_DIR, an empty folder.")


@worker_ready.connect
def serve(**_: Any) -> None:
    """Serve what all processes have counted, at WORKER_METRICS_PORT of HOST."""
    if port := os.environ.get("WORKER_METRICS_PORT"):
        found = CollectorRegistry()
        MultiProcessCollector(found)  # type: ignore[no-untyped-call]
        start_http_server(int(port), os.environ.get("HOST") or "127.0.0.1", found)
