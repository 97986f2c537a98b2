"""Pictures of cards as SVG: a colored field, signs, a name, the text; no artwork.

An image has two faces. Drawn at 100 pixels or wider it shows the whole card with its text; below,
large signs and names, which can be read in a hand on a phone.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any, Final
from xml.sax.saxutils import escape

from cards.language import (
    CardDef,
    CardFilter,
    EditionDef,
    Language,
    Rarity,
    card_name,
    card_text,
    color_name,
)
from cards.pictures.paints import OTHER_FILL, color_fill, color_letter, color_shape, ink_on
from cards.pictures.picture_texts import WORDS
from cards.pictures.signs import PRINTED, Sign, draw_sign, effect_signs, initials, symbol_sign
from cards.pictures.text_fitting import fit_text, svg_text

DARK = "#1f2530"
GROUNDS = {
    "wild": DARK,
    "hero": "#3b2f63",
    "event": "#7a4b00",
    "item": "#17595f",
    "enemy": "#5c1a24",
}
"""The background of a card without a color, by its kind."""
EMBLEMS: Final = {
    "red": (98, 0, 0, 120),
    "yellow": (106, 6, 26, 80),
    "green": (88, 0, 0, 120),
    "blue": (116, 0, 0, 98),
    "purple": (104, 5, 4, 78),
}
"""The shape of a color in the middle: its radius, how far below the middle it and its sign are, and
the size of the sign."""
FRAMES: Final = {
    "event": "M0-56L14-38L34-45L36-23L56-14L44 3L54 24L32 28L24 49L4 38L-16 52L-26 32L-49 31"
    "L-44 8L-58-8L-38-19L-36-42L-15-37Z",
    "item": "M0-54L48-27V27L0 54L-48 27V-27Z",
    "enemy": "M-54-48L-26-34H26L54-48L46 14L0 54L-46 14Z",
}
"""The frame around each sign of a card without a color, by its kind."""
HEROES: Final = (
    "M0-60L60 0L0 60L-60 0Z",
    "M0-56L48-42V4C48 30 20 48 0 58C-20 48-48 30-48 4V-42Z",
    "M0-60L15-36L42-42L36-15L60 0L36 15L42 42L15 36L0 60L-15 36L-42 42L-36 15L-60 0L-36-15"
    "L-42-42L-15-36Z",
    "M-46-46H46V46H-46Z",
    "M0-58L58-14L36 52H-36L-58-14Z",
    "M0-58A30 30 0 0 1 42-34A32 32 0 0 1 42 34A30 30 0 0 1 0 58A30 30 0 0 1-42 34"
    "A32 32 0 0 1-42-34A30 30 0 0 1 0-58Z",
    "M-48 0A48 48 0 1 0 48 0A48 48 0 1 0-48 0",
)
"""The emblems of heroes, which the heroes of an edition have in their order."""
MASK: Final = (
    "M-56-16C-34-36-14-26 0-16C14-26 34-36 56-16C54 20 32 34 10 14Q0 6-10 14C-32 34-54 20-56-16Z"
    "M-36-8Q-24-16-12-2Q-28 8-36-8ZM36-8Q24-16 12-2Q28 8 36-8Z"
)
"""The emblem of heroes."""
CHARACTERS: Final = (
    "M-58-48H-24L0-17L24-48H58L20 0L58 48H24L0 17L-24 48H-58L-20 0Z",
    "M-62-26H62V8Q40 34 16 20L0 10L-16 20Q-40 34-62 8ZM-44-10V4H44V-10Z",
    "M0-62C10-36 42-26 40 10C38 42 16 60 0 60C-16 60-38 42-40 10C-40-6-28-14-24-32"
    "C-14-22-10-16-8-4C4-18 4-38 0-62ZM0 14C8 26 18 30 16 40A15 15 0 0 1-16 40C-16 30-4 26 0 14Z",
    "M-30-58C-32-22-42 20-60 54C-26 26-14-14-30-58ZM14-58C12-22 2 20-16 58C20 28 30-14 14-58Z"
    "M58-54C56-22 46 16 30 50C62 24 72-12 58-54Z",
    "M14-62L-40 12H-6L-16 62L42-14H6Z",
    "M-34 58V10L-48-16Q-42-26-32-18L-22 0V-46Q-15-55-8-46V-8H-4V-56Q3-63 10-56V-8H14V-50"
    "Q21-57 28-50V-4L38-22Q48-26 50-14L34 32V58Z",
    "M0-62C24-32 56-14 56 14C56 36 30 42 12 28Q14 46 28 60H-28Q-14 46-12 28C-30 42-56 36-56 14"
    "C-56-14-24-32 0-62Z",
    "M0-2C24-2 42 26 38 42C32 60 14 50 0 50C-14 50-32 60-38 42C-42 26-24-2 0-2Z"
    "M-30-36A13 18 0 1 0-4-36A13 18 0 1 0-30-36ZM4-36A13 18 0 1 0 30-36A13 18 0 1 0 4-36Z"
    "M-62-4A12 16 0 1 0-38-4A12 16 0 1 0-62-4ZM38-4A12 16 0 1 0 62-4A12 16 0 1 0 38-4Z",
    "M0-62L10-26L44-44L26-10L62 0L26 10L44 44L10 26L0 62L-10 26L-44 44L-26 10L-62 0L-26-10L-44-44"
    "L-10-26ZM-9 0A9 9 0 1 0 9 0A9 9 0 1 0-9 0",
    "M0-62A9 9 0 0 1 7-46C28-28 36-6 20 12H26V24H20Q22 42 38 50V62H-38V50Q-22 42-20 24H-26V12H-20"
    "C-36-6-28-28-7-46A9 9 0 0 1 0-62ZM-4-30V-20H-14V-12H-4V2H4V-12H14V-20H4V-30Z",
)
"""The emblems of characters, which the characters of an edition have in their order."""
FOILS: dict[Rarity, tuple[str, ...]] = {
    "common": ("#8d99ae", "#edf2f4"),
    "uncommon": ("#b08d57", "#f3e2c7"),
    "rare": ("#6c8ebf", "#e3f2fd"),
    "super_rare": ("#c9a227", "#fff3b0"),
    "ultra_rare": ("#c86dd7", "#7ec8e3", "#f6d365"),
}
"""The gradient of a foil version by its rarity; its dot has the first shade."""


WIDTH: Final = 252
HEIGHT: Final = 352
"""The size of a picture: four units to a millimetre of a printed card, 63 by 88."""
TEXT_STYLE: Final = 'font-family="Helvetica, Arial, sans-serif" text-anchor="middle"'
_FACES: Final = (
    "<style>.sign{display:none}"
    "@media(max-width:159.9px){.full{display:none}.sign{display:inline}}</style>"
)
_TURNED: Final = f'transform="rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"'


def _edge(angle: float) -> str:
    """Return the point of the field's edge in a direction from the middle."""
    far = min(116 / abs(cos(angle)), 166 / abs(sin(angle)))
    return f"L{126 + far * cos(angle):.0f} {176 + far * sin(angle):.0f}"


