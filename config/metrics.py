"""Prometheus metrics, for the networks in ``METRICS_NETWORKS``."""

from __future__ import annotations

import os
from ipaddress import ip_address, ip_network
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from config.stored_metrics import StoredMetrics
from games.api.http.throttling import full_address_of


def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics; 404 for addresses outside ``METRICS_NETWORKS``."""
    if not may_read(request):
        raise Http404
    return HttpResponse(generate_latest(registry()), content_type=CONTENT_TYPE_LATEST)


def registry() -> CollectorRegistry:
    """Return what this process has counted, or all of its folder, and what is stored.

    With ``PROMETHEUS_MULTIPROC_DIR`` each process writes what it counts to files of that folder.
    """
    found, folder = CollectorRegistry(), os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if folder:
        forget_ended(Path(folder))
        MultiProcessCollector(found, folder)  # type: ignore[no-untyped-call]
    else:
        found.register(REGISTRY)
    found.register(StoredMetrics())
    return found


def forget_ended(folder: Path) -> None:
    """Forget the streams that ended processes had open."""
    for file in folder.glob("gauge_live*.db"):
        process = int(file.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except OSError:  # it has ended, or its id is another user's
            mark_process_dead(process, str(folder))  # type: ignore[no-untyped-call]


def may_read(request: HttpRequest) -> bool:
    """Whether a request is from an allowed network, without an unknown proxy."""
    if "HTTP_X_FORWARDED_FOR" in request.META and not settings.API_PROXIES:
        return False
    try:
        address = ip_address(full_address_of(request))
    except ValueError:
        return False
    return any(address in ip_network(one) for one in settings.METRICS_NETWORKS)
