"""Editions as the rows of sheets, and sheets as the JSON of an edition."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from cards.exchange.import_problems import NotImportable, Place, Problem, problem
from cards.exchange.sheet_columns import CARDS, DECKS, SET, WORDS, Row, columns_of, sheet_named
from cards.exchange.word_rows import word_rows
from cards.language import CardDef, EditionDef, plain_card, plain_value

Parts = dict[str, str]
"""The members of an object by name, each as JSON."""

_CARD: Final = re.compile(r"\$\.cards\[(\d+)\](?:\.(\w+))?")
_ENTRY: Final = re.compile(r"\$\.decks\[(\d+)\]\.cards\[(\d+)\](?:\.(\w+))?")
_DECK: Final = re.compile(r"\$\.decks\[(\d+)\]")
_MEMBER: Final = re.compile(r"\$\.(\w+)")
_MEMBERS: Final = {"code": "set", "name": "name", "variant": "variant", "colors": "colors"}
_ENTRY_COLUMNS: Final[tuple[str, ...]] = ("card", "copies", "basis")
_CARD_COLUMNS: Final = frozenset(columns_of(CARDS))


@dataclass(frozen=True, slots=True)
class SheetRows:
    """A sheet of a file: its columns, and its rows by column, with their numbers."""

    name: str
    columns: tuple[str, ...]
    rows: list[tuple[int, dict[str, str]]]

    def place(self, row: int = 0, column: str = "") -> Place:
        """Return a place in the sheet."""
        return Place(self.name, row, column)


@dataclass(slots=True)
class Assembled:
    """The JSON of an edition made of sheets, and where its parts come from.

    A card or an entry of a deck that no row of the file has is at row 0.
    """

    text: str = ""
    cards: list[tuple[int, Parts]] = field(default_factory=list)
    decks: list[tuple[str, list[tuple[int, Parts]]]] = field(default_factory=list)

    def place(self, path: str) -> Place:
        """Return the cell of a path such as ``$.cards[3].effects[1]``; else the path."""
        if found := _CARD.match(path):
            row = self.cards[int(found[1])][0]
            return Place(CARDS, row, found[2] or "") if row else Place(path=path)
        if found := _ENTRY.match(path):
            row = self.decks[int(found[1])][1][int(found[2])][0]
            return Place(DECKS, row, found[3] or "") if row else Place(path=path)
        if found := _DECK.match(path):
            rows = [row for row, _ in self.decks[int(found[1])][1] if row]
            return Place(DECKS, rows[0], "hero") if rows else Place(path=path)
        found = _MEMBER.match(path)
        if found and found[1] in _MEMBERS:
            return Place(SET, 2, _MEMBERS[found[1]])
        return Place(path=path)


# ---- an edition as rows


def rows_of(edition: EditionDef, notes: Mapping[tuple[str, str], str]) -> dict[str, list[Row]]:
    """Return the rows of each sheet; ``notes`` are by code and field."""
    first = {"set": edition.code, "name": edition.name, "variant": edition.variant}
    return {
        SET: [first | {"colors": list(edition.colors)}],
        CARDS: [_card_row(edition, card) for card in edition.cards],
        DECKS: list(_deck_rows(edition)),
        WORDS: word_rows(edition, notes),
    }


def _card_row(edition: EditionDef, card: CardDef) -> Row:
    copies = edition.copies.get(card.code)
    row = {"set": edition.code, **plain_card(card)}
    return row if copies is None else {**row, "copies": copies}


def _deck_rows(edition: EditionDef) -> Iterator[Row]:
    for deck in edition.decks:
        if not deck.cards:
            yield {"set": edition.code, "hero": deck.hero}
        for one in deck.cards:
            row = {"set": edition.code, "hero": deck.hero, "card": one.card, "copies": one.copies}
            yield row if one.basis == "sheet" else {**row, "basis": one.basis}


# ---- sheets as an edition


def set_code(sheets: Mapping[str, SheetRows]) -> str:
    """Return the code of the set of a file; raises NotImportable if rows differ."""
    code, problems = "", []
    for sheet in sheets.values():
        for number, row in sheet.rows:
            given, place = row.get("set", "").strip(), sheet.place(number, "set")
            code = code or given
            if not given:
                problems.append(problem(place, "no-code"))
            elif given != code:
                problems.append(problem(place, "another-set", code=given[:60], expected=code))
    if problems:
        raise NotImportable(problems)
    return code


def assemble(sheets: Mapping[str, SheetRows], base: EditionDef | None) -> Assembled:
    """Return the JSON of the edition in sheets, without its words.

    A sheet that is missing leaves its part of the stored draft, ``base``, as it is. Raises
    NotImportable with the problems of all cells.
    """
    problems: list[Problem] = []
    given = {name: _cells(sheet, problems) for name, sheet in sheets.items() if name != WORDS}
    if SET in given and len(given[SET]) > 1:
        problems.append(problem(sheets[SET].place(given[SET][1][0]), "one-row"))
    if problems:
        raise NotImportable(problems)
    done = Assembled()
    stored = _members(plain_value(base)) if base else {}
    if SET in given:
        own = given[SET][0][1] if given[SET] else {}
        stored = {name: value for name, value in stored.items() if name not in _MEMBERS}
        stored |= {name: own[column] for name, column in _MEMBERS.items() if column in own}
    if CARDS in given:
        done.cards, copies = _cards(given[CARDS], None if WORDS in sheets else base)
        stored["copies"] = _object(copies)
    else:
        done.cards = [(0, _members(plain_card(card))) for card in (base.cards if base else ())]
    if DECKS in given:
        done.decks = _decks(given[DECKS])
    else:
        done.decks = [
            (json.dumps(deck.hero), [(0, _members(plain_value(one))) for one in deck.cards])
            for deck in (base.decks if base else ())
        ]
    stored["cards"] = _array(_object(card) for _, card in done.cards)
    stored["decks"] = _array(
        _object({"hero": hero, "cards": _array(_object(one) for _, one in entries)})
        for hero, entries in done.decks
    )
    done.text = _object(stored)
    return done


def _cells(sheet: SheetRows, problems: list[Problem]) -> list[tuple[int, Parts]]:
    """Return the JSON of the cells of each row, and add the problems of cells."""
    reader, found = sheet_named(sheet.name), []
    for number, row in sheet.rows:
        try:
            found.append((number, reader.cells(row, partial(sheet.place, number))))
        except NotImportable as error:
            problems += error.problems
    return found


def _cards(
    rows: list[tuple[int, Parts]], base: EditionDef | None
) -> tuple[list[tuple[int, Parts]], Parts]:
    """Return the cards of rows with their numbers, and the copies by code.

    Members that no column has, the words of other languages, are those of the stored card.
    """
    stored = {card.code: card for card in (base.cards if base else ())}
    cards, copies = [], {}
    for number, row in rows:
        card = {name: value for name, value in row.items() if name not in ("set", "copies")}
        code = json.loads(row.get("code", '""'))
        if code in stored:
            kept = _members(plain_card(stored[code]))
            card |= {name: value for name, value in kept.items() if name not in _CARD_COLUMNS}
        if "copies" in row:
            copies[code] = row["copies"]
        cards.append((number, card))
    return cards, copies


def _decks(rows: list[tuple[int, Parts]]) -> list[tuple[str, list[tuple[int, Parts]]]]:
    """Return the decks of rows by hero, with the rows' numbers."""
    decks: dict[str, list[tuple[int, Parts]]] = {}
    for number, row in rows:
        entries = decks.setdefault(row.get("hero", '""'), [])
        if "card" in row:
            entry = {name: row[name] for name in _ENTRY_COLUMNS if name in row}
            entries.append((number, entry))
    return list(decks.items())


def _members(plain: Mapping[str, Any]) -> Parts:
    return {name: json.dumps(value, ensure_ascii=False) for name, value in plain.items()}


def _object(parts: Mapping[str, str]) -> str:
    names = (f"{json.dumps(name, ensure_ascii=False)}:{value}" for name, value in parts.items())
    return "{" + ",".join(names) + "}"


def _array(values: Iterable[str]) -> str:
    return "[" + ",".join(values) + "]"
