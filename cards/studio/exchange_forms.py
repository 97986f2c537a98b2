"""The admin forms that import a set: the file, then what to do with it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from unfold.widgets import (
    UnfoldAdminFileFieldWidget,
    UnfoldAdminRadioSelectWidget,
    UnfoldAdminTextInputWidget,
)

from cards.draft_errors import DraftChanged
from cards.exchange.exchange_texts import PAGE, WORDS_PAGE
from cards.exchange.import_problems import NotImportable
from cards.exchange.set_imports import SetImport, read_import
from cards.language import encode_edition
from cards.models import validate_code
from cards.studio.draft_rows import error_text
from cards.studio.studio_texts import page_language

NEW, REPLACE, ANOTHER = "new", "replace", "another"


def say(name: str, /, **params: Any) -> str:
    """Return a text of the pages in the language of the page."""
    return PAGE.say(name, page_language(), **params)


label = lazy(say, str)


def say_words(name: str, /, **params: Any) -> str:
    """Return a text of the page of words in its language."""
    return WORDS_PAGE.say(name, page_language(), **params)


words_label = lazy(say_words, str)


class FileForm(forms.Form):
    """The form that takes the file; ``found`` is the checked set in it."""

    file = forms.FileField(
        label=label("file"), help_text=label("file-help"), widget=UnfoldAdminFileFieldWidget
    )
    found: SetImport

    def clean(self) -> dict[str, Any]:
        """Read and check the set in the file."""
        if "file" in self.cleaned_data:
            self.found = _checked(self.cleaned_data["file"].read(), "")
        return self.cleaned_data


class ConfirmForm(forms.Form):
    """The form that imports a set after its differences were displayed.

    ``content`` is the set as canonical JSON, which is checked again; ``seen`` is the hash of the
    draft that it was compared with.
    """

    what = forms.ChoiceField(label=label("what"), widget=UnfoldAdminRadioSelectWidget)
    code = forms.CharField(
        label=label("new-code"), required=False, max_length=40, widget=UnfoldAdminTextInputWidget
    )
    content = forms.CharField(strip=False, widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    found: SetImport

    def __init__(self, found: SetImport, data: Any = None) -> None:
        code = found.text.code
        first = {
            "content": encode_edition(found.text).decode(),
            "seen": found.seen,
            "what": None if found.before else NEW,
        }
        super().__init__(data, initial=first)
        choices = [(REPLACE, say("replace", code=code)), (ANOTHER, say("import-as"))]
        what = self.fields["what"]
        assert isinstance(what, forms.ChoiceField)
        what.choices = choices if found.before else [(NEW, say("import-new")), choices[1]]
        what.error_messages["required"] = say("choose-what")

    def clean(self) -> dict[str, Any]:
        """Check the set again, under the chosen code."""
        data = self.cleaned_data
        if data.get("what") == ANOTHER:
            try:
                validate_code(data.get("code", ""))
            except ValidationError:
                self.add_error("code", say("choose-code"))
                return data
        if "content" in data and "what" in data:
            code = data["code"] if data["what"] == ANOTHER else ""
            self.found = _checked(data["content"].encode(), code)
            if data["what"] != REPLACE and self.found.before is not None:
                self.add_error("what", say("code-taken", code=self.found.text.code))
            elif data["what"] == REPLACE and data.get("seen") != self.found.seen:
                self.add_error("what", error_text(DraftChanged()))
        return data


def _checked(data: bytes, code: str) -> SetImport:
    try:
        return read_import(data, code)
    except NotImportable as error:
        language = page_language()
        raise ValidationError([one.to(language) for one in error.problems]) from error
