"""Beat sends tasks when they have work, also after the machine's clock was set back."""

import math
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from celery.beat import PersistentScheduler
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Model
from pytest_django import DjangoAssertNumQueries

from config import beat
from config.celery import app
from config.work import QUESTIONS, entries_with_work
from games.models import ClockTick, Game
from games.tournaments.models import TableGame, Tournament
from games.webhooks.models import Delivery, Webhook
from tests.games.tables import begun, guest
from tests.games.test_deadlines import HOUR, NOON, Hands


class Sender(PersistentScheduler):  # type: ignore[misc]
    """Beat's scheduler, which notes what it would send."""

    producer = None

    def __init__(self, file: Path) -> None:
        self.sent = Counter[str]()
        super().__init__(app, schedule_filename=str(file))

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.sent[entry.name] += 1


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The clock of the machine; what has passed is not changed by setting it."""
    clock = Hands()
    monkeypatch.setattr(app, "now", clock)
    monkeypatch.setattr("config.beat.time.monotonic", lambda: clock.passed)
    monkeypatch.setattr("config.beat._look", beat._Look())
    begin(clock, monkeypatch)
    return clock


@pytest.fixture
def at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """All entries have work."""
    monkeypatch.setattr("config.work.entries_with_work", lambda: set(QUESTIONS))


def begin(hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start the process of beat now."""
    monkeypatch.setattr("config.beat._BEGAN", hands.moment)
    monkeypatch.setattr("config.beat._BEGAN_AT", hands.passed)


def sent(scheduler: Sender, hands: Hands, seconds: int) -> Counter[str]:
    """Return what is sent in some seconds."""
    scheduler.sent.clear()
    for _ in range(4 * seconds):
        hands.on(0.25, running=False)
        while scheduler.tick() == 0:
            pass
    return scheduler.sent


SCHEDULES: dict[str, Any] = {
    name: one["schedule"] for name, one in settings.CELERY_BEAT_SCHEDULE.items()
}

WORK: dict[str, list[tuple[type[Model], dict[str, object]]]] = {
    "clocks": [(Game, {"deadline": NOON})],
    "openings": [(Game, {"status": Game.Status.OPENING})],
    "sweep": [(Game, {"waits_for_bot": True})],
    "tables": [(Game, {"status": Game.Status.OPEN})],
    "tournaments": [(Tournament, {"is_over": False}), (TableGame, {"is_told": False})],
    "webhooks": [(Webhook, {"off_at": None}), (Delivery, {"status": Delivery.Status.WAITING})],
}
"""What gives each entry work that has none at rest."""


@pytest.fixture
def at_rest(editions: None, db: None) -> None:
    """A game, a tournament and a webhook, all of them over."""
    alice, bob = guest("Alice"), guest("Bob")
    ClockTick.objects.create(pk=ClockTick.KEY, at=NOON)
    game = begun(alice, bob)
    Game.objects.update(status=Game.Status.OVER, deadline=None, waits_for_bot=False)
    tournament = Tournament.objects.create(
        player=alice, maker=bob, seed=bytes(32), is_over=True, created_at=NOON
    )
    TableGame.objects.create(
        tournament=tournament, round=1, table=1, attempt=1, game=game, is_told=True
    )
    webhook = Webhook.objects.create(
        player=alice, follows_from=NOON, looked_at=NOON, off_at=NOON, created_at=NOON
    )
    Delivery.objects.create(
        webhook=webhook, subject=game.pk, status=Delivery.Status.DELIVERED, created_at=NOON
    )


def test_work_is_known_of_every_entry_that_rests() -> None:
    work = {name: one.work for name, one in SCHEDULES.items() if one.work is not None}
    assert set(work) == set(work.values()) == set(QUESTIONS) == set(WORK)


@pytest.mark.django_db
@pytest.mark.usefixtures("at_rest")
@pytest.mark.parametrize(
    ("name", "model", "change"), [(name, *one) for name, given in WORK.items() for one in given]
)
def test_an_entry_runs_within_its_interval_and_a_second_of_work_and_not_at_rest(
    hands: Hands, tmp_path: Path, name: str, model: Any, change: dict[str, object]
) -> None:
    scheduler = Sender(tmp_path / "schedule")
    sent(scheduler, hands, 20)
    resting = sent(scheduler, hands, 60)
    gap = settings.CLOCK_GAP_SECONDS
    assert {one for one in QUESTIONS if resting[one]} == {"clocks"}
    assert resting["clocks"] > 60 / gap
    model.objects.update(**change)
    found = sent(scheduler, hands, 1 + math.ceil(SCHEDULES[name].seconds))
    assert found[name]
    assert {one for one in QUESTIONS if found[one]} <= {"clocks", name}
    scheduler.close()


@pytest.mark.django_db
@pytest.mark.usefixtures("at_rest")
def test_one_statement_a_second_looks_for_work(
    hands: Hands, tmp_path: Path, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    scheduler = Sender(tmp_path / "schedule")
    with django_assert_max_num_queries(61):
        sent(scheduler, hands, 60)
    scheduler.close()


@pytest.mark.django_db
def test_all_entries_run_without_a_database_and_before_the_first_run_of_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert entries_with_work() == set(QUESTIONS)
    ClockTick.objects.create(pk=ClockTick.KEY, at=NOON)
    assert entries_with_work() == set()

    def fail(*_: object) -> None:
        raise DatabaseError

    closed = list[bool]()
    monkeypatch.setattr("config.work.connection.close", lambda: closed.append(True))
    with monkeypatch.context() as patch:
        patch.setattr("django.db.models.query.QuerySet.first", fail)
        assert entries_with_work() == set(QUESTIONS)
    assert closed and entries_with_work() == set()


@pytest.mark.usefixtures("at_work")
@pytest.mark.parametrize("step", [HOUR, -HOUR])
def test_tasks_are_sent_as_often_whatever_the_clock_is_set_to(
    hands: Hands, tmp_path: Path, step: int
) -> None:
    scheduler = Sender(tmp_path / "schedule")
    before = sent(scheduler, hands, 60).copy()
    assert set(before) == set(settings.CELERY_BEAT_SCHEDULE)
    hands.set(step)
    after = sent(scheduler, hands, 60)
    assert all(abs(after[name] - before[name]) <= 1 for name in before)
    scheduler.close()


@pytest.mark.usefixtures("at_work")
def test_tasks_are_sent_after_the_clock_was_set_back_between_two_starts(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    former = Sender(tmp_path / "schedule")
    sent(former, hands, 60)
    former.close()
    hands.set(-HOUR)
    begin(hands, monkeypatch)
    scheduler = Sender(tmp_path / "schedule")
    assert set(sent(scheduler, hands, 1)) == set(settings.CELERY_BEAT_SCHEDULE)
    scheduler.close()
