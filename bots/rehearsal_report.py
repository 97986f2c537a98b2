"""The report of a rehearsal in words and tables, for the command and the pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from bots import rehearsal_statistics as statistics
from bots.rehearsal import Plan, steps_of_texts, texts_of
from bots.rehearsal_statistics import ChangeLine, Interval, WinLine
from bots.rehearsal_tally import Results, Tally
from bots.rehearsal_texts import FAILURES, REPORT, number_text
from cards.language import EditionDef, Language, card_name, set_name
from games.wording.labels import reason_of

HUNDRED: Final = 100
MAX_CARDS: Final = 40
"""The most cards in the table of wins with each card."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; the first ``labels`` columns name the line."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    labels: int = 2


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a report. ``cards`` are the codes of cards that its lines name."""

    name: str
    title: str
    lines: Sequence[str] = ()
    table: Table | None = None
    cards: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """The report of a rehearsal in one language."""

    title: str
    settings: str
    sections: Sequence[Section] = field(default_factory=tuple)

    def section(self, name: str) -> Section | None:
        """Return the part with a name, if the report has it."""
        return next((one for one in self.sections if one.name == name), None)


def report_of(
    results: Results,
    edition: EditionDef,
    base: EditionDef | None,
    plan: Plan,
    language: Language,
    command: str = "",
) -> Report:
    """Return the report of some results.

    ``command`` is the command line that plays the edition, for the games that failed.
    """
    return _Writer(results, edition, base, plan, language, command).report()


def verdicts_of(
    results: Results, edition: EditionDef, base: EditionDef | None, language: Language
) -> list[str]:
    """Return the verdicts in words: on the comparison with a base, else on the wins."""
    plan = Plan(0, (), (), 0)
    return _Writer(results, edition, base, plan, language, "").verdicts()


class _Writer:
    """Writes a report in one language."""

    def __init__(
        self,
        results: Results,
        edition: EditionDef,
        base: EditionDef | None,
        plan: Plan,
        language: Language,
        command: str,
    ) -> None:
        self.results = results
        self.edition = edition
        self.base = base
        self.plan = plan
        self.language = language
        self.command = command
        both = [*(base.cards if base else ()), *edition.cards]
        self.names = {card.code: card_name(card, language) for card in both}
        self.say = partial(_say, language)
        self.number = partial(number_text, language=language)

    def report(self) -> Report:
        """Return all parts that have anything to say."""
        name = set_name(self.edition, self.language)
        sections = [
            Section("verdict", self.say("verdict-title"), self.verdicts()),
            self._failures(self.results.new),
            *self._changes(),
            self._wins(self.results.new),
            self._lengths(self.results.new),
            self._endings(self.results.new),
            self._texts(self.results.new),
            self._cards(self.results.new),
        ]
        said = [one for one in sections if one.lines or (one.table and one.table.rows)]
        return Report(name, self._settings(), said)

    def _settings(self) -> str:
        new, plan = self.results.new, self.plan
        return self.say(
            "settings",
            games=new.games,
            moves=new.moves,
            seats=_listed(plan.seats),
            bots=_listed(plan.bots),
            seed=plan.seed,
        )

    # ---- verdicts

    def verdicts(self) -> list[str]:
        """Return the verdicts, the clear ones first."""
        if not self.results.new.games:
            return [self.say("no-games")]
        if self.base is None:
            return list(self._verdicts_on_wins())
        return [*self._verdicts_on_changes(), *self._base_failures()]

    def _base_failures(self) -> Iterator[str]:
        if self.base and self.results.base and self.results.base.failed:
            section = self._failures(self.results.base)
            yield self.say("base-only", edition=self.base.name)
            yield from section.lines

    def _verdicts_on_wins(self) -> Iterator[str]:
        lines = statistics.win_lines(self.results.new)
        clear = [one for one in lines if one.verdict != "none"]
        for one in clear:
            yield self.say(
                f"{one.verdict}-than-fair",
                size=one.size,
                who=self._who(one),
                expected=self._points(one.expected),
                **self._bounds(one.sure),
            )
        for size in sorted({one.size for one in lines} - {one.size for one in clear}):
            of_size = [one for one in lines if one.size == size]
            yield self.say(
                "no-unfairness",
                size=size,
                games=self.results.new.sizes[size].games,
                bound=self._points(max(map(_distance, of_size))),
            )
        if clear:
            yield self._by_chance(len(lines))

    def _verdicts_on_changes(self) -> Iterator[str]:
        lines = statistics.change_lines(self.results)
        clear = [one for one in lines if one.verdict != "none"]
        for one in clear:
            least, most = sorted(map(abs, one.sure))
            yield self.say(
                f"{one.verdict}-than-base",
                size=one.size,
                who=self._who(one),
                **self._bounds((least, most)),
            )
        for size in sorted({one.size for one in lines}):
            other = [one for one in lines if one.size == size and one.verdict == "none"]
            if other:
                has_clear = any(one.size == size for one in clear)
                yield self.say(
                    "other-changes" if has_clear else "no-change",
                    size=size,
                    pairs=self._decided_pairs(size),
                    bound=self._points(max(one.bound for one in other)),
                )
        if clear:
            yield self._by_chance(len(lines))

    def _decided_pairs(self, size: int) -> int:
        pairs = self.results.pairs[size]
        return pairs.pairs - pairs.undecided

    def _by_chance(self, lines: int) -> str:
        chance = self.number(lines * (1 - statistics.LEVEL))
        return self.say("by-chance", lines=lines, chance=chance)

    # ---- parts

    def _failures(self, tally: Tally) -> Section:
        lines: list[str] = []
        cards: list[str] = []
        for one in tally.troubles:
            kind = FAILURES[one.kind].to(self.language)
            lines.append(self.say("failed", kind=kind, games=one.games, detail=one.detail))
            command = f"{self.command} --seats {one.seats} --seed {one.seed} --games 1".strip()
            lines.append(
                self.say(
                    "failed-first",
                    seed=one.seed,
                    seats=one.seats,
                    moves=one.moves,
                    command=f"{command} --bots {' '.join(self.plan.bots)}",
                )
            )
            if one.cards:
                lines.append(self.say("at-work", cards=self._named(one.cards)))
                cards += one.cards
        return Section("failures", self.say("failed-title"), lines, cards=sorted(set(cards)))

    def _changes(self) -> list[Section]:
        if self.base is None:
            return []
        names = ("seats", "who", "pairs", "gained", "lost", "change", "interval", "sure", "verdict")
        rows = [self._change_row(one) for one in statistics.change_lines(self.results)]
        pairs = self.results.pairs.values()
        note = self.say(
            "changes-note",
            same=sum(one.same for one in pairs),
            pairs=sum(one.pairs for one in pairs),
        )
        title = self.say("changes-title", edition=self.base.name)
        return [Section("changes", title, [note], Table(self._header(names), rows))]

    def _change_row(self, one: ChangeLine) -> list[str]:
        return [
            str(one.size),
            self._who(one),
            str(one.pairs),
            str(one.gained),
            str(one.lost),
            self._signed(one.difference),
            self._range(one.interval, self._signed),
            self._range(one.sure, self._signed),
            self.say(one.verdict),
        ]

    def _wins(self, tally: Tally) -> Section:
        names = ("seats", "who", "won", "games", "of-hundred", "interval", "expected", "verdict")
        rows = [
            [
                str(one.size),
                self._who(one),
                str(one.won),
                str(one.played),
                self._points(one.share),
                self._range(one.interval),
                self._points(one.expected),
                self.say(one.verdict),
            ]
            for one in statistics.win_lines(tally)
        ]
        notes = [self.say("wins-note")]
        undecided = sum(one.undecided for one in tally.sizes.values())
        if undecided:
            notes.append(self.say("undecided-note", games=undecided))
        table = Table(self._header(names), rows)
        return Section("wins", self.say("wins-title"), notes, table)

    def _lengths(self, tally: Tally) -> Section:
        names = ("seats", "games", "undecided", "first-quarter", "median", "third-quarter",
                 "longest", "seed")  # fmt: skip
        rows = [
            [
                str(value)
                for value in (one.size, one.games, one.undecided, *one.quartiles, one.longest,
                              one.longest_seed)
            ]
            for one in statistics.length_lines(tally)
        ]  # fmt: skip
        return Section("lengths", self.say("length-title"), (), Table(self._header(names), rows, 1))

    def _endings(self, tally: Tally) -> Section:
        ended: dict[str, int] = {}
        for size in tally.sizes.values():
            for why, count in size.ended.items():
                ended[why] = ended.get(why, 0) + count
        lines = [
            self.say("ended", count=count, reason=reason_of(why, self.language))
            for why, count in sorted(ended.items(), key=lambda pair: (-pair[1], pair[0]))
        ]
        return Section("endings", self.say("ended-title"), lines)

    def _texts(self, tally: Tally) -> Section:
        acted = acted_texts(tally, self.edition)
        never = [code for code, count in acted.items() if not count]
        lines = [self.say("acted", seen=len(acted) - len(never), all=len(acted))]
        not_run = steps_never_run(tally, self.edition)
        if never:
            lines.append(self.say("never-acted", cards=self._named(never)))
        if not_run:
            lines.append(self.say("never-run", paths=_listed(not_run)))
        if not never and not not_run:
            lines.append(self.say("all-acted"))
        rows = [
            [self._name(code), str(count or self.say("never"))]
            for code, count in sorted(acted.items(), key=lambda pair: (pair[1], pair[0]))
        ]
        table = Table(self._header(("card", "times")), rows, 1)
        cards = sorted({*never, *(path.partition(".")[0] for path in not_run)})
        return Section("texts", self.say("acted-title"), lines, table, cards)

    def _cards(self, tally: Tally) -> Section:
        names = ("card", "held", "held-won", "interval", "expected", "played", "played-won",
                 "interval", "expected")  # fmt: skip
        rows = [
            [
                self._name(one.card),
                str(one.held.played),
                self._points(one.held.won / one.held.played),
                self._range(one.held_interval),
                self._points(one.held_expected),
                str(one.played.played),
                self._points(one.played.won / one.played.played) if one.played.played else "–",
                self._range(one.played_interval) if one.played.played else "–",
                self._points(one.played_expected) if one.played.played else "–",
            ]
            for one in statistics.card_lines(tally)[:MAX_CARDS]
        ]
        note = self.say("cards-note", least=statistics.MIN_CARD_GAMES)
        notes = [note] if rows else []
        return Section("cards", self.say("cards-title"), notes, Table(self._header(names), rows, 1))

    # ---- words

    def _header(self, names: Iterable[str]) -> list[str]:
        return [self.say(name) for name in names]

    def _who(self, one: WinLine | ChangeLine) -> str:
        return self.say("seat", seat=one.who) if one.kind == "seat" else self._name(one.who)

    def _name(self, code: str) -> str:
        return self.names.get(code, code)

    def _named(self, codes: Iterable[str]) -> str:
        return _listed(self._name(code) for code in codes)

    def _points(self, share: float) -> str:
        return self.number(share * HUNDRED)

    def _signed(self, share: float) -> str:
        sign = "+" if share > 0 else "−" if share < 0 else ""
        return sign + self.number(abs(share) * HUNDRED)

    def _range(self, interval: Interval, write: Any = None) -> str:
        write = write or self._points
        return self.say("range", least=write(interval[0]), most=write(interval[1]))

    def _bounds(self, interval: Interval) -> dict[str, str]:
        return {"least": self._points(interval[0]), "most": self._points(interval[1])}


def acted_texts(tally: Tally, edition: EditionDef) -> dict[str, int]:
    """Return how often each card with a text of its own was seen to act."""
    return {card.code: tally.acted.get(card.code, 0) for card in texts_of(edition)}


def steps_never_run(tally: Tally, edition: EditionDef) -> list[str]:
    """Return the paths of the steps of texts that were never run."""
    return [path for path in sorted(steps_of_texts(edition)) if not tally.steps.get(path)]


def _say(language: Language, name: str, /, **params: Any) -> str:
    return REPORT.say(name, language, **params)


def _distance(one: WinLine) -> float:
    return max(abs(bound - one.expected) for bound in one.sure)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def report_lines(report: Report) -> Iterator[str]:
    """Yield the lines of a report as plain text, with its tables in columns."""
    yield f"{report.title}: {report.settings}"
    for section in report.sections:
        yield ""
        yield section.title
        yield from (f"  {line}" for line in section.lines)
        if section.table is not None:
            yield from _columns(section.table)


def _columns(table: Table) -> Iterator[str]:
    rows = [table.header, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            text.ljust(width) if at < table.labels else text.rjust(width)
            for at, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  " + "  ".join(cells).rstrip()


def report_values(results: Results, edition: EditionDef) -> dict[str, Any]:
    """Return the statistics of results as values of JSON."""
    found: dict[str, Any] = _tally_values(results.new, edition)
    if results.base is not None:
        found["base"] = {"wins": _wins_values(results.base), "troubles": _troubles(results.base)}
        found["changes"] = [
            {
                "seats": one.size, one.kind: one.who, "pairs": one.pairs,
                "gained": one.gained, "lost": one.lost, "difference": one.difference,
                "interval": one.interval, "sure": one.sure, "verdict": one.verdict,
            }
            for one in statistics.change_lines(results)
        ]  # fmt: skip
        found["same"] = sum(one.same for one in results.pairs.values())
    return found


def _tally_values(tally: Tally, edition: EditionDef) -> dict[str, Any]:
    lengths = statistics.length_lines(tally)
    return {
        "edition": edition.code,
        "games": tally.games,
        "moves": tally.moves,
        "sizes": [
            {
                "seats": one.size, "games": one.games, "undecided": one.undecided,
                "quartiles": one.quartiles, "ended": tally.sizes[one.size].ended,
                "longest": {"moves": one.longest, "seed": one.longest_seed},
            }
            for one in lengths
        ],
        "troubles": _troubles(tally),
        "texts": acted_texts(tally, edition),
        "never": steps_never_run(tally, edition),
        "wins": _wins_values(tally),
        "cards": [
            {
                "card": one.card,
                "held": _card_values(one.held, one.held_expected, one.held_interval),
                "played": _card_values(one.played, one.played_expected, one.played_interval),
            }
            for one in statistics.card_lines(tally)
        ],
    }  # fmt: skip


def _card_values(share: Any, expected: float, interval: Interval) -> dict[str, Any]:
    games = {"games": share.played, "won": share.won}
    return games | {"expected": expected, "interval": interval}


def _wins_values(tally: Tally) -> list[dict[str, Any]]:
    return [
        {
            "seats": one.size, one.kind: one.who, "played": one.played, "won": one.won,
            "share": one.share, "expected": one.expected, "interval": one.interval,
            "sure": one.sure, "verdict": one.verdict,
        }
        for one in statistics.win_lines(tally)
    ]  # fmt: skip


def _troubles(tally: Tally) -> list[dict[str, Any]]:
    names = ("kind", "detail", "cards", "games", "seed", "seats", "moves")
    return [{name: getattr(one, name) for name in names} for one in tally.troubles]
