"""The texts of the cards that a viewer sees, or that are named to the viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards.language import card_text, speech_of
from games.engine import Ruleset, View
from games.engine.zones import DISCARD, Card
from games.messages.game import CardTextResponse
from games.wording.labels import card_name
from games.wording.language import Language


def render_cards(
    ruleset: Ruleset, view: View, named: Iterable[Card], language: Language
) -> list[CardTextResponse]:
    """Render the cards in sight and those named, each once, in the edition's order."""
    seen = {*cards_in_sight(view), *named}
    return [
        CardTextResponse(
            code=card.code,
            name=card_name(ruleset.edition, card.code, language),
            text=card_text(card, ruleset.edition, language),
            kind=card.kind,
            color=card.color or None,
            symbol=card.symbol or None,
            points=card.points,
            danger=card.danger,
            defeat=speech_of(card, language).cost_text() if card.costs else None,
        )
        for card in ruleset.edition.cards
        if card.code in seen
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
