"""The report of a rehearsal: its figures, and the same in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import median_low
from typing import Any, Final, TypeVar

import msgspec

from bots.rehearsal import Plan, steps_of_texts, texts_of
from bots.rehearsal_tally import Change, Results, Share, SizeTally, Trouble
from bots.rehearsal_texts import FAILURES, REPORT
from cards.language import EditionDef, Language, card_name, decimal, set_name

DEVIATIONS: Final = 1.96
"""The standard deviations on both sides of a mean that cover 95 %."""

Counts = TypeVar("Counts", Share, Change)


class Who(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A hero or a seat at tables with one number of seats."""

    seats: int
    hero: str = ""
    seat: str = ""


class Wins(Who, kw_only=True):
    """The games of a hero or a seat, those won, and the interval of the share."""

    played: int
    won: int
    interval: tuple[float, float]


class Changes(Who, kw_only=True):
    """Pairs of games, and those won by a hero or a seat with one edition only."""

    pairs: int
    gained: int
    lost: int


class Lengths(msgspec.Struct):
    """The lengths of the games with one number of seats, in moves."""

    seats: int
    games: int
    undecided: int
    median: int
    longest: int
    longest_seed: int


class Figures(msgspec.Struct):
    """What a report states.

    ``texts`` counts the moves in which each card with a text was seen to act; ``never`` has the
    paths of the steps that were never run.
    """

    edition: str
    games: int
    moves: int
    troubles: list[Trouble]
    texts: dict[str, int]
    never: list[str]
    wins: list[Wins]
    changes: list[Changes]
    lengths: list[Lengths]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report in words; its table has a header, or none."""

    title: str
    lines: Sequence[str] = ()
    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


# ---- figures


def figures_of(results: Results, edition: EditionDef) -> Figures:
    """Return the figures of some results."""
    new = results.new
    sizes = sorted(new.sizes.items())
    return Figures(
        edition=edition.code,
        games=new.games,
        moves=new.moves,
        troubles=new.troubles,
        texts={card.code: new.acted.get(card.code, 0) for card in texts_of(edition)},
        never=[path for path in sorted(steps_of_texts(edition)) if not new.steps.get(path)],
        wins=[
            Wins(**who, played=one.played, won=one.won, interval=wilson(one.won, one.played))
            for size, counts in sizes
            for who, one in _by_who(size, counts.heroes, counts.seats)
        ],
        changes=[
            Changes(**who, pairs=one.pairs, gained=one.gained, lost=one.lost)
            for size, pairs in sorted(results.pairs.items())
            for who, one in _by_who(size, pairs.heroes, pairs.seats)
        ],
        lengths=[_lengths(size, counts) for size, counts in sizes],
    )


def wilson(won: int, played: int) -> tuple[float, float]:
    """Return the interval of 95 % of a share (Wilson's interval)."""
    if not played:
        return 0.0, 1.0
    share, square = won / played, DEVIATIONS**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    spread = sqrt(share * (1 - share) / played + square / (4 * played**2))
    half = DEVIATIONS * spread / (1 + square / played)
    return max(0.0, middle - half), min(1.0, middle + half)


def _by_who(
    size: int, heroes: Mapping[str, Counts], seats: Mapping[str, Counts]
) -> Iterator[tuple[dict[str, Any], Counts]]:
    """Yield the counts of each hero, then of each seat."""
    for hero in sorted(heroes):
        yield {"seats": size, "hero": hero}, heroes[hero]
    for seat in sorted(seats, key=int):
        yield {"seats": size, "seat": seat}, seats[seat]


def _lengths(size: int, counts: SizeTally) -> Lengths:
    moves = sorted(Counter(counts.lengths).elements())
    return Lengths(
        size, counts.games, counts.undecided, median_low(moves) if moves else 0,
        counts.longest, counts.longest_seed,
    )  # fmt: skip


# ---- words


def report_of(
    results: Results,
    edition: EditionDef,
    base: EditionDef | None,
    plan: Plan,
    language: Language,
    command: str,
) -> list[Section]:
    """Return the report of some results, without the parts that have nothing to say.

    ``command`` is the command line that plays the edition, for the games that failed.
    """
    writer = _Writer(figures_of(results, edition), edition, base, language)
    found = [
        Section(set_name(edition, language), [writer.settings(plan)]),
        writer.failures(f"{command} --bots {' '.join(plan.bots)}"),
        writer.texts(),
        writer.wins(),
        writer.changes(),
        writer.lengths(),
    ]
    return [one for one in found if one.lines or one.rows]


def report_lines(report: Iterable[Section]) -> Iterator[str]:
    """Yield the lines of a report as plain text, with its tables in columns."""
    for section in report:
        yield section.title
        yield from (f"  {line}" for line in section.lines)
        rows = [section.header, *section.rows] if section.rows else []
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (text.ljust(width) for text, width in zip(row, widths, strict=True))
            yield f"  {'  '.join(cells)}".rstrip()
        yield ""


class _Writer:
    """Writes the parts of a report in one language."""

    def __init__(
        self, figures: Figures, edition: EditionDef, base: EditionDef | None, language: Language
    ) -> None:
        self.figures = figures
        self.base = base
        self.language = language
        both = [*(base.cards if base else ()), *edition.cards]
        self.names = {card.code: card_name(card, language) for card in both}
        self.say = partial(_say, language)

    def settings(self, plan: Plan) -> str:
        """Return what was played."""
        return self.say(
            "settings",
            games=self.figures.games,
            moves=self.figures.moves,
            seats=_listed(plan.seats),
            bots=_listed(plan.bots),
            seed=plan.seed,
        )

    def failures(self, command: str) -> Section:
        """Return why games failed, with the commands that play them again."""
        lines: list[str] = []
        for one in self.figures.troubles:
            kind = FAILURES[one.kind].to(self.language)
            lines.append(self.say("failed", kind=kind, games=one.games, detail=one.detail))
            again = f"{command} --seats {one.seats} --seed {one.seed} --games 1"
            lines.append(self.say("failed-first", moves=one.moves, command=again))
            if one.cards:
                lines.append(self.say("at-work", cards=self._named(one.cards)))
        return Section(self.say("failed-title"), lines)

    def texts(self) -> Section:
        """Return which texts and which steps of texts never acted."""
        acted, never = self.figures.texts, self.figures.never
        silent = [code for code, count in acted.items() if not count]
        lines = [self.say("acted", seen=len(acted) - len(silent), all=len(acted))]
        if silent:
            lines.append(self.say("never-acted", cards=self._named(silent)))
        if never:
            lines.append(self.say("never-run", paths=_listed(never)))
        return Section(self.say("acted-title"), lines)

    def wins(self) -> Section:
        """Return the wins of heroes and seats."""
        undecided = sum(one.undecided for one in self.figures.lengths)
        lines = [self.say("undecided", games=undecided)] if undecided else []
        rows = [
            [
                str(one.seats),
                self._who(one),
                str(one.won),
                str(one.played),
                self._of_hundred(one.won / one.played),
                f"{self._of_hundred(one.interval[0])} – {self._of_hundred(one.interval[1])}",
                self._of_hundred(1 / one.seats),
            ]
            for one in self.figures.wins
        ]
        names = ("seats", "who", "won", "games", "of-hundred", "interval", "even")
        return Section(self.say("wins-title"), lines, self._header(names), rows)

    def changes(self) -> Section:
        """Return the wins that only one of the editions gave."""
        if self.base is None:
            return Section("")
        rows = [
            [str(one.seats), self._who(one), str(one.pairs), str(one.gained), str(one.lost)]
            for one in self.figures.changes
        ]
        names = ("seats", "who", "pairs", "gained", "lost")
        title = self.say("changes-title", edition=set_name(self.base, self.language))
        return Section(title, [self.say("changes-note")], self._header(names), rows)

    def lengths(self) -> Section:
        """Return the lengths of the games."""
        rows = [
            [
                str(value)
                for value in (one.seats, one.games, one.median, one.longest, one.longest_seed)
            ]
            for one in self.figures.lengths
        ]
        names = ("seats", "games", "median", "longest", "seed")
        return Section(self.say("length-title"), (), self._header(names), rows)

    def _header(self, names: Iterable[str]) -> list[str]:
        return [self.say(name) for name in names]

    def _who(self, one: Who) -> str:
        return self._named([one.hero]) if one.hero else self.say("seat", seat=one.seat)

    def _named(self, codes: Iterable[str]) -> str:
        return _listed(self.names.get(code, code) for code in codes)

    def _of_hundred(self, share: float) -> str:
        return decimal(f"{share * 100:.1f}", self.language)


def _say(language: Language, name: str, /, **params: Any) -> str:
    return REPORT.say(name, language, **params)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
