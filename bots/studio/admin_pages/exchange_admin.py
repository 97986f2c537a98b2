"""The admin pages that export sets and editions, and import sets."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.widgets import UnfoldAdminFileFieldWidget, UnfoldAdminTextInputWidget

from bots.studio.admin_pages.draft_rows import DRAFT
from bots.studio.admin_pages.review_fragments import variant_name
from bots.studio.admin_pages.shown_changes import shown_comparison
from bots.studio.admin_pages.studio_page import AdminPage, form_page, posted, refusal_text
from bots.studio.exchange.import_problems import NotImportable
from bots.studio.exchange.set_imports import SetImport, read_import, write_import
from cards.draft_errors import DraftChanged
from cards.language import encode_edition
from cards.models import CardSet, validate_code
from cards.selectors import draft_text


class FileForm(forms.Form):
    """The form that takes a file; ``found`` is the checked set in it."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("The JSON of an export, of at most 2 MB."),
        widget=UnfoldAdminFileFieldWidget,
    )
    code = forms.CharField(
        label=_("Other code"),
        help_text=_("To import it as another set: lower-case letters, digits and single hyphens."),
        required=False,
        max_length=40,
        validators=[validate_code],
        widget=UnfoldAdminTextInputWidget,
    )
    found: SetImport

    def clean(self) -> dict[str, Any]:
        """Read and check the set in the file, under another code if one is given."""
        data = self.cleaned_data
        if "file" in data and "code" in data:
            try:
                self.found = read_import(data["file"].read(), data["code"])
            except NotImportable as error:
                raise ValidationError(refusal_text(error)) from error
        return data


class ConfirmForm(forms.Form):
    """The form that imports a set after its differences were displayed.

    ``content`` is the set as canonical JSON, which is checked again; ``seen`` is the hash of the
    draft that it was compared with.
    """

    content = forms.CharField(strip=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)


def download(content: bytes, name: str, media_type: str) -> HttpResponse:
    """Return a file that the browser stores."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)


class ExportsJson(AdminPage):
    """An action of a set or an edition that downloads it as JSON."""

    @action(description=_("Export as JSON"), url_path="export")
    def export(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Return the canonical JSON."""
        row = get_object_or_404(self.model, pk=object_id)
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        text = draft_text(row) if isinstance(row, CardSet) else row.text()
        return download(encode_edition(text), f"{text.code}.json", "application/json")


class ImportPage(AdminPage):
    """The page of the list of sets that imports one."""

    def has_import_permission(self, request: HttpRequest) -> bool:
        """Whether the user may import sets."""
        return bool(request.user.has_perm(DRAFT))

    @action(description=_("Import"), url_path="import", permissions=["import"])
    def import_set(self, request: HttpRequest) -> HttpResponse:
        """Take a file, show what it changes, and import it when that is confirmed."""
        form = FileForm(posted(request), request.FILES or None)
        if "content" in request.POST:
            try:
                found = read_import(request.POST["content"].encode())
            except NotImportable as error:
                form.errors.clear()
                form.add_error(None, refusal_text(error))
            else:
                return self.confirm_page(request, found)

        def show(given: dict[str, Any]) -> HttpResponse:
            return self.confirm_page(request, form.found)

        intro = gettext(
            "Nothing is stored before you have seen what changes. A set that the lint finds"
            " something about is not imported."
        )
        return form_page(
            self, request, None, form, show, title=gettext("Import a card set"), intro=intro,
            button=gettext("What changes"),
        )  # fmt: skip

    def confirm_page(self, request: HttpRequest, found: SetImport) -> HttpResponse:
        """Show what the import changes; carry it out if that was displayed before."""
        text, data = found.text, request.POST if "content" in request.POST else None
        if data is not None and data.get("seen", "") != found.seen:
            # The page compares with the draft as it is now, so the next attempt may replace it.
            messages.error(request, refusal_text(DraftChanged()))
            data = None

        def act(given: dict[str, Any]) -> HttpResponse:
            card_set = write_import(found, replace=True, seen=given["seen"])
            messages.success(request, gettext("Imported: {name}.").format(name=card_set))
            return redirect("admin:cards_cardset_change", card_set.pk)

        size = gettext("{count} cards for {variant}")
        size = size.format(count=text.size(), variant=variant_name(text.variant))
        rows = [
            (gettext("Set"), f"{text.name} ({text.code}), {size}"),
            (gettext("Hash"), found.hash),
        ]
        if found.hash != found.draft_hash:
            normalized = gettext(
                "As a draft: a draft has its decks in the order of its cards, and lists no single"
                " copies."
            )
            rows.append(("", f"{normalized} {found.draft_hash}"))
        is_same = found.before is not None and not found.changes
        comparison = None
        if found.before is not None and not is_same:
            names = (gettext("the draft"), gettext("the file"))
            comparison = shown_comparison(found.before, text, names, {})
        first = {"content": encode_edition(text).decode(), "seen": found.seen}
        replace = gettext("Replace my draft {code}").format(code=text.code)
        return form_page(
            self, request, None, ConfirmForm(data, initial=first), act, is_ready=not is_same,
            title=gettext("Import a card set"), intro=_notice(found, is_same), rows=rows,
            comparison=comparison,
            button=replace if found.before else gettext("Import it as a new draft"),
        )  # fmt: skip


def _notice(found: SetImport, is_same: bool) -> str:
    """Return what an import would do to the drafts that are there."""
    if is_same:
        return gettext("Nothing: the draft has exactly these cards already.")
    said = gettext("There is no draft {code}: a new one is made.")
    if found.before is not None:
        said = gettext(
            "There is a draft {code} here. It is not necessarily the same set. To keep it, import"
            " the file under another code."
        )
    return said.format(code=found.text.code)
