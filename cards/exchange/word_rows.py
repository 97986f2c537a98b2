"""The words of an edition as rows of a sheet, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec

from cards.exchange.import_problems import NotImportable, Place, Problem, problem
from cards.exchange.sheet_columns import WORDS, Row
from cards.language import (
    LANGUAGES,
    CardDef,
    EditionDef,
    WordField,
    is_language_tag,
    is_stale,
    set_name_of,
    tags_of,
    with_set_name,
    with_word,
    with_words,
    word_of,
)
from cards.translation import ENGLISH

FIELDS: Final[tuple[WordField, ...]] = get_args(WordField)
_OTHERS: Final = ("set", "code", "field", "note", "stale")


def word_rows(edition: EditionDef, notes: Mapping[tuple[str, str], str]) -> list[Row]:
    """Return rows for the name of the set, and the name and text of each card."""
    languages = languages_of(edition)
    rows: list[Row] = [
        {"set": edition.code, "field": "name", "note": notes.get(("", "name"), "")}
        | {one: set_name_of(edition, one) for one in languages}
    ]
    for card in edition.cards:
        for field in FIELDS:
            row = {"set": edition.code, "code": card.code, "field": field}
            row |= {one: word_of(card, field, one) for one in languages}
            row |= {"note": notes.get((card.code, field), "")}
            rows.append(row | {"stale": stale_cell(card) if field == "text" else ""})
    return rows


def languages_of(edition: EditionDef) -> list[str]:
    """Return the languages of the server, then others that the edition has words in."""
    return list(dict.fromkeys([*LANGUAGES, *tags_of(edition)]))


def stale_cell(card: CardDef) -> str:
    """Return the languages with a stale text, each with its fingerprint."""
    stale = [one for one in card.texts if is_stale(card, one)]
    return ", ".join(f"{one} {card.texts[one].written_for}" for one in stale)


def with_word_rows(
    edition: EditionDef, rows: list[tuple[int, dict[str, str]]], has_cards: bool
) -> EditionDef:
    """Return an edition with the words of the rows of a sheet; raises NotImportable.

    A cell that is empty deletes a word; a column that is missing leaves it. A name in English must
    be that of the sheet of cards, if the file has it.
    """
    cards = {card.code: card for card in edition.cards}
    seen: set[tuple[str, str]] = set()
    problems: list[Problem] = []
    for number, row in rows:
        code, field = row.get("code", "").strip(), row.get("field", "").strip()
        found = _row_problems(number, code, field, cards, seen)
        problems += found
        seen.add((code, field))
        if found:
            continue
        known = [one for one in row if is_language_tag(one) and one not in _OTHERS]
        name = edition.name if not code else cards[code].name
        if has_cards and field == "name" and ENGLISH in row:
            if row[ENGLISH] not in ("", name):
                place = Place(WORDS, number, ENGLISH)
                problems.append(problem(place, "name-differs", name=name))
            known.remove(ENGLISH)
        for language in known:
            if code:
                cards[code] = _with_cell(cards[code], field, language, row)
            else:
                edition = with_set_name(edition, language, row[language])
    if problems:
        raise NotImportable(problems)
    return msgspec.structs.replace(edition, cards=tuple(cards[one.code] for one in edition.cards))


def _row_problems(
    number: int, code: str, field: str, cards: Mapping[str, Any], seen: set[tuple[str, str]]
) -> list[Problem]:
    fields = FIELDS if code else FIELDS[:1]
    if code and code not in cards:
        return [problem(Place(WORDS, number, "code"), "unknown-card", code=code[:60])]
    if field not in fields:
        choices = ", ".join(fields)
        place = Place(WORDS, number, "field")
        return [problem(place, "unknown-word", field=field[:60] or "“”", choices=choices)]
    if (code, field) in seen:
        place = Place(WORDS, number, "field")
        return [problem(place, "word-twice", code=code or "“”", field=field)]
    return []


def _with_cell(card: CardDef, field: str, language: str, row: Mapping[str, str]) -> CardDef:
    value = row[language]
    one: WordField = "name" if field == "name" else "text"
    if value == word_of(card, one, language):
        return card
    changed = with_word(card, one, language, value)
    if one == "name" or not value:
        return changed
    # A text that the set did not have comes with the effects that it was written for.
    written = _written_for(row.get("stale", ""), language)
    had = card.texts.get(language)
    if (had is not None and had.text) or not written:
        return changed
    words = changed.texts[language]
    return with_words(changed, language, msgspec.structs.replace(words, written_for=written))


def _written_for(cell: str, language: str) -> str:
    for one in cell.split(","):
        tag, _, written = one.strip().partition(" ")
        if tag == language:
            return written.strip()
    return ""
