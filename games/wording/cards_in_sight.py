"""The texts of the cards that a viewer sees, or that are named to the viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards.language import made_beside
from games.engine import View
from games.engine.zones import DISCARD, Card
from games.messages.prompt_messages import CardTextResponse
from games.wording.viewpoint import Viewpoint


def render_cards(seen: Viewpoint, named: Iterable[Card]) -> list[CardTextResponse]:
    """Render the cards in sight and those named, each once, in the edition's order."""
    wanted = {*cards_in_sight(seen.view), *named}
    return [
        CardTextResponse(
            code=card.code,
            name=seen.name(card.code),
            text=seen.text(card),
            made=made_beside(card, seen.language) or None,
            kind=card.kind,
            color=card.color or None,
            symbol=card.symbol or None,
            points=card.points,
            danger=card.danger,
            defeat=seen.speech(card.code).cost_text() if card.costs else None,
        )
        for card in seen.ruleset.edition.cards
        if card.code in wanted
    ]


def cards_in_sight(view: View) -> Iterator[Card]:
    """Yield the cards that a view shows; of the discard pile only the top one."""
    for zone, cards in view.cards.items():
        yield from cards[-1:] if zone == DISCARD else cards
    for effect in view.lasting:
        yield effect.card
    for prompt in view.prompts:
        yield prompt.source
        if prompt.seat == view.viewer:
            yield from prompt.options