_RAYS: Final = "".join(
    f"M126 176{_edge(at)}{_edge(at + pi / 14)}Z"
    for at in (0.1 + pi / 7 * number for number in range(14))
)


def picture(
    card: CardDef, edition: EditionDef, look: Rarity | None = None, language: Language = "en"
) -> str:
    """Return a card as an SVG image in a language; with a look, its foil version.

    The names and texts of a card come from users: they are escaped, and fitted into their boxes.
    """
    title, text = escape(card_name(card, language)), card_text(card, edition, language)
    if look:
        text += " " + WORDS.say("foil", language, rarity=WORDS[look].to(language))
    drawing = _Drawing(card, edition, look, language)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img" lang="{language}" {TEXT_STYLE}>'
        f"<title>{title}</title><desc>{escape(text)}</desc>{_FACES}{_field(card, look)}"
        f'<g class="full">{drawing.full()}</g><g class="sign">{drawing.sign()}</g></svg>\n'
    )


def card_face(card: CardDef, edition: EditionDef, language: Language) -> str:
    """Return a whole card as a group, for a larger image."""
    drawing = _Drawing(card, edition, None, language)
    return f"<g {TEXT_STYLE}>{_field(card, None)}{drawing.full()}</g>"


class _Drawing:
    """The two faces of a card."""

    def __init__(
        self, card: CardDef, edition: EditionDef, look: Rarity | None, language: Language
    ) -> None:
        self._card = card
        self._colors = edition.colors
        self._look = look
        self._language = language
        self._fill = _fill(card)
        self._ink = ink_on(self._fill)
        self._name = card_name(card, language)
        self._hero = next(
            (card_name(one, language) for one in edition.cards if one.code == card.hero), ""
        )
        self._frame = FRAMES.get(card.kind, "")
        if card.kind == "hero":
            others = [one.code for one in edition.cards if one.kind == "hero"]
            place = others.index(card.code) if card.code in others else len(others)
            self._frame = HEROES[place % len(HEROES)]
        characters = list(dict.fromkeys(one.character for one in edition.cards if one.character))
        self._character = ""
        if card.character in characters:
            self._character = CHARACTERS[characters.index(card.character) % len(CHARACTERS)]
        signs = [sign for cost in card.costs for sign in _cost_signs(cost, language)]
        self._cost = list(dict.fromkeys(signs))
        has_text = bool(card.effects or card.abilities or card.costs)
        self._text = card_text(card, edition, language) if has_text else ""

    def full(self) -> str:
        """Return the whole card: corners, name, signs, text, cost, hero, rarity."""
        card, ink = self._card, self._ink
        left, right = 22 + 40 * len(self._marks), 194 if card.danger else 234
        text, top = "", 304.0
        if self._text:
            fitted = fit_text(self._text, 206, 174, 21)
            top = 296 - fitted.height - 12
            box = (24, top + 6, 206, fitted.height + 1)
            text = (
                f'<rect x="18" y="{top:.4g}" width="216" height="{296 - top:.4g}" rx="8"'
                ' fill="#ffffff"/>'
                + svg_text(self._text, box, fitted.size, "#111111", anchor="start")
            )
        name, used = (left, 13, right - left, 46), 40 * min(3, len(self._cost or self._marks))
        return "".join(
            (
                self._corners(38, 36, 34, (40, 0), not card.costs),
                self._middle(effect_signs(card), 54, top - 4),
                svg_text(self._name, name, 25, ink, anchor="end", weight="bold"),
                _icon(card, 220, 36),
                self._emblem(214, 80, 0.3),
                text,
                svg_text(self._label(), (20, 306, 208 - used, 26), 17, ink, anchor="start"),
                self._costs(234 - used / 2, 319, 17, used),
            )
        )

    def sign(self) -> str:
        """Return what can be read in a hand: sign, shape of the color, name."""
        card = self._card
        corners = self._corners(46, 48, 58, (0, 54), bool(card.color))
        if card.color:
            middle = f"{self._middle([], 82, 270)}{self._emblem(204, 54 + 60 * card.danger, 0.5)}"
            return f"{corners}{middle}{_icon(card, 208, 46, 1.5)}"
        signs = effect_signs(card) if card.kind == "wild" else effect_signs(card)[:2]
        if card.kind == "hero":
            signs = []
        costs, top = self._costs(126, 230, 25, 200), 24 + 52 * len(self._marks)
        name = svg_text(self._name, (16, 262, 220, 74), 40, self._ink, weight="bold")
        return f"{corners}{self._middle(signs, top, 200 if costs else 256)}{costs}{name}"

    def _emblem(self, x: float, y: float, scale: float) -> str:
        """Return the emblem of the character, if the card has one."""
        return _frame(self._character, x, y, scale, self._ink, 1) if self._character else ""

    @property
    def _marks(self) -> list[str]:
        """The marks in a corner: symbol and color for a match, or the emblem of the kind."""
        emblem = "color" if self._card.color else "emblem"
        is_printed = self._card.color or self._card.symbol in PRINTED
        return ["symbol", emblem] if is_printed else [emblem]

    def _corners(
        self, x: float, y: float, size: float, step: tuple[float, float], twice: bool
    ) -> str:
        """Return the marks at the top left and, if twice, turned at the bottom right."""
        card, ink = self._card, self._ink
        drawn = ""
        for mark in self._marks:
            if mark == "symbol":
                drawn += draw_sign(symbol_sign(card), x, y, size, ink, self._fill)
            elif mark == "color":
                drawn += draw_shape(card.color, x, y, size * 0.36, ink)
            elif card.kind == "wild":
                drawn += _wheel(self._colors, x, y, (size * 0.5, size * 0.5), ink, False)
            else:
                path = MASK if card.kind == "hero" else self._frame
                drawn += _frame(path, x, y, size / 100, ink, 1)
            x, y = x + step[0], y + step[1]
        return f"{drawn}<g {_TURNED}>{drawn}</g>" if twice else drawn

    def _middle(self, signs: list[Sign], top: float, bottom: float) -> str:
        """Return the large signs between two heights."""
        card, ink = self._card, self._ink
        y, height = (top + bottom) / 2, bottom - top
        if card.color:
            scale, sign = min(1, height / 240), symbol_sign(card)
            radius, *low, size = (one * scale for one in EMBLEMS.get(card.color, (94, 0, 0, 80)))
            ground = draw_shape(card.color, 131, y + low[0] + 6, radius, "#00000040")
            ground += draw_shape(card.color, 126, y + low[0], radius, ink)
            size *= 0.88 if sign.name else 1
            drawn = draw_sign(sign, 126, y + low[1], size, self._fill, ink)
            return f'<g transform="rotate(-8 126 {y:.4g})">{ground}{drawn}</g>'
        if card.kind == "wild":
            return self._ring([] if card.code == "wild" else signs or [initials(card)], y, height)
        if card.kind == "hero" or not signs:
            signs = [initials(card), *signs[:2]]
        step = min(height, 208 / len(signs))
        return "".join(
            _frame(self._frame, x, y, step / 122, ink, 0.14)
            + draw_sign(one, x, y, step * 0.45, ink, self._fill)
            for one, x in _row(126, signs, step)
        )

    def _ring(self, signs: list[Sign], y: float, height: float) -> str:
        """Return the colors as a tilted ellipse, with signs inside."""
        tall = min(height, 150) / 2 - 2
        wide = min(104.0, tall + 30 * max(1, len(signs)))
        drawn = _wheel(self._colors, 126, y, (wide, tall), self._ink, bool(signs))
        if signs:
            size = min(tall * 1.1, 1.4 * wide / len(signs))
            drawn += "".join(
                draw_sign(one, x, y, size * 0.8, self._ink, DARK)
                for one, x in _row(126, signs, size)
            )
        return f'<g transform="rotate(-8 126 {y:.4g})">{drawn}</g>'

    def _label(self) -> str:
        """Return the hero or character, the rarity, color or kind, and the points."""
        card, words = self._card, self._language
        if self._look:
            kind = WORDS[self._look].to(words)
        else:
            kind = color_name(card.color, words) if card.color else WORDS[card.kind].to(words)
        parts = (card.character or self._hero, kind, str(card.points or ""))
        return " · ".join(one for one in parts if one)

    def _costs(self, x: float, y: float, size: float, width: float) -> str:
        """Return the signs of what defeats an Enemy in a row around x."""
        step = min(size * 2.4, width / max(1, len(self._cost)))
        size = min(size, step / 2.2)
        return "".join(
            f"{draw_shape(color, at, y, size, fill, '#ffffff')}"
            f'<text x="{at:.4g}" y="{y + size * 0.4:.4g}" font-size="{size:.4g}"'
            f' font-weight="bold" fill="{ink_on(fill)}">{escape(sign)}</text>'
            for (sign, fill, color), at in _row(x, self._cost, step)
        )


