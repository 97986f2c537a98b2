"""Metrics of what is stored: how many wait, for how long, and how many audits failed."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from time import time
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from redis.exceptions import ConnectionError as RedisIsLost

from config import stored_metrics
from config.stored_metrics import StoredMetrics
from games import replica
from games.engine import Resign
from games.ledger import rows
from games.models import AuditRun, Game
from games.play.openings import start_game
from games.play.seating import SeatSpec
from games.players.models import Player
from games.proofs.models import LogEntry
from games.proofs.services import append_new, make_checkpoint
from games.webhooks.models import Delivery, Webhook
from games.webhooks.services import create_webhook, tell
from tests.games.tables import begun, fresh, make, open_game

pytestmark = pytest.mark.django_db

NOON = datetime(2027, 1, 15, 12, tzinfo=UTC)
PASSED = dict.fromkeys(("sealed", "lawful", "fair", "dealt", "authentic"), "yes")

Wait = Callable[[float], None]


@pytest.fixture(autouse=True)
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Set the time, which stays as it is, forward by some seconds."""
    moment = NOON

    def wait(seconds: float) -> None:
        nonlocal moment
        moment += timedelta(seconds=seconds)

    monkeypatch.setattr(rows, "wall_time", lambda: moment)
    return wait


def scraped() -> dict[str, float]:
    """Return the value of each sample, under its name and the words of its labels."""
    return {
        " ".join([sample.name.removeprefix("fairdeal_"), *sample.labels.values()]): sample.value
        for metric in StoredMetrics().collect()
        for sample in metric.samples
    }


def waiting(creator: Player, *seats: SeatSpec) -> Game:
    """Start games until one waits for a bot: who begins is drawn."""
    while True:
        table = open_game(creator, *seats)
        game = start_game(game_id=table.pk, player=creator).game
        if game.waits_for_bot:
            return game


BOT = SeatSpec("bot", bot="random")


def test_an_empty_server_without_redis_waits_for_nothing(settings: Any) -> None:
    settings.REDIS_URL = ""
    found = scraped()
    if connection.vendor == "postgresql":
        del found["clock_ahead_seconds"], found["wal_retained_bytes"], found["standbys"]
    else:
        names = ("clock_ahead_seconds", "wal_retained_bytes", "standbys")
        assert [found.pop(name) for name in names] == [0, 0, 0]
    assert found == {
        "source_up database": 1,
        "bot_turns_waiting people": 0,
        "bot_turns_waiting bots": 0,
        "bot_turn_oldest_age_seconds people": 0,
        "bot_turn_oldest_age_seconds bots": 0,
        "clocks_overdue": 0,
        "clock_oldest_overdue_seconds": 0,
        "games_unlogged begun": 0,
        "games_unlogged ended": 0,
        "game_oldest_unlogged_seconds begun": 0,
        "game_oldest_unlogged_seconds ended": 0,
        "audit_failures_total fail": 0,
        "audit_failures_total error": 0,
        "webhook_deliveries_waiting": 0,
        "webhook_oldest_due_seconds": 0,
        "webhooks_failing": 0,
    }


def test_messages_to_webhooks_that_wait_and_webhooks_that_fail(alice: Player, wait: Wait) -> None:
    hook, _ = create_webhook(player=alice, url="https://example.com/", events=["turn"])
    first, second = (tell(hook, "turn", uuid4(), {}, rows.now()) for _ in range(2))
    wait(9)
    assert scraped()["webhook_deliveries_waiting"] == 2
    Delivery.objects.filter(pk=first.pk).update(status=Delivery.Status.GIVEN_UP, next_at=None)
    Webhook.objects.filter(pk=hook.pk).update(failing_since=rows.now())
    found = scraped()
    assert (found["webhook_deliveries_waiting"], found["webhook_oldest_due_seconds"]) == (1, 9)
    assert found["webhooks_failing"] == 1 and second.pk
    Webhook.objects.filter(pk=hook.pk).update(off_at=rows.now())
    assert scraped()["webhooks_failing"] == 0


def test_turns_of_bots_that_wait_and_the_age_of_the_first(alice: Player, wait: Wait) -> None:
    waiting(alice, SeatSpec("player"), BOT, BOT)
    wait(40)
    waiting(alice, BOT, BOT)
    wait(2.5)
    waiting(alice, BOT, BOT)
    found = scraped()
    assert (found["bot_turns_waiting people"], found["bot_turns_waiting bots"]) == (1, 2)
    assert found["bot_turn_oldest_age_seconds people"] == 42.5
    assert found["bot_turn_oldest_age_seconds bots"] == 2.5


def test_clocks_that_are_late(alice: Player, bob: Player, wait: Wait) -> None:
    clocks = [{"seconds": seconds, "bank": 0, "increment": 0} for seconds in (10, 30, 90)]
    for clock in clocks:
        begun(alice, bob, clock=clock)
    assert scraped()["clocks_overdue"] == 0
    wait(34)
    found = scraped()
    assert (found["clocks_overdue"], found["clock_oldest_overdue_seconds"]) == (2, 24)


def test_games_that_are_not_in_the_signed_log(alice: Player, bob: Player, wait: Wait) -> None:
    game = begun(alice, bob)
    wait(30)
    make(game, Resign(0))
    wait(4)
    begun(alice, bob)
    wait(1)
    found = scraped()
    assert (found["games_unlogged begun"], found["games_unlogged ended"]) == (2, 1)
    assert found["game_oldest_unlogged_seconds begun"] == 35
    assert found["game_oldest_unlogged_seconds ended"] == 5
    make_checkpoint()
    wait(7)
    found = scraped()
    assert (found["games_unlogged begun"], found["games_unlogged ended"]) == (0, 0)
    assert found["game_oldest_unlogged_seconds begun"] == 0
    assert found["checkpoint_age_seconds"] == 7


