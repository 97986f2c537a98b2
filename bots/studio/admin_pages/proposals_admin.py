"""The admin of proposals: their list, and the page on which one is decided."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Final

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action

from bots.studio import reviews
from bots.studio.admin_pages.admin_fragments import findings_list, warnings_list
from bots.studio.admin_pages.comparison_pages import compare_proposal, draft_pages
from bots.studio.admin_pages.draft_rows import ForEditors, error_text
from bots.studio.admin_pages.editions_admin import ReadOnly
from bots.studio.admin_pages.kind_filter import BY_VARIANT, NamesVariant
from bots.studio.admin_pages.panels import OwnPanel
from bots.studio.admin_pages.picture_pages import ShowsPictures, picture_url
from bots.studio.admin_pages.review_fragments import steps_of, variant_name
from bots.studio.admin_pages.studio_page import ReasonForm, form_page, posted
from bots.studio.drafts.review_checks import has_permission
from cards import language
from cards.draft_errors import ReviewError
from cards.models import OPEN, Proposal, ProposalState

ACTS: Final = {
    "approve": _("Approve"),
    "return": _("Return to the authors"),
    "withdraw": _("Withdraw"),
}
BUTTONS: Final = {
    "approve": ACTS["approve"],
    "publish": _("Publish …"),
    "give_back": ACTS["return"],
    "withdraw": ACTS["withdraw"],
}
"""The buttons of the page of a proposal, by action."""
DONE: Final = {
    "approve": _("Approved. It can be published now."),
    "return": _("Returned to the authors. The draft can be changed again."),
    "withdraw": _("Withdrawn. The draft can be changed again."),
}
"""What is said after an act."""


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

    title = _("Which")
    parameter_name = "whose"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the choices."""
        return [
            ("waiting", gettext("Waiting for me")),
            ("mine", gettext("Mine")),
            ("open", pgettext("proposals", "Open")),
        ]

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
class ProposalAdmin(NamesVariant, ShowsPictures, OwnPanel, ReadOnly, ForEditors, ModelAdmin):  # type: ignore[misc]
    """The admin of proposals."""

    list_display = ("name", "shown_variant", "state", "waits", "author", "submitted_at", "reason")
    list_filter = (WhoseFilter, BY_VARIANT)
    list_select_related = ("author",)
    search_fields = ("name", "code", "hash", "reason")
    fields = ("card_set", "shown_variant", "edition", "hash")
    readonly_fields = fields
    panel_template = "studio/proposal.html"
    change_form_outer_before_template = "admin/cards/panels.html"
    change_form_outer_after_template = None
    actions_detail = ("approve", "give_back", "withdraw", "publish")

    class Media:
        """The styles of the steps."""

        css: ClassVar = {"all": ("studio/review.css",)}

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

    @admin.display(description=_("Waiting for me"))
    def waits(self, proposal: Proposal) -> str:
        """Return what the user may do with it now."""
        if not proposal.for_me:  # type: ignore[attr-defined]
            return "–"
        is_new = proposal.state == ProposalState.IN_REVIEW
        return gettext("for my approval") if is_new else gettext("for my publishing")

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        """Leave the header without the actions, which stay in sight on the page itself."""
        return []

    def panels(self, request: HttpRequest, row: Proposal) -> list[SafeString]:
        """Return the page of a proposal, with what the user may do with it now."""
        assert isinstance(request.user, User)
        allowed = acts_of(row, request.user)
        context = self.panel_context(row) | {
            "why_not": why_not_approved(row, request.user),
            "acts": [
                (name, title, reverse(f"admin:cards_proposal_{name}", args=[row.pk]))
                for name, title in BUTTONS.items()
                if name in allowed
            ],
        }
        return [render_to_string(self.panel_template, context, request)]

    @action(description=_("Approve"), url_path="approve", permissions=["view"])
    def approve(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a reason, which may be empty, then approve the proposal."""
        return self.act_page(request, object_id, "approve", reviews.approve)

    @action(description=_("Return to the authors"), url_path="return", permissions=["view"])
    def give_back(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a reason, then return the proposal to its authors."""
        return self.act_page(request, object_id, "return", reviews.return_)

    @action(description=_("Withdraw"), url_path="withdraw", permissions=["view"])
    def withdraw(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Ask for a reason, which may be empty, then withdraw the proposal."""
        return self.act_page(request, object_id, "withdraw", reviews.withdraw)

    @action(description=_("Publish …"), url_path="publish", permissions=["view"])
    def publish(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Redirect to the page that publishes the set of the proposal."""
        proposal = get_object_or_404(Proposal, pk=object_id, card_set__isnull=False)
        return redirect("admin:cards_cardset_publish", proposal.card_set_id)

    def act_page(
        self, request: HttpRequest, object_id: int, name: str, service: Callable[..., object]
    ) -> HttpResponse:
        """Show the form of an act; do it when it is posted."""
        proposal = get_object_or_404(Proposal, pk=object_id)

        def act(given: dict[str, Any]) -> HttpResponse:
            service(proposal=proposal, by=request.user, **given)
            messages.success(request, DONE[name])
            return redirect("admin:cards_proposal_change", proposal.pk)

        form, context = ReasonForm(posted(request)), dict[str, Any]()
        form.fields["reason"].required = name == "return"
        if name == "approve":
            form.ask_to_confirm(proposal.text(), partial(picture_url, proposal))
            context["comparison"] = compare_proposal(proposal)
        assert isinstance(request.user, User)
        why_not = why_not_approved(proposal, request.user) if name == "approve" else ""
        rows = [
            (gettext("Set"), f"{proposal.name} ({variant_name(proposal.variant)})"),
            (gettext("State"), proposal.get_state_display()),
            (gettext("Authors"), ", ".join(map(str, proposal.authors.all()))),
        ]
        title = str(ACTS[name])
        return form_page(
            self, request, proposal, form, act, title=title, button=title, intro=why_not, rows=rows,
            is_ready=not why_not or request.method == "POST", **context,
        )  # fmt: skip

    def panel_context(self, proposal: Proposal) -> dict[str, Any]:
        """Return its findings, what it changes, and its steps."""
        text, draft = proposal.text(), proposal.card_set
        findings = language.lint_edition(text)
        return {
            "proposal": proposal,
            "steps": steps_of(proposal),
            "count": len(findings),
            "findings": findings_list(findings, text, draft_pages(draft) if draft else {}),
            "warnings": warnings_list(draft, text) if draft else "",
            "comparison": compare_proposal(proposal),
        }


def why_not_approved(proposal: Proposal, user: User) -> str:
    """Return why a reviewer may not approve a proposal in review, else ""."""
    if proposal.state == ProposalState.IN_REVIEW and has_permission(user, "review_edition"):
        try:
            reviews.check_not_author(proposal, user)
        except ReviewError as error:
            return error_text(error)
    return ""


def acts_of(proposal: Proposal, user: User) -> set[str]:
    """Return the actions by which a user may act on a proposal now."""
    if not proposal.is_open:
        return set()
    is_new, is_author = proposal.state == ProposalState.IN_REVIEW, reviews.is_author(proposal, user)
    may_review = has_permission(user, "review_edition")
    allowed = {
        "approve": is_new and may_review and not is_author,
        "give_back": may_review and not is_author,
        "withdraw": is_author and has_permission(user, "draft_card"),
        "publish": not is_new and has_permission(user, "publish_edition"),
    }
    return {name for name, may in allowed.items() if may}
