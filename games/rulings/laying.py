"""The state that a position means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from games.engine import NOBODY, Chance, Prompt, Result, Ruleset, State
from games.engine.facts import LastingEffect
from games.engine.hidden_prompts import imagined_prompt, is_redacted, other_hands
from games.engine.zones import DISCARD, HAND, NO_COLOR, Card, Seat, Zone
from games.rulings.filling import DEAL, Box, Filling, Known, fill
from games.rulings.flaws import (
    flaw,
    flaws_of_cards,
    flaws_of_filling,
    flaws_of_prompts,
    flaws_of_seats,
    flaws_of_table,
)
from games.rulings.lasting import LastingError, completed
from games.rulings.positions import PositionAsked, PositionFlaw, PositionRefused
from games.rulings.questions import drawn_prompts, turn_prompts

PROMPTS = "prompts"
"""What stands among the zones filled by chance where a question was hidden."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A state that a position means, and the parts that chance has filled in.

    These are zones, and ``prompts`` where the options of a question were hidden.
    """

    state: State
    filled: tuple[str, ...]


def lay(
    ruleset: Ruleset,
    box: Box,
    given: PositionAsked,
    chance: Chance,
    held: tuple[Seat, Card] | None = None,
) -> Laid:
    """Return the state that a position means; raises ``PositionRefused`` if it means none.

    ``held`` is a card that a seat is about to play: it is in the hand of that seat if the position
    does not name the hand.
    """
    _refuse(flaws_of_seats(ruleset, given))
    if given.drawn is not None:
        given = _with_card(given, given.current, given.drawn)
    if held is not None and _may_hold(ruleset, box, given, *held):
        given = _with_card(given, *held)
    _refuse(flaws_of_cards(ruleset, box, given))
    lasting = _lasting(ruleset, given)
    known = Known(given.cards, given.counts, frozenset(given.out), given.result is not None)
    filling = fill(ruleset, box, known, chance, given.shuffles)
    _refuse(flaws_of_filling(given, filling))
    state = _state(ruleset, given, filling, lasting)
    _refuse(flaws_of_table(ruleset, given, state))
    if state.result is None:
        _ask(ruleset, given, state, filling, chance)
    hidden = any(map(is_redacted, given.prompts))
    return Laid(state, (*filling.filled, *([PROMPTS] if hidden else [])))


def _refuse(flaws: Iterable[PositionFlaw]) -> None:
    if found := list(flaws):
        raise PositionRefused(found)


# ---- what is known of a hand


def _with_card(given: PositionAsked, seat: Seat, card: Card) -> PositionAsked:
    """Return the position with a card in a hand that it does not name."""
    zone = HAND[seat]
    if zone in given.cards:
        return given
    count = given.counts.get(zone, DEAL)
    return msgspec.structs.replace(
        given, cards=given.cards | {zone: [card]}, counts=given.counts | {zone: count}
    )


def _may_hold(ruleset: Ruleset, box: Box, given: PositionAsked, seat: Seat, card: Card) -> bool:
    """Return whether a card that the position names nowhere may be in the hand of a seat."""
    if not 0 <= seat < ruleset.seats or seat in given.out or given.counts.get(HAND[seat]) == 0:
        return False
    named = sum(cards.count(card) for cards in given.cards.values())
    return named < box.total()[card]


# ---- lasting effects


def _lasting(ruleset: Ruleset, given: PositionAsked) -> tuple[LastingEffect, ...]:
    """Return the lasting effects, those without a key numbered after the others."""
    taken = [given.lasted, *(one.key or 0 for one in given.lasting)]
    found: dict[int, LastingEffect] = {}
    flaws: list[PositionFlaw] = []
    for at, one in enumerate(given.lasting):
        try:
            effect = completed(ruleset, one, max(taken) + 1)
        except LastingError as error:
            flaws.append(_no_lasting(at, error.member, one.card, error.expected))
            continue
        if effect.key in found:
            flaws.append(_no_lasting(at, "key", one.card, str(max(taken) + 1)))
        taken.append(effect.key)
        found[effect.key] = effect
    _refuse(flaws)
    return tuple(found.values())


def _no_lasting(at: int, member: str, card: Card, expected: str) -> PositionFlaw:
    return flaw(
        "impossible_lasting", f"/lasting/{at}/{member}", card=card, member=member, expected=expected
    )


# ---- the open questions


def _ask(
    ruleset: Ruleset, given: PositionAsked, state: State, filling: Filling, chance: Chance
) -> None:
    """Put the open questions: those given, else that of the current seat."""
    if given.drawn is not None:
        state.prompts = drawn_prompts(ruleset, state, given.drawn, chance)
        if given.prompts or not state.prompts:
            _refuse([flaw("impossible_drawn", "/drawn", seat=given.current, card=given.drawn)])
        return
    state.prompts = tuple(given.prompts) or turn_prompts(ruleset, state, chance)
    if given.prompts:
        _refuse(_flaws_with_any_hand(ruleset, state, filling, chance))
        state.prompts = tuple(
            _revealed(ruleset, state, prompt, filling) for prompt in given.prompts
        )


def _flaws_with_any_hand(
    ruleset: Ruleset, state: State, filling: Filling, chance: Chance
) -> list[PositionFlaw]:
    """Return what is wrong with the open questions; if possible, deal hands that they fit.

    The options of a question tell something about a hidden hand, such as that it has a Wild.
    """
    flaws = list(flaws_of_prompts(ruleset, state, chance))
    for seat in dict.fromkeys(prompt.seat for prompt in reversed(state.prompts)):
        if not flaws or f"hand:{seat}" not in filling.filled:
            continue
        for _ in other_hands(ruleset, state, seat, filling.filled):
            if not list(flaws_of_prompts(ruleset, state, chance)):
                return []
    return flaws


def _revealed(ruleset: Ruleset, state: State, prompt: Prompt, filling: Filling) -> Prompt:
    """Return a question with possible options in place of hidden ones."""
    if not is_redacted(prompt):
        return prompt
    return imagined_prompt(ruleset, state, prompt, filling.filled, lambda cards: cards[0])


# ---- the state


def _state(
    ruleset: Ruleset, given: PositionAsked, filling: Filling, lasting: tuple[LastingEffect, ...]
) -> State:
    seats, zones = ruleset.seats, filling.zones
    pile = zones[DISCARD]
    printed = ruleset.color[pile[-1]] if pile and not given.prompts else NO_COLOR
    result = given.result
    return State(
        seats=seats,
        zones=zones,
        current=given.current,
        direction=given.direction,
        color=given.color or printed,
        turn=given.turn,
        idle=given.idle,
        skipped=_bits(given.skipped),
        out=_bits(given.out),
        uno=_uno(seats, given, zones),
        enemy_since=tuple(given.enemy_since) or (0,) * seats,
        lasting=lasting,
        lasted=max([given.lasted, *(effect.key for effect in lasting)]),
        dealer=NOBODY if given.dealer is None else given.dealer,
        round=max(given.round, 1),
        scores=tuple(given.scores) or (0,) * seats,
        shuffles=given.shuffles + bool(filling.filled),
        result=None
        if result is None
        else Result(NOBODY if result.winner is None else result.winner, result.why),
    )


def _uno(
    seats: int, given: PositionAsked, zones: Mapping[Zone, tuple[Card, ...]]
) -> tuple[str, ...]:
    """How each hand stands."""
    if given.uno is not None:
        return tuple(given.uno) or ("",) * seats
    past = ["missed" if len(zones[HAND[seat]]) == 1 else "" for seat in range(seats)]
    return tuple("exposed" if seat in given.exposed else past[seat] for seat in range(seats))


def _bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in set(seats))
