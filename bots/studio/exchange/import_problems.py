"""Problems of an imported file: the place in it, and the reason in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from cards.language import Language
from cards.translation import ENGLISH, Texts

CATALOG: Final = "bots/exchange"
MAX_FILE_BYTES: Final = 2 * 1024 * 1024

PROBLEMS: Final = Texts(
    CATALOG,
    "import-problem",
    {
        "another-set": "this row belongs to the set {code}, and the words are those of {expected}",
        "changed-meanwhile": "another user has changed it meanwhile: {value}",
        "column-missing": "the column {column} is missing",
        "column-twice": "the column {column} is given twice",
        "column-unknown": "there is no column {column}: {choices}",
        "copies": "{count} copies: a draft can have {most} of a card at most",
        "file-too-large": "the file has {size} bytes: {most} at most",
        "no-csv": "not CSV: {reason}",
        "no-rows": "the file has no rows",
        "not-text": "the file is not UTF-8 text (byte {at})",
        "note": "a note has 300 characters at most, and no control characters",
        "too-many-rows": "more than {most} rows",
        "unknown-card": "the set has no card {code}",
        "unknown-word": "there is no word {field}: {choices}",
        "wide-row": "the row has more cells than the file has columns",
        "word-twice": "{code} has a row for {field} already",
    },
)
"""Why a file cannot be imported."""

PLACES: Final = Texts(
    CATALOG,
    "import-place",
    {
        "cell": "row {row}, column {column}",
        "file": "the file",
        "problem": "{place}: {reason}",
        "row": "row {row}",
    },
)
"""Where in a file a problem is."""


@dataclass(frozen=True, slots=True)
class ImportPlace:
    """A place in a file: row and column of CSV, or the path of JSON."""

    row: int = 0
    column: str = ""
    path: str = ""

    def to(self, language: Language) -> str:
        """Return the place in words."""
        if not self.row:
            return self.path or PLACES["file"].to(language)
        name = "cell" if self.column else "row"
        return PLACES[name].fill(language, row=self.row, column=self.column)


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """A place in a file, and why it cannot be imported, in each language."""

    place: ImportPlace
    reason: Callable[[Language], str]

    def to(self, language: Language) -> str:
        """Return the place and the reason."""
        parts = {"place": self.place.to(language), "reason": self.reason(language)}
        return PLACES["problem"].fill(language, **parts)

    def __str__(self) -> str:
        return self.to(ENGLISH)


class NotImportable(ValueError):
    """The file cannot be imported; ``problems`` say where and why."""

    def __init__(self, problems: Iterable[ImportProblem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(map(str, self.problems)))


def problem(place: ImportPlace, name: str, /, **params: object) -> ImportProblem:
    """Return a problem of the table, at a place."""
    return ImportProblem(place, PROBLEMS[name].with_params(**params).to)


def refuse(place: ImportPlace, name: str, /, **params: object) -> NotImportable:
    """Return the error with one problem."""
    return NotImportable([problem(place, name, **params)])


def check_size(data: bytes) -> None:
    """Raise NotImportable for a file that is too large."""
    if len(data) > MAX_FILE_BYTES:
        raise refuse(ImportPlace(), "file-too-large", size=len(data), most=MAX_FILE_BYTES)
