"""Whether UNO may be called with a play, by what its player knows (common.uno.call)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from cards.language.abilities import Trigger
from cards.language.effects import Add, BurnFromHand, ChoosePlayer, Effect, LayColor, Part, When
from games.engine.queries import left_by, meets, speaks_to, standing
from games.engine.ruleset import NOBODY_SPEAKS, Ruleset
from games.engine.state import State
from games.engine.zones import HAND, HERO, Card, Seat

_OWNER: Final = frozenset({"self", "all", "others_then_self"})
"""The roles that include the owner of a text."""

_ANOTHER: Final = frozenset({"next", "others", "all", "others_then_self"})
"""The roles that may include another player."""


def may_leave_one(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    """Whether one card may be left in the hand when a play of it is done.

    The answer rests on the own hand, on cards and lasting effects that all see, and on the texts of
    the Danger cards of the heroes at the table. It is True when in doubt.
    """
    hand = state.zones[HAND[seat]]
    left = left_by(ruleset, hand, card)
    if left == 1:
        return True
    effects = ruleset.cards[card].effects
    if left == 0:
        return ruleset.variant.last_card == "resolves" and _may_draw(effects, _OWNER)
    rest = list(hand)
    rest.remove(card)
    return left - _Loss(ruleset, state, seat, rest).of_play(card) <= 1


def _may_draw(effects: Iterable[Effect], roles: frozenset[str]) -> bool:
    """Whether a text may give a card to the owner of an empty hand."""
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
    """Whether a condition needs a card in the hand of the one who is asked about."""
    return bool(when.holds) and when.who in ("self", "they")


def _flips(effects: Iterable[Effect]) -> bool:
    return any(
        effect.traits.sure == "reveal" or any(_flips(part.do) for part in effect.parts)
        for effect in effects
    )


class _Loss(msgspec.Struct, frozen=True):
    """The most cards that texts may take from the hand of a player, apart from the card played."""

    ruleset: Ruleset
    state: State
    seat: Seat
    hand: list[Card]

    def of_play(self, card: Card) -> int:
        """By the card itself, by what it wakes, and by the Danger cards it may flip."""
        effects = self.ruleset.cards[card].effects
        lost = max(0, self._of(effects, _OWNER))
        may_flip = card in self.ruleset.danger or _flips(effects)
        for owner, ability in self._listening():
            roles = _OWNER if owner == self.seat else _ANOTHER
            once = max(0, self._of(ability.do, roles | {"they"}))
            lost += once if set(ability.on) == {"play"} else once and len(self.hand)
            may_flip = may_flip or _flips(ability.do)
        return lost + sum(map(self._of_danger, self._dangers() if may_flip else ()))

    def _listening(self) -> Iterator[tuple[Seat, Trigger]]:
        """The triggers in force that this player may wake in the own turn, with their owners."""
        found: dict[str, tuple[Seat, Trigger]] = {}
        for moment, speakers in self.ruleset.triggers.items():
            for one in standing(self.ruleset, self.state, speakers, self.seat):
                ability = one.ability
                if (
                    isinstance(ability, Trigger)
                    and moment != "turn_start"
                    and speaks_to(ability.whose, one.seat, self.seat)
                ):
                    found[one.name] = one.seat, ability
        yield from found.values()

    def _of_danger(self, card: Card) -> int:
        definition = self.ruleset.cards[card]
        woken = [one for one in definition.abilities if isinstance(one, Trigger)]
        if any(self._of(one.do, _OWNER | _ANOTHER | {"they"}) > 0 for one in woken):
            return len(self.hand)
        return max(0, self._of(definition.effects, _OWNER))

    def _dangers(self) -> set[Card]:
        """The Danger cards of the heroes at the table."""
        zones = self.state.zones
        heroes = [hero for zone in HERO for hero in zones.get(zone, ())]
        return {card for hero in heroes for card in self.ruleset.dangers.get(hero, ())}

    def _of(self, effects: Sequence[Effect], roles: frozenset[str]) -> int:
        """By a text in which some roles may be this player; what it must add is subtracted."""
        lost = 0
        for effect in effects:
            match effect:
                case ChoosePlayer(among=among, bind=bind):
                    may_be = among == "all" or "self" not in roles
                    roles = roles | {bind} if may_be else roles - {bind}
                case Add(who="self" | "they" as who, count=int(count)) if who in roles:
                    lost -= 0 if self._may_not_add() else count
                case LayColor():
                    pass  # its card has been taken out of the hand already
                case _ if effect.traits.empties_hand and effect.role in roles:
                    lost += self._taken(effect)
                case _:
                    lost += max([0, *(self._in(part, roles) for part in effect.parts)])
        return lost

    def _in(self, part: Part, roles: frozenset[str]) -> int:
        """By effects inside an effect."""
        lost = self._of(part.do, roles | {"they"} if part.they in roles else roles)
        return len(self.hand) if lost > 0 and part.is_repeated else lost

    def _taken(self, effect: Effect) -> int:
        """How many cards of the hand one effect may take."""
        if not isinstance(effect, BurnFromHand):
            return len(self.hand)
        ruleset, wanted = self.ruleset, effect.card
        if wanted.bindings() == (wanted.color_bound,):
            colors = Counter(ruleset.color[card] for card in self.hand if ruleset.color[card])
            fitting = max(colors.values(), default=0)
        elif wanted.bindings():
            fitting = len(self.hand)
        else:
            fitting = sum(meets(ruleset, card, wanted) for card in self.hand)
        return min(effect.count, fitting)

    def _may_not_add(self) -> bool:
        """Whether something in force may keep this player from adding cards."""
        speakers = self.ruleset.replacements.get("add", NOBODY_SPEAKS)
        return any(
            speaks_to(getattr(one.ability, "whose", "self"), one.seat, self.seat)
            for one in standing(self.ruleset, self.state, speakers, self.seat)
        )
