"""Which moment a fact is, and whether an ability that listens is woken by it."""

from __future__ import annotations

from typing import Final

import msgspec

from cards.language.abilities import Trigger
from games.engine.facts import CardsMoved
from games.engine.queries import Standing, meets, sort_of_cause
from games.engine.ruleset import Ruleset
from games.engine.zones import NO_CARD, NOBODY, Card, Seat, owner_of, sees_zone

MOMENTS: Final[dict[str, str]] = {
    "play": "play",
    "draw": "draw",
    "add": "add",
    "burn": "burn",
    "recover": "recover",
    "flip": "reveal",
    "defeat": "defeat",
    "destroy": "destroy",
}
"""The moment that a verb of moved cards is to abilities."""


class Happening(msgspec.Struct, frozen=True):
    """What abilities listen to: a moment, whose it is, the cards it is about, and its cause.

    A defeat is that of the seat whom the Enemy attacked, a destruction that of the Item's owner.
    Cards that the public does not see are counted and not named: nothing may hang on them.
    """

    moment: str
    seat: Seat
    cards: tuple[Card, ...] = ()
    cause: str = ""


def happening(ruleset: Ruleset, moment: str, fact: CardsMoved) -> Happening:
    """What moved cards are to abilities."""
    owner = owner_of(fact.source) if moment in ("defeat", "destroy") else NOBODY
    is_open = sees_zone(fact.source, NOBODY) or sees_zone(fact.target, NOBODY)
    cards = fact.cards if is_open else (NO_CARD,) * len(fact.cards)
    seat = fact.seat if owner == NOBODY else owner
    return Happening(moment, seat, cards, sort_of_cause(ruleset, fact.cause))


def is_met(ruleset: Ruleset, one: Standing, what: Happening) -> bool:
    """Whether what happened is what a trigger asks for; what the table must be is asked later."""
    ability = one.ability
    if not isinstance(ability, Trigger) or ability.when is None:
        return True
    when = ability.when
    wanted = when.played if what.moment == "play" else when.card
    return (
        (
            wanted is None
            or any(meets(ruleset, card, wanted, one.bound, one.card) for card in what.cards)
        )
        and (not when.cause or what.cause in when.cause)
        and len(what.cards) >= when.count_at_least
    )
