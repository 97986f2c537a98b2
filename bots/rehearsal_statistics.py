"""Statistics of rehearsals: shares with intervals, paired differences, lengths.

Verdicts use intervals that hold for all lines of a report at once (Bonferroni's correction).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt
from statistics import NormalDist
from typing import Final, Literal

from bots.rehearsal_tally import Change, PairTally, Results, Share, SizeTally, Tally

LEVEL: Final = 0.95
"""The confidence of an interval, and of all verdicts of a report at once."""

MIN_CARD_GAMES: Final = 30
"""The fewest games in which a card is held, for its wins to be listed."""

Interval = tuple[float, float]
Verdict = Literal["more", "fewer", "none"]
Kind = Literal["hero", "seat"]


@cache
def deviations(level: float) -> float:
    """Return the standard deviations on both sides of a mean that cover a share."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(won: int, played: int, level: float = LEVEL) -> Interval:
    """Return the confidence interval of a share (Wilson's interval)."""
    if not played:
        return 0.0, 1.0
    z = deviations(level)
    share, square = won / played, z**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    spread = sqrt(share * (1 - share) / played + square / (4 * played**2))
    half = z * spread / (1 + square / played)
    # Rounding must not put the share itself outside.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def paired_interval(gained: int, lost: int, pairs: int, level: float = LEVEL) -> Interval:
    """Return the confidence interval of the difference of two shares, from pairs.

    It is the adjusted Wald interval of Bonett and Price (2012), which also holds for few pairs and
    for pairs that never differ.
    """
    if not pairs:
        return -1.0, 1.0
    total = pairs + 2
    up, down = (gained + 1) / total, (lost + 1) / total
    half = deviations(level) * sqrt((up + down - (up - down) ** 2) / total)
    seen = (gained - lost) / pairs
    return max(-1.0, min(seen, up - down - half)), min(1.0, max(seen, up - down + half))


def corrected_level(lines: int) -> float:
    """Return the level of each of some intervals that hold all at once at ``LEVEL``."""
    return 1 - (1 - LEVEL) / max(1, lines)


def verdict_of(interval: Interval, expected: float = 0.0) -> Verdict:
    """Return on which side of the expected value an interval is."""
    if interval[0] > expected:
        return "more"
    return "fewer" if interval[1] < expected else "none"


# ---- the lines of a report


@dataclass(frozen=True, slots=True)
class WinLine:
    """The wins of a hero or a seat at one table size.

    ``sure`` is the interval that holds for all lines at once.
    """

    size: int
    kind: Kind
    who: str
    played: int
    won: int
    expected: float
    interval: Interval
    sure: Interval

    @property
    def share(self) -> float:
        """The share of games won."""
        return self.won / self.played if self.played else 0.0

    @property
    def verdict(self) -> Verdict:
        """Whether the share is more or less than expected."""
        return verdict_of(self.sure, self.expected)


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """The difference of the wins of a hero or a seat between two editions."""

    size: int
    kind: Kind
    who: str
    pairs: int
    gained: int
    lost: int
    interval: Interval
    sure: Interval

    @property
    def difference(self) -> float:
        """The share of games won with the new edition, less that with the base."""
        return (self.gained - self.lost) / self.pairs if self.pairs else 0.0

    @property
    def verdict(self) -> Verdict:
        """Whether more or fewer games are won than before."""
        return verdict_of(self.sure)

    @property
    def bound(self) -> float:
        """The largest difference, up or down, that the pairs do not exclude."""
        return max(abs(self.sure[0]), abs(self.sure[1]))


@dataclass(frozen=True, slots=True)
class LengthLine:
    """The lengths of the games at one table size, in moves."""

    size: int
    games: int
    undecided: int
    quartiles: tuple[int, int, int]
    longest: int
    longest_seed: int
    lengths: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class CardLine:
    """The wins of the seats that held, or played, a card.

    ``expected`` is the share that their heroes win anyway; without heroes, that of any seat.
    """

    card: str
    held: Share
    held_expected: float
    held_interval: Interval
    played: Share
    played_expected: float
    played_interval: Interval


