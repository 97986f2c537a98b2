"""Metrics of what is stored, read from the database and from Redis at each scrape.

They are the same whichever process answers, but for the clock of its machine. Their labels are
fixed words: no game and no player is named.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from time import time
from typing import Any, Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.models import Count, Exists, Min, OuterRef
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from bots.queues import OTHERS, QUICK, THINKING
from games import replica
from games.audit.proof import RESULTS
from games.ledger.rows import now
from games.models import FAILED, AuditRun, Game, with_answer
from games.proofs.models import LogEntry
from games.proofs.selectors import latest_checkpoint
from games.proofs.services import SETTLED
from games.webhooks.models import Delivery, Webhook

QUEUES: Final = (*QUICK, *THINKING, OTHERS)

UNAVAILABLE: Final = (DatabaseError, RedisError, OSError)

COUNTED_ENTRIES: Final = {"begun": ("started_at", ("begun",)), "ended": ("ended_at", RESULTS)}
"""By label, when games are due for an entry of the log, and of which kinds it may be."""

MACHINE: Final = """
SELECT extract(epoch FROM clock_timestamp())::float8, coalesce((
    SELECT max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)) FROM pg_replication_slots
    WHERE NOT pg_is_in_recovery()
), 0)::float8, CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN (
    SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND replay_lsn IS NOT NULL
) END
"""
"""Reads PostgreSQL's clock, the bytes of its log that a slot retains, and how many standbys follow.

An archive follows too, and replays nothing. Only a role that reads all statistics sees them.
"""

logger = logging.getLogger(__name__)


class StoredMetrics(Collector):
    """The metrics of each source that answers, and which sources do."""

    def describe(self) -> list[Metric]:
        """Return no names: a registry would collect the metrics to find them."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Read all sources; one that does not answer has no metrics."""
        up = {}
        for source, read in _sources().items():
            try:
                yield from list(read())
                up[source] = 1
            except UNAVAILABLE as error:
                logger.warning("No metrics from the %s (%s).", source, type(error).__name__)
                up[source] = 0
        yield _by_label("fairdeal_source_up", "1 if this source answers.", "source", up)


def _sources() -> dict[str, Callable[[], Iterator[Metric]]]:
    found: dict[str, Callable[[], Iterator[Metric]]] = {"database": _of_database}
    if settings.REPLICA_URL:
        found["replica"] = _of_replica
    if settings.REDIS_URL:
        found["redis"] = _of_redis
    return found


def _of_replica() -> Iterator[Metric]:
    text = "How far the replica is behind; none if it is no standby."
    yield GaugeMetricFamily("fairdeal_replica_lag_seconds", text, replica.lag())


def _of_redis() -> Iterator[Metric]:
    client: Any = getattr(cache, "_cache", None)
    lengths = dict(zip(QUEUES, client.lengths(QUEUES), strict=True))
    yield _by_label("fairdeal_queue_tasks", "Tasks that wait in this queue.", "queue", lengths)


def _of_database() -> Iterator[Metric]:
    yield from _bot_turns()
    yield from _clocks()
    yield from _log()
    yield _audits()
    yield from _webhooks()
    yield from _machine()


def _bot_turns() -> Iterator[Metric]:
    found = Game.objects.filter(waits_for_bot=True).aggregate(
        people=Count("pk", filter=~Game.ALL_BOTS),
        bots=Count("pk", filter=Game.ALL_BOTS),
        people_since=Min("changed_at", filter=~Game.ALL_BOTS),
        bots_since=Min("changed_at", filter=Game.ALL_BOTS),
    )
    waiting = {players: found[players] for players in ("people", "bots")}
    ages = {players: _age(found[f"{players}_since"]) for players in waiting}
    yield _by_label("fairdeal_bot_turns_waiting", "Games that wait for a bot.", "players", waiting)
    name, text = "fairdeal_bot_turn_oldest_age_seconds", "How long the first of them waits."
    yield _by_label(name, text, "players", ages)


