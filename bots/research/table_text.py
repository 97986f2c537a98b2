"""A table in a few lines of text, as one seat sees it."""

from __future__ import annotations

from collections.abc import Iterator

from bots.research.offline_table import Table
from games.engine import Seat, View
from games.engine.zones import BURN, DECK, DISCARD, DRAW, ENEMY, HAND, HERO, ITEMS


def table_text(table: Table, viewer: Seat) -> str:
    """Return the table as a seat sees it, with its legal actions if it is to act."""
    view = table.view(viewer)
    lines = [_course(view), *_seats(view), f"Hand: {_cards(view, HAND[viewer])}"]
    if table.is_over:
        lines.append(_end(table))
    elif table.seat == viewer:
        names = table.rules.actions.names
        lines.append("Actions: " + ", ".join([f"{at} {names[at]}" for at in table.legal()]))
    return "\n".join(lines)


def _course(view: View) -> str:
    pile = view.cards.get(DISCARD, ())
    way = "clockwise" if view.direction == 1 else "counter-clockwise"
    asked = view.prompts[-1] if view.prompts else None
    question = f"; seat {asked.seat} is asked: {asked.kind}" if asked else ""
    left = f", {view.counts[DRAW]} cards to draw" if DRAW in view.counts else ""
    top = pile[-1] if pile else "nothing"
    return f"Turn {view.turn}, {way}: {top} on top, {view.color or 'no'} color{left}{question}"


def _seats(view: View) -> Iterator[str]:
    for seat in range(view.seats):
        parts = [f"{view.counts[HAND[seat]]} cards"]
        if DECK[seat] in view.counts:
            parts.insert(0, _cards(view, HERO[seat]))
            parts.append(f"{view.counts[DECK[seat]]} in the deck")
            parts.append(f"{view.counts[BURN[seat]]} burned")
            for name, zones in (("Items", ITEMS), ("Enemy", ENEMY)):
                if view.counts[zones[seat]]:
                    parts.append(f"{name}: {_cards(view, zones[seat])}")
        if any(view.scores):
            parts.append(f"{view.scores[seat]} points")
        if seat in view.out:
            parts.append("out")
        mark = "*" if seat == view.current else " "
        yield f"{mark} seat {seat}: {', '.join(parts)}"


def _cards(view: View, zone: str) -> str:
    return " ".join(view.cards.get(zone, ())) or "-"


def _end(table: Table) -> str:
    result = table.state.result
    if result is None:
        return f"The game was cut off after {table.moves_made} moves."
    if result.places is None:
        return "The game is void."
    return "Places: " + ", ".join(f"seat {at} {place}" for at, place in enumerate(result.places))
