"""The report of a rehearsal: its figures, a verdict in words, and tables.

The same report is a page of the admin and plain text on the command line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil, exp, floor, lgamma, log, sqrt
from statistics import median_low
from typing import Any, Final

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bots.rehearsal import Plan, steps_of_texts, texts_of
from bots.rehearsal_tally import GameTrouble, Results
from cards.findings.lint_texts import fields_text
from cards.language import EditionDef, card_name, decimal, set_name
from cards.page_language import page_language

FALSE_ALARMS: Final = 0.05
"""The share of reports in which chance alone marks a row, at most."""

Names = Mapping[str, str]
"""The names of cards by code."""


class Who(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A hero or a seat at tables with one number of seats, and what chance allows.

    ``chance`` is the fewest and the most of the games won, or of the pairs gained.
    """

    seats: int
    hero: str = ""
    seat: str = ""
    chance: tuple[int, int]

    @property
    def odds(self) -> tuple[int, int, int]:
        """The games won, those that count, and how many are equal in them."""
        raise NotImplementedError

    @property
    def mark(self) -> int:
        """1 for more wins than chance allows, -1 for fewer, else 0."""
        fewest, most = self.chance
        return (self.odds[0] > most) - (self.odds[0] < fewest)


class Wins(Who, kw_only=True):
    """The games of a hero or a seat, and those won."""

    played: int
    won: int

    @property
    def odds(self) -> tuple[int, int, int]:
        """Those won, of those played, by one of the seats."""
        return self.won, self.played, self.seats


class Changes(Who, kw_only=True):
    """Pairs of games, and those won by a hero or a seat with one edition only."""

    pairs: int
    gained: int
    lost: int

    @property
    def odds(self) -> tuple[int, int, int]:
        """Those gained, of those won with one edition only, by one of the two."""
        return self.gained, self.gained + self.lost, 2


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
    troubles: list[GameTrouble]
    texts: dict[str, int]
    never: list[str]
    wins: list[Wins]
    changes: list[Changes]
    lengths: list[Lengths]


# ---- figures


def figures_of(results: Results, edition: EditionDef) -> Figures:
    """Return the figures of some results."""
    acted, steps = results.under("acted"), results.under("step")
    wins = list(_by_who(results, "played", "won"))
    changes = list(_by_who(results, "pairs", "gained", "lost"))
    tail = FALSE_ALARMS / 2 / max(1, len(wins) + len(changes))
    return Figures(
        edition=edition.code,
        games=results.games,
        moves=results.moves,
        troubles=results.troubles,
        texts={card.code: acted.get(card.code, 0) for card in texts_of(edition)},
        never=[path for path in sorted(steps_of_texts(edition)) if not steps.get(path)],
        wins=[Wins(**one, chance=by_chance(one["played"], one["seats"], tail)) for one in wins],
        changes=[
            Changes(**one, chance=by_chance(one["gained"] + one["lost"], 2, tail))
            for one in changes
        ],
        lengths=[_lengths(results, size) for size in sorted(results.under("games"))],
    )


def by_chance(games: int, equals: int, tail: float) -> tuple[int, int]:
    """Return the fewest and the most games that one of some equals wins by chance.

    Fewer are as improbable as ``tail``, and so are more (the exact binomial distribution).
    """
    even, reach = games / equals, 12 * sqrt(games * (equals - 1)) / equals
    wins = range(max(0, floor(even - reach)), min(games, ceil(even + reach)) + 1)
    odds = [
        exp(
            lgamma(games + 1) - lgamma(won + 1) - lgamma(games - won + 1)
            + (games - won) * log(equals - 1) - games * log(equals)
        )
        for won in wins
    ]  # fmt: skip
    fewest = sum(below <= tail for below in accumulate(odds))
    above = sum(above <= tail for above in accumulate(reversed(odds)))
    return wins[fewest], wins[-1 - above]


def _by_who(results: Results, *parts: str) -> Iterator[dict[str, Any]]:
    """Yield the counts of each hero, then of each seat, for each number of seats."""
    for size in sorted(results.under("games")):
        for kind in ("hero", "seat"):
            for who in sorted(results.under(parts[0], size, kind)):
                counts = {name: results.counts[name, size, kind, who] for name in parts}
                yield {"seats": size, kind: str(who), **counts}


