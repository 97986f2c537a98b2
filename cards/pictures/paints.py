"""How the colors of cards are drawn: fill, ink, letter and shape."""

from __future__ import annotations

from typing import Final

from cards.language import Language
from cards.pictures.picture_texts import WORDS

FILLS: Final = {
    "red": "#b3261e",
    "yellow": "#f4c20d",
    "green": "#1e7b3a",
    "blue": "#1557b0",
    "purple": "#6a2c91",
}
"""The colors of fields, with good contrast to white text, and to black text on yellow."""

SHAPES: Final = {
    "red": "M0 -1 A1 1 0 0 1 0 1 A1 1 0 0 1 0 -1 Z",
    "yellow": "M0 -1 L1 0.8 H-1 Z",
    "green": "M-0.86 -0.86 H0.86 V0.86 H-0.86 Z",
    "blue": "M0 -1.1 L0.8 0 L0 1.1 L-0.8 0 Z",
    "purple": "M0 -1.1 L0.3 -0.35 L1.08 -0.33 L0.46 0.16 L0.66 0.92 L0 0.48 L-0.66 0.92"
    " L-0.46 0.16 L-1.08 -0.33 L-0.3 -0.35 Z",
}
"""A shape for each color, by which readers who see no colors tell them apart: circle, triangle,
square, diamond, star. Paths around 0, of radius 1."""

OTHER_FILL: Final = "#4a5568"
OTHER_SHAPE: Final = "M-1 -0.4 H-0.4 V-1 H0.4 V-0.4 H1 V0.4 H0.4 V1 H-0.4 V0.4 H-1 Z"
"""The shape of an unknown color, which a draft may have but no edition: a cross."""


def color_fill(color: str) -> str:
    """Return the fill of a color."""
    return FILLS.get(color, OTHER_FILL)


def color_shape(color: str) -> str:
    """Return the path of the shape of a color."""
    return SHAPES.get(color, OTHER_SHAPE)


def color_letter(color: str, language: Language) -> str:
    """Return the letter of a color in a language, two if one would be that of another."""
    return WORDS[color].to(language) if color in WORDS else color[:1].upper()


def ink_on(fill: str) -> str:
    """Return the color of letters on a fill."""
    return "#111111" if fill == FILLS["yellow"] else "#ffffff"
