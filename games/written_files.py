"""Files for downloads: tables as CSV, and files that are sent while written."""

from __future__ import annotations

import csv
from io import RawIOBase, StringIO
from typing import Any, Final

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The characters with which a spreadsheet begins a formula."""

BOM: Final = "\ufeff"
"""The byte order mark, by which spreadsheets recognise UTF-8."""


def csv_row(cells: tuple[str, ...]) -> str:
    """Return a line of a CSV file; no cell is read as a formula."""
    line = StringIO()
    csv.writer(line).writerow([safe(cell) for cell in cells])
    return line.getvalue()


def safe(cell: str) -> str:
    """Return a cell that no spreadsheet reads as a formula."""
    return f"'{cell}" if cell.startswith(FORMULAS) else cell


class StreamedFile(RawIOBase):
    """A file object that collects what is written, for streaming."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """Return True: ``zipfile`` asks."""
        return True

    def write(self, part: Any) -> int:
        """Write a part."""
        self._parts.append(bytes(part))
        return len(self._parts[-1])

    def taken(self) -> bytes:
        """Return what was written since the last call."""
        parts, self._parts = self._parts, []
        return b"".join(parts)
