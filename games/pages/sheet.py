"""An event on the sheet for an appeal: its sentences, its rules, the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.utils.dateparse import parse_datetime

from games.engine import NOBODY, Ruling
from games.ledger.rows import EVERYTHING
from games.messages.records import LogEntryResponse
from games.messages.table_messages import TableResponse
from games.pages.citations import CitedRule, cite
from games.play import selectors
from games.play.selectors import PlayedTable
from games.play.sight import Sight
from games.wording.board import render_board
from games.wording.labels import card_name
from games.wording.log import RefusedMoves, render_entries, texts_of
from games.wording.page_texts import GameWords
from games.wording.person_names import viewpoint_at
from games.wording.rules import cited_rules

BROKEN = (msgspec.MsgspecError, LookupError, ValueError, TypeError, AttributeError)
"""The errors of reading altered rows."""


@dataclass(frozen=True, slots=True)
class EventSheet:
    """An event in sentences, each with its rules, and the table after it in words.

    ``hands`` has whose hand is seen, with its cards.
    """

    at: int
    time: datetime | None
    entry: LogEntryResponse
    steps: tuple[tuple[str, tuple[CitedRule, ...]], ...]
    refused: list[LogEntryResponse]
    digest: str
    table: TableResponse
    hands: tuple[tuple[str, str], ...]


def sheet_of(sight: Sight, at: int, said: GameWords) -> EventSheet | None:
    """Return the sheet of an event as a viewer may see it; None for altered rows."""
    try:
        return _sheet(sight, at, said)
    except BROKEN:
        return None


def _sheet(sight: Sight, at: int, said: GameWords) -> EventSheet:
    game, language = sight.game, said.language
    table = selectors.table_of(game, selectors.seats_of(game))
    seer = EVERYTHING if game.is_opened else sight.viewer
    page = selectors.page_after(game=game, viewer=seer, after=at - 1, limit=1)
    (played,) = page.events
    (entry,) = render_entries(table, [played], language)
    view = selectors.view_of(table.ruleset, played.state, sight.viewer)
    told = texts_of(table, language).tell(played)
    # A sheet is for others than the viewer: it speaks to no seat.
    told_to = msgspec.structs.replace(view, viewer=NOBODY)
    board = render_board(viewpoint_at(table, told_to, language))
    edition = table.ruleset.edition
    return EventSheet(
        at=at,
        time=parse_datetime(entry.at),
        entry=entry,
        steps=tuple((one.text, tuple(_cited(one.rulings, table, said))) for one in told),
        refused=[*RefusedMoves(table, page, language).entries_after(entry)],
        digest=played.event.digest,
        table=board,
        hands=tuple(
            (said.zone(f"hand:{place.seat}"), ", ".join(named))
            for place in board.places
            if (named := [card_name(edition, code, language) for code in place.cards or ()])
        ),
    )


def _cited(rulings: Sequence[Ruling], table: PlayedTable, said: GameWords) -> Iterator[CitedRule]:
    """Yield the rules behind a sentence, each once, with its seats."""
    seats: dict[str, dict[str, None]] = {}
    for one in rulings:
        whom = seats.setdefault(one.rule, {})
        if one.seat is not None and 0 <= one.seat < len(said.names):
            whom[said.names[one.seat]] = None
    for rule in cited_rules(seats, table.ruleset.edition, said.language):
        yield cite(rule, table.game.edition_id, said.language, ", ".join(seats[rule.id]))
