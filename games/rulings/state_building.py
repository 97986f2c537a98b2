"""Build the state of a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec

from games.engine import (
    NOBODY,
    Chance,
    Prompt,
    Result,
    Ruleset,
    State,
    ask_drawn,
    ask_turn,
    final_places,
    imagine_prompt,
    swap_hand_cards,
)
from games.engine.facts import LastingEffect
from games.engine.variants import DEAL
from games.engine.zones import DISCARD, HAND, NO_COLOR, Card, Seat, Zone
from games.rulings.filling import Box, Filling, Known, fill
from games.rulings.flaws import (
    flaw,
    flaws_of_cards,
    flaws_of_filling,
    flaws_of_prompts,
    flaws_of_seats,
    flaws_of_table,
)
from games.rulings.lasting import LastingError, completed
from games.rulings.position_request import (
    PositionFlaw,
    PositionRefused,
    PositionRequest,
    ResultRequest,
)

PROMPTS = "prompts"
"""The name among the filled zones that stands for a hidden question."""


@dataclass(frozen=True, slots=True)
class BuiltState:
    """The state of a position, and the parts that chance has filled in.

    These are zones, and ``prompts`` if the options of a question were hidden.
    """

    state: State
    filled: tuple[str, ...]


def build_state(
    ruleset: Ruleset,
    box: Box,
    given: PositionRequest,
    chance: Chance,
    held: tuple[Seat, Card] | None = None,
) -> BuiltState:
    """Return the state of a position; raises ``PositionRefused`` if it is impossible.

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
    hidden = any(prompt.is_redacted for prompt in given.prompts)
    return BuiltState(state, (*filling.filled, *([PROMPTS] if hidden else [])))


def _refuse(flaws: Iterable[PositionFlaw]) -> None:
    if found := list(flaws):
        raise PositionRefused(found)


# ---- what is known of a hand


def _with_card(given: PositionRequest, seat: Seat, card: Card) -> PositionRequest:
    """Return the position with a card in a hand that it does not name."""
    zone = HAND[seat]
    if zone in given.cards:
        return given
    count = given.counts.get(zone, DEAL)
    return msgspec.structs.replace(
        given, cards=given.cards | {zone: [card]}, counts=given.counts | {zone: count}
    )


def _may_hold(ruleset: Ruleset, box: Box, given: PositionRequest, seat: Seat, card: Card) -> bool:
    """Whether a card that the position names nowhere may be in a seat's hand."""
    if not 0 <= seat < ruleset.seats or seat in given.out or given.counts.get(HAND[seat]) == 0:
        return False
    named = sum(cards.count(card) for cards in given.cards.values())
    return named < box.total()[card]


# ---- lasting effects


def _lasting(ruleset: Ruleset, given: PositionRequest) -> tuple[LastingEffect, ...]:
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
    ruleset: Ruleset, given: PositionRequest, state: State, filling: Filling, chance: Chance
) -> None:
    """Set the open questions: those given, else that of the current seat."""
    if given.drawn is not None:
        state.prompts = ask_drawn(ruleset, state, given.drawn, chance)
        if given.prompts or not state.prompts:
            _refuse([flaw("impossible_drawn", "/drawn", seat=given.current, card=given.drawn)])
        return
    state.prompts = tuple(given.prompts) or ask_turn(ruleset, state, chance)
    if given.prompts:
        _refuse(_flaws_with_any_hand(ruleset, state, filling, chance))
        state.prompts = tuple(
            _revealed(ruleset, state, prompt, filling) for prompt in given.prompts
        )


def _flaws_with_any_hand(
    ruleset: Ruleset, state: State, filling: Filling, chance: Chance
) -> list[PositionFlaw]:
    """Return what is wrong with the open questions.

    If possible, deal hands that they fit. The options of a question restrict a hidden hand, for
    example to one with a Wild.
    """
    flaws = list(flaws_of_prompts(ruleset, state, chance))
    for seat in dict.fromkeys(prompt.seat for prompt in reversed(state.prompts)):
        if not flaws or f"hand:{seat}" not in filling.filled:
            continue
        for _ in swap_hand_cards(ruleset, state, seat, filling.filled):
            if not list(flaws_of_prompts(ruleset, state, chance)):
                return []
    return flaws


def _revealed(ruleset: Ruleset, state: State, prompt: Prompt, filling: Filling) -> Prompt:
    """Return a question with possible options in place of hidden ones."""
    if not prompt.is_redacted:
        return prompt
    return imagine_prompt(ruleset, state, prompt, filling.filled, lambda cards: cards[0])


# ---- the state


def _state(
    ruleset: Ruleset, given: PositionRequest, filling: Filling, lasting: tuple[LastingEffect, ...]
) -> State:
    seats, zones = ruleset.seats, filling.zones
    pile = zones[DISCARD]
    printed = ruleset.color[pile[-1]] if pile and not given.prompts else NO_COLOR
    state = State(
        seats=seats,
        zones=zones,
        current=given.current,
        direction=given.direction,
        color=given.color or printed,
        turn=given.turn,
        idle=given.idle,
        circling=given.circling,
        skipped=_bits(given.skipped),
        out=_bits(given.out),
        gone=_gone(given, seats),
        uno=_uno(seats, given, zones),
        enemy_since=tuple(given.enemy_since) or (0,) * seats,
        lasting=lasting,
        lasted=max([given.lasted, *(effect.key for effect in lasting)]),
        dealer=NOBODY if given.dealer is None else given.dealer,
        round=max(given.round, 1),
        scores=tuple(given.scores) or (0,) * seats,
        shuffles=given.shuffles + bool(filling.filled),
        paused=given.paused,
    )
    state.result = _result(ruleset, state, given.result)
    return state


def _result(ruleset: Ruleset, state: State, given: ResultRequest | None) -> Result | None:
    """Return the given result, with places if a seat has won."""
    if given is None:
        return None
    winner, places = given.winner, given.places
    if winner is None:
        return Result(NOBODY, given.why, places)
    return Result(winner, given.why, places or final_places(ruleset, state, winner))


def _gone(given: PositionRequest, seats: int) -> tuple[int, ...]:
    """Return the order in which seats went out; without one they went out together."""
    order = given.gone or [1] * seats
    return tuple(order[seat] if seat in given.out else 0 for seat in range(seats))


def _uno(
    seats: int, given: PositionRequest, zones: Mapping[Zone, tuple[Card, ...]]
) -> tuple[str, ...]:
    """Return the UNO status of each seat."""
    if given.uno is not None:
        return tuple(given.uno) or ("",) * seats
    past = ["missed" if len(zones[HAND[seat]]) == 1 else "" for seat in range(seats)]
    return tuple("exposed" if seat in given.exposed else past[seat] for seat in range(seats))


def _bits(seats: list[int]) -> int:
    return sum(1 << seat for seat in set(seats))
