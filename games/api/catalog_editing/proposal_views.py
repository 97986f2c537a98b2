"""Proposals: submit a draft, comment, approve, return, withdraw, publish."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar, cast

import msgspec
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from cards.models import CardSet, Means, Proposal
from cards.releases import reviews
from cards.selectors import current_edition
from cards.services import Published
from games.api.catalog_editing.release_views import render_release
from games.api.catalog_editing.studio_view import (
    IF_MATCH_OPTIONAL,
    READERS,
    StudioView,
    find_set,
    tag_of,
)
from games.api.http.api_view import answer
from games.api.http.conditional import answer_if_changed, check_tag
from games.api.http.cursors import LARGEST_KEY, newest_first
from games.api.http.idempotency import once, once_checked
from games.api.http.parsing import read_body, read_word
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, IF_NONE_MATCH, LIMIT, query
from games.api.views.comparisons import render_comparison
from games.ledger.rows import stamp
from games.messages.comparison_records import ComparisonResponse
from games.messages.release_records import (
    CommentRequest,
    ProposalRequest,
    ProposalStatus,
    ProposalStepResponse,
    PublishedResponse,
    PublishRequest,
    ReasonRequest,
    ReviewPageResponse,
    ReviewResponse,
    StepKind,
)
from games.players.scopes import CATALOG_PUBLISH, CATALOG_REVIEW, CATALOG_WRITE

STATES = ("in_review", "approved", "returned", "withdrawn", "published")

_proposal = msgspec.json.Decoder(ProposalRequest)
_comment = msgspec.json.Decoder(CommentRequest)
_reason = msgspec.json.Decoder(ReasonRequest)
_publish = msgspec.json.Decoder(PublishRequest)


class ProposalList(StudioView):
    """The proposals of all sets."""

    scopes: ClassVar = {"GET": READERS, "POST": (CATALOG_WRITE,)}
    permissions: ClassVar = {"POST": ("draft_card",)}

    @describe(
        "proposals_list",
        ReviewPageResponse,
        parameters=(
            query("set", "Only proposals of the set with this code."),
            query("state", "Only proposals in this state.", enum=STATES),
            CURSOR,
            LIMIT,
        ),
    )
    def get(self, request: Request) -> HttpResponse:
        """List proposals. Newest first, with all their steps."""
        code, state = request.GET.get("set", ""), read_word(request, "state", STATES)
        given = {"code": code} if code else {}
        given |= {"state": state} if state else {}
        rows = Proposal.objects.filter(**given).select_related("author", "card_set", "edition")
        page, following = newest_first(request, rows.prefetch_related("steps__by", "authors"))
        results = [render_proposal(one, self.account) for one in page]
        return answer(ReviewPageResponse(results, following))

    @describe(
        "proposals_create",
        {201: ReviewResponse},
        body=ProposalRequest,
        errors=(404,),
        headers=("ETag", "Location"),
        once=True,
    )
    def post(self, request: Request) -> HttpResponse:
        """Submit a card set for review.

        The draft is frozen until the proposal is returned, withdrawn or published. A draft with
        findings is refused (422).
        """
        body = read_body(request, _proposal)

        def carry_out() -> HttpResponse:
            try:
                card_set = find_set(body.set)
            except CardSet.DoesNotExist as error:
                flaw = Flaw("not_found", "", pointer="/set")
                raise RequestRefused("not_found", flaws=[flaw]) from error
            made = reviews.submit(card_set=card_set, by=self.account, reason=body.reason)
            found = render_proposal(made, self.account)
            place = reverse("proposal", kwargs={"proposal": made.pk})
            return answer(found, 201, ETag=found.etag, Location=place)

        return once(request, carry_out)


class ProposalOne(StudioView):
    """A proposal."""

    scopes: ClassVar = {"GET": READERS}

    @describe("proposals_retrieve", ReviewResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, proposal: int) -> HttpResponse:
        """Get a proposal. With its steps: who did what, when and why."""
        found = render_proposal(_find(proposal), self.account)
        return answer_if_changed(request, found.etag, lambda: found)


class ProposalComparison(StudioView):
    """What publishing a proposal would change."""

    scopes: ClassVar = {"GET": READERS}
    costs: ClassVar = {"GET": 20}

    @describe("proposals_compare", ComparisonResponse)
    def get(self, request: Request, proposal: int) -> HttpResponse:
        """Compare a proposal with the current edition.

        What changes from the current edition of the variant to the proposal, as
        `editions/{hash}/compare/{other}/`.
        """
        found = _find(proposal)
        before = current_edition(found.variant).text()
        return answer(render_comparison(before, found.text()))


step = partial(describe, parameters=(IF_MATCH_OPTIONAL,), headers=("ETag",), once=True)
"""Describes a step of a proposal, of which each has the same header and parameter."""


class _ProposalAct(StudioView):
    """The base of what is done with a proposal."""

    def carry_out(
        self, request: Request, key: int, act: Callable[[Proposal], object], status: int = 200
    ) -> HttpResponse:
        """Do something with a proposal once, and return how it is then."""

        def done() -> HttpResponse:
            proposal = _find(key)
            if "HTTP_IF_MATCH" in request.META:
                check_tag(request, proposal_tag(proposal))
            act(proposal)
            found = render_proposal(_find(key), self.account)
            return answer(found, status, ETag=found.etag)

        return once(request, done)


class ProposalComments(_ProposalAct):
    """Comments on a proposal."""

    scopes: ClassVar = {"POST": READERS}
    permissions: ClassVar = {"POST": reviews.COMMENTERS}

    @step("proposals_comment", {201: ReviewResponse}, body=CommentRequest)
    def post(self, request: Request, proposal: int) -> HttpResponse:
        """Comment on a proposal. About the whole proposal, or about one of its cards."""
        body, by = read_body(request, _comment), self.account
        return self.carry_out(
            request,
            proposal,
            lambda one: reviews.comment(proposal=one, by=by, text=body.text, card=body.card),
            201,
        )


class ProposalApproval(_ProposalAct):
    """The approval of a proposal."""

    scopes: ClassVar = {"POST": (CATALOG_REVIEW,)}
    permissions: ClassVar = {"POST": ("review_edition",)}

    @step("proposals_approve", ReviewResponse, body=ReasonRequest, body_optional=True)
    def post(self, request: Request, proposal: int) -> HttpResponse:
        """Approve a proposal.

        Who submitted it, or edited the draft, cannot approve it (403 `own_proposal`).
        """
        reason, by = read_body(request, _reason, default=b"{}").reason, self.account
        return self.carry_out(
            request, proposal, lambda one: reviews.approve(proposal=one, by=by, reason=reason)
        )


class ProposalReturn(_ProposalAct):
    """The return of a proposal to its authors."""

    scopes: ClassVar = {"POST": (CATALOG_REVIEW,)}
    permissions: ClassVar = {"POST": ("review_edition",)}

    @step("proposals_return", ReviewResponse, body=ReasonRequest)
    def post(self, request: Request, proposal: int) -> HttpResponse:
        """Return a proposal. The draft can be changed again. A reason is required."""
        reason, by = read_body(request, _reason).reason, self.account
        return self.carry_out(
            request, proposal, lambda one: reviews.return_(proposal=one, by=by, reason=reason)
        )


class ProposalWithdrawal(_ProposalAct):
    """The withdrawal of a proposal by one of its authors."""

    scopes: ClassVar = {"POST": (CATALOG_WRITE,)}
    permissions: ClassVar = {"POST": ("draft_card",)}

    @step("proposals_withdraw", ReviewResponse, body=ReasonRequest, body_optional=True)
    def post(self, request: Request, proposal: int) -> HttpResponse:
        """Withdraw a proposal.

        An author takes an open proposal back, and the draft can be changed again.
        """
        reason, by = read_body(request, _reason, default=b"{}").reason, self.account
        return self.carry_out(
            request, proposal, lambda one: reviews.withdraw(proposal=one, by=by, reason=reason)
        )


class ProposalPublication(StudioView):
    """The publication of an approved proposal."""

    scopes: ClassVar = {"POST": (CATALOG_PUBLISH,)}
    permissions: ClassVar = {"POST": ("publish_edition",)}
    costs: ClassVar = {"POST": 10}

    @describe(
        "proposals_publish",
        PublishedResponse,
        body=PublishRequest,
        parameters=(IF_MATCH_OPTIONAL,),
        once=True,
    )
    def post(self, request: Request, proposal: int) -> HttpResponse:
        """Publish a proposal.

        An approved proposal becomes an edition, and with `current` the current one of its variant,
        which needs `cards.release_edition` too. First the edition is dealt to every number of seats
        and games are played, which takes seconds. A repeat without the same key is 409.
        """
        body = read_body(request, _publish)

        def check() -> Callable[[], HttpResponse]:
            found = _find(proposal)
            if "HTTP_IF_MATCH" in request.META:
                check_tag(request, proposal_tag(found))
            publish = reviews.prepare_publication(
                proposal=found, by=self.account, reason=body.reason, current=body.current,
                means=Means.API,
            )  # fmt: skip
            return lambda: answer(render_published(publish()))

        return once_checked(request, check)


class SetPublication(StudioView):
    """The publication of a draft without a review."""

    scopes: ClassVar = {"POST": (CATALOG_PUBLISH,)}
    permissions: ClassVar = {"POST": ("publish_edition",)}
    costs: ClassVar = {"POST": 10}

    @describe("sets_publish", PublishedResponse, body=PublishRequest, once=True)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Publish a card set without review.

        Only on a server whose setting CARDS_REVIEW is off; otherwise 409 `review_required`.
        """
        body = read_body(request, _publish)

        def check() -> Callable[[], HttpResponse]:
            publish = reviews.prepare_draft_publication(
                card_set=find_set(code), by=self.account, reason=body.reason,
                current=body.current, means=Means.API,
            )  # fmt: skip
            return lambda: answer(render_published(publish()))

        return once_checked(request, check)


