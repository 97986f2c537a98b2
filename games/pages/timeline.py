"""The events of a game on its page: one in full, and those around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.dateparse import parse_datetime

from games.engine import Ruling
from games.engine.seen_facts import SeenCardsMoved
from games.engine.zones import Zone
from games.ledger.rows import EVERYTHING
from games.messages.records import LogEntryResponse
from games.pages.citations import CitedRule, CitedStep, cite
from games.play.selectors import EventPage, PlayedEvent, PlayedTable
from games.wording.log import RefusedMoves, render_entries, texts_of
from games.wording.page_texts import GameWords
from games.wording.rules import cited_rules

PAGE: Final = 20
"""How many events a page lists."""

LISTED_REFUSALS: Final = 3
"""How many refused moves are shown after each event in the list."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event as the log tells it, and the moves that were refused after it.

    ``counted`` is how many more were refused, of which only the number is stored.
    """

    entry: LogEntryResponse
    at: datetime | None
    refused: tuple[LogEntryResponse, ...]
    counted: int

    @property
    def more(self) -> str:
        """What the event did besides its first sentence."""
        return " ".join(one.text for one in self.entry.sentences[1:])

    @property
    def listed(self) -> tuple[LogEntryResponse, ...]:
        """The refused moves that the list shows."""
        return self.refused[:LISTED_REFUSALS]

    @property
    def others(self) -> int:
        """How many refused moves the list only counts."""
        return len(self.refused[LISTED_REFUSALS:]) + self.counted


@dataclass(frozen=True, slots=True)
class EventInFull:
    """The event of the page, in full."""

    line: EventLine
    steps: tuple[CitedStep, ...]
    changed: frozenset[Zone]
    digest: str
    rules_version: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """An event, those around it, and the links to others."""

    at: int
    last: int
    event: EventInFull
    lines: tuple[EventLine, ...]
    hides_refused: bool
    refused: int

    @property
    def previous(self) -> int | None:
        """The event before, if there is one."""
        return self.at - 1 if self.at > 1 else None

    @property
    def next(self) -> int | None:
        """The event after, if there is one."""
        return self.at + 1 if self.at < self.last else None

    @property
    def page_end(self) -> int:
        """The last event in the list."""
        return self.lines[-1].entry.seq

    @property
    def page_before(self) -> int | None:
        """The last event of the page before."""
        return self.lines[0].entry.seq - 1 if self.lines[0].entry.seq > 1 else None

    @property
    def page_after(self) -> int | None:
        """The first event of the page after."""
        return self.lines[-1].entry.seq + 1 if self.lines[-1].entry.seq < self.last else None


def timeline_of(
    table: PlayedTable,
    page: EventPage,
    events: Sequence[PlayedEvent],
    at: int,
    said: GameWords,
) -> Timeline:
    """Return an event in words, with the others of its page."""
    refused = RefusedMoves(table, page, said.language)
    lines = tuple(
        EventLine(
            entry=entry,
            at=parse_datetime(entry.at),
            refused=tuple(refused.moves_after(entry.seq)),
            counted=refused.number_after(entry.seq),
        )
        for entry in render_entries(table, events, said.language)
    )
    here = at - page.after - 1
    told = texts_of(table, said.language).tell(events[here])
    moved = [fact for fact in events[here].event.facts if isinstance(fact, SeenCardsMoved)]
    event = EventInFull(
        line=lines[here],
        steps=tuple(CitedStep(tuple(_cited(one.rulings, table, said)), one.text) for one in told),
        changed=frozenset(zone for fact in moved for zone in (fact.source, fact.target)),
        digest=events[here].event.digest,
        rules_version=events[here].event.rules_version,
    )
    return Timeline(
        at=at,
        last=table.game.seq,
        event=event,
        lines=lines,
        hides_refused=page.viewer != EVERYTHING,
        refused=refused.total,
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
