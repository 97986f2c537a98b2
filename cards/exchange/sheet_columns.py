"""The sheets of a set: their columns, and what a cell of each holds.

The rows of a sheet are plain values of JSON without defaults, by column. A cell that is empty is
a value that is not given. A card is named by the codes of its set and its own, never by the number
of a row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from import_export.fields import Field
from import_export.resources import Resource
from import_export.widgets import Widget

from cards.exchange.import_problems import NotImportable, Place, refuse
from cards.language import LANGUAGES

Row = Mapping[str, Any]

SET, CARDS, DECKS, WORDS = "set", "cards", "decks", "words"
NAMES: Final = (SET, CARDS, DECKS, WORDS)
"""The sheets, in their order in a file."""

MAX_NUMBER: Final = 15
"""The most digits of a number in a cell."""

_NUMBER: Final = re.compile(rf"-?[0-9]{{1,{MAX_NUMBER}}}")
_TRUE: Final = ("true", "yes", "1", "vrai", "oui")
_FALSE: Final = ("false", "no", "0", "faux", "non")


class Written(Widget):  # type: ignore[misc]
    """A text, as it is.

    ``clean`` of each kind returns the JSON of a cell's value, and None if it is not given.
    """

    def clean(self, value: str, row: Any = None, **place: Any) -> str | None:
        """Return the JSON of the value of a cell; raises NotImportable."""
        return json.dumps(value, ensure_ascii=False) if value else None

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """Return the text of a cell."""
        return "" if value is None else str(value)


class Counted(Written):
    """A whole number."""

    def clean(self, value: str, row: Any = None, **place: Any) -> str | None:
        """Return the JSON of a whole number."""
        value = value.strip()
        if value and not _NUMBER.fullmatch(value):
            raise refuse(place["place"], "not-a-number", value=value[:40])
        return str(int(value)) if value else None


class Decided(Written):
    """True or false; a default of false is an empty cell."""

    def clean(self, value: str, row: Any = None, **place: Any) -> str | None:
        """Return the JSON of true or false."""
        word = value.strip().lower()
        if word and word not in (*_TRUE, *_FALSE):
            raise refuse(place["place"], "not-a-choice", value=value[:40], choices="true, false")
        return ("true" if word in _TRUE else "false") if word else None

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """Return ``true`` or ``false``."""
        return "" if value is None else "true" if value else "false"


class Listed(Written):
    """Codes, with commas between them."""

    def clean(self, value: str, row: Any = None, **place: Any) -> str | None:
        """Return the JSON of a list."""
        codes = [one.strip() for one in value.split(",")]
        return json.dumps(codes, ensure_ascii=False) if value.strip() else None

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """Return the codes with commas."""
        return ", ".join(value or ())


class Json(Written):
    """A value as JSON; the text of a cell becomes a part of the text that is decoded."""

    def clean(self, value: str, row: Any = None, **place: Any) -> str | None:
        """Return the JSON of the cell, which is checked alone."""
        if not value.strip():
            return None
        try:
            json.loads(value)
        except (ValueError, RecursionError) as error:
            raise refuse(place["place"], "no-json", reason=error) from error
        return value

    def render(self, value: Any, obj: Any = None, **kwargs: Any) -> str:
        """Return the value as JSON."""
        return "" if value is None else json.dumps(value, ensure_ascii=False)


def _column(name: str, kind: type[Written] = Written) -> Field:
    return Field(attribute=name, column_name=name, widget=kind())


class Sheet(Resource):  # type: ignore[misc]
    """A sheet: its columns. Rows are checked as a whole, not saved one by one."""

    set = _column("set")

    def cells(self, row: Mapping[str, str], place: Callable[[str], Place]) -> dict[str, str]:
        """Return the JSON of the values given in a row, by column; raises NotImportable."""
        found, problems = {}, []
        for field in self.get_import_fields():
            name = field.column_name
            try:
                value = field.widget.clean(row.get(name, ""), row=row, place=place(name))
            except NotImportable as error:
                problems += error.problems
            else:
                if value is not None:
                    found[name] = value
        if problems:
            raise NotImportable(problems)
        return found


class SetSheet(Sheet):
    """The set itself, in one row."""

    name = _column("name")
    variant = _column("variant")
    colors = _column("colors", Listed)


class CardsSheet(Sheet):
    """The cards, in the order of the set."""

    code = _column("code")
    name = _column("name")
    kind = _column("kind")
    color = _column("color")
    symbol = _column("symbol")
    points = _column("points", Counted)
    danger = _column("danger", Decided)
    hero = _column("hero")
    character = _column("character")
    effects = _column("effects", Json)
    abilities = _column("abilities", Json)
    defeat = _column("defeat", Json)
    indestructible = _column("indestructible", Decided)
    foils = _column("foils", Listed)
    rule = _column("rule")
    basis = _column("basis")
    copies = _column("copies", Counted)


class DecksSheet(Sheet):
    """The decks of the heroes; a row without a card is a deck without cards."""

    hero = _column("hero")
    card = _column("card")
    copies = _column("copies", Counted)
    basis = _column("basis")


class WordsSheet(Sheet):
    """The words in each language; a row without a code is of the set itself."""

    code = _column("code")
    field = _column("field")
    note = _column("note")
    stale = _column("stale")

    def __init__(self, languages: Iterable[str] = LANGUAGES) -> None:
        super().__init__()
        self.languages = list(languages)
        for language in self.languages:
            self.fields[language] = _column(language)

    def get_export_order(self) -> list[str]:
        """Return the columns in order: the languages before the note."""
        return ["set", "code", "field", *self.languages, "note", "stale"]

    get_import_order = get_export_order


_SHEETS: Final[dict[str, type[Sheet]]] = {SET: SetSheet, CARDS: CardsSheet, DECKS: DecksSheet}


def sheet_named(name: str, languages: Iterable[str] = LANGUAGES) -> Sheet:
    """Return a sheet; the one of words has a column for each language."""
    return WordsSheet(languages) if name == WORDS else _SHEETS[name]()


def columns_of(name: str, languages: Iterable[str] = LANGUAGES) -> list[str]:
    """Return the columns of a sheet."""
    fields = sheet_named(name, languages).get_export_fields()
    return [str(field.column_name) for field in fields]
