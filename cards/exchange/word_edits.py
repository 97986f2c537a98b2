"""Change words of a draft, nothing else: names, translators' texts, notes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec
from django.db import transaction

from cards import language
from cards.exchange.exchange_texts import WORD_PROBLEMS
from cards.exchange.import_problems import NotImportable, Place, Problem, problem, refuse
from cards.exchange.sheet_columns import WORDS
from cards.exchange.sheet_files import check_size, read_sheets
from cards.exchange.sheet_rows import SheetRows, set_code
from cards.exchange.word_rows import FIELDS, with_word_rows
from cards.freezing import check_editable
from cards.language import EditionDef, LintFinding
from cards.lint_texts import finding_text
from cards.models import Card, CardSet
from cards.selectors import draft_text

NOTE: Final = "note"
MAX_NOTE_LENGTH: Final = 300


class WordEdit(NamedTuple):
    """A changed word: ``code`` is "" for the set; a note has the language ``note``.

    ``was`` is the word that the editor saw.
    """

    code: str
    field: str
    language: str
    was: str
    value: str


def read_edits(data: bytes, card_set: CardSet) -> list[WordEdit]:
    """Return what a sheet of words changes in a draft; raises NotImportable.

    A file with any other sheet is refused, so that only words can be imported.
    """
    check_size(data)
    sheets = read_sheets(data)
    if set(sheets) != {WORDS}:
        raise NotImportable([_words_only()])
    sheet = sheets[WORDS]
    if set_code(sheets) != card_set.code:
        place = sheet.place(sheet.rows[0][0], "set")
        raise refuse(place, "another-set", code=set_code(sheets)[:60], expected=card_set.code)
    text = draft_text(card_set)
    changed = with_word_rows(text, sheet.rows, has_cards=False)
    places = {(row["code"].strip(), row["field"].strip()): at for at, row in sheet.rows}
    problems = [
        Problem(_cell(one, changed, places), partial(finding_text, one))
        for one in new_findings(text, changed)
    ]
    if problems:
        raise NotImportable(problems)
    return [*_word_edits(text, changed), *_note_edits(card_set, sheet)]


def write_edits(card_set: CardSet, edits: Sequence[WordEdit]) -> int:
    """Write changed words to a draft, and return their number.

    Raises NotImportable with the problem of each word, also for a word that another user has
    changed meanwhile, and DraftFrozen.
    """
    with transaction.atomic():
        check_editable(card_set)
        card_set = CardSet.objects.get(pk=card_set.pk)
        text = draft_text(card_set)
        changed, problems = _changed(text, card_set.notes, edits)
        problems += [
            Problem(_path(one, changed), partial(finding_text, one))
            for one in new_findings(text, changed)
        ]
        if problems:
            raise NotImportable(problems)
        _store(card_set, text, changed, edits)
    return len(edits)


def note_of(card_set: CardSet, code: str, field: str) -> str:
    """Return the note of translators at a word."""
    return str(card_set.notes.get(f"{code} {field}", ""))


def notes_of(card_set: CardSet) -> dict[tuple[str, str], str]:
    """Return the notes of translators by code and field."""
    return {(code, field): note_of(card_set, code, field) for code, _, field in
            (key.partition(" ") for key in card_set.notes)}  # fmt: skip


def new_findings(before: EditionDef, after: EditionDef) -> list[LintFinding]:
    """Return the findings of the lint that a change of words brings."""
    known = [(one.path, one.code) for one in language.lint_edition(before)]
    return [one for one in language.lint_edition(after) if (one.path, one.code) not in known]


def word_in(text: EditionDef, code: str, field: str, tag: str) -> str:
    """Return the word of a card, or of the set, in a language."""
    if not code:
        return language.set_name_of(text, tag)
    card = next(card for card in text.cards if card.code == code)
    return language.word_of(card, "name" if field == "name" else "text", tag)


def _changed(
    text: EditionDef, notes: dict[str, Any], edits: Sequence[WordEdit]
) -> tuple[EditionDef, list[Problem]]:
    cards = {card.code: card for card in text.cards}
    problems: list[Problem] = []
    for one in edits:
        place = Place(path=" · ".join(filter(None, (one.code, one.field, one.language))))
        if (one.code and one.code not in cards) or one.field not in FIELDS:
            problems.append(problem(place, "unknown-card", code=one.code))
            continue
        if one.language == NOTE:
            stored = str(notes.get(f"{one.code} {one.field}", ""))
            if len(one.value) > MAX_NOTE_LENGTH or language.unfit_character(one.value):
                problems.append(Problem(place, WORD_PROBLEMS["note"].to))
        else:
            stored = word_in(text, one.code, one.field, one.language)
        if stored not in (one.was, one.value):
            found = WORD_PROBLEMS["changed-meanwhile"].with_params(value=stored or "–")
            problems.append(Problem(place, found.to))
            continue
        if one.language == NOTE:
            continue
        if one.code:
            field: language.WordField = "name" if one.field == "name" else "text"
            cards[one.code] = language.with_word(cards[one.code], field, one.language, one.value)
        else:
            text = language.with_set_name(text, one.language, one.value)
    changed = msgspec.structs.replace(text, cards=tuple(cards[one.code] for one in text.cards))
    return changed, problems


def _store(
    card_set: CardSet, text: EditionDef, changed: EditionDef, edits: Sequence[WordEdit]
) -> None:
    notes = dict(card_set.notes)
    for one in edits:
        if one.language == NOTE:
            notes[f"{one.code} {one.field}"] = one.value
    notes = {key: note for key, note in notes.items() if note}
    names = (changed.name, changed.name_fr, changed.names, notes)
    if names != (card_set.name, card_set.name_fr, card_set.names, card_set.notes):
        card_set.name, card_set.name_fr, card_set.names, card_set.notes = names
        card_set.save()
    for before, after in zip(text.cards, changed.cards, strict=True):
        if before != after:
            row = Card.objects.get(card_set=card_set, code=after.code)
            row.definition = language.indent_card(after)
            row.save()


def _word_edits(text: EditionDef, changed: EditionDef) -> list[WordEdit]:
    tags = dict.fromkeys([*language.LANGUAGES, *language.tags_of(text), *language.tags_of(changed)])
    places = [("", "name"), *((card.code, field) for card in text.cards for field in FIELDS)]
    found = []
    for code, field in places:
        for tag in tags:
            was, value = word_in(text, code, field, tag), word_in(changed, code, field, tag)
            if was != value:
                found.append(WordEdit(code, field, tag, was, value))
    return found


def _note_edits(card_set: CardSet, sheet: SheetRows) -> list[WordEdit]:
    found = []
    for _, row in sheet.rows:
        code, field = row["code"].strip(), row["field"].strip()
        was = note_of(card_set, code, field)
        if row.get(NOTE, was) != was:
            found.append(WordEdit(code, field, NOTE, was, row[NOTE]))
    return found


def _words_only() -> Problem:
    return Problem(Place(), WORD_PROBLEMS["words-only"].to)


def _cell(one: LintFinding, text: EditionDef, rows: dict[tuple[str, str], int]) -> Place:
    """Return the cell of a finding about a word."""
    code, member = language.card_at(one.path, text), one.path.rpartition(".")[2]
    field = "text" if member in ("text", "written_for") else "name"
    tag = language.language_at(one.path)
    row = rows.get((code, field), 0)
    return Place(WORDS, row, tag) if row else _path(one, text)


def _path(one: LintFinding, text: EditionDef) -> Place:
    return Place(path=language.place_of(one.path, text))
