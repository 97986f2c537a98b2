"""Files of sheets: CSV, archives of CSV files, and XLSX workbooks.

A cell must never act as a formula: in CSV such a text has an apostrophe before it, which is removed
again; in XLSX every cell is a text. A text that is longer than a cell of a spreadsheet holds goes
on in further columns (``effects 2``).
"""

from __future__ import annotations

import csv
import io
import re
import warnings
import zipfile
from collections.abc import Iterable
from typing import Any, Final

from openpyxl import Workbook, load_workbook
from tablib import Dataset

from cards.exchange.import_problems import NotImportable, Place, refuse
from cards.exchange.sheet_columns import CARDS, DECKS, NAMES, WORDS, Row, columns_of, sheet_named
from cards.exchange.sheet_rows import SheetRows
from cards.language import is_language_tag, unfit_character

MAX_FILE_BYTES: Final = 2 * 1024 * 1024
MAX_UNPACKED_BYTES: Final = 16 * 1024 * 1024
MAX_ROWS: Final = 5_000
MAX_COLUMNS: Final = 100
MAX_CELL_LENGTH: Final = 200_000
CELL_LENGTH: Final = 32_000
"""A cell of a spreadsheet holds 32,767 characters."""

_FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
_MORE: Final = re.compile(r"(.+) ([2-9]|[1-9][0-9])")
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)


class NotExportable(ValueError):
    """A text of the set has a character that a spreadsheet cannot hold."""


# ---- writing


