"""The share picture of a game: the table as the public sees it, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from cards.language import color_name
from cards.pictures.drawing import TEXT_STYLE, card_face, draw_shape
from cards.pictures.paints import color_fill, ink_on
from cards.pictures.signs import Sign, draw_sign
from cards.pictures.text_fitting import svg_text
from games.messages.table_messages import PlaceResponse
from games.wording.board import render_board
from games.wording.viewpoint import Viewpoint

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size that platforms show of a shared page."""

GROUND: Final = "#171d29"
INK: Final = "#ffffff"
DIM: Final = "#c9d2e0"
GOLD: Final = "#ffd866"
LEFT: Final = 470
"""Where the text begins, right of the card."""

BACK: Final = Path(__file__).parents[1] / "static" / "audit" / "back.svg"
"""The back of a card, drawn as long as no card has been played."""


def draw_table(seen: Viewpoint, title: str) -> str:
    """Return an SVG image of a table: top card, color, turn or winner, seats."""
    board = render_board(seen)
    ruleset, language = seen.ruleset, seen.language
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>']
    top = ruleset.cards.get(board.discard_top or "")
    face = card_face(top, ruleset.edition, language) if top else BACK.read_text()
    parts.append(f'<g transform="translate(56 70) rotate(-3) scale(1.42)">{face}</g>')
    parts += [
        _text(title, (LEFT, 34, 530, 60), 46),
        svg_text("Fairdeal", (1010, 34, 126, 60), 26, DIM, anchor="end"),
        _text(board.text[0], (LEFT, 94, 680, 68), 28, DIM),
    ]
    if board.color:
        fill = color_fill(board.color)
        word = color_name(board.color, language)
        parts += [
            f'<rect x="{LEFT}" y="172" width="250" height="54" rx="27" fill="{fill}"/>',
            draw_shape(board.color, LEFT + 32, 199, 15, ink_on(fill)),
            _text(word, (LEFT + 62, 178, 170, 42), 28, ink_on(fill)),
        ]
    if len(board.places) > 2 and not board.ended:
        x = LEFT + (300 if board.color else 24)
        turn = f'transform="translate({x} 199) scale({board.direction} 1)"'
        parts.append(f"<g {turn}>{draw_sign(Sign('recover'), 0, 0, 44, INK, GROUND)}</g>")
    parts += _seats(seen, board.places, board.current)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}"'
        f' height="{HEIGHT}" role="img" lang="{language}" {TEXT_STYLE}>'
        f"<title>{escape(title)}</title><desc>{escape(' '.join(board.text))}</desc>"
        f"{''.join(parts)}</svg>\n"
    )


def _seats(seen: Viewpoint, places: list[PlaceResponse], current: int | None) -> Iterator[str]:
    """Yield the seats, in two columns if there are more than five."""
    winner = seen.view.result.winner if seen.view.result else None
    columns = 1 if len(places) <= 5 else 2
    rows = -(-len(places) // columns)
    width, step = 680 / columns, min(92, 350 / rows)
    for number, place in enumerate(places):
        x, y = LEFT + width * (number // rows), 244 + step * (number % rows)
        marked = winner == place.seat or (winner is None and current == place.seat)
        hero = seen.name(place.hero) if place.hero else ""
        lower = step * 0.56 if hero else step - 10
        line = f' stroke="{GOLD}" stroke-width="4"' if marked else ""
        yield (
            f'<g opacity="{0.45 if place.out else 1}"><rect x="{x:g}" y="{y:g}"'
            f' width="{width - 14:g}" height="{step - 10:g}" rx="12" fill="{INK}"'
            f' fill-opacity=".1"{line}/>'
            f'<rect x="{x + width - 110:g}" y="{y + step / 2 - 26:g}" width="29" height="40" rx="5"'
            f' fill="{GROUND}" stroke="{INK}" stroke-width="3"/>'
        )
        if winner == place.seat:
            yield draw_shape("purple", x + width - 146, y + step / 2 - 4, 19, GOLD)
        yield _text(place.name, (x + 18, y, width - 180, lower), 30)
        yield _text(hero, (x + 18, y + lower - 6, width - 180, step - lower - 8), 20, DIM)
        yield _text(str(place.hand), (x + width - 72, y, 50, step - 12), 34) + "</g>"


def _text(text: str, box: tuple[float, float, float, float], size: float, ink: str = INK) -> str:
    return svg_text(text, box, size, ink, anchor="start", weight="bold") if text else ""