def _clocks() -> Iterator[Metric]:
    late = Game.objects.filter(deadline__lte=now())
    found = late.aggregate(games=Count("pk"), oldest=Min("deadline"))
    text = "Games in which the clock has not moved in time."
    yield GaugeMetricFamily("fairdeal_clocks_overdue", text, found["games"])
    name, text = "fairdeal_clock_oldest_overdue_seconds", "How late the latest of them is."
    yield GaugeMetricFamily(name, text, _age(found["oldest"]))


def _log() -> Iterator[Metric]:
    """Yield the age of the last checkpoint, and the games whose entries it lacks."""
    last, size, since = latest_checkpoint(), 0, datetime.fromtimestamp(0, UTC)
    if last is not None:
        signed = datetime.fromisoformat(last.at)
        size, since = last.size, signed - SETTLED
        text = "Time since the last checkpoint."
        yield GaugeMetricFamily("fairdeal_checkpoint_age_seconds", text, _age(signed))
    counts, ages = {}, {}
    for entry, (column, kinds) in COUNTED_ENTRIES.items():
        logged = LogEntry.objects.filter(game=OuterRef("pk"), kind__in=kinds, number__lt=size)
        games = Game.objects.filter(~Exists(logged), seq__gt=0, **{f"{column}__gte": since})
        found = games.aggregate(games=Count("pk"), oldest=Min(column))
        counts[entry], ages[entry] = found["games"], _age(found["oldest"])
    text = "Games that are not in the signed log with this entry."
    yield _by_label("fairdeal_games_unlogged", text, "entry", counts)
    name, text = "fairdeal_game_oldest_unlogged_seconds", "How long the first of them waits."
    yield _by_label(name, text, "entry", ages)


def _audits() -> Metric:
    error = Count("pk", filter=with_answer("error"))
    found = AuditRun.objects.filter(FAILED).aggregate(runs=Count("pk"), error=error)
    text = "Audits on record with this verdict."
    metric = CounterMetricFamily("fairdeal_audit_failures", text, labels=["verdict"])
    metric.add_metric(["fail"], found["runs"] - found["error"])
    metric.add_metric(["error"], found["error"])
    return metric


def _webhooks() -> Iterator[Metric]:
    waiting = Delivery.objects.filter(status=Delivery.Status.WAITING)
    found = waiting.aggregate(deliveries=Count("pk"), due=Min("next_at"))
    text = "Messages to webhooks that wait, the first time or again."
    yield GaugeMetricFamily("fairdeal_webhook_deliveries_waiting", text, found["deliveries"])
    name, text = "fairdeal_webhook_oldest_due_seconds", "How long the first of them is due."
    yield GaugeMetricFamily(name, text, _age(found["due"]))
    failing = Webhook.objects.filter(off_at=None, failing_since__isnull=False).count()
    text = "Webhooks whose last message failed and that are not off."
    yield GaugeMetricFamily("fairdeal_webhooks_failing", text, failing)


def _machine() -> Iterator[Metric]:
    """Yield clock, retained log and standbys of PostgreSQL; SQLite has none of them."""
    ahead, retained, standbys = 0.0, 0.0, 0
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            before = time()
            cursor.execute(MACHINE)
            seconds, retained, standbys = cursor.fetchone()
            ahead = (before + time()) / 2 - seconds
    text = "How far the clock of this machine is ahead of the database's."
    yield GaugeMetricFamily("fairdeal_clock_ahead_seconds", text, ahead)
    text = "Write-ahead log that PostgreSQL retains for the slot that lacks most."
    yield GaugeMetricFamily("fairdeal_wal_retained_bytes", text, retained)
    text = "Standbys that follow PostgreSQL; none if its role does not read all statistics."
    yield GaugeMetricFamily("fairdeal_standbys", text, standbys)


def _by_label(name: str, text: str, label: str, values: Mapping[str, float]) -> Metric:
    """Return a gauge with a value for each word of its label."""
    metric = GaugeMetricFamily(name, text, labels=[label])
    for word, value in values.items():
        metric.add_metric([word], value)
    return metric


def _age(moment: datetime | None) -> float:
    """Return how many seconds ago a moment was; 0 if it is none or in the future."""
    return 0.0 if moment is None else max(0.0, (now() - moment).total_seconds())
