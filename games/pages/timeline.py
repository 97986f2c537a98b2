"""The events of a game as a page tells them: one in full, and those around it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeVar

import msgspec
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.dateparse import parse_datetime

from games import selectors
from games.engine import NOBODY, Move, Ruleset
from games.engine.zones import Zone
from games.ledger.rows import EVERYTHING
from games.messages.audit import LogEntryTold
from games.models import Game, Refusal, RefusalCount, Seat
from games.wording.facts import Teller
from games.wording.labels import label_of, named_params
from games.wording.language import Language
from games.wording.log import entries
from games.wording.pages import said_of, words_in
from games.wording.rules import cited_rules, refusal_by

R = TypeVar("R", Refusal, RefusalCount)

PAGE: Final = 20
"""How many events stand beside the one that is looked at."""

LISTED_REFUSALS: Final = 3
"""How many refused moves are shown after each event in the list."""


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule with its text, for whom it was applied, and where it can be read."""

    id: str
    title: str
    text: str
    printed: str
    basis: str
    whom: str
    address: str


@dataclass(frozen=True, slots=True)
class Step:
    """Some facts in words, with the rules behind them."""

    rules: tuple[CitedRule, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RefusedMove:
    """A move that the rules refused."""

    who: str
    move: str
    why: str
    rule: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Line:
    """An event in the list, and the moves that were refused after it.

    ``counted`` is how many more were refused, of which only the number is stored.
    """

    seq: int
    who: str
    move: str
    rules: str
    at: datetime | None
    refused: tuple[RefusedMove, ...]
    counted: int

    @property
    def listed(self) -> tuple[RefusedMove, ...]:
        """The refused moves that the list shows."""
        return self.refused[:LISTED_REFUSALS]

    @property
    def others(self) -> int:
        """How many refused moves the list only counts."""
        return len(self.refused[LISTED_REFUSALS:]) + self.counted


@dataclass(frozen=True, slots=True)
class Event:
    """The event that is looked at, in full."""

    line: Line
    steps: tuple[Step, ...]
    changed: frozenset[Zone]
    digest: str
    rules_version: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where a game is looked at: the event, those around it, and where to go from here."""

    at: int
    last: int
    event: Event
    lines: tuple[Line, ...]
    hides_refused: bool

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
        """The last event that stands beside."""
        return self.lines[-1].seq

    @property
    def page_before(self) -> int | None:
        """The last event of the page before."""
        return self.lines[0].seq - 1 if self.lines[0].seq > 1 else None

    @property
    def page_after(self) -> int | None:
        """The first event of the page after."""
        return self.lines[-1].seq + 1 if self.lines[-1].seq < self.last else None


class Narrator:
    """Tells the events of one game to one viewer."""

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
        self._words = words_in(language)
        self._teller = Teller(ruleset, names, language)

    def timeline(self, at: int) -> Timeline:
        """The event after which the table stands as drawn, and those around it."""
        before = (at - 1) // PAGE * PAGE
        told = entries(
            self._game,
            self._viewer,
            self._language,
            after=before,
            limit=PAGE,
            seats=self._seats,
        )
        refused = self._refused(before, before + PAGE)
        counts = self._refusal_counts(before, before + PAGE)
        lines = tuple(self._line(entry, refused[entry.seq], counts[entry.seq]) for entry in told)
        return Timeline(
            at=at,
            last=self._game.seq,
            event=self._event(lines[at - before - 1]),
            lines=lines,
            hides_refused=self._viewer != EVERYTHING,
        )

    def _line(self, entry: LogEntryTold, refused: list[RefusedMove], count: int) -> Line:
        return Line(
            seq=entry.seq,
            who=entry.who,
            move=entry.move,
            rules=" · ".join(dict.fromkeys(rule.title for rule in entry.rules)),
            at=parse_datetime(entry.at),
            refused=tuple(refused),
            counted=max(0, count - len(refused)),
        )

    # ---- the event in full

    def _event(self, line: Line) -> Event:
        (told,) = selectors.events(
            game=self._game, viewer=self._viewer, after=line.seq - 1, limit=1
        )
        facts = told["facts"]
        moved = [fact for fact in facts if fact["fact"] == "cards-moved"]
        return Event(
            line=line,
            steps=tuple(self._steps(facts, told["rulings"])),
            changed=frozenset(zone for fact in moved for zone in (fact["source"], fact["target"])),
            digest=told["digest"],
            rules_version=told["rules_version"],
        )

    def _steps(
        self, facts: list[Mapping[str, Any]], rulings: list[Mapping[str, Any]]
    ) -> Iterator[Step]:
        """The facts in order, cut where a rule begins to be behind them."""
        cuts = sorted({0, *(ruling["at"] for ruling in rulings)})
        for start, end in zip(cuts, [*cuts[1:], len(facts)], strict=True):
            sentences = tuple(filter(None, map(self._teller.tell, facts[start:end])))
            rules = tuple(self._rule(one) for one in rulings if one["at"] == start)
            if sentences or rules:
                yield Step(tuple(dict.fromkeys(rules)), sentences)

    def _rule(self, ruling: Mapping[str, Any]) -> CitedRule:
        rule, seat = ruling["rule"], ruling["seat"]
        whom = self._names[seat] if 0 <= seat < len(self._names) else ""
        for cited in cited_rules([rule], self._ruleset.edition, self._language):
            return CitedRule(
                id=rule,
                title=cited.title,
                text=cited.text,
                printed=", ".join(filter(None, (cited.sheet, cited.section))),
                basis=", ".join(said_of(self._words, "basis", one) for one in cited.basis),
                whom=whom,
                address=f"{reverse('rule', kwargs={'rule': rule})}?edition={self._game.edition_id}",
            )
        return CitedRule(rule, rule, "", "", "", whom, "")

    # ---- what was refused

    def _refused(self, after: int, until: int) -> dict[int, list[RefusedMove]]:
        """Return the refused moves that the viewer may see, by seq: they name hidden cards."""
        found: dict[int, list[RefusedMove]] = defaultdict(list)
        for one in self._own(selectors.refusals(game=self._game), after, until):
            found[one.seq].append(self._refused_move_of(one))
        return found

    def _refusal_counts(self, after: int, until: int) -> Counter[int]:
        """Return how many moves were refused, by seq, to those whose moves the viewer may see."""
        counts: Counter[int] = Counter()
        for one in self._own(selectors.refusal_counts(game=self._game), after, until):
            counts[one.seq] += one.count
        return counts

    def _own(self, found: QuerySet[R], after: int, until: int) -> QuerySet[R]:
        """Keep the refusals between two events, and of those the viewer's own."""
        if self._viewer == NOBODY:
            return found.none()
        between = found.filter(seq__gt=after, seq__lte=until)
        return between if self._viewer == EVERYTHING else between.filter(seat=self._viewer)

    def _refused_move_of(self, one: Refusal) -> RefusedMove:
        return RefusedMove(
            who=self._teller.who(one.seat),
            move=self._refused_move(one.move),
            why=refusal_by(one.rule, self._language, self._params(one)) or one.code,
            rule=one.rule,
            at=one.created_at,
        )

    def _refused_move(self, stored: str) -> str:
        """What was asked for, in words; by its name where there are none."""
        try:
            move = msgspec.json.decode(stored, type=Move)
            return label_of(self._ruleset.edition, move, "", self._language)
        except (msgspec.MsgspecError, KeyError):
            return stored[:80]

    def _params(self, one: Refusal) -> dict[str, str | int]:
        return named_params(self._ruleset.edition, json.loads(one.params), self._language)
