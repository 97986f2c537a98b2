"""Prometheus metrics, for the networks in ``METRICS_NETWORKS``."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django_prometheus.exports import ExportToDjangoView

from games.api.http.throttling import address_of


def metrics(request: HttpRequest) -> HttpResponse:
    """Return all metrics; 404 for addresses outside ``METRICS_NETWORKS``."""
    if not may_read(request):
        raise Http404
    response: HttpResponse = ExportToDjangoView(request)
    return response


def may_read(request: HttpRequest) -> bool:
    """Whether a request is from an allowed network, without an unknown proxy."""
    if "HTTP_X_FORWARDED_FOR" in request.META and not settings.API_PROXIES:
        return False
    try:
        address = ip_address(address_of(request))
    except ValueError:
        return False
    return any(address in ip_network(one) for one in settings.METRICS_NETWORKS)
