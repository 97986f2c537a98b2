"""The admin of proposals: their list, and the page on which one is decided."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.admin import ModelAdmin

from cards import language
from cards.draft_errors import (
    STATES,
    NotPermitted,
    OwnProposal,
    ReviewError,
    WrongState,
)
from cards.drafts.review_checks import has_permission
from cards.models import MAX_COMMENT_LENGTH, MAX_REASON_LENGTH, OPEN, Proposal, ProposalState
from cards.releases import reviews
from cards.selectors import current_release
from cards.studio.admin_fragments import bilingual_text, findings_list
from cards.studio.comparison_pages import draft_pages
from cards.studio.draft_rows import READERS, error_text
from cards.studio.editions_admin import ReadOnly
from cards.studio.review_fragments import edition_link, stages_of, steps_of
from cards.studio.review_texts import page_texts, review_label, review_text, state_text
from cards.studio.shown_changes import ShownComparison, shown_comparison
from cards.studio.studio_texts import page_language

DECISIONS: Final = ("approve", "return", "withdraw")


def waiting_for(user: User) -> models.Q:
    """Return the condition of the proposals that wait for a user."""
    nothing = models.Q(pk__in=[])
    to_approve, to_publish = nothing, nothing
    if has_permission(user, "review_edition"):
        own = Proposal.objects.filter(authors=user).values("pk")
        to_approve = models.Q(state=ProposalState.IN_REVIEW) & ~models.Q(pk__in=own)
    if has_permission(user, "publish_edition"):
        to_publish = models.Q(state=ProposalState.APPROVED)
    return to_approve | to_publish


class WhoseFilter(admin.SimpleListFilter):
    """A filter: what waits for the user, the user's own, the open ones."""

    title = review_label("whose")
    parameter_name = "whose"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices."""
        return [(one, review_text(one)) for one in ("waiting", "mine", "open")]

    def queryset(
        self, request: HttpRequest, queryset: models.QuerySet[Proposal]
    ) -> models.QuerySet[Proposal]:
        """Return the chosen proposals."""
        assert isinstance(request.user, User)
        match self.value():
            case "waiting":
                return queryset.filter(waiting_for(request.user))
            case "mine":
                return queryset.filter(authors=request.user)
            case "open":
                return queryset.filter(state__in=OPEN)
        return queryset


@admin.register(Proposal)
class ProposalAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]
    """The admin of proposals."""

    list_display = ("name", "variant", "state_now", "waits", "author", "submitted_at", "why")
    list_filter = (WhoseFilter, "variant")
    list_select_related = ("author",)
    search_fields = ("name", "code", "hash", "reason")

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Proposal]:
        """Mark the proposals that wait for the user."""
        assert isinstance(request.user, User)
        rows: models.QuerySet[Proposal] = super().get_queryset(request)
        return rows.annotate(
            for_me=models.Case(
                models.When(waiting_for(request.user), then=True),
                default=False,
                output_field=models.BooleanField(),
            )
        )

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user works with cards, or may view proposals."""
        return any(map(request.user.has_perm, READERS)) or super().has_view_permission(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Whether the user may see proposals."""
        return self.has_view_permission(request)

    @admin.display(description=review_label("state"), ordering="state")
    def state_now(self, proposal: Proposal) -> str:
        """Return the state."""
        return state_text(proposal.state)

    @admin.display(description=review_label("waiting"))
    def waits(self, proposal: Proposal) -> str:
        """Return what the user may do with it now."""
        if not proposal.for_me:  # type: ignore[attr-defined]
            return "–"
        is_new = proposal.state == ProposalState.IN_REVIEW
        return review_text("waits-approval" if is_new else "waits-publishing")

    @admin.display(description=review_label("why"))
    def why(self, proposal: Proposal) -> str:
        """Return the reason."""
        return proposal.reason

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> Any:
        """Show a proposal, and do what its buttons say."""
        if object_id is None or not self.has_view_permission(request):
            return super().changeform_view(request, object_id, form_url, extra_context)
        proposal = self.get_object(request, object_id)
        if proposal is None:
            raise Http404
        if request.method == "POST":
            try:
                done = act(request, proposal)
            except ReviewError as error:
                messages.error(request, error_text(error))
                proposal.refresh_from_db()
                status = 409 if isinstance(error, WrongState) else 400
                return self.show(request, proposal, status)
            messages.success(request, done)
            return redirect(request.path)
        return self.show(request, proposal)

    def show(self, request: HttpRequest, proposal: Proposal, status: int = 200) -> HttpResponse:
        """Return the page of a proposal, with what was typed."""
        assert isinstance(request.user, User)
        text, user = proposal.text(), request.user
        release = current_release(proposal.variant)
        pages = draft_pages(proposal.card_set) if proposal.card_set else {}
        allowed, refused = acts_of(proposal, user)
        words = page_language()
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": proposal, "title": str(proposal),
            "texts": page_texts(),
            "stages": stages_of(proposal, release.edition_id if release else None),
            "steps": steps_of(proposal, pages), "authors": list(proposal.authors.all()),
            "state": state_text(proposal.state),
            "published": proposal.edition and edition_link(proposal.edition),
            "allowed": [(one, review_text(f"act-{one}")) for one in DECISIONS if one in allowed],
            "may_comment": "comment" in allowed, "refused": refused,
            "publish_url": publish_page(proposal) if "publish" in allowed else "",
            "typed": request.POST if status != 200 else {},
            "reason_limit": MAX_REASON_LENGTH, "comment_limit": MAX_COMMENT_LENGTH,
            "codes": [(one.code, language.card_name(one, words)) for one in text.cards],
            "findings": findings_list(language.lint_edition(text), text, pages),
            "cards": [
                (one.code, language.card_name(one, words), bilingual_text(one, text))
                for one in text.cards
            ],
            "comparison": comparison_of(proposal, text, pages),
        }  # fmt: skip
        return TemplateResponse(request, "studio/proposal.html", context, status=status)


def publish_page(proposal: Proposal) -> str:
    """Return the page that publishes the set of a proposal."""
    return reverse("admin:cards_cardset_publish", args=[proposal.card_set_id])


def comparison_of(
    proposal: Proposal, text: language.EditionDef, pages: dict[str, str]
) -> ShownComparison | None:
    """Return what a proposal changes against the current edition, or None."""
    release = current_release(proposal.variant)
    if release is None or release.edition.hash == proposal.hash:
        return None
    names = (str(release.edition), str(proposal))
    return shown_comparison(release.edition.text(), text, names, pages, page_language())


def act(request: HttpRequest, proposal: Proposal) -> str:
    """Do what was posted, and return what to report; raises ReviewError."""
    data, by = request.POST, request.user
    assert isinstance(by, User)
    reason = data.get("reason", "")
    name = data.get("act", "")
    match name:
        case "comment":
            reviews.comment(
                proposal=proposal, by=by, text=data.get("comment", ""), card=data.get("card", "")
            )
        case "approve":
            reviews.approve(proposal=proposal, by=by, reason=reason)
        case "return":
            reviews.return_(proposal=proposal, by=by, reason=reason)
        case "withdraw":
            reviews.withdraw(proposal=proposal, by=by, reason=reason)
        case _:
            raise Http404
    return review_text(f"done-{name}")


def acts_of(proposal: Proposal, user: User) -> tuple[set[str], list[str]]:
    """Return what a user may do with a proposal now, and why not the rest."""
    if not proposal.is_open:
        return set(), []
    allowed: set[str] = set()
    refused: list[str] = []
    checks: dict[str, Callable[[], None]] = {
        "approve": lambda: _check_approve(proposal, user),
        "return": lambda: reviews.check_permission(user, "review_edition"),
        "withdraw": lambda: _check_withdraw(proposal, user),
        "publish": lambda: _check_publish(proposal, user),
    }
    if any(has_permission(user, one) for one in reviews.COMMENTERS):
        allowed.add("comment")
    for name, check in checks.items():
        try:
            check()
        except WrongState:
            continue
        except (NotPermitted, OwnProposal) as error:
            label = review_text("go-publish" if name == "publish" else f"act-{name}")
            refused.append(f"{label}: {error_text(error)}")
        else:
            allowed.add(name)
    return allowed, refused


def _check_approve(proposal: Proposal, user: User) -> None:
    if proposal.state != ProposalState.IN_REVIEW:
        raise WrongState(state=STATES[proposal.state])
    reviews.check_permission(user, "review_edition")
    reviews.check_not_author(proposal, user)


def _check_withdraw(proposal: Proposal, user: User) -> None:
    if not reviews.is_author(proposal, user):
        raise NotPermitted("not-author")
    reviews.check_permission(user, "draft_card")


def _check_publish(proposal: Proposal, user: User) -> None:
    if proposal.state != ProposalState.APPROVED:
        raise WrongState(state=STATES[proposal.state])
    reviews.check_permission(user, "publish_edition")
