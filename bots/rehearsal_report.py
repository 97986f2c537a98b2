"""The report of a rehearsal: its figures, and the same in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from statistics import median_low
from typing import Any, Final

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bots.rehearsal import Plan, steps_of_texts, texts_of
from bots.rehearsal_tally import GameTrouble, Results
from cards.language import EditionDef, card_name, decimal, set_name
from cards.page_language import page_language

DEVIATIONS: Final = 1.96
"""The standard deviations on both sides of a mean that cover 95 %."""


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
    return Figures(
        edition=edition.code,
        games=results.games,
        moves=results.moves,
        troubles=results.troubles,
        texts={card.code: acted.get(card.code, 0) for card in texts_of(edition)},
        never=[path for path in sorted(steps_of_texts(edition)) if not steps.get(path)],
        wins=[
            Wins(**who, **counts, interval=wilson(counts["won"], counts["played"]))
            for who, counts in _by_who(results, "played", "won")
        ],
        changes=[
            Changes(**who, **counts) for who, counts in _by_who(results, "pairs", "gained", "lost")
        ],
        lengths=[_lengths(results, size) for size in sorted(results.under("games"))],
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
    results: Results, total: str, *parts: str
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the counts of each hero, then of each seat, for each number of seats."""
    for size in sorted(results.under("games")):
        for kind in ("hero", "seat"):
            for who in sorted(results.under(total, size, kind)):
                counts = {name: results.counts[name, size, kind, who] for name in (total, *parts)}
                yield {"seats": size, kind: str(who)}, counts


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


def report_lines(
    results: Results, edition: EditionDef, base: EditionDef | None, plan: Plan, command: str
) -> Iterator[str]:
    """Yield the lines of the report, without the parts that have nothing to say.

    They are in the language that Django's translation is set to. ``command`` is the command line
    that plays the edition, for the games that failed.
    """
    writer = _Writer(figures_of(results, edition), [edition, base or edition])
    yield from _part(set_name(edition, writer.language), [writer.settings(plan)])
    failures = writer.failures(f"{command} --bots {' '.join(plan.bots)}")
    yield from _part(gettext("Games that failed"), failures)
    yield from _part(gettext("What the texts did"), writer.texts())
    yield from _part(gettext("Wins"), writer.undecided(), writer.wins())
    if base is not None:
        name = set_name(base, writer.language)
        title = gettext("Compared with {edition}").format(edition=name)
        note = gettext(
            "Each pair of games has the same seed, seats, heroes and bots. A line shows more than"
            " chance if its two counts differ by more than twice the square root of their sum."
        )
        yield from _part(title, [note], writer.changes())
    yield from _part(gettext("How long the games took, in moves"), [], writer.lengths())


def _part(title: str, lines: Iterable[str], rows: Iterable[Sequence[object]] = ()) -> Iterator[str]:
    """Yield a title with lines and a table; nothing if there are neither."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    table = ("  ".join(map(str.ljust, row, widths)) for row in cells)
    found = [f"  {line}".rstrip() for line in (*lines, *table)]
    if found:
        yield from (title, *found, "")


class _Writer:
    """Writes the lines and tables of a report."""

    def __init__(self, figures: Figures, editions: Iterable[EditionDef]) -> None:
        self.figures = figures
        self.language = page_language()
        cards = [card for edition in editions for card in edition.cards]
        self.names = {card.code: card_name(card, self.language) for card in cards}

    def settings(self, plan: Plan) -> str:
        """Return what was played."""
        played = gettext(
            "{games} games, {moves} moves, {seats} seats in turn, bots: {bots}, seeds from {seed}"
        )
        return played.format(
            games=self.figures.games, moves=self.figures.moves, seed=plan.seed,
            seats=_listed(plan.seats), bots=_listed(plan.bots),
        )  # fmt: skip

    def failures(self, command: str) -> Iterator[str]:
        """Yield why games failed, with the commands that play them again."""
        for one in self.figures.troubles:
            failed = gettext("{kind}, {games} games: {detail}")
            yield failed.format(kind=KINDS[one.kind], games=one.games, detail=one.detail)
            again = f"{command} --seats {one.seats} --seed {one.seed} --games 1"
            first = gettext("First at move {moves}. To play it again: {command}")
            yield first.format(moves=one.moves, command=again)
            if one.cards:
                yield gettext("Being resolved: {cards}").format(cards=self._named(one.cards))

    def texts(self) -> Iterator[str]:
        """Yield which texts and which steps of texts never acted."""
        acted, never = self.figures.texts, self.figures.never
        silent = [code for code, count in acted.items() if not count]
        seen = gettext("Texts seen to act: {seen} of {all}")
        yield seen.format(seen=len(acted) - len(silent), all=len(acted))
        if silent:
            yield gettext("Never seen to act: {cards}").format(cards=self._named(silent))
        if never:
            yield gettext("Never run: {paths}").format(paths=_listed(never))

    def undecided(self) -> Iterator[str]:
        """Yield how many games count for no one, if any."""
        undecided = sum(one.undecided for one in self.figures.lengths)
        if undecided:
            yield gettext(
                "{games} games had no single winner: they failed, or the first place was shared."
                " They count for no one."
            ).format(games=undecided)

    def wins(self) -> Iterator[Sequence[object]]:
        """Yield the table of the wins of heroes and seats."""
        if self.figures.wins:
            yield (
                gettext("Seats"), gettext("Who"), gettext("Won"), gettext("Games"),
                gettext("Of a hundred"), "95 %", gettext("Even"),
            )  # fmt: skip
        for one in self.figures.wins:
            shares = (one.won / one.played, *one.interval, 1 / one.seats)
            share, least, most, even = (
                decimal(f"{share * 100:.1f}", self.language) for share in shares
            )
            who = self._who(one)
            yield one.seats, who, one.won, one.played, share, f"{least} – {most}", even

    def changes(self) -> Iterator[Sequence[object]]:
        """Yield the table of the wins that only one of two editions gave."""
        if self.figures.changes:
            yield (
                gettext("Seats"), gettext("Who"), gettext("Pairs"), gettext("Won only now"),
                gettext("Won only before"),
            )  # fmt: skip
        for one in self.figures.changes:
            yield one.seats, self._who(one), one.pairs, one.gained, one.lost

    def lengths(self) -> Iterator[Sequence[object]]:
        """Yield the table of the lengths of the games."""
        yield (
            gettext("Seats"), gettext("Games"), gettext("Median"), gettext("Longest"),
            gettext("Its seed"),
        )  # fmt: skip
        for one in self.figures.lengths:
            yield one.seats, one.games, one.median, one.longest, one.longest_seed

    def _who(self, one: Who) -> str:
        if one.hero:
            return self._named([one.hero])
        return gettext("seat {seat}").format(seat=one.seat)

    def _named(self, codes: Iterable[str]) -> str:
        return _listed(self.names.get(code, code) for code in codes)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))
