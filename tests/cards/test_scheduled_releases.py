"""Scheduled releases: carried out once, late, cancelled, or refused at their time."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.utils import timezone

from bots.queues import PEOPLE
from bots.tasks import RELEASE_OVERDUE_SECONDS, sweep
from cards import registry
from cards.draft_errors import NotPermitted, ReasonInvalid, ScheduleEnded, TimePast
from cards.language import finding
from cards.models import Edition, Means, Release, ScheduledRelease
from cards.releases import schedules as releases
from cards.selectors import current_edition, current_release
from cards.services import NotPublishable
from cards.tasks import release_due
from config.celery import app
from tests.cards.makers import card, card_set, publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def pam() -> User:
    """A publisher."""
    made = User.objects.create(username="pam", is_staff=True)
    made.user_permissions.add(Permission.objects.get(codename="release_edition"))
    return made


@pytest.fixture
def old() -> Edition:
    return publish(card_set("one", [card()]))


@pytest.fixture
def new(old: Edition) -> Edition:
    return publish(card_set("two", [card(points=5)]), current=False)


def soon() -> datetime:
    return timezone.now() + timedelta(hours=1)


def plan(edition: Edition, by: User, at: datetime | None = None) -> ScheduledRelease:
    return releases.schedule_release(edition=edition, by=by, at=at or soon(), reason="club night")


def make_due(schedule: ScheduledRelease, seconds: float = 1) -> None:
    at = timezone.now() - timedelta(seconds=seconds)
    ScheduledRelease.objects.filter(pk=schedule.pk).update(at=at)


def test_it_becomes_current_when_it_is_due_and_once(old: Edition, new: Edition, pam: User) -> None:
    planned = plan(new, pam)
    release_due()
    assert current_edition("xmen") == old
    make_due(planned)
    release_due()
    release_due()
    release = current_release("xmen")
    assert release and (release.edition, release.by) == (new, pam)
    assert (release.means, release.reason) == (Means.SCHEDULE, "club night")
    planned.refresh_from_db()
    assert (planned.state, planned.release) == ("done", release)
    assert Release.objects.count() == 2


def test_one_that_another_worker_carries_out_is_left(
    new: Edition, pam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker releases it while this one checks the games."""
    make_due(plan(new, pam))

    def check(_: object) -> list[object]:
        monkeypatch.setattr(registry, "edition_checks", [])
        assert len(releases.release_due()) == 1
        return []

    monkeypatch.setattr(registry, "edition_checks", [check])
    assert releases.release_due() == []
    assert Release.objects.count() == 2


def test_late_ones_are_carried_out_in_their_order(old: Edition, new: Edition, pam: User) -> None:
    first, second = plan(new, pam), plan(old, pam)
    make_due(first, 7200)
    make_due(second, 3600)
    assert [one.pk for one in releases.release_due()] == [first.pk, second.pk]
    assert current_edition("xmen") == old and Release.objects.count() == 3


def test_a_later_one_waits_for_an_earlier_one(old: Edition, new: Edition, pam: User) -> None:
    first, second = plan(new, pam), plan(old, pam)
    make_due(first, 7200)
    make_due(second, 3600)
    second.refresh_from_db()
    assert releases._carry_out(second) is None
    assert len(releases.release_due()) == 2


def test_what_is_current_by_then_is_not_released_again(
    old: Edition, new: Edition, pam: User
) -> None:
    planned = plan(new, pam)
    releases.release(edition=new, by=pam, reason="now")
    make_due(planned)
    (done,) = releases.release_due()
    assert (done.state, done.release, done.outcome) == ("done", None, releases.WAS_CURRENT)
    assert Release.objects.count() == 2


def test_a_cancelled_one_is_not_carried_out(old: Edition, new: Edition, pam: User) -> None:
    planned = plan(new, pam)
    with pytest.raises(ReasonInvalid):
        releases.cancel_schedule(schedule=planned, by=pam, reason=" ")
    done = releases.cancel_schedule(schedule=planned, by=pam, reason="rain")
    assert (done.state, done.outcome, done.ended_by) == ("cancelled", "rain", pam)
    make_due(planned)
    assert releases.release_due() == []
    assert current_edition("xmen") == old
    with pytest.raises(ScheduleEnded, match="cancelled"):
        releases.cancel_schedule(schedule=planned, by=pam, reason="again")


def test_the_checks_run_again_at_that_time(
    old: Edition, new: Edition, pam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = plan(new, pam)
    found = finding("$", "not-dealt", seats=2, reason="too few")
    monkeypatch.setattr(registry, "edition_checks", [lambda _: [found]])
    make_due(planned)
    (done,) = releases.release_due()
    assert done.state == "failed" and "too few" in done.outcome
    assert current_edition("xmen") == old
    monkeypatch.setattr(registry, "edition_checks", [])
    assert releases.release_due() == []


@pytest.mark.parametrize("change", ["left", "lost the permission"])
def test_who_may_not_release_by_then_releases_nothing(
    old: Edition, new: Edition, pam: User, change: str
) -> None:
    make_due(plan(new, pam))
    if change == "left":
        User.objects.filter(pk=pam.pk).update(is_active=False)
    else:
        pam.user_permissions.clear()
    (done,) = releases.release_due()
    assert done.state == "failed" and "This needs the permission" in done.outcome
    assert current_edition("xmen") == old


def test_only_a_playable_edition_is_scheduled_for_the_future_by_a_publisher(
    new: Edition, pam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(TimePast):
        plan(new, pam, timezone.now())
    other = User.objects.create(username="ann")
    with pytest.raises(NotPermitted):
        plan(new, other)
    planned = plan(new, pam)
    with pytest.raises(NotPermitted):
        releases.cancel_schedule(schedule=planned, by=other, reason="no")
    with pytest.raises(NotPermitted):
        releases.release(edition=new, by=other, reason="now")
    found = finding("$", "not-dealt", seats=2, reason="too few")
    monkeypatch.setattr(registry, "edition_checks", [lambda _: [found]])
    with pytest.raises(NotPublishable):
        plan(new, pam)
    assert ScheduledRelease.objects.count() == 1


def test_beat_runs_the_task(settings: Any) -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["releases"]
    assert entry["task"] == release_due.name and release_due.name in app.tasks


def test_the_sweeper_sends_a_late_one_to_the_first_queue(
    new: Edition, pam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(release_due, "apply_async", lambda queue, expires: sent.append(queue))
    monkeypatch.setattr("bots.tasks.mark.apply_async", lambda *args, **kwargs: None)
    planned = plan(new, pam)
    make_due(planned, RELEASE_OVERDUE_SECONDS - 10)
    sweep()
    assert sent == []
    make_due(planned, RELEASE_OVERDUE_SECONDS + 10)
    sweep()
    assert sent == [PEOPLE]
