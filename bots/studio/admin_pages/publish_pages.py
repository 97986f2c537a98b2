"""The pages that submit a draft and publish it, and the state of its review."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.widgets import UnfoldAdminRadioSelectWidget

from bots.studio import reviews
from bots.studio.admin_pages.admin_fragments import findings_list, warnings_list
from bots.studio.admin_pages.comparison_pages import compare_with_current, draft_pages
from bots.studio.admin_pages.draft_rows import DRAFT, error_text
from bots.studio.admin_pages.picture_pages import picture_url
from bots.studio.admin_pages.rehearsal_panel import rehearsal_panel
from bots.studio.admin_pages.review_fragments import (
    current_text,
    review_of,
    variant_name,
)
from bots.studio.admin_pages.shown_changes import Pictures, shown_members
from bots.studio.admin_pages.studio_page import Act, AdminPage, DraftForm, form_page, posted
from cards import language
from cards.draft_errors import ReviewRequired
from cards.language import CardDef, CardError, EditionDef
from cards.models import Card, CardSet, ProposalState
from cards.page_language import time_text
from cards.selectors import draft_text, open_proposal, published_before
from cards.services import Published

CURRENT, ONLY = "current", "publish"


class PublishForm(DraftForm):
    """The form that publishes a card set, and can make the edition current."""

    then = forms.ChoiceField(
        label=_("What to do"),
        choices=[
            (ONLY, _("Publish: games that name the edition can use it")),
            (CURRENT, _("Publish and make current: all new games use it")),
        ],
        widget=UnfoldAdminRadioSelectWidget,
    )
    field_order = ("then", "reason", "seen")

    def __init__(
        self,
        text: EditionDef,
        picture: Pictures,
        may_release: bool,
        data: Any = None,
        *,
        is_confirmed: bool = False,
    ) -> None:
        super().__init__(text, picture, data, is_confirmed=is_confirmed)
        if not may_release:
            then = self.fields["then"]
            assert isinstance(then, forms.ChoiceField)
            then.choices, then.initial = (
                [(ONLY, gettext("Publish: games that name the edition can use it"))],
                ONLY,
            )


class PublishesDraft(AdminPage):
    """The actions of a set that submit and publish it, and the state of its review."""

    def has_submit_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may draft, and the set is not in review."""
        card_set = CardSet.objects.filter(pk=object_id).first() if object_id else None
        return bool(request.user.has_perm(DRAFT)) and (
            card_set is None or open_proposal(card_set) is None
        )

    def has_publish_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may publish sets."""
        return bool(request.user.has_perm("cards.publish_edition"))

    @action(description=_("Submit for review"), url_path="submit", permissions=["submit"])
    def submit(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the findings and what changes; ask for a reason and submit."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        text = draft_text(card_set)

        def submit(given: dict[str, Any]) -> HttpResponse:
            by: Any = request.user
            del given["seen"]
            made = reviews.submit(card_set=card_set, by=by, **given)
            messages.success(
                request, gettext("Submitted for review. The draft is frozen meanwhile.")
            )
            return redirect("admin:cards_proposal_change", made.pk)

        return self.draft_page(
            request,
            card_set,
            text,
            DraftForm(text, partial(picture_url, card_set), posted(request)),
            submit,
            (
                gettext("Submit for review"),
                gettext("Submit for review"),
                gettext(
                    "The draft is frozen until it is published, returned or withdrawn."
                    " Another user must approve it."
                ),
            ),
        )

    @action(description=_("Publish"), url_path="publish", permissions=["publish"])
    def publish(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the findings; if there are none, ask for a reason and publish."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        proposal = open_proposal(card_set)
        text = proposal.text() if proposal else draft_text(card_set)
        form = PublishForm(
            text, partial(picture_url, card_set), request.user.has_perm("cards.release_edition"),
            posted(request), is_confirmed=proposal is not None,
        )  # fmt: skip

        def publish(given: dict[str, Any]) -> HttpResponse:
            act: dict[str, Any] = {
                "by": request.user,
                "reason": given["reason"],
                "current": given["then"] == CURRENT,
            }
            published = (
                reviews.publish(proposal=proposal, **act)
                if proposal
                else reviews.publish_draft(
                    card_set=card_set, confirmed=given.get("confirmed", False), **act
                )
            )
            report_published(request, published)
            return redirect("admin:cards_edition_change", published.edition.pk)

        known = published_before(form.hash)
        before = gettext("These cards were never published.")
        if known is not None:
            at = time_text(known.published_at)
            before = gettext("{edition}, on {at}: the same cards").format(edition=known, at=at)
        state = proposal.get_state_display() if proposal else "–"
        if proposal is None and settings.CARDS_REVIEW:
            state = error_text(ReviewRequired())
        is_ready = proposal is None or proposal.state == ProposalState.APPROVED
        return self.draft_page(
            request,
            card_set,
            text,
            form,
            publish,
            (
                gettext("Publish this set"),
                gettext("Publish"),
                gettext(
                    "An edition never changes. Before it is published, it is dealt to"
                    " every number of seats, and random games are played with it. This takes"
                    " some seconds."
                ),
            ),
            (gettext("Published"), before),
            (gettext("Current edition"), current_text(card_set.variant)),
            (gettext("Review"), state),
            is_ready=is_ready and (proposal is not None or not settings.CARDS_REVIEW),
            panels=[rehearsal_panel(request, text)],
        )

    def draft_page(
        self,
        request: HttpRequest,
        card_set: CardSet,
        text: EditionDef,
        form: forms.Form,
        act: Act,
        texts: tuple[str, str, str],
        *facts: tuple[str, Any],
        is_ready: bool = True,
        panels: Sequence[SafeString] = (),
    ) -> HttpResponse:
        """Return a page with the findings about a draft; its form, if it has none."""
        title, button, intro = texts
        findings = language.lint_edition(text)
        if findings:
            intro = gettext("Correct the findings first. Each leads to its card.")
        size = gettext("{card_set}, {count} cards for {variant}").format(
            card_set=card_set, count=text.size(), variant=variant_name(card_set.variant)
        )
        rows = [
            (gettext("Set"), size),
            *facts,
            (gettext("Findings"), findings_list(findings, text, draft_pages(card_set))),
        ]
        return form_page(
            self, request, card_set, form, act, title=title, intro=intro, button=button, rows=rows,
            comparison=compare_with_current(card_set), is_ready=is_ready and not findings,
            panels=[*panels, warnings_list(card_set, text)],
        )  # fmt: skip

    @admin.action(description=_("Publish as an edition"), permissions=("publish",))
    def publish_one(
        self, request: HttpRequest, card_sets: models.QuerySet[CardSet]
    ) -> HttpResponse | None:
        """Redirect to the page that publishes a set."""
        chosen = list(card_sets[:2])
        if len(chosen) != 1:
            self.message_user(
                request,
                gettext("Choose one set: each publication needs its own reason."),
                messages.ERROR,
            )
            return None
        return redirect("admin:cards_cardset_publish", chosen[0].pk)

    @admin.display(description=_("Review"))
    def review_state(self, card_set: CardSet) -> str:
        """Return the state of the open proposal."""
        proposal = open_proposal(card_set)
        return proposal.get_state_display() if proposal else "–"


def report_published(request: HttpRequest, published: Published) -> None:
    """Add messages: what was published, and what is current now."""
    edition = published.edition
    if published.is_new:
        messages.success(request, gettext("Published: {edition}.").format(edition=edition))
    else:
        at = time_text(edition.published_at)
        messages.info(
            request,
            gettext("{edition} was published on {at}: the same cards.").format(
                edition=edition, at=at
            ),
        )
    if published.release is not None:
        messages.success(
            request,
            gettext("It is now the current edition of {variant}.").format(
                variant=variant_name(edition.variant)
            ),
        )


class ShowsReview(AdminPage):
    """The review on the page of a card, and a card that may not be changed."""

    @admin.display(description=_("Review"))
    def review(self, card: Card) -> SafeString | str:
        """Return the open proposal of the set of a card."""
        return review_of(card.card_set) if card.pk else "–"

    def get_fields(self, request: HttpRequest, obj: Card | None = None) -> Any:
        """Show a card that the user cannot change in words and as a picture."""
        fields = super().get_fields(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fields
        return ["shown" if name == "definition" else name for name in fields]

    def get_readonly_fields(self, request: HttpRequest, obj: Card | None = None) -> Any:
        """Return the fields that are only read."""
        return [*super().get_readonly_fields(request, obj), "shown"]

    @admin.display(description=_("Card"))
    def shown(self, card: Card) -> SafeString | str:
        """Return the picture and the members of a card in words."""
        blank = CardDef(code="", name="", kind="")  # type: ignore[arg-type]
        try:
            members = shown_members(blank, card.text())
        except CardError as error:
            return str(error)
        context = {"members": members, "address": picture_url(card.card_set, card.code)}
        return render_to_string("studio/shown_card.html", {"card": card, **context})
