"""Problems of an imported file: the place in it, and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cards.exchange.exchange_texts import PLACES, PROBLEMS
from cards.language import Language
from cards.translation import ENGLISH


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file; ``path`` is that of JSON, in place of sheet, row and column."""

    sheet: str = ""
    row: int = 0
    column: str = ""
    path: str = ""

    def to(self, language: Language) -> str:
        """Return the place in words."""
        if not self.sheet:
            return self.path or PLACES["file"].to(language)
        name = "cell" if self.row and self.column else "row" if self.row else ""
        name = name or ("column" if self.column else "sheet")
        parts = {"sheet": self.sheet, "row": self.row, "column": self.column}
        return PLACES[name].fill(language, **parts)


@dataclass(frozen=True, slots=True)
class Problem:
    """A place in a file, and why it cannot be imported, in each language."""

    place: Place
    reason: Callable[[Language], str]

    def to(self, language: Language) -> str:
        """Return the place and the reason."""
        parts = {"place": self.place.to(language), "reason": self.reason(language)}
        return PLACES["problem"].fill(language, **parts)

    def __str__(self) -> str:
        return self.to(ENGLISH)


class NotImportable(ValueError):
    """The file cannot be imported; ``problems`` say where and why."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(map(str, self.problems)))


def problem(place: Place, name: str, /, **params: object) -> Problem:
    """Return a problem of the table, at a place."""
    return Problem(place, PROBLEMS[name].with_params(**params).to)


def refuse(place: Place, name: str, /, **params: object) -> NotImportable:
    """Return the error with one problem."""
    return NotImportable([problem(place, name, **params)])
