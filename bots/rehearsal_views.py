"""Rehearsals over the API: start, watch, compare, cancel."""

from __future__ import annotations

from typing import ClassVar, Final, cast

import msgspec
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from bots import rehearsals
from bots.models import Rehearsal
from bots.rehearsal import Plan
from bots.rehearsal_report import figures_of
from cards.language import EditionDef
from cards.models import CardSet, Edition
from cards.selectors import draft_text, edition_by_hash
from games.api.catalog_editing.studio_view import READERS, StudioView, tag_of
from games.api.http.api_view import answer
from games.api.http.conditional import answer_if_changed
from games.api.http.cursors import LARGEST_KEY, newest_first
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, IF_NONE_MATCH, LIMIT, query
from games.ledger.rows import stamp
from games.messages.rehearsal_records import (
    RehearsalPageResponse,
    RehearsalRequest,
    RehearsalResponse,
    RehearsalStatus,
    RehearsalSummaryResponse,
)
from games.wording.language import language_of

REHEARSERS: Final = ("draft_card", "review_edition", "publish_edition")
"""The permissions of the cards of which one is enough to rehearse."""

_rehearsal = msgspec.json.Decoder(RehearsalRequest)


class RehearsalList(StudioView):
    """The rehearsals of drafts and editions."""

    scopes: ClassVar = {"GET": READERS, "POST": READERS}
    permissions: ClassVar = {"GET": REHEARSERS, "POST": REHEARSERS}
    costs: ClassVar = {"POST": 10}

    @describe(
        "rehearsals_list",
        RehearsalPageResponse,
        parameters=(
            query("hash", "Only rehearsals of the cards with this hash."),
            query("code", "Only rehearsals of sets with this code."),
            CURSOR,
            LIMIT,
        ),
    )
    def get(self, request: Request) -> HttpResponse:
        """List rehearsals.

        Newest first: of the cards with a hash, of the sets with a code, or all.
        """
        given = {name: request.GET[name] for name in ("hash", "code") if name in request.GET}
        found = Rehearsal.objects.filter(**given).select_related("started_by")
        page, following = newest_first(
            request, found.defer("canonical", "base_canonical", "result")
        )
        return answer(RehearsalPageResponse([_summary(one) for one in page], following))

    @describe(
        "rehearsals_create",
        {201: RehearsalResponse},
        body=RehearsalRequest,
        headers=("Location",),
        once=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Start a rehearsal.

        Bots play the cards of a draft or an edition, as they are now. With `base` both are played
        on the same deals, and the report counts who wins with only one of them. Existing games are
        not affected. At most eight rehearsals run at once (409 `too_many_rehearsals`).
        """
        body = read_body(request, _rehearsal)

        def carry_out() -> HttpResponse:
            cards = _cards(body.cards, "/cards")
            base = _cards(body.base, "/base") if body.base is not None else None
            plan = Plan(body.games, body.seats, body.bots, body.seed)
            try:
                made = rehearsals.new_rehearsal(cards, base, plan)
            except rehearsals.RehearsalRefused as error:
                raise _refused(error, request) from error
            made.started_by = self.account
            rehearsals.start_rehearsal(made)
            place = reverse("rehearsal", kwargs={"rehearsal": made.pk})
            return answer(render_rehearsal(made), 201, Location=place)

        return once(request, carry_out)


class RehearsalOne(StudioView):
    """A rehearsal."""

    scopes: ClassVar = {"GET": READERS}
    permissions: ClassVar = {"GET": REHEARSERS}

    @describe("rehearsals_retrieve", RehearsalResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, rehearsal: int) -> HttpResponse:
        """Get a rehearsal. Its progress, and the results of the games so far."""
        found = _find(rehearsal)
        tag = tag_of([found.pk, found.status, found.done])
        return answer_if_changed(request, tag, lambda: render_rehearsal(found))


class RehearsalCancel(StudioView):
    """The end of a rehearsal before its last game."""

    scopes: ClassVar = {"POST": READERS}
    permissions: ClassVar = {"POST": REHEARSERS}

    @describe("rehearsals_cancel", RehearsalResponse)
    def post(self, request: Request, rehearsal: int) -> HttpResponse:
        """Cancel a rehearsal.

        The results of the games so far stay. A rehearsal that has ended is returned as it is.
        """
        rehearsals.cancel_rehearsal(_find(rehearsal))
        return answer(render_rehearsal(_find(rehearsal)))


def render_rehearsal(rehearsal: Rehearsal) -> RehearsalResponse:
    """Return a rehearsal with its results as the API returns it."""
    figures = figures_of(rehearsal.results(), rehearsal.text()) if rehearsal.done else None
    return RehearsalResponse(
        **msgspec.structs.asdict(_summary(rehearsal)),
        percent=rehearsal.percent(),
        error=rehearsal.error,
        variant=rehearsal.variant,
        seats=rehearsal.seats,
        bots=rehearsal.bots,
        seed=rehearsal.seed,
        ended_at=stamp(rehearsal.ended_at) if rehearsal.ended_at else None,
        report=msgspec.to_builtins(figures),
    )


def _summary(rehearsal: Rehearsal) -> RehearsalSummaryResponse:
    by = rehearsal.started_by
    return RehearsalSummaryResponse(
        id=rehearsal.pk,
        status=cast(RehearsalStatus, str(rehearsal.status)),
        done=rehearsal.done,
        games=rehearsal.games,
        code=rehearsal.code,
        hash=rehearsal.hash,
        base=rehearsal.base_hash or None,
        started_by=by.get_username() if by else None,
        started_at=stamp(rehearsal.started_at),
    )


def _find(key: int) -> Rehearsal:
    return rehearsals.read_rehearsal(min(key, LARGEST_KEY))


def _cards(name: str, pointer: str) -> EditionDef:
    """Return the cards of the draft with a code, or of the edition with a hash."""
    card_set = CardSet.objects.filter(code=name).first()
    if card_set is not None:
        return draft_text(card_set)
    try:
        return edition_by_hash(name).text()
    except Edition.DoesNotExist as error:
        flaw = Flaw("unknown_edition", "", pointer=pointer)
        raise RequestRefused("unknown_edition", flaws=[flaw]) from error


def _refused(error: rehearsals.RehearsalRefused, request: Request) -> RequestRefused:
    if not error.field:
        return RequestRefused("too_many_rehearsals")
    words = error.text.to(language_of(request))
    return RequestRefused("malformed", flaws=[Flaw("invalid", words, pointer=f"/{error.field}")])
