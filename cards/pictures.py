"""Pictures of cards, drawn here: a field of color, a sign, a name. No art, no logo."""

from __future__ import annotations

from xml.sax.saxutils import escape

from cards.language import CardDef, Rarity, card_text

FIELDS = {
    "red": "#b3261e",
    "yellow": "#f4c20d",
    "green": "#1e7b3a",
    "blue": "#1557b0",
    "purple": "#6a2c91",
}
"""Fields on which white, or on yellow black, can be read well."""
DARK = "#1f2530"
OTHER = "#4a5568"
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


FOILS: dict[Rarity, tuple[str, ...]] = {
    "common": ("#8d99ae", "#edf2f4"),
    "uncommon": ("#b08d57", "#f3e2c7"),
    "rare": ("#6c8ebf", "#e3f2fd"),
    "super_rare": ("#c9a227", "#fff3b0"),
    "ultra_rare": ("#c86dd7", "#7ec8e3", "#f6d365"),
}
"""The sheen of a foil twin, by its rarity."""


def picture(card: CardDef, colors: tuple[str, ...], look: Rarity | None = None) -> str:
    """The card as an SVG image; a Wild shows all the colors of its edition, a foil twin a sheen."""
    ink = "#111111" if card.color == "yellow" else "#ffffff"
    title, text = escape(card.name), escape(card_text(card, None, "en"))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 360" width="240" height="360"'
        ' role="img" aria-labelledby="title text" font-family="Helvetica, Arial, sans-serif"'
        ' text-anchor="middle">'
        f'<title id="title">{title}</title><desc id="text">{text}</desc>'
        '<clipPath id="edge"><rect x="12" y="12" width="216" height="336" rx="16"/></clipPath>'
        '<rect x="1" y="1" width="238" height="358" rx="22" fill="#ffffff" stroke="#9aa3b2"/>'
        f'<g clip-path="url(#edge)">{_field(card, colors)}{_sheen(look)}</g>'
        f"{_corner(card, ink)}{_sign(card, ink)}{_name(card, ink)}</svg>\n"
    )


def _sheen(look: Rarity | None) -> str:
    """A band of light across the card."""
    if look is None:
        return ""
    shades = FOILS[look]
    stops = "".join(
        f'<stop offset="{at / len(shades):g}" stop-color="{shade}"/>'
        for at, shade in enumerate(shades)
    )
    return (
        f'<linearGradient id="sheen" x2="1" y2="1" spreadMethod="reflect">{stops}</linearGradient>'
        '<path d="M-20 380 L200 -20 H320 L100 380 Z" fill="url(#sheen)" opacity="0.45"/>'
    )


def _field(card: CardDef, colors: tuple[str, ...]) -> str:
    """The ground: one color, or for a Wild a dark one with a band of each color."""
    fill = FIELDS.get(card.color, OTHER if card.color or card.kind != "wild" else DARK)
    ground = f'<rect width="240" height="360" fill="{fill}"/>'
    if card.color or not colors:
        return ground
    width = 240 / len(colors)
    bands = [
        f'<rect x="{number * width:g}" y="{y}" width="{width:g}" height="16"'
        f' fill="{FIELDS.get(color, OTHER)}"/>'
        for y in (60, 258)
        for number, color in enumerate(colors)
    ]
    return ground + "".join(bands)


def _sign(card: CardDef, ink: str) -> str:
    """The number or symbol, large; 6 and 9 are underlined to tell them apart."""
    drawn = DRAWN.get(card.symbol if card.kind != "wild" or card.code == card.symbol else "")
    if drawn:
        return (
            f'<g fill="none" stroke="{ink}" stroke-width="13" stroke-linecap="round"'
            f' stroke-linejoin="round">{drawn}</g>'
        )
    sign = _letters(card)
    size = {1: 130, 2: 104}.get(len(sign), 80)
    line = f'<path d="M88 236 h64" stroke="{ink}" stroke-width="9"/>' if sign in "69" else ""
    return (
        f'<text x="120" y="{171 + size * 0.36:g}" font-size="{size}" font-weight="bold"'
        f' fill="{ink}">{escape(sign)}</text>{line}'
    )


def _letters(card: CardDef) -> str:
    """A number, what is printed short, or the initials of a name."""
    if card.kind == "number":
        return card.symbol
    words = [word for word in card.name.split() if word != "Wild"]
    return SHORT.get(card.symbol) or "".join(word[0] for word in words[:3]).upper() or "?"


def _corner(card: CardDef, ink: str) -> str:
    """What sort of card it is, in a word: the color too, for those who do not see it."""
    word = card.color or card.kind.replace("_", " ")
    points = f"{card.points}" if card.points else ""
    return (
        f'<text x="28" y="42" font-size="17" text-anchor="start" fill="{ink}">{escape(word)}</text>'
        f'<text x="212" y="42" font-size="17" text-anchor="end" fill="{ink}">{points}</text>'
    )


def _name(card: CardDef, ink: str) -> str:
    """The name, as large as it fits, and the character that the card shows."""
    size = min(24, 380 // max(1, len(card.name)))
    name = f'<text x="120" y="312" font-size="{size}" fill="{ink}">{escape(card.name)}</text>'
    if not card.character:
        return name
    character = escape(card.character)
    return f'{name}<text x="120" y="335" font-size="17" fill="{ink}">{character}</text>'
