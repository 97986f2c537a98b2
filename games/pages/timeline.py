"""The events of a game on its page: one in full, and those around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.dateparse import parse_datetime

from games.engine import Ruleset, Ruling, SeenFact, State
from games.engine.seen_facts import SeenCardsMoved
from games.engine.zones import Zone
from games.ledger.rows import EVERYTHING
from games.messages.records import LogEntryResponse
from games.models import Game, Seat
from games.pages.citations import CitedRule, CitedStep, cite, said_of
from games.play import selectors
from games.play.selectors import PlayedEvent
from games.wording.fact_texts import FactTexts
from games.wording.language import Language
from games.wording.log import RefusedMoves, render_entries
from games.wording.rules import cited_rules

PAGE: Final = 20
"""How many events a page lists."""

LISTED_REFUSALS: Final = 3
"""How many refused moves are shown after each event in the list."""


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event in the list, in sentences, and the moves that were refused after it.

    ``counted`` is how many more were refused, of which only the number is stored.
    """

    seq: int
    who: str
    is_bot: bool
    move: str
    sentences: tuple[str, ...]
    at: datetime | None
    refused: tuple[LogEntryResponse, ...]
    counted: int

    @property
    def told(self) -> str:
        """All that the event did."""
        return " ".join(self.sentences)

    @property
    def more(self) -> str:
        """What the event did besides its first sentence."""
        return " ".join(self.sentences[1:])

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
        return self.lines[-1].seq

    @property
    def page_before(self) -> int | None:
        """The last event of the page before."""
        return self.lines[0].seq - 1 if self.lines[0].seq > 1 else None

    @property
    def page_after(self) -> int | None:
        """The first event of the page after."""
        return self.lines[-1].seq + 1 if self.lines[-1].seq < self.last else None


class TimelineBuilder:
    """Renders the events of one game for one viewer."""

    def __init__(
        self,
        game: Game,
        viewer: int,
        ruleset: Ruleset,
        seats: Sequence[Seat],
        names: Sequence[str],
        language: Language,
    ) -> None:
        self._game = game
        self._seats = seats
        self._viewer = EVERYTHING if game.is_opened else viewer
        self._ruleset = ruleset
        self._names = names
        self._language = language

    def timeline(self, at: int) -> tuple[Timeline, State]:
        """Return an event with those around it, and the whole state after it."""
        before = (at - 1) // PAGE * PAGE
        events = list(
            selectors.played_events(game=self._game, viewer=self._viewer, after=before, limit=PAGE)
        )
        where = (self._game, self._viewer, self._seats, self._language, before, before + PAGE)
        refused = RefusedMoves(*where)
        lines = tuple(
            self._line(entry, refused)
            for entry in render_entries(self._game, events, self._seats, self._language)
        )
        here = at - before - 1
        timeline = Timeline(
            at=at,
            last=self._game.seq,
            event=self._event(events[here], lines[here]),
            lines=lines,
            hides_refused=self._viewer != EVERYTHING,
            refused=refused.total,
        )
        return timeline, events[here].state

    def _line(self, entry: LogEntryResponse, refused: RefusedMoves) -> EventLine:
        return EventLine(
            seq=entry.seq,
            who=entry.who,
            is_bot=entry.kind == "bot",
            move=entry.move,
            sentences=tuple(one.text for one in entry.sentences),
            at=parse_datetime(entry.at),
            refused=tuple(refused.moves_after(entry.seq)),
            counted=refused.number_after(entry.seq),
        )

    # ---- the event in full

    def _event(self, played: PlayedEvent, line: EventLine) -> EventInFull:
        event, lasting = played.event, played.before.lasting
        texts = FactTexts(self._ruleset, self._names, self._language, lasting=lasting)
        moved = [fact for fact in event.facts if isinstance(fact, SeenCardsMoved)]
        return EventInFull(
            line=line,
            steps=tuple(self._steps(texts, event.facts, event.rulings)),
            changed=frozenset(zone for fact in moved for zone in (fact.source, fact.target)),
            digest=event.digest,
            rules_version=event.rules_version,
        )

    def _steps(
        self, texts: FactTexts, facts: Sequence[SeenFact], rulings: Sequence[Ruling]
    ) -> Iterator[CitedStep]:
        """Yield the facts in order, each group with the rules behind it.

        They are split at the first fact of each rule. Rules without a sentence go to the next one.
        """
        cuts = sorted({0, *(ruling.at for ruling in rulings)})
        rules: dict[CitedRule, None] = {}
        for start, end in zip(cuts, [*cuts[1:], len(facts)], strict=True):
            sentences = tuple(filter(None, map(texts.render, facts[start:end])))
            rules.update(dict.fromkeys(self._rule(one) for one in rulings if one.at == start))
            if sentences:
                yield CitedStep(tuple(rules), sentences)
                rules = {}
        if rules:
            yield CitedStep(tuple(rules), ())

    def _rule(self, ruling: Ruling) -> CitedRule:
        rule, seat = ruling.rule, ruling.seat
        whom = self._names[seat] if seat is not None and 0 <= seat < len(self._names) else ""
        for cited in cited_rules([rule], self._ruleset.edition, self._language):
            return cite(cited, self._game.edition_id, self._language, whom)
        return CitedRule(rule, rule, whom=whom, said=said_of(rule, self._language, whom))