def win_lines(tally: Tally) -> list[WinLine]:
    """Return the wins by table size: of heroes, then of seats."""
    shares = [
        (size, kind, who, share)
        for size, counts in sorted(tally.sizes.items())
        for kind, who, share in _shares(counts)
    ]
    level = corrected_level(len(shares))
    return [
        WinLine(
            size, kind, who, one.played, one.won, 1 / size,
            wilson(one.won, one.played), wilson(one.won, one.played, level),
        )
        for size, kind, who, one in shares
    ]  # fmt: skip


def _shares(counts: SizeTally) -> Iterator[tuple[Kind, str, Share]]:
    yield from (("hero", who, one) for who, one in sorted(counts.heroes.items()))
    yield from (("seat", who, one) for who, one in sorted(counts.seats.items(), key=_number))


def change_lines(results: Results) -> list[ChangeLine]:
    """Return the differences of wins by table size: of heroes, then of seats."""
    changes = [
        (size, kind, who, change)
        for size, pairs in sorted(results.pairs.items())
        for kind, who, change in _changes(pairs)
    ]
    level = corrected_level(len(changes))
    return [
        ChangeLine(
            size, kind, who, one.pairs, one.gained, one.lost,
            paired_interval(one.gained, one.lost, one.pairs),
            paired_interval(one.gained, one.lost, one.pairs, level),
        )
        for size, kind, who, one in changes
    ]  # fmt: skip


def _changes(pairs: PairTally) -> Iterator[tuple[Kind, str, Change]]:
    yield from (("hero", who, one) for who, one in sorted(pairs.heroes.items()))
    yield from (("seat", who, one) for who, one in sorted(pairs.seats.items(), key=_number))


def _number(entry: tuple[str, object]) -> int:
    return int(entry[0])


def length_lines(tally: Tally) -> list[LengthLine]:
    """Return the lengths of games by table size."""
    return [
        LengthLine(
            size, one.games, one.undecided, quartiles(one.lengths), one.longest, one.longest_seed,
            one.lengths,
        )
        for size, one in sorted(tally.sizes.items())
    ]  # fmt: skip


def quartiles(lengths: Mapping[int, int]) -> tuple[int, int, int]:
    """Return the lower quartile, the median and the upper quartile of counted values.

    Each is a value that occurs: the least that a quarter, half, or three quarters do not exceed.
    """
    total = sum(lengths.values())
    first, second, third = (_quantile(lengths, total * part / 4) for part in (1, 2, 3))
    return first, second, third


def _quantile(lengths: Mapping[int, int], rank: float) -> int:
    seen = 0
    for value, count in sorted(lengths.items()):
        seen += count
        if seen >= rank:
            return value
    return 0


def card_lines(tally: Tally) -> list[CardLine]:
    """Return the wins with each card, the clearest differences first."""
    cards = {card for size in tally.sizes.values() for card in size.held}
    lines = [_card_line(tally, card) for card in sorted(cards)]
    listed = [line for line in lines if line.held.played >= MIN_CARD_GAMES]
    return sorted(listed, key=_clearness, reverse=True)


def _clearness(one: CardLine) -> float:
    """Return a difference from what is expected, in widths of its interval."""
    low, high = one.held_interval
    return abs(one.held.won / one.held.played - one.held_expected) / (high - low)


def _card_line(tally: Tally, card: str) -> CardLine:
    held, played, by_hero = Share(), Share(), {"held": 0.0, "played": 0.0}
    for size, counts in tally.sizes.items():
        for name, total, table in (("held", held, counts.held), ("played", played, counts.played)):
            for hero, one in table.get(card, {}).items():
                total.played += one.played
                total.won += one.won
                usual = counts.heroes.get(hero)
                share = usual.won / usual.played if usual else 1 / size
                by_hero[name] += one.played * share
    return CardLine(
        card,
        held, by_hero["held"] / held.played if held.played else 0.0,
        wilson(held.won, held.played),
        played, by_hero["played"] / played.played if played.played else 0.0,
        wilson(played.won, played.played),
    )  # fmt: skip