def _lengths(results: Results, size: int) -> Lengths:
    ended, failed = results.under("ended", size), results.under("failed", size)
    moves = sorted(Counter(ended).elements())
    longest = max(ended | failed)
    name = "ended" if longest in ended else "failed"
    return Lengths(
        size, results.counts["games", size], results.counts["undecided", size],
        median_low(moves) if moves else 0, longest, results.firsts[name, size, longest].seed,
    )  # fmt: skip


# ---- words

KINDS: Final = {
    "crash": _("Crash"),
    "endless effect": _("Endless effect"),
    "endless game": _("Endless game"),
}
"""The kinds of games that fail."""
MARKS: Final = {1: _("more than by chance"), -1: _("less than by chance"), 0: ""}
MARKED: Final = {
    (Wins, 1): _("{who} at {seats} seats is stronger: {won} of {games} won, expected {even}."),
    (Wins, -1): _("{who} at {seats} seats is weaker: {won} of {games} won, expected {even}."),
    (Changes, 1): _(
        "{who} at {seats} seats is stronger than before: {won} games won only now, {lost} only"
        " before."
    ),
    (Changes, -1): _(
        "{who} at {seats} seats is weaker than before: {won} games won only now, {lost} only"
        " before."
    ),
}
"""What is said of a row beyond chance."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table.

    ``mark`` says in which direction it is beyond chance, if it is. ``bar`` has lengths to draw:
    what was won, what is even, the fewest by chance, up to the most.
    """

    cells: list[str]
    mark: str = ""
    bar: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a report: a title, sentences, and a table."""

    title: str
    lines: list[str]
    head: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    @property
    def has_bars(self) -> bool:
        """Whether the table has a column of bars."""
        return any(row.bar for row in self.rows)


@dataclass(frozen=True, slots=True)
class Report:
    """A report in the language that Django's translation is set to."""

    title: str
    played: str
    verdict: list[str]
    parts: list[Part]

    def lines(self) -> Iterator[str]:
        """Yield the report as plain text."""
        for part in (Part(self.title, [*self.verdict, self.played]), *self.parts):
            table = [[*row.cells, row.mark] for row in part.rows]
            table = [[*part.head, ""], *table] if table else []
            widths = [max(map(len, column)) for column in zip(*table, strict=True)]
            rows = ("  ".join(map(str.ljust, row, widths)) for row in table)
            yield from (part.title, *(f"  {line}".rstrip() for line in (*part.lines, *rows)), "")


def report_of(
    results: Results, edition: EditionDef, base: EditionDef | None, plan: Plan, command: str
) -> Report:
    """Return the report of some results.

    ``command`` is the command line that plays the edition, for the games that failed.
    """
    figures, language = figures_of(results, edition), page_language()
    names = {
        card.code: card_name(card, language)
        for one in (base or edition, edition)
        for card in one.cards
    }
    played = gettext(
        "{games} games, {moves} moves, {seats} seats in turn, bots: {bots}, seeds from {seed}"
    ).format(
        games=figures.games, moves=figures.moves, seed=plan.seed,
        seats=_listed(plan.seats), bots=_listed(plan.bots),
    )  # fmt: skip
    parts = _parts(figures, names, f"{command} --bots {' '.join(plan.bots)}")
    return Report(
        set_name(edition, language),
        played,
        list(_verdict(figures, names)),
        [part for part in parts if part.lines or part.rows],
    )


def _verdict(figures: Figures, names: Names) -> Iterator[str]:
    """Yield what the games say, the failed ones first."""
    failed = sum(one.games for one in figures.troubles)
    if failed:
        yield gettext("{games} games failed.").format(games=failed)
    heroes = [one for one in figures.wins if one.hero]
    seats = [one for one in figures.wins if one.seat]
    for rows, none in (
        (heroes, gettext("No hero is stronger or weaker than chance allows in {games} games.")),
        (seats, gettext("No seat is stronger or weaker than chance allows in {games} games.")),
        (figures.changes, gettext("Compared with before, no hero or seat is stronger or weaker.")),
    ):
        marked = [_sentence(one, names) for one in rows if one.mark]
        yield from marked or [none.format(games=figures.games) for _ in rows[:1]]


def _sentence(one: Who, names: Names) -> str:
    won, games, equals = one.odds
    return str(MARKED[type(one), one.mark]).format(
        who=_who(one, names), seats=one.seats, won=won, lost=games - won, games=games,
        even=round(games / equals),
    )  # fmt: skip


