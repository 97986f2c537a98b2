"""Pictures of cards as SVG: a colored field, a sign, a name; no artwork."""

from __future__ import annotations

from xml.sax.saxutils import escape

from cards.language import CardDef, CardFilter, EditionDef, Rarity, card_text

FIELDS = {
    "red": "#b3261e",
    "yellow": "#f4c20d",
    "green": "#1e7b3a",
    "blue": "#1557b0",
    "purple": "#6a2c91",
}
"""The colors of fields, with good contrast to white text, and to black text on yellow."""
DARK = "#1f2530"
OTHER = "#4a5568"
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


def picture(card: CardDef, edition: EditionDef, look: Rarity | None = None) -> str:
    """Return a card as an SVG image; with a look, its foil version of that rarity."""
    ink = "#111111" if card.color == "yellow" else "#ffffff"
    title, text = escape(card.name), escape(card_text(card, edition, "en"))
    if look:
        text += f" Foil: {look.replace('_', ' ')}."
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 360" width="240" height="360"'
        ' role="img" aria-labelledby="title text" font-family="Helvetica, Arial, sans-serif"'
        ' text-anchor="middle">'
        f'<title id="title">{title}</title><desc id="text">{text}</desc>'
        '<clipPath id="edge"><rect x="12" y="12" width="216" height="336" rx="16"/></clipPath>'
        '<rect x="1" y="1" width="238" height="358" rx="22" fill="#ffffff" stroke="#9aa3b2"/>'
        f'<g clip-path="url(#edge)">{_field(card, edition.colors)}{_gradient(look)}</g>'
        f"{_corner(card, ink)}{_sign(card, ink)}{_icon(card)}{_cost(card)}"
        f"{_name(card, edition, ink)}{_dot(look)}</svg>\n"
    )


def _field(card: CardDef, colors: tuple[str, ...]) -> str:
    """Return the background: the color or the kind's; a Wild has all colors."""
    fill = FIELDS.get(card.color, OTHER) if card.color else GROUNDS.get(card.kind, OTHER)
    ground = f'<rect width="240" height="360" fill="{fill}"/>'
    if card.kind != "wild" or not colors:
        return ground
    width = 240 / len(colors)
    bands = [
        f'<rect x="{number * width:g}" y="{y}" width="{width:g}" height="16"'
        f' fill="{FIELDS.get(color, OTHER)}"/>'
        for y in (60, 258)
        for number, color in enumerate(colors)
    ]
    return ground + "".join(bands)


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
        '<path d="M-20 380 L200 -20 H320 L100 380 Z" fill="url(#sheen)" opacity="0.3"/>'
    )


def _dot(look: Rarity | None) -> str:
    """Return the colored dot of a rarity, with its name."""
    if look is None:
        return ""
    return (
        f'<circle cx="214" cy="334" r="7" fill="{FOILS[look][0]}" stroke="#ffffff"/>'
        f'<text x="26" y="56" font-size="12" text-anchor="start" fill="#ffffff">'
        f"{look.replace('_', ' ')}</text>"
    )


def _sign(card: CardDef, ink: str) -> str:
    """Return the large number or symbol; 6 and 9 are underlined to distinguish them."""
    drawn = DRAWN.get(card.symbol if card.kind != "wild" or card.code == card.symbol else "")
    if drawn:
        return _lines(drawn, ink, 13)
    sign, frame = _letters(card), FRAMES.get(card.kind, "")
    sizes = {1: 62, 2: 58} if frame else {1: 130, 2: 104}
    size = sizes.get(len(sign), 42 if frame else 80)
    low = 24 if card.kind == "event" else 0
    line = f'<path d="M88 236 h64" stroke="{ink}" stroke-width="9"/>' if sign in "69" else ""
    return (
        f"{_lines(frame, ink, 5) if frame else ''}"
        f'<text x="120" y="{171 + low + size * 0.36:g}" font-size="{size}" font-weight="bold"'
        f' fill="{ink}">{escape(sign)}</text>{line}'
    )


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


def _corner(card: CardDef, ink: str) -> str:
    """Return the color or kind as a word, for color-blind readers, and the points."""
    word = card.color or card.kind.replace("_", " ")
    points = f"{card.points}" if card.points else ""
    return (
        f'<text x="28" y="42" font-size="17" text-anchor="start" fill="{ink}">{escape(word)}</text>'
        f'<text x="212" y="42" font-size="17" text-anchor="end" fill="{ink}">{points}</text>'
    )


def _icon(card: CardDef) -> str:
    """Return the Danger icon: a triangle with an exclamation mark."""
    if not card.danger:
        return ""
    return (
        '<path d="M198 52 L217 86 H179 Z" fill="#ffffff" stroke="#111111" stroke-width="3"'
        ' stroke-linejoin="round"/>'
        '<text x="198" y="82" font-size="22" font-weight="bold" fill="#111111">!</text>'
    )


def _cost(card: CardDef) -> str:
    """Return the signs of what defeats an Enemy, with letters beside the colors."""
    if not card.costs:
        return ""
    signs = list(dict.fromkeys(sign for cost in card.costs for sign in _cost_signs(cost)))
    first = 120 - 17 * (len(signs) - 1)
    return "".join(
        f'<circle cx="{first + 34 * at}" cy="276" r="14" fill="{fill}" stroke="#ffffff"/>'
        f'<text x="{first + 34 * at}" y="282" font-size="16" font-weight="bold"'
        f' fill="{"#111111" if fill == FIELDS["yellow"] else "#ffffff"}">{escape(sign)}</text>'
        for at, (sign, fill) in enumerate(signs)
    )


def _cost_signs(cost: CardFilter) -> list[tuple[str, str]]:
    """Return letter and color of each part of a cost: # number, A Action, W Wild."""
    signs = [(color[0].upper(), FIELDS.get(color, OTHER)) for color in cost.color]
    kinds = [kind for kind in cost.kind if kind in ("number", "wild")]
    if set(cost.kind) - set(kinds):
        signs.append(("A", DARK))
    signs += [("#" if kind == "number" else "W", DARK) for kind in kinds]
    signs += [(symbol, DARK) for symbol in cost.symbol]
    return [*signs, ("!", DARK)] if cost.danger else signs


def _name(card: CardDef, edition: EditionDef, ink: str) -> str:
    """Return the name, as large as fits, and the character of the card or its hero."""
    size = min(24, 350 // max(1, len(card.name)))
    name = f'<text x="120" y="312" font-size="{size}" fill="{ink}">{escape(card.name)}</text>'
    heroes = [one.name for one in edition.cards if one.code == card.hero]
    below = card.character or (heroes[0] if heroes else "")
    if not below:
        return name
    return f'{name}<text x="120" y="335" font-size="15" fill="{ink}">{escape(below)}</text>'
