"""Make editions current: now, or at a time that is scheduled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from cards.draft_errors import STATES, NotPermitted, ScheduleEnded, TimePast
from cards.drafts.review_checks import check_permission, check_reason
from cards.models import Edition, Means, Release, ScheduledRelease, ScheduleState
from cards.selectors import is_current
from cards.services import (
    AlreadyCurrent,
    NotPublishable,
    Origin,
    check_playable,
    check_releasable,
    record_release,
)

RELEASE: Final = "release_edition"
"""The permission to make editions current."""

WAS_CURRENT: Final = "It was current already."
"""The outcome of a scheduled release that had nothing to do."""


def release(*, edition: Edition, by: User, reason: str, means: Means = Means.ADMIN) -> Release:
    """Make an edition current as a user; raises AlreadyCurrent and NotPublishable."""
    return prepare_release(edition=edition, by=by, reason=reason, means=means)()


def prepare_release(
    *, edition: Edition, by: User, reason: str, means: Means
) -> Callable[[], Release]:
    """Check what ``release`` checks, in seconds; return what then releases."""
    check_permission(by, RELEASE)
    origin = Origin(means, check_reason(reason), by)
    check_releasable(edition)
    return lambda: record_release(edition=edition, origin=origin)


def schedule_release(*, edition: Edition, by: User, at: datetime, reason: str) -> ScheduledRelease:
    """Make an edition current at a time in the future; raises NotPublishable.

    The checks run now, and again at that time.
    """
    return prepare_schedule(edition=edition, by=by, at=at, reason=reason)()


def prepare_schedule(
    *, edition: Edition, by: User, at: datetime, reason: str
) -> Callable[[], ScheduledRelease]:
    """Check what ``schedule_release`` checks, and return what then schedules."""
    check_permission(by, RELEASE)
    reason = check_reason(reason)
    if at <= timezone.now():
        raise TimePast
    check_playable(edition)
    return lambda: ScheduledRelease.objects.create(edition=edition, by=by, at=at, reason=reason)


def cancel_schedule(*, schedule: ScheduledRelease, by: User, reason: str) -> ScheduledRelease:
    """Cancel a scheduled release that still waits; raises ScheduleEnded."""
    check_permission(by, RELEASE)
    reason = check_reason(reason)
    with transaction.atomic():
        locked = _locked(schedule)
        if locked.state != ScheduleState.WAITING:
            raise ScheduleEnded(state=STATES[locked.state])
        return _end(locked, ScheduleState.CANCELLED, reason, by=by)


def release_due() -> list[ScheduledRelease]:
    """Carry out the scheduled releases that are due, and return those that ended.

    Run twice at once, each is carried out once. One that cannot be carried out fails, and says why.
    """
    waiting = ScheduledRelease.objects.filter(
        state=ScheduleState.WAITING, at__lte=timezone.now()
    ).order_by("at", "pk")
    return [one for one in map(_carry_out, waiting) if one is not None]


def is_overdue(seconds: float) -> bool:
    """Whether a scheduled release is due for longer than this."""
    before = timezone.now() - timedelta(seconds=seconds)
    return ScheduledRelease.objects.filter(state=ScheduleState.WAITING, at__lt=before).exists()


def _carry_out(schedule: ScheduledRelease) -> ScheduledRelease | None:
    # The checks take seconds, so they hold no lock. The state is read again under the lock.
    objection = _objection(schedule)
    with transaction.atomic():
        locked = _locked(schedule)
        if locked.state != ScheduleState.WAITING or _waits_for_another(locked):
            return None
        if objection:
            return _end(locked, ScheduleState.FAILED, objection)
        origin = Origin(Means.SCHEDULE, locked.reason, locked.by)
        try:
            made = record_release(edition=locked.edition, origin=origin)
        except AlreadyCurrent:
            return _end(locked, ScheduleState.DONE, WAS_CURRENT)
        return _end(locked, ScheduleState.DONE, "", made)


def _objection(schedule: ScheduledRelease) -> str:
    """Return why a release cannot be carried out now, or ""."""
    try:
        check_permission(User.objects.get(pk=schedule.by_id), RELEASE)
        if not is_current(schedule.edition):
            check_playable(schedule.edition)
    except (NotPermitted, NotPublishable) as error:
        return str(error)
    return ""


def _waits_for_another(schedule: ScheduledRelease) -> bool:
    """Whether an earlier one of the variant waits, which must come first."""
    others = ScheduledRelease.objects.filter(
        state=ScheduleState.WAITING, edition__variant=schedule.edition.variant
    )
    first = others.order_by("at", "pk").first()
    return first is not None and first.pk != schedule.pk


def _locked(schedule: ScheduledRelease) -> ScheduledRelease:
    rows = ScheduledRelease.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("edition", "by").get(pk=schedule.pk)


def _end(
    schedule: ScheduledRelease,
    state: ScheduleState,
    outcome: str,
    made: Release | None = None,
    by: User | None = None,
) -> ScheduledRelease:
    schedule.state, schedule.outcome, schedule.release = state, outcome, made
    schedule.ended_at, schedule.ended_by = timezone.now(), by
    schedule.save()
    return schedule
