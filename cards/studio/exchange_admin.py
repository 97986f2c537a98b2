"""The admin pages that export sets and editions, and import sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.decorators import action

from cards.draft_errors import ReviewError
from cards.exchange.import_problems import NotImportable
from cards.exchange.set_imports import (
    SetExists,
    SetImport,
    read_import,
    write_import,
)
from cards.language import encode_edition
from cards.models import CardSet
from cards.selectors import draft_text
from cards.studio.draft_rows import DRAFT, error_text
from cards.studio.exchange_forms import REPLACE, ConfirmForm, FileForm, label, say
from cards.studio.shown_changes import shown_comparison
from cards.studio.studio_texts import page_language

if TYPE_CHECKING:
    _Admin = ModelAdmin[Any]
else:
    _Admin = ModelAdmin


def download(content: bytes, name: str, media_type: str) -> HttpResponse:
    """Return a file that the browser stores."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=media_type, headers=headers)


class ExportsJson(_Admin):
    """An action of a set or an edition that downloads it as JSON."""

    @action(description=label("export"), url_path="export")  # type: ignore[untyped-decorator]
    def export(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Return the canonical JSON."""
        row = get_object_or_404(self.model, pk=object_id)
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        text = draft_text(row) if isinstance(row, CardSet) else row.text()
        return download(encode_edition(text), f"{text.code}.json", "application/json")


class ImportPage(_Admin):
    """The page of the list of sets that imports one."""

    def has_import_permission(self, request: HttpRequest) -> bool:
        """Whether the user may import sets."""
        return bool(request.user.has_perm(DRAFT))

    @action(  # type: ignore[untyped-decorator]
        description=label("import"), url_path="import", permissions=["import"]
    )
    def import_set(self, request: HttpRequest) -> HttpResponse:
        """Take a file, show what it changes, and import it when that is confirmed."""
        if request.method != "POST":
            return self.file_page(request, FileForm())
        if "content" not in request.POST:
            form = FileForm(request.POST, request.FILES)
            if not form.is_valid():
                return self.file_page(request, form)
            return self.confirm_page(request, form.found, ConfirmForm(form.found))
        try:
            found = read_import(request.POST["content"].encode())
        except NotImportable as error:
            form = FileForm(data={})
            form.is_valid()
            language = page_language()
            form.errors.clear()
            form.add_error(None, [one.to(language) for one in error.problems])
            return self.file_page(request, form)
        confirm = ConfirmForm(found, request.POST)
        card_set = self.imported(request, confirm) if confirm.is_valid() else None
        if card_set is None:
            # The page compares with the draft as it is now, so the next attempt may replace it.
            confirm.data = {**request.POST.dict(), "seen": found.seen}
            return self.confirm_page(request, found, confirm)
        messages.success(request, say("imported", name=str(card_set)))
        return redirect("admin:cards_cardset_change", card_set.pk)

    def imported(self, request: HttpRequest, form: ConfirmForm) -> CardSet | None:
        """Write the set; if it cannot be written, add form errors and return None."""
        replaces = form.cleaned_data["what"] == REPLACE
        try:
            return write_import(form.found, replace=replaces, seen=form.found.seen)
        except SetExists:
            form.add_error("what", say("code-taken", code=form.found.text.code))
        except ReviewError as error:
            form.add_error("what", error_text(error))
        except NotImportable as error:
            language = page_language()
            form.add_error(None, [one.to(language) for one in error.problems])
        return None

    def file_page(self, request: HttpRequest, form: FileForm) -> HttpResponse:
        """Return the page that takes a file, with its problems."""
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "form": form, "title": say("import-title"),
            "intro": say("import-intro"), "button": say("changes"), "texts": _texts(),
        }  # fmt: skip
        return TemplateResponse(request, "studio/import_set.html", context)

    def confirm_page(
        self, request: HttpRequest, found: SetImport, form: ConfirmForm
    ) -> HttpResponse:
        """Return the page with what the import changes."""
        text, language = found.text, page_language()
        size = say("size", count=text.size(), variant=text.variant)
        rows = [(say("set"), f"{text.name} ({text.code}), {size}"), (say("hash"), found.hash)]
        if found.hash != found.draft_hash:
            rows.append(("", f"{say('normalized')} {found.draft_hash}"))
        comparison = None
        if found.before is not None and found.changes:
            names = (say("from-draft"), say("from-file"))
            comparison = shown_comparison(found.before, text, names, {}, language)
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "form": form, "title": say("import-title"), "rows": rows,
            "comparison": comparison,
            "notice": say("exists" if found.before else "new-set", code=text.code),
            "is_same": found.before is not None and not found.changes,
            "button": say("import"), "texts": _texts(),
            "list_url": reverse("admin:cards_cardset_changelist"),
        }  # fmt: skip
        return TemplateResponse(request, "studio/import_set.html", context)


def _texts() -> dict[str, str]:
    names = ("cancel", "no-changes", "nothing-imported")
    return {name.replace("-", "_"): say(name) for name in names}
