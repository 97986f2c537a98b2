"""Occasions: the moments of facts, and the triggers that match them."""

from __future__ import annotations

from typing import Final, final

from cards.language.abilities import Trigger
from games.engine.facts import CardsMoved
from games.engine.queries import ActiveAbility, card_matches, cause_kind
from games.engine.ruleset import Ruleset
from games.engine.zones import NO_CARD, NOBODY, OPEN_TO_ALL, Card, Seat, owner_of

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
"""The moment for triggers, by the verb of a ``CardsMoved``."""


@final
class Occasion:
    """What may trigger abilities: a moment, its seat, its cards and its cause.

    The seat of a defeat is the one that the Enemy attacked, that of a destruction the Item's owner.
    Cards that the public does not see are counted and not named: no trigger may depend on them.
    """

    __slots__ = ("cards", "cause", "moment", "seat")

    def __init__(
        self, moment: str, seat: Seat, cards: tuple[Card, ...] = (), cause: str = ""
    ) -> None:
        self.moment = moment
        self.seat = seat
        self.cards = cards
        self.cause = cause


def occasion_of(ruleset: Ruleset, moment: str, fact: CardsMoved) -> Occasion:
    """Return the occasion that moved cards are."""
    owner = owner_of(fact.source) if moment in ("defeat", "destroy") else NOBODY
    is_open = fact.source in OPEN_TO_ALL or fact.target in OPEN_TO_ALL
    cards = fact.cards if is_open else (NO_CARD,) * len(fact.cards)
    seat = fact.seat if owner == NOBODY else owner
    return Occasion(moment, seat, cards, cause_kind(ruleset, fact.cause))


def trigger_matches(ruleset: Ruleset, one: ActiveAbility, what: Occasion) -> bool:
    """Whether an occasion matches a trigger.

    Its conditions on the table are checked later.
    """
    ability = one.ability
    if not isinstance(ability, Trigger) or ability.when is None:
        return True
    when = ability.when
    wanted = when.played if what.moment == "play" else when.card
    return (
        (
            wanted is None
            or any(card_matches(ruleset, card, wanted, one.bound, one.card) for card in what.cards)
        )
        and (not when.cause or what.cause in when.cause)
        and len(what.cards) >= when.count_at_least
    )
