"""Fit text into a box of an SVG image: estimate widths, wrap lines, choose a size.

The widths are those of Helvetica. Each line also gets its estimated width as ``textLength``, so
that it stays in its box with any other font.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from typing import Final
from unicodedata import combining, east_asian_width, normalize
from xml.sax.saxutils import escape

LINE: Final = 1.15
"""The height of a line, in sizes of its font."""

_SPACES: Final = re.compile(r"(?<!«)[ \t\r\n]+(?![:;!?»])")
"""Where a line may break: not at a no-break space, nor before a mark of French punctuation."""

_GROUPS: Final = {
    0.24: "ijl'’|",
    0.29: "!.,:;/\\ \u00a0\u202fftI[]()`-–‐",
    0.37: 'r"“”{}°«»*',
    0.51: "ckvsxyzJ",
    0.57: "abdeghnopqu0123456789?_#$L",
    0.62: "TFZ+=<>~^",
    0.69: "ABEKPSVXY&",
    0.74: "CDHNRUwm",
    0.8: "GOQM",
    0.96: "W%—…",
    1.04: "@",
}
_WIDTHS: Final = {one: width for width, group in _GROUPS.items() for one in group}
_WIDTHS["m"] = 0.84


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of a text with their widths, and the size at which they fit."""

    size: float
    lines: tuple[tuple[str, float], ...]

    @property
    def height(self) -> float:
        """The height of all lines."""
        return len(self.lines) * self.size * LINE


def text_width(text: str) -> float:
    """Return the estimated width of a text, in sizes of its font."""
    return sum(_character_width(one) for one in normalize("NFD", text))


@lru_cache(maxsize=4096)
def _letter_width(letter: str) -> float:
    return text_width(letter)


def _character_width(character: str) -> float:
    if combining(character):
        return 0
    known = _WIDTHS.get(character)
    if known is not None:
        return known
    return 1.05 if east_asian_width(character) in "WF" or ord(character) > 0x2FFF else 0.8


def fit_text(text: str, width: float, height: float, largest: float) -> Fitted:
    """Return a text in lines that fit into a box, as large as possible.

    Long texts are set smaller, never cut; a word that is longer than a line is broken.
    """
    words = [(word, text_width(word)) for word in _SPACES.split(text) if word]
    area = (sum(one for _, one in words) + 0.29 * len(words)) * LINE
    size = min(largest, 1.3 * sqrt(width * height / area)) if area else largest
    while True:
        fitted = Fitted(round(size, 2), _wrapped(words, width / size, size))
        if fitted.height <= height or not words:
            return fitted
        size *= 0.95


def _wrapped(
    words: list[tuple[str, float]], room: float, size: float
) -> tuple[tuple[str, float], ...]:
    """Return lines no wider than the room, which is in sizes of the font."""
    lines: list[tuple[str, float]] = []
    line, used = "", 0.0
    for word, width in words:
        if line and used + 0.29 + width <= room:
            line, used = f"{line} {word}", used + 0.29 + width
            continue
        if line:
            lines.append((line, used))
        *broken, (line, used) = _pieces(word, width, room)
        lines += broken
    if line:
        lines.append((line, used))
    return tuple((one, round(wide * size, 2)) for one, wide in lines)


def _pieces(word: str, width: float, room: float) -> list[tuple[str, float]]:
    """Return a word, in pieces if it is longer than a line."""
    if width <= room:
        return [(word, width)]
    ends = [0.0, *accumulate(map(_letter_width, word))]
    pieces: list[tuple[str, float]] = []
    first = 0
    while first < len(word):
        last = max(first + 1, bisect_right(ends, ends[first] + room) - 1)
        pieces.append((word[first:last], ends[last] - ends[first]))
        first = last
    return pieces


def svg_text(
    text: str,
    box: tuple[float, float, float, float],
    largest: float,
    ink: str,
    *,
    anchor: str = "middle",
    weight: str = "normal",
) -> str:
    """Return a text as SVG elements, fitted into a box: left, top, width, height."""
    left, top, width, height = box
    fitted = fit_text(text, width, height, largest)
    x = left + {"start": 0, "middle": width / 2, "end": width}[anchor]
    first = top + (height - fitted.height) / 2 + fitted.size * 0.9
    return "".join(
        f'<text x="{x:g}" y="{first + at * fitted.size * LINE:.6g}" font-size="{fitted.size:g}"'
        f' text-anchor="{anchor}"{_weight(weight)} textLength="{wide:g}"'
        f' lengthAdjust="spacingAndGlyphs" fill="{ink}">{escape(line)}</text>'
        for at, (line, wide) in enumerate(fitted.lines)
    )


def _weight(weight: str) -> str:
    return "" if weight == "normal" else f' font-weight="{weight}"'
