"""Pictures of cards as SVG: a colored field, a sign, a name, the text; no artwork.

An image has two faces. Drawn at 200 pixels or wider it shows the whole card with its text; below,
the sign and the shape of the color, which can be read in a hand.
"""

from __future__ import annotations

from typing import Final
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
from cards.pictures.text_fitting import svg_text

DARK = "#1f2530"
GROUNDS = {
    "wild": DARK,
    "hero": "#3b2f63",
    "event": "#7a4b00",
    "item": "#17595f",
    "enemy": "#5c1a24",
}
"""The background of a card without a color, by its kind."""
SHORT = {"draw-two": "+2", "wild-draw-four": "+4"}
DRAWN = {
    "reverse": (
        '<path d="M90 224 V118 M64 146 L90 118 L116 146 M150 118 V224 M124 196 L150 224 L176 196"/>'
    ),
    "skip": '<circle cx="120" cy="171" r="52"/><path d="M84 207 L156 135"/>',
    "wild": (
        '<path d="M120 115 L132 159 L176 171 L132 183 L120 227 L108 183 L64 171 L108 159 Z"/>'
    ),
}
FRAMES = {
    "hero": '<circle cx="120" cy="171" r="80"/><circle cx="120" cy="171" r="70"/>',
    "event": '<path d="M120 88 L196 226 H44 Z"/>',
    "item": '<path d="M120 91 L189 131 V211 L120 251 L51 211 V131 Z"/>',
    "enemy": (
        '<circle cx="120" cy="171" r="70"/>'
        '<path d="M120 85 V113 M120 229 V257 M34 171 H62 M178 171 H206"/>'
    ),
}
"""The frame around the letters of a card, by its kind."""
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
_FACES: Final = (
    "<style>.sign{display:none}"
    "@media(max-width:199.9px){.full{display:none}.sign{display:inline}}</style>"
)


def picture(
    card: CardDef, edition: EditionDef, look: Rarity | None = None, language: Language = "en"
) -> str:
    """Return a card as an SVG image in a language; with a look, its foil version.

    The names and texts of a card come from users: they are escaped, and fitted into their boxes.
    """
    ink = "#111111" if card.color == "yellow" else "#ffffff"
    title, text = escape(card_name(card, language)), card_text(card, edition, language)
    if look:
        text += " " + WORDS.say("foil", language, rarity=WORDS[look].to(language))
    drawing = _Drawing(card, edition, look, language, ink)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img" lang="{language}" aria-labelledby="title text"'
        ' font-family="Helvetica, Arial, sans-serif" text-anchor="middle">'
        f'<title id="title">{title}</title><desc id="text">{escape(text)}</desc>{_FACES}'
        '<clipPath id="edge"><rect x="10" y="10" width="232" height="332" rx="12"/></clipPath>'
        '<rect x="1" y="1" width="250" height="350" rx="16" fill="#ffffff" stroke="#9aa3b2"/>'
        f'<g clip-path="url(#edge)">{_field(card)}{_gradient(look)}</g>'
        f'<g class="full">{drawing.full()}</g><g class="sign">{drawing.sign()}</g></svg>\n'
    )


