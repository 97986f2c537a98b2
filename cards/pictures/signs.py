"""The signs on the pictures of cards: what a card does, without words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from cards.language import CardDef
from cards.language.abilities import Replacement, Restriction, Suppression
from cards.language.effects import Verb
from cards.language.walk import effects_of
from cards.pictures.paints import color_fill, color_shape
from cards.pictures.text_fitting import svg_text

MOST_SIGNS: Final = 3
"""The most signs on a card."""

LINES: Final = {
    "skip": "M-40 0A40 40 0 1 0 40 0A40 40 0 1 0-40 0M-28 28L28-28",
    "reverse": "M-22 44V-44M-46-20L-22-44L2-20M22-44V44M-2 20L22 44L46 20",
    "recover": "M34-26A42 42 0 1 0 42 6M38-50V-24H12",
    "exchange": "M-44-20H44M24-40L44-20L24 0M44 20H-44M-24 0L-44 20L-24 40",
    "play_again": "M-38-36L-2 0L-38 36M4-36L40 0L4 36",
    "defeat": "M-30 0A30 30 0 1 0 30 0A30 30 0 1 0-30 0M0-46V-14M0 46V14M-46 0H-14M46 0H14",
    "destroy": "M0-46L40-23V23L0 46L-40 23V-23ZM-16-16L16 16M16-16L-16 16",
    "take": "M0-46V14M-24-10L0 14L24-10M-42 8V42H42V8",
    "show_hand": "M-48 0Q0-58 48 0Q0 58-48 0ZM-9 0A9 9 0 1 0 9 0A9 9 0 1 0-9 0",
    "lay_color": "M-40-28H12V44H-40ZM-14-44H40V28",
    "name_character": "M-44-42H44V22H2L-22 46V22H-44Z",
    "ban": "M-28-44H28V44H-28ZM-46 44L46-44",
    "lock": "M-34-4H34V44H-34ZM-20-4V-24A20 20 0 0 1 20-24V-4",
}
"""Signs drawn with lines, around 0 and about 50 in radius."""

SOLIDS: Final = {
    "burn": "M4-50C8-24 38-14 38 14A38 36 0 0 1-38 14C-38-2-30-12-20-22C-18-10-12-6-6-6"
    "C-10-24-8-38 4-50Z",
    "flip": "M0-46L50 42H-50Z",
    "shield": "M0-48L42-34V0C42 28 16 42 0 48C-16 42-42 28-42 0V-34Z",
}
"""Signs with an area in which a label stands."""

_VERBS: Final = {
    "burn_until": "burn",
    "burn_from_hand": "burn",
    "flip_until": "flip",
}
"""Verbs that have the sign of another one."""

PRINTED: Final = {"draw-two": "+2", "wild-draw-four": "+4"}
"""What is printed for a symbol."""


class Sign(NamedTuple):
    """A drawing by its name, with a label: a number, or letters without a drawing."""

    name: str = ""
    label: str = ""


def symbol_sign(card: CardDef) -> Sign:
    """Return the sign that matching compares: number, known symbol, or initials."""
    if card.kind == "number":
        return Sign(label=card.symbol)
    if card.symbol in PRINTED:
        return Sign(label=PRINTED[card.symbol])
    return Sign(card.symbol) if card.symbol in ("skip", "reverse") else initials(card)


def initials(card: CardDef) -> Sign:
    """Return the initials of the name."""
    words = [word for word in card.name.split() if word != "Wild"]
    return Sign(label="".join(word[0] for word in words[:3]).upper() or "?")


def effect_signs(card: CardDef) -> list[Sign]:
    """Return the first different signs of what a card does."""
    found = dict.fromkeys(one for one in _signs(card) if one)
    return list(found)[:MOST_SIGNS]


def _signs(card: CardDef) -> Iterator[Sign | None]:
    for effect in effects_of(card):
        yield _verb_sign(effect)
    for ability in card.abilities:
        if isinstance(ability, Replacement):
            change = ability.increase - ability.reduce
            yield Sign("shield", f"{change:+}".replace("-", "−") if change else "")
        elif isinstance(ability, Restriction):
            yield Sign("ban")
        elif isinstance(ability, Suppression):
            yield Sign("lock")


def _verb_sign(effect: Verb) -> Sign | None:
    verb = str(effect.__struct_config__.tag)
    name = _VERBS.get(verb, verb)
    count = "any" if getattr(effect, "upto", False) else getattr(effect, "count", "")
    label = str(count) if isinstance(count, int) else "×" if count else ""
    if name in ("add", "draw", "challenge"):
        return Sign(label=f"+{label}")
    if name == "set_color":
        return Sign("color", str(getattr(effect, "color", "")))
    if name == "flip":
        return Sign(name, "!")
    return Sign(name, label) if name in LINES or name in SOLIDS else None


def draw_sign(sign: Sign, x: float, y: float, size: float, ink: str, ground: str) -> str:
    """Return a sign in a square around a point; a label on a solid has ``ground``."""
    name, label = sign
    if name == "color":
        drawn = f'<path d="{color_shape(label)}" fill="{color_fill(label)}" stroke="{ink}"'
        return f'{_at(x, y, size * 0.4)}{drawn} stroke-width=".14"/></g>'
    if name in SOLIDS:
        drawn = f'<path d="{SOLIDS[name]}" fill="{ink}"/>{_label(label, 46, 58, ground, 14)}'
    elif name in LINES:
        drawn = (
            f'<path d="{LINES[name]}" fill="none" stroke="{ink}" stroke-width="12"'
            f' stroke-linecap="round" stroke-linejoin="round"/>{_label(label, 50, 48, ink, 4)}'
        )
    else:
        line = '<path d="M-26 46h52" stroke-width="9"/>' if label in ("6", "9") else ""
        drawn = (
            f'<g stroke="{ink}" stroke-width="4" stroke-linejoin="round">'
            f"{_label(label, 112, 108, ink, 0)}{line}</g>"
        )
    return f"{_at(x, y, size / 100)}{drawn}</g>"


def _at(x: float, y: float, scale: float) -> str:
    return f'<g transform="translate({x:.4g} {y:.4g}) scale({scale:.3g})">'


def _label(label: str, width: float, size: float, ink: str, y: float) -> str:
    """Return a label around a point on the vertical."""
    box = (-width / 2, y - size * 0.6, width, size * 1.2)
    return svg_text(label, box, size, ink, weight="bold") if label else ""
