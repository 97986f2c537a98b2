"""Releases: make an edition current, now or at a time, and roll back."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from cards import selectors
from cards.models import Edition, Means, Release, ScheduledRelease
from cards.releases import schedules
from games.api.catalog_editing.studio_view import READERS, StudioView
from games.api.http.api_view import answer
from games.api.http.cursors import LARGEST_KEY, newest_first
from games.api.http.idempotency import once, once_checked
from games.api.http.parsing import read_body
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, LIMIT, query
from games.ledger.rows import stamp
from games.messages.release_records import (
    ReasonRequest,
    ReleaseMeans,
    ReleasePageResponse,
    ReleaseRequest,
    ReleaseResponse,
    SchedulePageResponse,
    ScheduleRequest,
    ScheduleResponse,
    ScheduleStatus,
)
from games.players.scopes import CATALOG_PUBLISH

RELEASERS = {"POST": ("release_edition",)}

_release = msgspec.json.Decoder(ReleaseRequest)
_schedule = msgspec.json.Decoder(ScheduleRequest)
_reason = msgspec.json.Decoder(ReasonRequest)


class ReleaseList(StudioView):
    """The releases of all variants."""

    scopes: ClassVar = {"GET": READERS, "POST": (CATALOG_PUBLISH,)}
    permissions: ClassVar = RELEASERS
    costs: ClassVar = {"POST": 10}

    @describe(
        "releases_list",
        ReleasePageResponse,
        parameters=(query("variant", "Only releases of this variant."), CURSOR, LIMIT),
    )
    def get(self, request: Request) -> HttpResponse:
        """List releases.

        Which edition became current when, by whom and why, newest first. The first release of a
        variant in the list has its current edition.
        """
        variant = request.GET.get("variant", "")
        found = Release.objects.select_related("edition", "by").defer("edition__canonical")
        found = found.filter(variant=variant) if variant else found
        page, following = newest_first(request, found)
        return answer(ReleasePageResponse([render_release(one) for one in page], following))

    @describe(
        "releases_create", {201: ReleaseResponse}, body=ReleaseRequest, errors=(404,), once=True
    )
    def post(self, request: Request) -> HttpResponse:
        """Make an edition current, or roll back.

        New games of the variant use the edition from now on; existing games keep theirs. An older
        edition rolls back. First the edition is dealt and played, which takes seconds. A repeat
        without the same key is 409.
        """
        body = read_body(request, _release)

        def check() -> Callable[[], HttpResponse]:
            release = schedules.prepare_release(
                edition=find_edition(body.edition), by=self.account, reason=body.reason,
                means=Means.API,
            )  # fmt: skip
            return lambda: answer(render_release(release()), 201)

        return once_checked(request, check)


class ScheduleList(StudioView):
    """The scheduled releases."""

    scopes: ClassVar = {"GET": READERS, "POST": (CATALOG_PUBLISH,)}
    permissions: ClassVar = RELEASERS
    costs: ClassVar = {"POST": 10}

    @describe("schedules_list", SchedulePageResponse, parameters=(CURSOR, LIMIT))
    def get(self, request: Request) -> HttpResponse:
        """List scheduled releases.

        Last created first: those that wait, and what became of the others.
        """
        found = ScheduledRelease.objects.select_related("edition", "by")
        page, following = newest_first(request, found)
        return answer(SchedulePageResponse([render_schedule(one) for one in page], following))

    @describe(
        "schedules_create", {201: ScheduleResponse}, body=ScheduleRequest, errors=(404,), once=True
    )
    def post(self, request: Request) -> HttpResponse:
        """Schedule a release.

        The edition becomes current at a time in the future, if it can be played then.
        """
        body = read_body(request, _schedule)

        def check() -> Callable[[], HttpResponse]:
            schedule = schedules.prepare_schedule(
                edition=find_edition(body.edition), by=self.account, at=body.at,
                reason=body.reason,
            )  # fmt: skip
            return lambda: answer(render_schedule(schedule()), 201)

        return once_checked(request, check)


class ScheduleCancel(StudioView):
    """The cancellation of a scheduled release."""

    scopes: ClassVar = {"POST": (CATALOG_PUBLISH,)}
    permissions: ClassVar = RELEASERS

    @describe("schedules_cancel", ScheduleResponse, body=ReasonRequest, once=True)
    def post(self, request: Request, schedule: int) -> HttpResponse:
        """Cancel a scheduled release.

        As long as it waits; otherwise 409 `schedule_state`. A reason is required.
        """
        body = read_body(request, _reason)

        def carry_out() -> HttpResponse:
            found = ScheduledRelease.objects.get(pk=min(schedule, LARGEST_KEY))
            done = schedules.cancel_schedule(schedule=found, by=self.account, reason=body.reason)
            return answer(render_schedule(done))

        return once(request, carry_out)


def find_edition(hash: str) -> Edition:
    """Return the edition that a body names, or refuse it with the place."""
    try:
        return selectors.edition_by_hash(hash)
    except Edition.DoesNotExist as error:
        flaw = Flaw("unknown_edition", "", pointer="/edition")
        raise RequestRefused("unknown_edition", flaws=[flaw]) from error


def render_release(release: Release) -> ReleaseResponse:
    """Return a release as the API returns it."""
    return ReleaseResponse(
        id=release.pk,
        variant=release.variant,
        edition=release.edition.hash,
        name=release.edition.name,
        at=stamp(release.at),
        by=release.by.get_username() if release.by else None,
        means=cast(ReleaseMeans, str(release.means)),
        reason=release.reason,
    )


def render_schedule(schedule: ScheduledRelease) -> ScheduleResponse:
    """Return a scheduled release as the API returns it."""
    return ScheduleResponse(
        id=schedule.pk,
        variant=schedule.edition.variant,
        edition=schedule.edition.hash,
        at=stamp(schedule.at),
        by=schedule.by.get_username(),
        reason=schedule.reason,
        state=cast(ScheduleStatus, str(schedule.state)),
        outcome=schedule.outcome,
    )
