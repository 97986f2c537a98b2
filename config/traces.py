"""Traces to OpenTelemetry: times of routes and tasks, and no value.

Imported only with the address of a collector.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from celery.signals import worker_process_shutdown
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult
from opentelemetry.trace import SpanContext, SpanKind, Status
from opentelemetry.util.re import parse_env_headers

SENT: Final = (
    "celery.action",
    "celery.retries",
    "celery.state",
    "celery.task_name",
    "http.method",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "http.status_code",
    "messaging.destination",
    "messaging.message.id",
)


class Exporter(OTLPSpanExporter):
    """An exporter that sends of each span what may be seen."""

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send spans; the addresses are in the environment."""
        return super().export([visible_span(span) for span in spans])


@cache
def start_traces(release: str, headers: str) -> None:
    """Trace the requests and tasks of this process, and of those that it forks."""
    os.environ.setdefault("OTEL_SERVICE_NAME", "fairdeal")
    provider = TracerProvider(resource=Resource.create({"service.version": release}))
    exporter = Exporter(headers=parse_env_headers(headers, liberal=True))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    DjangoInstrumentor().instrument()
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]

    # A process of a worker ends without what Python does at an exit.
    def send_the_rest(**_: Any) -> None:
        provider.shutdown()

    worker_process_shutdown.connect(send_the_rest, weak=False)


def visible_span(span: ReadableSpan) -> ReadableSpan:
    """Return what is sent of a span; what is not named here stays."""
    given = span.attributes or {}
    sent = {name: given[name] for name in SENT if name in given}
    name = span.name
    if span.kind == SpanKind.SERVER:
        # The name that is given may have a method that the client made up.
        method = sent.get("http.method") or sent.get("http.request.method")
        name = f"{method} {sent.get('http.route', '')}".strip()
    return ReadableSpan(
        name=name,
        context=_without_state(span.context),
        parent=_without_state(span.parent),
        resource=span.resource,
        attributes=sent,
        events=[_visible_failure(one) for one in span.events if one.name == "exception"],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _without_state(context: SpanContext | None) -> SpanContext | None:
    """Return a context without the text that a client may add to it (``tracestate``)."""
    if context is None:
        return None
    return SpanContext(context.trace_id, context.span_id, context.is_remote, context.trace_flags)


def _visible_failure(event: Event) -> Event:
    """Return the type of an exception, without its message and its stack."""
    kept = "exception.type"
    return Event(event.name, {kept: (event.attributes or {}).get(kept, "")}, event.timestamp)