def write_sheet(name: str, rows: list[Row], languages: Iterable[str]) -> Dataset:
    """Return a sheet; raises NotExportable."""
    data = sheet_named(name, languages).export(rows)
    cells = [[str(cell) for cell in row] for row in data]
    for row in cells:
        for cell in row:
            character = unfit_character(re.sub(r"[\n\t]", "", cell))
            if character:
                raise NotExportable(f"{cell[:40]!r} holds {character}. Export the set as JSON.")
    columns: list[str] = []
    wide: list[list[str]] = [[] for _ in cells]
    for at, column in enumerate(data.headers):
        longest = max((len(row[at]) for row in cells), default=0)
        for part in range(max(1, -(-longest // CELL_LENGTH))):
            columns.append(column if part == 0 else f"{column} {part + 1}")
            for row, into in zip(cells, wide, strict=True):
                into.append(row[at][part * CELL_LENGTH : (part + 1) * CELL_LENGTH])
    return Dataset(*wide, headers=columns, title=name)


def to_csv(sheet: Dataset) -> bytes:
    """Return a sheet as CSV in UTF-8, with a byte order mark, which Excel needs."""
    rows = [[_quoted(cell) for cell in row] for row in sheet]
    text: str = Dataset(*rows, headers=sheet.headers).export("csv")
    return text.encode("utf-8-sig")


def _quoted(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _unquoted(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def to_archive(sheets: Iterable[Dataset]) -> bytes:
    """Return an archive with a CSV file for each sheet; equal sheets give equal bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for sheet in sheets:
            info = zipfile.ZipInfo(f"{sheet.title}.csv", _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, to_csv(sheet))
    return target.getvalue()


def to_workbook(sheets: Iterable[Dataset]) -> bytes:
    """Return a workbook whose cells are all texts."""
    book = Workbook()
    book.remove(book.active)
    for sheet in sheets:
        page = book.create_sheet(sheet.title)
        page.freeze_panes = "A2"
        for row in [sheet.headers, *sheet]:
            page.append([""] * len(row))
            for cell, text in zip(page[page.max_row], row, strict=True):
                if text:
                    cell.value, cell.data_type, cell.number_format = text, "s", "@"
                    cell.quotePrefix = _FORMULA.match(text) is not None
                else:
                    cell.value = None
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


# ---- reading


def read_sheets(data: bytes) -> dict[str, SheetRows]:
    """Return the sheets of a CSV file, an archive or a workbook; raises NotImportable."""
    check_size(data)
    if not data.startswith(b"PK"):
        return _named([("", _csv_rows(data, Place()))])
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check_unpacked(archive)
            if "xl/workbook.xml" in archive.namelist():
                return _workbook(data)
            names = [one for one in archive.namelist() if one.lower().endswith(".csv")]
            return _named(
                [(_sheet_of(one), _csv_rows(archive.read(one), Place(one))) for one in names]
            )
    except NotImportable:
        raise
    except Exception as error:
        # The parts of a broken workbook make openpyxl raise errors of any type.
        reason = f"{type(error).__name__}: {error}"[:200]
        raise refuse(Place(), "no-archive", reason=reason) from error


def check_size(data: bytes) -> None:
    """Raise NotImportable for a file that is too large."""
    if len(data) > MAX_FILE_BYTES:
        raise refuse(Place(), "file-too-large", size=len(data), most=MAX_FILE_BYTES)


def _check_unpacked(archive: zipfile.ZipFile) -> None:
    # A part is never unpacked further than its declared size.
    size = sum(one.file_size for one in archive.infolist())
    if size > MAX_UNPACKED_BYTES:
        raise refuse(Place(), "unpacked-too-large", size=size, most=MAX_UNPACKED_BYTES)
    for part in archive.namelist():
        if part.endswith((".xml", ".rels")) and b"<!DOCTYPE" in archive.read(part):
            raise refuse(Place(), "no-archive", reason="DOCTYPE")


def _sheet_of(file: str) -> str:
    return file.rpartition("/")[2].rpartition(".")[0].lower()


def _named(files: list[tuple[str, list[list[str]]]]) -> dict[str, SheetRows]:
    """Return the sheets by name; a file of another name is known by its columns."""
    found: dict[str, SheetRows] = {}
    for name, rows in files:
        columns = rows[0] if rows else []
        sheet = name if name in NAMES else _known_by(columns)
        if sheet in found:
            raise refuse(Place(sheet), "sheet-twice", sheet=sheet)
        found[sheet] = _sheet(sheet, rows)
    if not found:
        raise refuse(Place(), "sheets-none", choices=", ".join(NAMES))
    return found


def _known_by(columns: list[str]) -> str:
    given = {one.strip() for one in columns}
    if "set" not in given:
        raise refuse(Place(), "no-format")
    if "field" in given:
        return WORDS
    if {"effects", "kind"} & given:
        return CARDS
    for name in NAMES:
        if given <= set(columns_of(name)):
            return name
    raise refuse(Place(), "sheets-none", choices=", ".join(NAMES))


def _csv_rows(data: bytes, place: Place) -> list[list[str]]:
    """Return the rows of CSV with commas, semicolons or tabs, as spreadsheets save it."""
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise refuse(place, "not-text", at=error.start) from error
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    csv.field_size_limit(MAX_UNPACKED_BYTES)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise refuse(place, "no-archive", reason=error) from error
    return [[_unquoted(cell) for cell in row] for row in rows]


def _workbook(data: bytes) -> dict[str, SheetRows]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl warns about parts that it leaves out
        book = load_workbook(io.BytesIO(data), read_only=True)
        found = {}
        for page in book.worksheets:
            name = page.title.strip().lower()
            if name not in NAMES:
                choices = ", ".join(NAMES)
                raise refuse(Place(), "sheet-unknown", sheet=page.title[:40], choices=choices)
            if name in found:
                raise refuse(Place(name), "sheet-twice", sheet=name)
            page.reset_dimensions()
            rows: list[list[str]] = []
            for number, row in enumerate(page.iter_rows(max_col=MAX_COLUMNS + 1), 1):
                if number > MAX_ROWS:
                    raise refuse(Place(name), "too-many-rows", most=MAX_ROWS)
                columns = rows[0] if rows else []
                rows.append([_cell_text(cell, name, number, columns, at)
                             for at, cell in enumerate(row)])  # fmt: skip
            found[name] = _sheet(name, rows)
    return found


def _cell_text(cell: Any, sheet: str, row: int, columns: list[str], at: int) -> str:
    """Return the text of a cell, also of a number that a spreadsheet made of it."""
    value = cell.value
    if value is None:
        return ""
    place = Place(sheet, row, columns[at] if at < len(columns) else str(at + 1))
    if cell.data_type == "f":
        raise refuse(place, "formula")
    if cell.data_type == "e":
        raise refuse(place, "fault-in-sheet", value=value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, (int, float)):
        return str(value)
    if not isinstance(value, str):
        raise refuse(place, "date")
    return value


def _sheet(name: str, rows: list[list[str]]) -> SheetRows:
    """Return the rows of a sheet by column, without empty ones; checks its form."""
    if len(rows) > MAX_ROWS:
        raise refuse(Place(name), "too-many-rows", most=MAX_ROWS)
    columns = [one.strip() for one in (rows[0] if rows else [])]
    while columns and not columns[-1]:
        columns.pop()
    if len(columns) > MAX_COLUMNS:
        raise refuse(Place(name), "too-many-columns", most=MAX_COLUMNS)
    _check_columns(name, columns)
    found = []
    for number, row in enumerate(rows[1:], 2):
        if any(cell for cell in row):
            if any(row[len(columns) :]):
                raise refuse(Place(name, number), "wide-row")
            found.append((number, _joined(name, number, columns, row)))
    if not found and name != DECKS:
        raise refuse(Place(name), "no-rows")
    return SheetRows(name, tuple(columns), found)


def _check_columns(name: str, columns: list[str]) -> None:
    known = columns_of(name)
    for column in columns:
        if columns.count(column) > 1:
            raise refuse(Place(name), "column-twice", column=column)
        more = _MORE.fullmatch(column)
        base = more[1] if more else column
        is_language = name == WORDS and is_language_tag(base)
        if base not in known and not is_language:
            choices = ", ".join(known)
            raise refuse(Place(name), "column-unknown", column=column[:40] or "“”", choices=choices)
    needed = ["set", "code", "field"] if name == WORDS else known
    for column in needed:
        if column not in columns:
            raise refuse(Place(name), "column-missing", column=column)


def _joined(name: str, number: int, columns: list[str], row: list[str]) -> dict[str, str]:
    """Return the cells by column, with those that go on in further columns joined."""
    cells: dict[str, str] = {}
    for column, cell in zip(columns, [*row, *[""] * len(columns)], strict=False):
        more = _MORE.fullmatch(column)
        base = more[1] if more else column
        cells[base] = cells.get(base, "") + cell
        if len(cells[base]) > MAX_CELL_LENGTH:
            place, length = Place(name, number, base), len(cells[base])
            raise refuse(place, "cell-too-long", length=length, most=MAX_CELL_LENGTH)
    return cells