def test_an_entry_that_is_not_signed_counts_as_unlogged(alice: Player, bob: Player) -> None:
    begun(alice, bob)
    make_checkpoint()
    begun(alice, bob)
    append_new()
    assert LogEntry.objects.count() == 8
    assert scraped()["games_unlogged begun"] == 1


def test_a_game_that_was_cancelled_before_it_began_has_no_entry(alice: Player) -> None:
    game = open_game(alice)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, ended_at=rows.now())
    assert fresh(game).seq == 0
    assert scraped()["games_unlogged ended"] == 0


def test_only_games_since_the_last_checkpoint_are_looked_at(
    alice: Player, bob: Player, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    # And those of the two minutes before it: a row may be committed after its time.
    for _ in range(3):
        begun(alice, bob)
        wait(60)
    make_checkpoint()
    monkeypatch.setattr(stored_metrics, "COUNTED_ENTRIES", {"none": ("started_at", ())})
    assert scraped()["games_unlogged none"] == 2


def audit(game: Game, **answers: str) -> None:
    AuditRun.objects.create(
        batch=uuid4(), game=game, head=game.head, seq=1, created_at=NOON, **PASSED | answers
    )


def test_audits_that_failed_are_counted_by_verdict(running: Game) -> None:
    audit(running)
    audit(running, fair="not_judged")
    audit(running, fair="no")
    audit(running, sealed="no", dealt="no")
    audit(running, lawful="error", sealed="no")
    found = scraped()
    assert found["audit_failures_total fail"] == 2
    assert found["audit_failures_total error"] == 1


def test_a_scrape_reads_the_database_as_often_however_many_games_there_are(
    alice: Player, bob: Player
) -> None:
    for _ in range(5):
        begun(alice, bob)
    make_checkpoint()
    with CaptureQueriesContext(
        connection,
    ) as captured:
        scraped()
    assert len(captured) == (9 if connection.vendor == "postgresql" else 8)


def test_a_clock_that_differs_from_the_clock_of_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has the clock of this machine")
    assert abs(scraped()["clock_ahead_seconds"]) < 1800
    monkeypatch.setattr(stored_metrics, "time", lambda: time() + 3600)
    assert scraped()["clock_ahead_seconds"] > 1800
    monkeypatch.setattr(stored_metrics, "time", lambda: time() - 3600)
    assert scraped()["clock_ahead_seconds"] < -1800


def test_a_slot_that_nothing_reads_retains_the_log() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no slots")
    name = f"test_{uuid4().hex}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_create_physical_replication_slot(%s, true)", [name])
        try:
            cursor.execute("SELECT pg_logical_emit_message(false, 'test', repeat('x', 100000))")
            assert scraped()["wal_retained_bytes"] > 100_000
        finally:
            cursor.execute("SELECT pg_drop_replication_slot(%s)", [name])


def test_standbys_are_not_counted_by_a_role_that_does_not_see_them() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no standbys")
    assert scraped()["standbys"] >= 0
    role = f"test_{uuid4().hex}"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {role}")
        cursor.execute(f"SET LOCAL ROLE {role}")
        cursor.execute(stored_metrics.MACHINE)
        assert cursor.fetchone()[2] is None
        cursor.execute("RESET ROLE")
        cursor.execute(f"GRANT pg_read_all_stats TO {role}")
        cursor.execute(f"SET LOCAL ROLE {role}")
        cursor.execute(stored_metrics.MACHINE)
        assert cursor.fetchone()[2] >= 0


def test_a_replica_that_is_lost_or_no_standby_has_no_lag(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    def lose() -> float:
        raise OperationalError

    settings.REPLICA_URL = "postgres://somewhere"
    for measure, lag, up in ((lambda: 2.5, 2.5, 1), (lambda: None, None, 1), (lose, None, 0)):
        monkeypatch.setattr(replica, "lag", measure)
        found = scraped()
        assert (found.get("replica_lag_seconds"), found["source_up replica"]) == (lag, up)


def test_no_label_names_a_game_or_a_player(alice: Player) -> None:
    game = waiting(alice, SeatSpec("player"), BOT)
    words = " ".join(scraped())
    assert str(game.pk) not in words
    assert "Alice" not in words


def test_a_database_that_is_lost_leaves_the_other_metrics(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    def lose() -> None:
        raise OperationalError

    settings.REDIS_URL = "redis://somewhere"
    monkeypatch.setattr(cache, "_cache", Lists(people=3), raising=False)
    monkeypatch.setattr(stored_metrics, "latest_checkpoint", lose)
    assert scraped() == {
        "source_up database": 0,
        "source_up redis": 1,
        "queue_tasks people": 3,
        "queue_tasks bots": 0,
        "queue_tasks celery": 0,
        "queue_tasks thinking-people": 0,
        "queue_tasks thinking-bots": 0,
    }


def test_a_redis_that_is_lost_leaves_the_other_metrics(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.REDIS_URL = "redis://somewhere"
    monkeypatch.setattr(cache, "_cache", Lists(lost=1), raising=False)
    found = scraped()
    assert (found["source_up database"], found["source_up redis"]) == (1, 0)
    assert not any(name.startswith("queue_tasks") for name in found)
    assert found["clocks_overdue"] == 0


class Lists:
    """The client of a Redis with some lists, or of one that does not answer."""

    def __init__(self, **lists: int) -> None:
        self.lists = lists

    def lengths(self, names: list[str]) -> list[int]:
        """Return the lengths of lists."""
        if "lost" in self.lists:
            raise RedisIsLost
        return [self.lists.get(name, 0) for name in names]
