"""Going through all that stands on a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.language.abilities import Trigger
from cards.language.cards import CardDef
from cards.language.effects import ChooseMode, Effect, ForEach, Grant, May, OnlyIf


def every_effect(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Effects and all that stand inside them."""
    for effect in effects:
        yield effect
        match effect:
            case May(do=do) | ForEach(do=do):
                yield from every_effect(do)
            case OnlyIf(do=do, otherwise=otherwise):
                yield from every_effect((*do, *otherwise))
            case ChooseMode(modes=modes):
                for mode in modes:
                    yield from every_effect(mode.do)
            case _:
                pass


def grants(card: CardDef) -> Iterator[Grant]:
    """All grants that stand anywhere on a card."""
    scripts = [one.do for one in card.abilities if isinstance(one, Trigger)]
    for script in (card.effects, *scripts):
        for effect in every_effect(script):
            if isinstance(effect, Grant):
                yield effect


def counted(card: CardDef) -> frozenset[int]:
    """The abilities that are only granted for a number of uses, and so end by themselves."""
    every = list(grants(card))
    endless = {grant.ability for grant in every if not grant.uses}
    return frozenset(grant.ability for grant in every) - endless
