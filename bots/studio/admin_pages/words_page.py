"""The admin page of the words of a set, for translators."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from bots.studio.admin_pages.draft_rows import DRAFT, error_text, is_frozen_row
from bots.studio.admin_pages.exchange_admin import download
from bots.studio.admin_pages.studio_page import AdminPage, show_page
from bots.studio.exchange.import_problems import NotImportable
from bots.studio.exchange.word_edits import (
    WordEdit,
    note_of,
    notes_of,
    read_edits,
    word_in,
    write_edits,
)
from bots.studio.exchange.word_files import FIELDS, NOTE, languages_of, write_words
from cards import language
from cards.draft_errors import ReviewError
from cards.language import CardDef, EditionDef
from cards.models import CardSet
from cards.page_language import page_language
from cards.selectors import draft_text
from cards.translation import ENGLISH

TRANSLATE: Final = "cards.translate_card"
ROWS: Final = 40
"""The words of a page."""
SHOWS: Final = {
    "": _("All"),
    "equal": _("Missing, or the same as in English"),
    "stale": _("Stale"),
}
FIELD_WORDS: Final = {"name": _("name"), "text": _("text")}


@dataclass(frozen=True, slots=True)
class WordCell:
    """A word: the name of its input, its value, its state, and the text that is made."""

    key: str
    label: str
    value: str
    was: str
    state: str = ""
    made: str = ""


@dataclass(frozen=True, slots=True)
class WordLine:
    """A row of the page: the words of a name or a text, and its note."""

    code: str
    title: str
    field: str
    is_long: bool
    cells: list[WordCell]
    states: frozenset[str]


class TranslatesWords(AdminPage):
    """The page of a set on which translators change its words."""

    def has_words_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may change words."""
        return request.user.has_perm(TRANSLATE) or request.user.has_perm(DRAFT)

    @action(description=_("Words"), url_path="words", permissions=["words"])
    def words(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show words, save changed ones, download them, or preview a file of words."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        if not self.has_words_permission(request):
            raise PermissionDenied
        if request.GET.get("format") == "csv":
            words = write_words(draft_text(card_set), notes_of(card_set))
            return download(words, f"{card_set.code}-words.csv", "text/csv; charset=utf-8")
        problems: list[str] = []
        edits: list[WordEdit] | None = None
        try:
            if request.method == "POST" and "file" in request.FILES:
                upload = request.FILES["file"]
                assert not isinstance(upload, list)
                edits = read_edits(upload.read(), card_set)
            elif request.method == "POST":
                count = write_edits(card_set, posted_edits(request.POST))
                messages.success(request, gettext("{count} saved.").format(count=count))
                return redirect(request.get_full_path())
        except NotImportable as error:
            problems = [one.to(page_language()) for one in error.problems]
        except ReviewError as error:
            problems = [error_text(error)]
        return self.words_response(request, card_set, problems, edits)

    def words_response(
        self,
        request: HttpRequest,
        card_set: CardSet,
        problems: list[str],
        edits: list[WordEdit] | None,
    ) -> HttpResponse:
        """Return the page, with what was typed if it could not be saved."""
        show = request.GET.get("show", "")
        only = request.GET.get("card")
        found = [
            one
            for one in word_lines(card_set, request.POST)
            if is_shown(one, show) and only in (None, one.code)
        ]
        lines = Paginator(found, ROWS).get_page(request.GET.get("page"))
        response = show_page(
            self, request, "studio/words.html", card_set, lines=lines, problems=problems,
            title=f"{gettext('Words')}{gettext(':')} {card_set}", show=show, edits=edits,
            edits_json=json.dumps(edits), is_frozen=is_frozen_row(card_set),
            shows=SHOWS.items(),
        )  # fmt: skip
        response.status_code = 409 if problems else 200
        return response


def posted_edits(posted: QueryDict) -> list[WordEdit]:
    """Return the words of a posted form that were changed there."""
    if "edits" in posted:
        try:
            return msgspec.json.decode(str(posted["edits"]), type=list[WordEdit])
        except msgspec.DecodeError as error:
            raise PermissionDenied from error
    found = []
    for key in posted:
        code, _, rest = key.removeprefix("word|").partition("|")
        field, _, tag = rest.partition("|")
        if key.startswith("word|"):
            was = posted.get(f"was|{code}|{field}|{tag}", "")
            value = str(posted[key]).strip()
            if value != was or f"keep|{code}|{field}|{tag}" in posted:
                found.append(WordEdit(code, field, tag, was, value))
    return found


def word_lines(card_set: CardSet, posted: QueryDict) -> Iterator[WordLine]:
    """Yield the words of a draft; those in a refused form as they were typed."""
    text = draft_text(card_set)
    yield _line(card_set, text, None, "name", posted)
    for card in text.cards:
        for field in FIELDS:
            yield _line(card_set, text, card, field, posted)


def is_shown(line: WordLine, show: str) -> bool:
    """Whether a row has a word that the filter asks for."""
    if show == "equal":
        return bool(line.states & {"missing", "same"})
    return show != "stale" or "stale" in line.states


def _line(
    card_set: CardSet, text: EditionDef, card: CardDef | None, field: str, posted: QueryDict
) -> WordLine:
    code, words = card.code if card else "", page_language()
    english = word_in(text, code, field, ENGLISH)
    cells = []
    for tag in (*languages_of(text), NOTE):
        stored = note_of(card_set, code, field) if tag == NOTE else word_in(text, code, field, tag)
        key = f"{code}|{field}|{tag}"
        cells.append(
            WordCell(
                key=key,
                label=f"{code or card_set.code}, {FIELD_WORDS[field]}, {tag}",
                value=posted.get(f"word|{key}", stored),
                was=posted.get(f"was|{key}", stored),
                state=_state(card, field, tag, stored, english),
                made=_made(card, field, tag),
            )
        )
    title = language.card_name(card, words) if card else gettext("The set")
    states = frozenset(one.state for one in cells)
    return WordLine(code, title, str(FIELD_WORDS[field]), field == "text", cells, states)


def _state(card: CardDef | None, field: str, tag: str, value: str, english: str) -> str:
    """Return what is to be looked at: missing, same as in English, or stale."""
    if tag == NOTE:
        return ""
    if field == "text":
        return "stale" if card and language.is_stale(card, tag) else ""
    if not value:
        return "missing"
    return "same" if tag != ENGLISH and value == english else ""


def _made(card: CardDef | None, field: str, tag: str) -> str:
    if card is None or field != "text" or tag not in language.LANGUAGES:
        return ""
    made: str = language.speech_of(card, tag).text()
    return made