def _row(x: float, items: list[Any], step: float) -> list[tuple[Any, float]]:
    """Return items with the places at which they are in a row around x."""
    first = x - step * (len(items) - 1) / 2
    return [(one, first + step * at) for at, one in enumerate(items)]


def _fill(card: CardDef) -> str:
    """Return the background: that of the color or the kind."""
    return color_fill(card.color) if card.color else GROUNDS.get(card.kind, OTHER_FILL)


def _field(card: CardDef, look: Rarity | None) -> str:
    """Return the border, and the background with its rays."""
    ink = ink_on(_fill(card))
    field = '<rect x="10" y="10" width="232" height="332" rx="12"'
    return (
        '<rect x="1" y="1" width="250" height="350" rx="18" fill="#ffffff" stroke="#8b93a1"/>'
        '<linearGradient id="shade" x2="1" y2="1"><stop offset=".3" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".38"/></linearGradient>'
        f'{field} fill="{_fill(card)}"/><path d="{_RAYS}" fill="{ink}" fill-opacity=".07"/>'
        f'{field} fill="url(#shade)"/>{_foil(look)}'
    )


def _foil(look: Rarity | None) -> str:
    """Return the border, the bands of light and the sparks of a foil version."""
    if look is None:
        return ""
    shades = FOILS[look]
    stops = "".join(
        f'<stop offset="{at / len(shades):.2g}" stop-color="{shade}"/>'
        for at, shade in enumerate(shades)
    )
    sparks = "".join(
        f'<path transform="translate({x} {y}) scale({size})" fill="#ffffff"'
        ' d="M0-9L2-2L9 0L2 2L0 9L-2 2L-9 0L-2-2Z"/>'
        for x, y, size in ((30, 96, 1.2), (222, 74, 1), (214, 168, 1.4), (38, 178, 0.8))
    )
    return (
        f'<linearGradient id="{look}" x2=".4" y2=".5" spreadMethod="reflect">{stops}'
        f'</linearGradient><rect x="5" y="5" width="242" height="342" rx="15" fill="none"'
        f' stroke="url(#{look})" stroke-width="8"/>'
        f'<path d="M10 211L132 10H192L10 310ZM83 342L242 74V165L142 342Z" fill="url(#{look})"'
        f' fill-opacity=".4"/>{sparks}'
    )


