"""Iterate over the effects and grants of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.language.abilities import Trigger
from cards.language.cards import CardDef
from cards.language.effects import Effect, Grant


def every_effect(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Yield effects and all effects inside them."""
    for effect in effects:
        yield effect
        for part in effect.parts:
            yield from every_effect(part.do)


def effects_of(card: CardDef) -> Iterator[Effect]:
    """Yield every effect in the text of a card: its own, then those of its triggers."""
    scripts = [one.do for one in card.abilities if isinstance(one, Trigger)]
    for script in (card.effects, *scripts):
        yield from every_effect(script)


def grants(card: CardDef) -> Iterator[Grant]:
    """Return all grants on a card."""
    return (effect for effect in effects_of(card) if isinstance(effect, Grant))


def counted(card: CardDef) -> frozenset[int]:
    """Return the abilities that are only granted for a number of uses."""
    every = list(grants(card))
    endless = {grant.ability for grant in every if not grant.uses}
    return frozenset(grant.ability for grant in every) - endless