class _Drawing:
    """The two faces of a card."""

    def __init__(
        self,
        card: CardDef,
        edition: EditionDef,
        look: Rarity | None,
        language: Language,
        ink: str,
    ) -> None:
        self._card = card
        self._colors = edition.colors
        self._look = look
        self._language = language
        self._ink = ink
        self._name = card_name(card, language)
        self._hero = next(
            (card_name(one, language) for one in edition.cards if one.code == card.hero), ""
        )
        has_text = bool(card.effects or card.abilities or card.costs)
        self._text = card_text(card, edition, language) if has_text else ""

    def full(self) -> str:
        """Return the whole card: corner, name, sign, text, cost, hero, rarity."""
        card, ink = self._card, self._ink
        middle, size = (140, 0.44) if self._text else (210, 0.95)
        parts = [
            self._corner(),
            svg_text(self._name, (20, 54, 212, 44), 22, ink, weight="bold"),
            _sign(card, ink, 126, middle, size),
            _wild_shapes(card, self._colors, middle),
            _icon(card, 214, 36),
        ]
        if self._text:
            height = 90 if card.costs else 124
            parts += [
                f'<rect x="18" y="180" width="216" height="{height}" rx="8" fill="#ffffff"/>',
                svg_text(self._text, (25, 184, 202, height - 8), 15, "#111111", anchor="start"),
            ]
        below = card.character or self._hero
        parts += [
            self._cost(292),
            svg_text(below, (22, 314, 120, 20), 14, ink, anchor="start") if below else "",
            self._rarity(),
        ]
        return "".join(parts)

    def sign(self) -> str:
        """Return what can be read in a hand: shape of the color, sign, name."""
        card, ink = self._card, self._ink
        shape = _shape(card.color, 46, 46, 26, ink, "none") if card.color else ""
        return "".join(
            (
                _bands(card, self._colors),
                shape,
                _sign(card, ink, 126, 166, 1.0),
                _icon(card, 204, 46, 1.3),
                self._cost(274),
                svg_text(self._name, (20, 296, 212, 40), 24, ink),
            )
        )

    def _corner(self) -> str:
        """Return the color or kind with its shape and as a word, and the points."""
        card, ink = self._card, self._ink
        if card.color:
            mark = _shape(card.color, 32, 36, 11, ink, "none")
            word = color_name(card.color, self._language)
        else:
            mark, word = "", WORDS[card.kind].to(self._language)
        left = 48 if mark else 22
        points = str(card.points) if card.points else ""
        right = 194 if card.danger else 230
        return (
            f"{mark}{svg_text(word, (left, 26, 168 - left, 20), 17, ink, anchor='start')}"
            f"{svg_text(points, (right - 34, 26, 34, 20), 17, ink, anchor='end')}"
        )

    def _cost(self, y: int) -> str:
        """Return the signs of what defeats an Enemy, with the shapes of the colors."""
        costs = self._card.costs
        signs = [sign for cost in costs for sign in _cost_signs(cost, self._language)]
        signs = list(dict.fromkeys(signs))
        if not signs:
            return ""
        step = min(34, 208 / len(signs))
        first, size = 126 - step * (len(signs) - 1) / 2, 14 * step / 34
        return "".join(
            f"{_shape(color, first + step * at, y, size * 1.2, fill, '#ffffff')}"
            f'<text x="{first + step * at:g}" y="{y + size * 0.4:g}" font-size="{size * 0.95:.4g}"'
            f' font-weight="bold" fill="{ink_on(fill)}">{escape(sign)}</text>'
            for at, (sign, fill, color) in enumerate(signs)
        )

    def _rarity(self) -> str:
        """Return the colored dot of a rarity, with its name."""
        if self._look is None:
            return ""
        word = WORDS[self._look].to(self._language)
        return (
            f'<circle cx="224" cy="324" r="7" fill="{FOILS[self._look][0]}" stroke="#ffffff"/>'
            f"{svg_text(word, (146, 316, 68, 16), 12, self._ink, anchor='end')}"
        )


def _shape(color: str, x: float, y: float, size: float, fill: str, line: str) -> str:
    """Return the shape of a color at a point; a circle for what is no color."""
    path = color_shape(color or "red")
    stroke = "" if line == "none" else f' stroke="{line}" stroke-width="{1.5 / size:.3g}"'
    return (
        f'<path transform="translate({x:g} {y:g}) scale({size:.4g})" d="{path}" fill="{fill}"'
        f"{stroke}/>"
    )


def _field(card: CardDef) -> str:
    """Return the background: the color or the kind's."""
    fill = color_fill(card.color) if card.color else GROUNDS.get(card.kind, OTHER_FILL)
    return f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{fill}"/>'


