"""Beat sends its tasks also after the machine's clock was set back."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from celery.beat import PersistentScheduler
from django.conf import settings

from config.celery import app
from tests.games.test_deadlines import HOUR, Hands


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
    begin(clock, monkeypatch)
    return clock


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