# Replies


def render_published(done: Published) -> PublishedResponse:
    """Return the edition that a draft became as the API returns it."""
    hash = done.edition.hash
    return PublishedResponse(
        edition=hash,
        address=reverse("edition", kwargs={"hash": hash}),
        created=done.is_new,
        release=render_release(done.release) if done.release else None,
    )


def proposal_tag(proposal: Proposal) -> str:
    """Return the ETag of a proposal, which every step changes."""
    return tag_of([proposal.pk, proposal.state, len(proposal.steps.all())])


def render_proposal(proposal: Proposal, account: User) -> ReviewResponse:
    """Return a proposal with its steps as the API returns it."""
    authors = {proposal.author_id, *(one.pk for one in proposal.authors.all())}
    return ReviewResponse(
        id=proposal.pk,
        set=proposal.card_set.code if proposal.card_set else None,
        name=proposal.name,
        variant=proposal.variant,
        hash=proposal.hash,
        state=cast(ProposalStatus, str(proposal.state)),
        reason=proposal.reason,
        author=proposal.author.get_username(),
        yours=account.pk in authors,
        submitted_at=stamp(proposal.submitted_at),
        edition=proposal.edition.hash if proposal.edition else None,
        steps=[
            ProposalStepResponse(
                cast(StepKind, str(one.action)),
                one.by.get_username(),
                stamp(one.at),
                one.reason,
                one.card or None,
            )
            for one in proposal.steps.all()
        ],
        etag=proposal_tag(proposal),
    )


def _find(key: int) -> Proposal:
    if key > LARGEST_KEY:
        raise Proposal.DoesNotExist
    return Proposal.objects.select_related("author", "card_set", "edition").get(pk=key)