def draw_shape(color: str, x: float, y: float, size: float, fill: str, line: str = "") -> str:
    """Return the shape of a color at a point; a circle for what is no color."""
    stroke = f' stroke="{line}" stroke-width="{1.5 / size:.3g}"' if line else ""
    return (
        f'<path transform="translate({x:.4g} {y:.4g}) scale({size:.4g})"'
        f' d="{color_shape(color or "red")}" fill="{fill}"{stroke}/>'
    )


def _frame(path: str, x: float, y: float, scale: float, ink: str, opacity: float) -> str:
    """Return a frame or an emblem."""
    return (
        f'<path transform="translate({x:.4g} {y:.4g}) scale({scale:.3g})" d="{path}" fill="{ink}"'
        f' fill-opacity="{opacity:g}" fill-rule="evenodd" stroke="{ink}" stroke-width="4"/>'
    )


def _wheel(
    colors: tuple[str, ...], x: float, y: float, radii: tuple[float, float], ink: str, hole: bool
) -> str:
    """Return an ellipse, or a ring, with a sector for each color and its shape."""
    wide, tall = radii
    far, size = (0.86, min(0.13 * tall, 0.09 * wide)) if hole else (0.58, 0.22 * tall)
    turn = 6.28 / max(1, len(colors))
    sectors = shapes = ""
    for number, color in enumerate(colors):
        first, fill = turn * number - pi / 2, color_fill(color)
        last, middle = first + turn, first + turn / 2
        sectors += (
            f'<path d="M0 0L{cos(first):.3f} {sin(first):.3f}A1 1 0 {turn > pi:d} 1 {cos(last):.3f}'
            f' {sin(last):.3f}Z" fill="{fill}"/>'
        )
        place = x + wide * far * cos(middle), y + tall * far * sin(middle)
        shapes += draw_shape(color, *place, size, ink_on(fill))
    inside = f'<circle r=".73" fill="{DARK}"/>' if hole else ""
    return (
        f'<g transform="translate({x:.4g} {y:.4g}) scale({wide:.4g} {tall:.4g})">{sectors}{inside}'
        f'</g>{shapes}<ellipse cx="{x:.4g}" cy="{y:.4g}" rx="{wide:.4g}" ry="{tall:.4g}"'
        f' fill="none" stroke="{ink}" stroke-width="3"/>'
    )


def _icon(card: CardDef, x: float, y: float, scale: float = 1.0) -> str:
    """Return the Danger icon: a triangle with an exclamation mark."""
    if not card.danger:
        return ""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">'
        '<path d="M0 -17 L19 17 H-19 Z" fill="#ffffff" stroke="#111111" stroke-width="3"'
        ' stroke-linejoin="round"/>'
        '<text x="0" y="13" font-size="22" font-weight="bold" fill="#111111">!</text></g>'
    )


def _cost_signs(cost: CardFilter, language: Language) -> list[tuple[str, str, str]]:
    """Return letter, fill and color of each part of a cost (# is a number)."""
    signs = [(color_letter(color, language), color_fill(color), color) for color in cost.color]
    kinds = [kind for kind in cost.kind if kind in ("number", "wild")]
    if set(cost.kind) - set(kinds):
        signs.append((WORDS["action"].to(language), DARK, ""))
    wild = WORDS["a-wild"].to(language)
    signs += [("#" if kind == "number" else wild, DARK, "") for kind in kinds]
    signs += [(symbol[:3], DARK, "") for symbol in cost.symbol]
    return [*signs, ("!", DARK, "")] if cost.danger else signs
