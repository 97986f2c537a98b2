"""Export drafts and editions as JSON, CSV and XLSX."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from cards.exchange.sheet_columns import NAMES
from cards.exchange.sheet_files import to_archive, to_csv, to_workbook, write_sheet
from cards.exchange.sheet_rows import rows_of
from cards.exchange.word_rows import languages_of
from cards.language import EditionDef, encode_edition

JSON, CSV, XLSX = "json", "csv", "xlsx"
FORMATS: Final = (JSON, CSV, XLSX)

_TYPES: Final = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "zip": "application/zip",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

Notes = Mapping[tuple[str, str], str]
"""The notes of translators by the code of a card, "" for the set, and the field."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file: its content, its name, and its media type."""

    content: bytes
    name: str
    media_type: str


def export_set(
    edition: EditionDef, format: str, notes: Notes | None = None, sheet: str = ""
) -> ExportedFile:
    """Return a draft or an edition as a file; raises NotExportable.

    JSON is the canonical form, whose SHA-256 is the hash of the edition. CSV is an archive with a
    file for each sheet. With ``sheet`` the file has only that sheet.
    """
    if format == JSON:
        return _file(encode_edition(edition), edition, "", "json")
    rows, languages = rows_of(edition, notes or {}), languages_of(edition)
    names = [sheet] if sheet else NAMES
    sheets = [write_sheet(name, rows[name], languages) for name in names]
    if format == XLSX:
        return _file(to_workbook(sheets), edition, sheet, "xlsx")
    if sheet:
        return _file(to_csv(sheets[0]), edition, sheet, "csv")
    return _file(to_archive(sheets), edition, "", "zip")


def _file(content: bytes, edition: EditionDef, sheet: str, suffix: str) -> ExportedFile:
    name = "-".join(filter(None, (edition.code, sheet)))
    return ExportedFile(content, f"{name}.{suffix}", _TYPES[suffix])