def _parts(figures: Figures, names: Names, command: str) -> Iterator[Part]:
    """Yield the parts of the report, of which some may be empty."""
    yield Part(gettext("Games that failed"), list(_failures(figures, names, command)))
    head = [gettext("Seats"), gettext("Who")]
    chance = [gettext("Of a hundred"), gettext("By chance")]
    won = [gettext("Won"), gettext("Games")]
    rows = [_row(one, names, [one.won, one.played]) for one in figures.wins]
    yield Part(gettext("Wins"), list(_notes(figures)), [*head, *won, *chance], rows)
    if figures.changes:
        note = gettext(
            "Each pair of games has the same seed, seats, heroes and bots. The share is that of the"
            " pairs won only now, of those won with one of the two."
        )
        won = [gettext("Pairs"), gettext("Won only now"), gettext("Won only before")]
        rows = [_row(one, names, [one.pairs, one.gained, one.lost]) for one in figures.changes]
        yield Part(gettext("Compared with before"), [note], [*head, *won, *chance], rows)
    yield Part(gettext("What the texts did"), list(_texts(figures, names)))
    long = [gettext("Games"), gettext("Median"), gettext("Longest"), gettext("Its seed")]
    rows = [
        Row(list(map(str, (one.seats, one.games, one.median, one.longest, one.longest_seed))))
        for one in figures.lengths
    ]
    yield Part(gettext("How long the games took, in moves"), [], [head[0], *long], rows)


def _failures(figures: Figures, names: Names, command: str) -> Iterator[str]:
    """Yield why games failed, with the commands that play them again."""
    for one in figures.troubles:
        failed = gettext("{kind}, {games} games: {detail}")
        yield failed.format(kind=KINDS[one.kind], games=one.games, detail=one.detail)
        again = f"{command} --seats {one.seats} --seed {one.seed} --games 1"
        first = gettext("First at move {moves}. To play it again: {command}")
        yield first.format(moves=one.moves, command=again)
        if one.cards:
            yield gettext("Being resolved: {cards}").format(cards=_named(one.cards, names))


def _notes(figures: Figures) -> Iterator[str]:
    """Yield how chance is told, and how many games count for no one."""
    rows = len(figures.wins) + len(figures.changes)
    if rows:
        yield gettext(
            "{rows} rows are compared at once, so what chance allows is wide: if all are equal, a"
            " row is marked in fewer than 5 of 100 such reports. More games make it narrower."
        ).format(rows=rows)
    undecided = sum(one.undecided for one in figures.lengths)
    if undecided:
        yield gettext(
            "{games} games had no single winner: they failed, or the first place was shared."
            " They count for no one."
        ).format(games=undecided)


def _texts(figures: Figures, names: Names) -> Iterator[str]:
    """Yield which texts and which steps of texts never acted."""
    silent = [code for code, count in figures.texts.items() if not count]
    seen = gettext("Texts seen to act: {seen} of {all}")
    yield seen.format(seen=len(figures.texts) - len(silent), all=len(figures.texts))
    if silent:
        yield gettext("Never seen to act: {cards}").format(cards=_named(silent, names))
    if figures.never:
        steps = (_step(one, names) for one in figures.never)
        yield gettext("Never run: {paths}").format(paths=_listed(steps))


def _step(path: str, names: Names) -> str:
    """Return a step in words: its card, and the fields as the form calls them."""
    code, _, rest = path.partition(".")
    return " › ".join([names.get(code, code), *fields_text(rest, page_language())])


def _row(one: Who, names: Names, counts: list[int]) -> Row:
    """Return the row of a hero or seat beside what chance allows."""
    won, games, equals = one.odds
    if not games:
        return Row([str(one.seats), _who(one, names), *map(str, counts), "–", "–"])
    share, even, fewest, most = (100 * n / games for n in (won, games / equals, *one.chance))
    found = decimal(f"{share:.1f}", page_language())
    cells = [_who(one, names), *counts, found, "{} – {}".format(*one.chance)]
    bar = tuple(f"{part:.1f}%" for part in (share, even, fewest, most - fewest))
    return Row([str(one.seats), *map(str, cells)], str(MARKS[one.mark]), bar)


def _who(one: Who, names: Names) -> str:
    """Return the name of a hero, or the number of a seat, counted from 1."""
    if one.hero:
        return _named([one.hero], names)
    return gettext("Seat {seat}").format(seat=int(one.seat) + 1)


def _named(codes: Iterable[str], names: Names) -> str:
    return _listed(names.get(code, code) for code in codes)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
