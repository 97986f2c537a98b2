"""The figures of a rehearsed tournament by round, as a picture in SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.tournaments.rehearsed_figures import Figures

WIDTH: Final = 960
MARGIN: Final = 40
BARS: Final = 150
"""The height of the highest bar."""
PANEL: Final = BARS + 90
"""The height of a panel with its title and the numbers of the rounds."""


class Series(NamedTuple):
    """A value for each round, what it is, and its color."""

    name: str
    color: str
    values: Sequence[float]


def plot_of(figures: Figures) -> str:
    """Return the picture: repeated meetings and differences of points by round."""
    spreads = [one.spread for one in figures.rounds]
    repeats = Series("pairs who had met before", "#8a2be2", [one.repeats for one in figures.rounds])
    largest = Series("largest", "#c0504d", [one.largest for one in spreads])
    means = Series("mean", "#1f6fb4", [one.mean for one in spreads])
    height = 2 * PANEL
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="10">',
        "<title>Repeated meetings and differences of points by round</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        *_panel(0, "Repeated meetings by round", [repeats]),
        *_panel(PANEL, "Difference of points inside a table by round", [means, largest]),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _panel(top: int, title: str, series: Sequence[Series]) -> Iterator[str]:
    """Yield a panel: its title, its legend, and a bar of each series for each round."""
    yield f'<text x="{MARGIN}" y="{top + 20}" font-size="14">{title}</text>'
    foot = top + BARS + 60
    highest = max((value for one in series for value in one.values), default=0) or 1
    rounds = len(series[0].values)
    column = (WIDTH - 2 * MARGIN) / max(1, rounds)
    width = min(40, column * 0.8 / len(series))
    for nth, one in enumerate(series):
        yield f'<text x="{MARGIN + 160 * nth}" y="{top + 36}" fill="{one.color}">{one.name}</text>'
        for at, value in enumerate(one.values):
            left = MARGIN + column * (at + 0.5) + width * (nth - len(series) / 2)
            yield from _bar(left, foot, width, BARS * value / highest, value, one.color)
    yield f'<path d="M{MARGIN} {foot}H{WIDTH - MARGIN}" stroke="#333"/>'
    for at in range(rounds):
        x = MARGIN + column * (at + 0.5)
        yield f'<text x="{x:.1f}" y="{foot + 14}" text-anchor="middle">{at + 1}</text>'


def _bar(
    left: float, foot: int, width: float, height: float, value: float, color: str
) -> Iterator[str]:
    """Yield a bar with its value above it."""
    top = foot - height
    yield (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
        f' fill="{color}"/>'
    )
    at = f'x="{left + width / 2:.1f}" y="{top - 3:.1f}"'
    yield f'<text {at} text-anchor="middle">{round(value, 1):g}</text>'
