"""The admin forms that publish a card set, and make an edition current."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from unfold.widgets import UnfoldAdminRadioSelectWidget, UnfoldAdminTextInputWidget

from cards import language
from cards.models import MAX_REASON_LENGTH, CardSet, Edition, Means, Release, validate_printed
from cards.selectors import draft_text
from cards.services import (
    AlreadyCurrent,
    NotPublishable,
    Origin,
    Published,
    publish_edition,
    release_edition,
)

CURRENT, ONLY = "current", "publish"
CHOICES = {
    ONLY: "Publish: games that name the edition can use it",
    CURRENT: "Publish and make current: all new games use it",
}


class ReasonForm(forms.Form):
    """A form with a reason, which is stored with the user and the time."""

    reason = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        validators=[validate_printed],
        widget=UnfoldAdminTextInputWidget,
        help_text="One line. Staff see it on the page of the edition, with your name.",
    )

    def origin(self, user: User | AnonymousUser) -> Origin:
        """Return the user and the reason."""
        assert isinstance(user, User)
        return Origin(Means.ADMIN, self.cleaned_data["reason"], user)


class ReleaseForm(ReasonForm):
    """The form that makes an edition current."""

    def release(self, edition: Edition, user: User | AnonymousUser) -> Release | None:
        """Make the edition current; if it cannot be, add form errors and return None."""
        try:
            return release_edition(edition=edition, origin=self.origin(user))
        except AlreadyCurrent as error:
            self.add_error(None, str(error))
        except NotPublishable as error:
            self.add_error(None, error.lines)
        return None


class PublishForm(ReasonForm):
    """The form that publishes a card set, and can make the edition current.

    ``seen`` is the hash of the draft that the page displayed.
    """

    then = forms.ChoiceField(
        label="What to do",
        choices=list(CHOICES.items()),
        widget=UnfoldAdminRadioSelectWidget,
    )
    seen = forms.CharField(widget=forms.HiddenInput)

    field_order = ("then", "reason", "seen")

    def __init__(self, card_set: CardSet, may_release: bool, data: Any = None) -> None:
        self.card_set = card_set
        self.hash = language.edition_hash(draft_text(card_set))
        super().__init__(data, initial={"seen": self.hash})
        if not may_release:
            then = self.fields["then"]
            assert isinstance(then, forms.ChoiceField)
            then.choices = [(ONLY, CHOICES[ONLY])]
            then.initial = ONLY

    def clean_seen(self) -> str:
        """Refuse a draft that has changed since the page was loaded."""
        if self.cleaned_data["seen"] != self.hash:
            raise forms.ValidationError("The set has changed since this page was loaded.")
        return self.hash

    def publish(self, user: User | AnonymousUser) -> Published | None:
        """Publish the set; if it cannot be, add form errors and return None."""
        current = self.cleaned_data["then"] == CURRENT
        try:
            return publish_edition(
                card_set=self.card_set, origin=self.origin(user), current=current
            )
        except NotPublishable as error:
            self.add_error(None, error.lines)
            return None
