"""Problems of an imported file: the place in it, and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from cards.exchange.exchange_texts import PLACES, PROBLEMS
from cards.language import Language
from cards.translation import ENGLISH

MAX_FILE_BYTES: Final = 2 * 1024 * 1024


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
