"""Playouts: a round played to its end from an imagined state, with quick answers.

The answers resemble those of "greedy" and are made from tables. Nothing depends on a particular
card: the tables follow from the kinds, colors, symbols and points of the edition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import msgspec

from bots.strategies.greedy import BLUFFS, FEW, TURN
from bots.strategies.heroic import quick_answer
from games.engine import (
    Bookmark,
    Card,
    Chance,
    Choose,
    Move,
    Play,
    Prompt,
    Ruleset,
    Seat,
    State,
    asked_challenge,
    decide,
    legal_moves,
)
from games.engine.prompts import PLAY_KINDS
from games.engine.zones import HAND

MAX_PLIES: Final = 800
"""The most plies of a playout; a round that is longer counts as not won."""

KEPT: Final = -200
"""The value of playing a Wild without need, in tenths of a card."""

BLUFF: Final = -150
"""What a play that can be challenged as a bluff is worth less."""

SAME_COLOR: Final = 20
SAME_SYMBOL: Final = 10
"""What each card left in the hand that matches the played one is worth."""


REFUSALS: Final = ("no", "done")
"""The options that do nothing, which are chosen last."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """The tables for the playouts of a game.

    ``ruleset`` ends the game with its round. ``worth`` is the value of playing a card, apart from
    the rest of the hand, in tenths of a card; ``urgent`` the same if the next player has few cards.
    """

    ruleset: Ruleset
    worth: dict[Card, int]
    urgent: dict[Card, int]


@lru_cache(maxsize=16)
def playouts_of(ruleset: Ruleset) -> Playouts:
    """Return the tables for the playouts of a game."""
    options = msgspec.structs.replace(ruleset.options, rounds=1, target_score=None)
    return Playouts(
        replace(ruleset, options=options),
        {card: _worth(ruleset, card, is_urgent=False) for card in ruleset.kind},
        {card: _worth(ruleset, card, is_urgent=True) for card in ruleset.kind},
    )


def _worth(ruleset: Ruleset, card: Card, *, is_urgent: bool) -> int:
    kind = ruleset.kind[card]
    if kind != "wild":
        acts = 0 if kind == "number" else 120 if is_urgent else 10
        return ruleset.points[card] + acts
    does_more = card in ruleset.challenges or len(ruleset.scripts[ruleset.effects[card]]) > 1
    return KEPT + ((260 if does_more else 120) if is_urgent else 0)


def play_out(
    playouts: Playouts, state: State, chance: Chance, viewer: Seat, most: int
) -> tuple[int | None, int]:
    """Play the round to its end; return 1 if the viewer wins, else 0, and the plies.

    If it takes more than ``most`` plies, the first is None.
    """
    ruleset = playouts.ruleset
    answer = _heroic if ruleset.variant.own_decks else _classic
    most, plies = min(most, MAX_PLIES), 0
    while state.result is None:
        if state.out >> viewer & 1:
            return 0, plies
        if plies == most:
            return (0 if most == MAX_PLIES else None), plies
        move = answer(playouts, state, state.prompts[-1])
        state = decide(ruleset, state, move, chance).state
        plies += 1
    return int(state.result.winner == viewer), plies


def _heroic(playouts: Playouts, state: State, prompt: Prompt) -> Move:
    return quick_answer(playouts.ruleset, state, prompt)


def quick_move(playouts: Playouts, state: State) -> Move:
    """Return the quick answer to the open question."""
    prompt = state.prompts[-1]
    answer = _heroic if playouts.ruleset.variant.own_decks else _classic
    return answer(playouts, state, prompt)


def _classic(playouts: Playouts, state: State, prompt: Prompt) -> Move:
    """Return a quick answer in a game with one pack."""
    seat, kind, options = prompt.seat, prompt.kind, prompt.options
    if kind in PLAY_KINDS:
        return _play(playouts, state, seat)
    if len(options) > 1:
        match kind:
            case "color":
                color = playouts.ruleset.color
                held = [color[card] for card in state.zones[HAND[seat]]]
                return Choose(seat, max(options, key=held.count))
            case "player":
                return Choose(seat, _fewest(state, seat, options))
            case "challenge":
                return Choose(seat, _challenge(playouts.ruleset, state, prompt))
            case "character":
                return Choose(seat, options[state.turn % len(options)])
    return Choose(seat, next((one for one in options if one not in REFUSALS), options[0]))


def _play(playouts: Playouts, state: State, seat: Seat) -> Move:
    """Return the play with the highest worth; the first of equals."""
    ruleset = playouts.ruleset
    moves = legal_moves(ruleset, state, seat)
    if len(moves) <= 2:
        return moves[0]
    plays = [move for move in moves if type(move) is Play]
    if plays[-1].uno:
        plays = [play for play in plays if play.uno]
    hand = state.zones[HAND[seat]]
    color, symbol = ruleset.color, ruleset.symbol
    colors = [color[card] for card in hand]
    symbols = [symbol[card] for card in hand]
    worth = playouts.urgent if _is_urgent(state, seat) else playouts.worth
    best, chosen = -1_000_000, plays[0]
    for play in plays:
        card = play.card
        value = worth[card]
        if card in ruleset.colored:
            value += SAME_COLOR * colors.count(color[card]) + SAME_SYMBOL * symbols.count(
                symbol[card]
            )
        elif card in ruleset.challenges and state.color in colors:
            value += BLUFF
        if value > best:
            best, chosen = value, play
    return chosen


def _is_urgent(state: State, seat: Seat) -> bool:
    """Whether the next player has few cards."""
    after = (seat + state.direction) % state.seats
    while state.out >> after & 1:
        after = (after + state.direction) % state.seats
    return len(state.zones[HAND[after]]) <= FEW


def _fewest(state: State, seat: Seat, options: tuple[str, ...]) -> str:
    """Return the other player with the fewest cards."""
    others = [option for option in options if option != str(seat)]
    return min(others, key=lambda one: len(state.zones[HAND[int(one)]]))


def _challenge(ruleset: Ruleset, state: State, prompt: Prompt) -> str:
    """Return whether to challenge, by the size of the hand alone."""
    effect, mark = asked_challenge(ruleset, prompt), prompt.resume[-1]
    assert effect is not None
    assert isinstance(mark, Bookmark)
    innocent = 1.0
    for _ in range(len(state.zones[HAND[mark.seat]])):
        innocent *= 1 - 1 / len(ruleset.edition.colors)
    bluff = (1 - innocent) * BLUFFS
    guilty = bluff / (bluff + innocent)
    gain = guilty * (effect.count + effect.count / (len(state.seats_in()) - 1) + TURN)
    return "yes" if gain > (1 - guilty) * (effect.penalty - effect.count) else "no"