def _bands(card: CardDef, colors: tuple[str, ...]) -> str:
    """Return two bands with the colors of a Wild, each with its shape."""
    if card.kind != "wild" or not colors:
        return ""
    width = 232 / len(colors)
    return "".join(
        f'<rect x="{10 + number * width:g}" y="{y}" width="{width:g}" height="36"'
        f' fill="{color_fill(color)}"/>'
        + _shape(
            color, 10 + (number + 0.5) * width, y + 18, min(13, width / 3),
            ink_on(color_fill(color)), "none",
        )
        for y in (22, 256)
        for number, color in enumerate(colors)
    )  # fmt: skip


def _wild_shapes(card: CardDef, colors: tuple[str, ...], y: float) -> str:
    """Return the colors of a Wild as shapes, left and right of its sign."""
    if card.kind != "wild":
        return ""
    half = (len(colors) + 1) // 2
    places = [126 - 44 - 26 * (half - at) for at in range(half)]
    places += [126 + 44 + 26 * (at + 1) for at in range(len(colors) - half)]
    return "".join(
        _shape(color, x, y, 10, color_fill(color), "#ffffff")
        for x, color in zip(places, colors, strict=True)
    )


def _gradient(look: Rarity | None) -> str:
    """Return the band of light on a foil version."""
    if look is None:
        return ""
    shades = FOILS[look]
    stops = "".join(
        f'<stop offset="{at / len(shades):g}" stop-color="{shade}"/>'
        for at, shade in enumerate(shades)
    )
    return (
        f'<linearGradient id="sheen" x2="1" y2="1" spreadMethod="reflect">{stops}</linearGradient>'
        '<path d="M-20 380 L210 -20 H332 L104 380 Z" fill="url(#sheen)" opacity="0.3"/>'
    )


def _sign(card: CardDef, ink: str, x: float, y: float, scale: float) -> str:
    """Return the large number or symbol; 6 and 9 are underlined to distinguish them."""
    place = f'<g transform="translate({x - 120 * scale:g} {y - 171 * scale:g}) scale({scale:g})">'
    drawn = DRAWN.get(card.symbol if card.kind != "wild" or card.code == card.symbol else "")
    if drawn:
        return f"{place}{_lines(drawn, ink, 13)}</g>"
    sign, frame = _letters(card), FRAMES.get(card.kind, "")
    sizes = {1: 62, 2: 58} if frame else {1: 130, 2: 104}
    size = sizes.get(len(sign), 42 if frame else 80)
    low = 24 if card.kind == "event" else 0
    line = f'<path d="M88 236 h64" stroke="{ink}" stroke-width="9"/>' if sign in "69" else ""
    width = 92 if frame else 200
    text = svg_text(sign, (120 - width / 2, 91 + low, width, 160), size, ink, weight="bold")
    return f"{place}{_lines(frame, ink, 5) if frame else ''}{text}{line}</g>"


def _lines(drawn: str, ink: str, width: int) -> str:
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round"'
        f' stroke-linejoin="round">{drawn}</g>'
    )


def _letters(card: CardDef) -> str:
    """Return the number, the printed abbreviation, or the initials of the name."""
    if card.kind == "number":
        return card.symbol
    words = [word for word in card.name.split() if word != "Wild"]
    return SHORT.get(card.symbol) or "".join(word[0] for word in words[:3]).upper() or "?"


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
    signs = [
        (
            color_letter(color, language),
            color_fill(color),
            color,
        )
        for color in cost.color
    ]
    kinds = [kind for kind in cost.kind if kind in ("number", "wild")]
    if set(cost.kind) - set(kinds):
        signs.append((WORDS["action"].to(language), DARK, ""))
    wild = WORDS["a-wild"].to(language)
    signs += [("#" if kind == "number" else wild, DARK, "") for kind in kinds]
    signs += [(symbol[:3], DARK, "") for symbol in cost.symbol]
    return [*signs, ("!", DARK, "")] if cost.danger else signs
