"""The admin forms that publish a card set, and make an edition current."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminTextInputWidget

from cards import language
from cards.draft_errors import ReviewError, ReviewRequired
from cards.models import (
    MAX_REASON_LENGTH,
    CardSet,
    Edition,
    ProposalState,
    Release,
    validate_printed,
)
from cards.releases import reviews
from cards.selectors import draft_text, open_proposal
from cards.services import AlreadyCurrent, NotPublishable, Published
from cards.studio.draft_rows import error_text
from cards.studio.review_texts import review_label, review_text, state_text

UNKNOWN = "–"
CURRENT, ONLY = "current", "publish"


class ReasonForm(forms.Form):
    """A form with a reason, which is stored with the user and the time."""

    reason = forms.CharField(
        label=review_label("reason"),
        max_length=MAX_REASON_LENGTH,
        validators=[validate_printed],
        widget=UnfoldAdminTextInputWidget,
        help_text=review_label("reason-hint"),
    )


class ReleaseForm(ReasonForm):
    """The form that makes an edition current."""

    def release(self, edition: Edition, user: User | AnonymousUser) -> Release | None:
        """Make the edition current; if it cannot be, add form errors and return None."""
        assert isinstance(user, User)
        try:
            return reviews.release(edition=edition, by=user, reason=self.cleaned_data["reason"])
        except AlreadyCurrent as error:
            self.add_error(None, str(error))
        except NotPublishable as error:
            self.add_error(None, error.lines)
        except ReviewError as error:
            self.add_error(None, error_text(error))
        return None


class PublishForm(ReasonForm):
    """The form that publishes a card set, and can make the edition current.

    ``seen`` is the hash of the draft that the page displayed.
    """

    then = forms.ChoiceField(
        label=review_label("publish-choose"),
        choices=[
            (ONLY, review_label("publish-only")),
            (CURRENT, review_label("publish-current")),
        ],
        widget=UnfoldAdminRadioSelectWidget,
    )
    seen = forms.CharField(widget=forms.HiddenInput)

    field_order = ("then", "reason", "seen")

    def __init__(self, card_set: CardSet, may_release: bool, data: Any = None) -> None:
        self.card_set = card_set
        self.proposal = open_proposal(card_set)
        self.text = self.proposal.text() if self.proposal else draft_text(card_set)
        self.hash = language.edition_hash(self.text)
        super().__init__(data, initial={"seen": self.hash})
        if not may_release:
            then = self.fields["then"]
            assert isinstance(then, forms.ChoiceField)
            then.choices = [(ONLY, review_text("publish-only"))]
            then.initial = ONLY

    @property
    def is_ready(self) -> bool:
        """Whether the draft is approved, or needs no review on this server."""
        if self.proposal is None:
            return not settings.CARDS_REVIEW
        return self.proposal.state == ProposalState.APPROVED

    def review_text(self) -> str:
        """Return the state of the review."""
        if self.proposal is not None:
            return state_text(self.proposal.state)
        return error_text(ReviewRequired()) if settings.CARDS_REVIEW else UNKNOWN

    def clean_seen(self) -> str:
        """Refuse a draft that has changed since the page was loaded."""
        if self.cleaned_data["seen"] != self.hash:
            raise forms.ValidationError(review_text("set-changed"))
        return self.hash

    def publish(self, user: User | AnonymousUser) -> Published | None:
        """Publish the set; if it cannot be, add form errors and return None."""
        assert isinstance(user, User)
        current = self.cleaned_data["then"] == CURRENT
        reason = self.cleaned_data["reason"]
        try:
            if self.proposal is None:
                return reviews.publish_draft(
                    card_set=self.card_set, by=user, reason=reason, current=current
                )
            return reviews.publish(proposal=self.proposal, by=user, reason=reason, current=current)
        except NotPublishable as error:
            self.add_error(None, error.lines)
        except ReviewError as error:
            self.add_error(None, error_text(error))
        return None
