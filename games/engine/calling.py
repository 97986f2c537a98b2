"""Decide from what a player knows whether UNO may be called with a play.

See common.uno.call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, final

from cards.language.abilities import Trigger
from cards.language.effects import (
    Add,
    BurnFromHand,
    ChoosePlayer,
    Effect,
    EffectPart,
    LayColor,
    When,
)
from games.engine.queries import active_abilities, applies_to, card_matches, left_by
from games.engine.ruleset import EMPTY_INDEX, Ruleset
from games.engine.state import State
from games.engine.zones import ENEMY, HAND, HERO, ITEMS, Card, Seat

_OWNER: Final = frozenset({"self", "all", "others_then_self"})
"""The roles that include the owner of a text."""

_ANOTHER: Final = frozenset({"next", "others", "all", "others_then_self"})
"""The roles that may include another player."""


def may_leave_one(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    """Whether a play may leave one card in the hand, after everything that it causes.

    The answer depends on the own hand, on public cards and lasting effects, and on the texts of the
    Danger cards of the heroes at the table. It is True when in doubt.
    """
    return bool(plays_that_may_leave_one(ruleset, state, seat, [card]))


def plays_that_may_leave_one(
    ruleset: Ruleset, state: State, seat: Seat, cards: Sequence[Card]
) -> list[Card]:
    """Return the cards of a hand whose plays may leave one card.

    ``cards`` are those to look at; see ``may_leave_one``.
    """
    hand = state.zones[HAND[seat]]
    loss = _Loss(ruleset, state, seat, [])
    found = []
    for card in cards:
        left = left_by(ruleset, hand, card)
        effects = ruleset.cards[card].effects
        if left == 0:
            may_be = ruleset.variant.last_card == "resolves" and _may_draw(effects, _OWNER)
        else:
            loss.hand = list(hand)
            loss.hand.remove(card)
            may_be = left == 1 or left - loss.of_play(card) <= 1
        if may_be:
            found.append(card)
    return found


def _may_draw(effects: Iterable[Effect], roles: frozenset[str]) -> bool:
    """Whether effects may put a card into the empty hand of their owner."""
    for effect in effects:
        if effect.traits.fills_hand and effect.role in roles:
            return True
        for part in effect.parts:
            if part.condition and _asks_for_a_card(part.condition.when):
                continue
            inner = roles | {"they"} if part.they in roles else roles
            if _may_draw(part.do, inner):
                return True
    return False


def _asks_for_a_card(when: When) -> bool:
    """Whether a condition holds only for a seat with a card in hand."""
    return bool(when.holds) and when.who in ("self", "they")


def _flips(effects: Iterable[Effect]) -> bool:
    return any(
        effect.traits.sure == "reveal" or any(_flips(part.do) for part in effect.parts)
        for effect in effects
    )


@final
class _Loss:
    """Computes how many cards a hand may lose to effects, apart from the card played."""

    __slots__ = ("_heard", "hand", "ruleset", "seat", "state")

    def __init__(self, ruleset: Ruleset, state: State, seat: Seat, hand: list[Card]) -> None:
        self.ruleset = ruleset
        self.state = state
        self.seat = seat
        self.hand = hand
        self._heard: list[tuple[Seat, Trigger]] | None = None

    def of_play(self, card: Card) -> int:
        """Return the loss by the card, its triggers, and the Danger cards it may flip."""
        effects, emptying = self.ruleset.cards[card].effects, self.ruleset.empties_hands
        lost = max(0, self._of(effects, _OWNER)) if card in emptying else 0
        dangers = self._dangers()
        may_flip = card in self.ruleset.danger or _flips(effects)
        if not dangers and emptying.isdisjoint(self._in_play()):
            return lost
        for owner, ability in self._listening():
            roles = _OWNER if owner == self.seat else _ANOTHER
            once = max(0, self._of(ability.do, roles | {"they"}))
            lost += once if set(ability.on) == {"play"} else once and len(self.hand)
            may_flip = may_flip or _flips(ability.do)
        return lost + sum(map(self._of_danger, dangers if may_flip else ()))

    def _in_play(self) -> Iterator[Card]:
        """Yield the cards whose abilities may be in force."""
        zones = self.state.zones
        for seat in range(self.state.seats):
            for places in (HERO, ENEMY, ITEMS):
                yield from zones.get(places[seat], ())
        for effect in self.state.lasting:
            yield effect.card

    def _listening(self) -> list[tuple[Seat, Trigger]]:
        """Return the triggers that may fire in the player's own turn, with their owners."""
        if self._heard is not None:
            return self._heard
        found: dict[str, tuple[Seat, Trigger]] = {}
        for moment, index in self.ruleset.triggers.items():
            for one in active_abilities(self.ruleset, self.state, index, self.seat):
                ability = one.ability
                if (
                    isinstance(ability, Trigger)
                    and moment != "turn_start"
                    and applies_to(ability.whose, one.seat, self.seat)
                ):
                    found[one.name] = one.seat, ability
        self._heard = list(found.values())
        return self._heard

    def _of_danger(self, card: Card) -> int:
        definition = self.ruleset.cards[card]
        triggers = [one for one in definition.abilities if isinstance(one, Trigger)]
        if any(self._of(one.do, _OWNER | _ANOTHER | {"they"}) > 0 for one in triggers):
            return len(self.hand)
        return max(0, self._of(definition.effects, _OWNER))

    def _dangers(self) -> list[Card]:
        """Return the Danger cards of the heroes here that may empty hands."""
        zones = self.state.zones
        heroes = [hero for zone in HERO for hero in zones.get(zone, ())]
        packs = [self.ruleset.dangers.get(hero, ()) for hero in heroes]
        return [card for card in self.ruleset.empties_hands if any(card in one for one in packs)]

    def _of(self, effects: Sequence[Effect], roles: frozenset[str]) -> int:
        """Return the loss by effects, less the cards that they must add.

        ``roles`` are those that may be this player.
        """
        lost = 0
        for effect in effects:
            match effect:
                case ChoosePlayer(among=among, bind=bind):
                    may_be = among == "all" or "self" not in roles
                    roles = roles | {bind} if may_be else roles - {bind}
                case Add(who="self" | "they" as who, count=int(count)) if who in roles:
                    lost -= 0 if self._may_not_add() else count
                case LayColor():
                    pass  # Its card has already been taken out of the hand.
                case _ if effect.traits.empties_hand and effect.role in roles:
                    lost += self._removed(effect)
                case _:
                    lost += max([0, *(self._in(part, roles) for part in effect.parts)])
        return lost

    def _in(self, part: EffectPart, roles: frozenset[str]) -> int:
        """Return the loss by the effects inside an effect."""
        lost = self._of(part.do, roles | {"they"} if part.they in roles else roles)
        return len(self.hand) if lost > 0 and part.is_repeated else lost

    def _removed(self, effect: Effect) -> int:
        """Return how many cards of the hand one effect may remove."""
        if not isinstance(effect, BurnFromHand):
            return len(self.hand)
        ruleset, wanted = self.ruleset, effect.card
        if wanted.bindings() == (wanted.color_bound,):
            colors = Counter(ruleset.color[card] for card in self.hand if ruleset.color[card])
            fitting = max(colors.values(), default=0)
        elif wanted.bindings():
            fitting = len(self.hand)
        else:
            fitting = sum(card_matches(ruleset, card, wanted) for card in self.hand)
        return fitting if effect.count == "all" else min(effect.count, fitting)

    def _may_not_add(self) -> bool:
        """Whether a replacement in force may prevent this player from adding cards."""
        index = self.ruleset.replacements.get("add", EMPTY_INDEX)
        return any(
            applies_to(getattr(one.ability, "whose", "self"), one.seat, self.seat)
            for one in active_abilities(self.ruleset, self.state, index, self.seat)
        )
