"""A page of the admin about a row: facts, what differs, and a form that acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib.admin import ModelAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget, UnfoldBooleanWidget

from bots.studio.admin_pages.admin_fragments import doubted_list
from bots.studio.admin_pages.shown_changes import Pictures
from bots.studio.drafts.copies import CodeTaken
from bots.studio.exchange.import_problems import NotImportable
from cards import language
from cards.draft_errors import ReviewError
from cards.language import EditionDef
from cards.models import MAX_REASON_LENGTH, validate_printed
from cards.page_language import page_language
from cards.services import AlreadyCurrent, NotPublishable

if TYPE_CHECKING:
    AdminPage = ModelAdmin[Any]
else:
    AdminPage = ModelAdmin

Act = Callable[[dict[str, Any]], HttpResponse]
"""What a form does with its values; raises a refusal."""

REFUSALS: Final = (
    AlreadyCurrent, CodeTaken, NotImportable, NotPublishable, ReviewError, ValidationError
)  # fmt: skip
"""The errors by which services refuse what a form asks for."""


class ReasonForm(forms.Form):
    """A form with a reason, which is stored with the user and the time."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_LENGTH,
        validators=[validate_printed],
        widget=UnfoldAdminTextInputWidget,
        help_text=_("One line. Staff see it on the page of the edition, with your name."),
    )

    def ask_to_confirm(self, text: EditionDef, picture: Pictures) -> None:
        """Ask for a confirmation and a reason if texts contradict effects."""
        doubted = language.unconfirmed_texts(text)
        if doubted:
            self.fields["confirmed"] = forms.BooleanField(
                label=gettext("I have compared these texts with what the cards do: they are right"),
                help_text=doubted_list(doubted, text, picture),
                widget=UnfoldBooleanWidget,
            )
            self.fields["reason"].required = True


class DraftForm(ReasonForm):
    """A form about cards; ``seen`` is the hash of those that the page displayed."""

    seen = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self, text: EditionDef, picture: Pictures, data: Any = None, *, is_confirmed: bool = False
    ) -> None:
        self.hash = language.edition_hash(text)
        super().__init__(data, initial={"seen": self.hash})
        if not is_confirmed:
            self.ask_to_confirm(text, picture)

    def clean_seen(self) -> str:
        """Refuse cards that have changed since the page was loaded."""
        if self.cleaned_data["seen"] != self.hash:
            raise forms.ValidationError(gettext("The set has changed since this page was loaded."))
        return self.hash


def refusal_text(error: Exception) -> Any:
    """Return why a service refuses, in the language of the page, for a form."""
    match error:
        case ReviewError():
            return error.text.to(page_language())
        case NotPublishable():
            return error.lines_in(page_language())
        case NotImportable():
            return [one.to(page_language()) for one in error.problems]
        case ValidationError():
            return error.messages
    return str(error)


def show_page(
    admin: Any, request: HttpRequest, template: str, original: Any = None, **context: Any
) -> HttpResponse:
    """Return a page of the admin about a row."""
    base = admin.admin_site.each_context(request)
    context = {"opts": admin.opts, "original": original} | context
    return TemplateResponse(request, template, base | context)


def form_page(
    admin: Any,
    request: HttpRequest,
    original: Any,
    form: forms.Form,
    act: Act,
    *,
    is_ready: bool = True,
    **context: Any,
) -> HttpResponse:
    """Show facts and a form; act when it is posted, or show why that was refused.

    The context has ``title``, ``intro``, ``button`` and ``rows``. The form is not displayed unless
    ``is_ready``.
    """
    if form.is_valid():
        try:
            return act(form.cleaned_data)
        except REFUSALS as error:
            form.add_error(None, refusal_text(error))
    context["form"] = form if is_ready else None
    return show_page(admin, request, "admin/cards/record.html", original, **context)


def posted(request: HttpRequest) -> Any:
    """Return the data of a posted form, None for a page that is opened."""
    return request.POST if request.method == "POST" else None
