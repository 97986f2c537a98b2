"""Which moment a fact is, and whether an ability that listens is woken by it."""

from __future__ import annotations

from cards.language.abilities import Trigger
from cards.language.effects import When
from games.engine.facts import CardsMoved, Fact
from games.engine.queries import Standing, meets
from games.engine.ruleset import Ruleset
from games.engine.zones import NO_CARD, Card, Seat


def doing(fact: Fact) -> tuple[str, Seat, Card] | None:
    """The moment that a fact is to abilities, whose doing, and the card it is about."""
    if isinstance(fact, CardsMoved) and fact.verb in ("play", "draw"):
        return fact.verb, fact.seat, fact.cards[-1]
    return None


def is_met(ruleset: Ruleset, one: Standing, card: Card) -> bool:
    """Whether a trigger's own condition holds for what happened to a card."""
    ability = one.ability
    return (
        not isinstance(ability, Trigger)
        or ability.when is None
        or holds_of_card(ruleset, ability.when, card, one)
    )


def holds_of_card(ruleset: Ruleset, when: When, card: Card, one: Standing) -> bool:
    """Whether the card played is the one that a condition asks for."""
    return when.played is None or (card != NO_CARD and meets(ruleset, card, when.played, one.bound))
