"""Change words of a draft, nothing else: names, translators' texts, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec

from bots.studio.exchange.import_problems import ImportPlace, ImportProblem, NotImportable, problem
from bots.studio.exchange.word_files import FIELDS, NOTE, read_words
from cards import language
from cards.findings.lint_texts import finding_text
from cards.freezing import check_editable
from cards.language import EditionDef, LintFinding
from cards.models import Card, CardSet
from cards.models.draft_acts import one_act
from cards.selectors import draft_text

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
    """Return what a file of words changes in a draft; raises NotImportable.

    A cell that is empty deletes a word; a row or column that is missing leaves it.
    """
    rows = read_words(data, card_set.code)
    text = draft_text(card_set)
    cards = {"", *(card.code for card in text.cards)}
    unknown = [(row, code) for (code, _), (row, _) in rows.items() if code not in cards]
    if unknown:
        raise NotImportable(
            [
                problem(ImportPlace(row, "code"), "unknown-card", code=code[:60])
                for row, code in unknown
            ]
        )
    edits = [
        WordEdit(code, field, tag, was, value)
        for (code, field), (_, cells) in rows.items()
        for tag, value in cells.items()
        if (was := _stored_word(card_set, text, code, field, tag)) != value
    ]
    check_edits(card_set, edits, {key: row for key, (row, _) in rows.items()})
    return edits


def write_edits(card_set: CardSet, edits: Sequence[WordEdit]) -> int:
    """Write changed words to a draft, and return their number.

    Raises NotImportable with the problem of each word, also for a word that another user has
    changed meanwhile, and DraftFrozen.
    """
    with one_act():
        check_editable(card_set)
        card_set = CardSet.objects.get(pk=card_set.pk)
        changed = check_edits(card_set, edits, {})
        _store(card_set, draft_text(card_set), changed, edits)
    return len(edits)


def check_edits(
    card_set: CardSet, edits: Sequence[WordEdit], rows: Mapping[tuple[str, str], int]
) -> EditionDef:
    """Return a draft with changed words; raises NotImportable.

    ``rows`` are the numbers of the rows of a file by the code of the card and the field.
    """
    text = draft_text(card_set)
    changed, problems = _changed(card_set, text, edits)
    problems += [
        ImportProblem(_place(one, changed, rows), partial(finding_text, one))
        for one in new_findings(text, changed)
    ]
    if problems:
        raise NotImportable(problems)
    return changed


def note_of(card_set: CardSet, code: str, field: str) -> str:
    """Return the note of translators at a word."""
    return str(card_set.notes.get(f"{code} {field}", ""))


def notes_of(card_set: CardSet) -> dict[tuple[str, str], str]:
    """Return the notes of translators by code and field."""
    return {(code, field): note_of(card_set, code, field) for code, _, field in
            (key.partition(" ") for key in card_set.notes)}  # fmt: skip


def new_findings(before: EditionDef, after: EditionDef) -> list[LintFinding]:
    """Return the findings of the lint that a change of a draft brings."""
    known = [(one.path, one.code) for one in language.lint_edition(before)]
    return [one for one in language.lint_edition(after) if (one.path, one.code) not in known]


def word_in(text: EditionDef, code: str, field: str, tag: str) -> str:
    """Return the word of a card, or of the set, in a language."""
    if not code:
        return language.set_name_of(text, tag)
    card = next(card for card in text.cards if card.code == code)
    return language.word_of(card, "name" if field == "name" else "text", tag)


def _stored_word(card_set: CardSet, text: EditionDef, code: str, field: str, tag: str) -> str:
    return note_of(card_set, code, field) if tag == NOTE else word_in(text, code, field, tag)


def _changed(
    card_set: CardSet, text: EditionDef, edits: Sequence[WordEdit]
) -> tuple[EditionDef, list[ImportProblem]]:
    cards = {card.code: card for card in text.cards}
    stored = text
    problems: list[ImportProblem] = []
    for one in edits:
        place = ImportPlace(path=" · ".join(filter(None, (one.code, one.field, one.language))))
        if (one.code and one.code not in cards) or one.field not in FIELDS:
            problems.append(problem(place, "unknown-card", code=one.code))
            continue
        was = _stored_word(card_set, stored, one.code, one.field, one.language)
        if was not in (one.was, one.value):
            problems.append(problem(place, "changed-meanwhile", value=was or "–"))
        elif one.language == NOTE:
            if len(one.value) > MAX_NOTE_LENGTH or language.unfit_character(one.value):
                problems.append(problem(place, "note"))
        elif one.code:
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


def _place(one: LintFinding, text: EditionDef, rows: Mapping[tuple[str, str], int]) -> ImportPlace:
    """Return the cell of a finding about a word, or its place in the set."""
    code, member = language.card_at(one.path, text), one.path.rpartition(".")[2]
    field = "text" if member in ("text", "written_for") else "name"
    tag, row = language.language_at(one.path), rows.get((code, field), 0)
    return ImportPlace(row, tag) if row else ImportPlace(path=language.place_of(one.path, text))
