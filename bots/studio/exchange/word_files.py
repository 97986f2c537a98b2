"""The words of a set as a CSV file for translators, and the rows of such a file.

A cell must never act as a formula: a text that would has an apostrophe before it in the file.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from typing import Final, get_args

from bots.studio.exchange.import_problems import (
    ImportPlace,
    NotImportable,
    check_size,
    problem,
    refuse,
)
from cards.language import (
    LANGUAGES,
    EditionDef,
    WordField,
    is_language_tag,
    is_stale,
    set_name_of,
    speech_of,
    tags_of,
    word_of,
)

Notes = Mapping[tuple[str, str], str]
"""The notes of translators by the code of a card, "" for the set, and the field."""

FIELDS: Final[tuple[WordField, ...]] = get_args(WordField)
NOTE: Final = "note"
MAX_ROWS: Final = 5_000

_KEYS: Final = ("set", "code", "field")
_STALE: Final = "stale"
_MADE: Final = tuple(f"made_{tag}" for tag in LANGUAGES)
"""The columns of made texts, which are only read."""
_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


def languages_of(edition: EditionDef) -> list[str]:
    """Return the languages of the server, then others that the edition has words in."""
    return list(dict.fromkeys([*LANGUAGES, *tags_of(edition)]))


def write_words(edition: EditionDef, notes: Notes) -> bytes:
    """Return the names and texts of a set as CSV in UTF-8.

    A byte order mark comes first, which Excel needs. The column ``stale`` lists the languages whose
    text is stale, and a column such as ``made_en`` has the text that is made of the effects.
    """
    languages = languages_of(edition)
    names = [set_name_of(edition, one) for one in languages]
    rows = [["", "name", *names, notes.get(("", "name"), ""), "", *[""] * len(_MADE)]]
    for card in edition.cards:
        for field in FIELDS:
            words = [word_of(card, field, one) for one in languages]
            stale = [one for one in card.texts if field == "text" and is_stale(card, one)]
            note = notes.get((card.code, field), "")
            texts = [speech_of(card, one).text() if field == "text" else "" for one in LANGUAGES]
            rows.append([card.code, field, *words, note, ", ".join(stale), *texts])
    into = io.StringIO()
    writer = csv.writer(into)
    writer.writerow([*_KEYS, *languages, NOTE, _STALE, *_MADE])
    writer.writerows([_quoted(cell) for cell in (edition.code, *row)] for row in rows)
    return into.getvalue().encode("utf-8-sig")


def read_words(data: bytes, code: str) -> dict[tuple[str, str], tuple[int, dict[str, str]]]:
    """Return number and words of each row, by code of the card and field.

    A word has the name of its column: a language, or ``note``. ``code`` is that of the set, which
    each row must have. Columns are separated by commas, semicolons or tabs, as spreadsheets save
    them. Raises NotImportable.
    """
    columns, *rows = _cells(data)
    _check_columns(columns)
    found: dict[tuple[str, str], tuple[int, dict[str, str]]] = {}
    problems = []
    for number, row in enumerate(rows, 2):
        if not any(row):
            continue
        if any(row[len(columns) :]):
            raise refuse(ImportPlace(number), "wide-row")
        cells = dict(zip(columns, [*row, *[""] * len(columns)], strict=False))
        owner, card, field = (cells.pop(name).strip() for name in _KEYS)
        for name in (_STALE, *_MADE):
            cells.pop(name, None)
        if owner != code:
            at = ImportPlace(number, "set")
            problems.append(problem(at, "another-set", code=owner[:60] or "“”", expected=code))
        elif field not in (FIELDS if card else FIELDS[:1]):
            at, choices = ImportPlace(number, "field"), ", ".join(FIELDS if card else FIELDS[:1])
            problems.append(problem(at, "unknown-word", field=field[:60] or "“”", choices=choices))
        elif (card, field) in found:
            at = ImportPlace(number, "field")
            problems.append(problem(at, "word-twice", code=card or "“”", field=field))
        found[card, field] = (number, cells)
    if problems:
        raise NotImportable(problems)
    if not found:
        raise refuse(ImportPlace(), "no-rows")
    return found


def _cells(data: bytes) -> list[list[str]]:
    check_size(data)
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
        delimiter = max(",;\t", key=text.partition("\n")[0].count)
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except UnicodeDecodeError as error:
        raise refuse(ImportPlace(), "not-text", at=error.start) from error
    except csv.Error as error:
        raise refuse(ImportPlace(), "no-csv", reason=error) from error
    if len(rows) > MAX_ROWS:
        raise refuse(ImportPlace(), "too-many-rows", most=MAX_ROWS)
    return [[_unquoted(cell) for cell in row] for row in rows] or [[]]


def _check_columns(columns: list[str]) -> None:
    columns[:] = [one.strip() for one in columns]
    while columns and not columns[-1]:
        columns.pop()
    for column in _KEYS:
        if column not in columns:
            raise refuse(ImportPlace(), "column-missing", column=column)
    for column in columns:
        if columns.count(column) > 1:
            raise refuse(ImportPlace(), "column-twice", column=column[:40])
        if column not in (*_KEYS, NOTE, _STALE, *_MADE) and not is_language_tag(column):
            choices = ", ".join((*_KEYS, *LANGUAGES, NOTE, _STALE))
            raise refuse(
                ImportPlace(), "column-unknown", column=column[:40] or "“”", choices=choices
            )


def _quoted(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unquoted(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
