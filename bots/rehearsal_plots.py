"""Plots of rehearsals as SVG: shares, differences, lengths of games.

Colors and fonts are in ``static/rehearsal/rehearsal.css``. No plot says anything by color alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bots.rehearsal_statistics import Interval, Verdict
from bots.rehearsal_texts import number_text
from cards.language import Language

WIDTH: Final = 360
"""The width in units; a telephone shows about one pixel for each."""

EDGE: Final = 14
LINE_HEIGHT: Final = 40
AXIS_HEIGHT: Final = 40
HUNDRED: Final = 100
BARS: Final = 20
"""About how many bars a histogram has."""

MARKS: Final[Mapping[Verdict, str]] = {"more": "▲", "fewer": "▼", "none": "●"}
"""The sign of each verdict, which does not depend on color."""


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line of a plot: a value with two intervals, as shares of 1."""

    label: str
    value: float
    interval: Interval
    sure: Interval
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Words:
    """The title and the description of a plot, the name of its axis, and its language."""

    title: str
    description: str
    axis: str
    language: Language


def interval_plot(
    name: str, lines: Sequence[PlotLine], words: Words, expected: float, from_zero: bool
) -> SafeString:
    """Return a plot of values with intervals, and a line at the expected value.

    ``name`` is the id of the plot on its page. With ``from_zero`` each value is a bar.
    """
    low = min([0.0, expected, *(one.sure[0] for one in lines)])
    high = max([expected, *(one.sure[1] for one in lines)])
    step = _step((high - low) * HUNDRED, 5)
    first, last = _floor(low * HUNDRED, step), _floor(high * HUNDRED, step) + step

    def x(value: float) -> str:
        share = (value * HUNDRED - first) / (last - first)
        return f"{EDGE + share * (WIDTH - 2 * EDGE):.1f}"

    bottom = LINE_HEIGHT * len(lines) + 6
    ticks = [first + step * at for at in range(round((last - first) / step) + 1)]
    digits = 0 if step >= 1 else 1
    numbers = [number_text(tick, words.language, digits).replace("-", "−") for tick in ticks]
    grid = [(x(tick / HUNDRED), text) for tick, text in zip(ticks, numbers, strict=True)]
    parts = [
        _grid(grid, bottom),
        format_html(
            '<line class="plot-expected" x1="{0}" x2="{0}" y1="0" y2="{1}"/>', x(expected), bottom
        ),
        *(
            _line(one, at, x, expected if from_zero else None, words)
            for at, one in enumerate(lines)
        ),
        _axis_name(words.axis, bottom),
    ]
    return _svg(name, words, bottom + AXIS_HEIGHT, parts)


def _line(one: PlotLine, at: int, x: object, expected: float | None, words: Words) -> SafeString:
    assert callable(x)
    top = LINE_HEIGHT * at
    middle = top + 28
    bar = SafeString("")
    if expected is not None:
        width = f"{float(x(one.value)) - float(x(0)):.1f}"
        bar = format_html(
            '<rect class="plot-bar" x="{}" y="{}" width="{}" height="12"/>',
            x(0), middle - 6, width,
        )  # fmt: skip
    else:
        bar = format_html(
            '<circle class="plot-point" cx="{}" cy="{}" r="4"/>', x(one.value), middle
        )
    value = number_text(one.value * HUNDRED, words.language)
    if expected is None:
        value = f"+{value}" if one.value > 0 else value.replace("-", "−")
    return format_html(
        '<g class="plot-{}"><text class="plot-label" x="{}" y="{}">{} {}</text>'
        '<text class="plot-value" x="{}" y="{}">{}</text>{}'
        '<line class="plot-sure" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<line class="plot-interval" x1="{}" x2="{}" y1="{}" y2="{}"/></g>',
        one.verdict, EDGE, top + 16, MARKS[one.verdict], one.label,
        WIDTH - EDGE, top + 16, value, bar,
        x(one.sure[0]), x(one.sure[1]), middle, middle,
        x(one.interval[0]), x(one.interval[1]), middle, middle,
    )  # fmt: skip


def histogram(name: str, lengths: Mapping[int, int], median: int, words: Words) -> SafeString:
    """Return a histogram of the lengths of games, with a line at the median."""
    longest = max(lengths, default=1)
    step = int(max(1, _step(longest, BARS)))
    counts = [0] * (longest // step + 1)
    for length, games in lengths.items():
        counts[length // step] += games
    most, height = max(counts), 120
    wide = (WIDTH - 2 * EDGE) / len(counts)
    bars = (
        (
            f"{EDGE + at * wide:.1f}", f"{height + 6 - count / most * height:.1f}",
            f"{max(0.5, wide - 1):.1f}", f"{count / most * height:.1f}",
            f"{at * step}–{at * step + step - 1}: {count}",
        )
        for at, count in enumerate(counts) if count
    )  # fmt: skip
    shown = _step(longest, 5)
    ticks = [int(shown * at) for at in range(int(longest / shown) + 1)]
    scale = wide / step
    grid = [(f"{EDGE + tick * scale:.1f}", str(tick)) for tick in ticks]
    bar = '<rect class="plot-bar" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>'
    parts = [
        _grid(grid, height + 6),
        format_html_join("", bar, bars),
        format_html(
            '<line class="plot-expected" x1="{0}" x2="{0}" y1="0" y2="{1}"/>',
            f"{EDGE + (median + 0.5) * scale:.1f}", height + 6,
        ),
        _axis_name(words.axis, height + 6),
    ]  # fmt: skip
    return _svg(name, words, height + 6 + AXIS_HEIGHT, parts)


def _grid(ticks: Sequence[tuple[str, str]], bottom: int) -> SafeString:
    tick = (
        '<line class="plot-grid" x1="{0}" x2="{0}" y1="0" y2="{2}"/>'
        '<text class="plot-tick" x="{0}" y="{3}">{1}</text>'
    )
    return format_html_join("", tick, ((x, text, bottom, bottom + 15) for x, text in ticks))


def _axis_name(text: str, bottom: int) -> SafeString:
    return format_html(
        '<text class="plot-tick" x="{}" y="{}">{}</text>', WIDTH / 2, bottom + 32, text
    )


def _svg(name: str, words: Words, height: int, parts: Sequence[SafeString]) -> SafeString:
    return format_html(
        '<figure><figcaption>{}</figcaption><svg class="plot" viewBox="0 0 {} {}"'
        ' role="img" aria-labelledby="{}-title {}-desc">'
        '<title id="{}-title">{}</title><desc id="{}-desc">{}</desc>{}</svg></figure>',
        words.title,
        WIDTH, height, name, name, name, words.title, name, words.description,
        format_html_join("", "{}", ((part,) for part in parts)),
    )  # fmt: skip


def _step(span: float, most: int) -> float:
    """Return a round step of which a span has at most some."""
    power = 0.1
    while True:
        for factor in (1, 2, 5):
            if power * factor * most >= span:
                return power * factor
        power *= 10


def _floor(value: float, step: float) -> float:
    return step * (value // step)
