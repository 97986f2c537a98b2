"""Playouts: a round played to its end from an imagined state, with quick answers.

The answers resemble those of "greedy" and are made from tables. Nothing depends on a particular
card: the tables follow from the kinds, colors, symbols and points of the edition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import msgspec

from bots.strategies.greedy import BLUFFS, FEW, TURN
from bots.strategies.heroic import quick_answer
from bots.strategies.weights import WEIGHTS, Weights
from games.engine import (
    Bookmark,
    Card,
    Chance,
    Choose,
    Color,
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
from games.engine.zones import HAND, NO_COLOR

MAX_PLIES: Final = 800
"""The most plies of a playout; a round that is longer counts as not won."""

OWN_DECKS_COST: Final = 2
"""How many times as much of the budget a ply with own decks costs: it takes twice as long."""

PAIR_COST: Final = 2
"""How many times as much of the budget a ply at a table of two costs.

At a larger table the moves differ less in how often they win, so that more games must be imagined.
"""

REFUSALS: Final = ("no", "done")
"""The options that do nothing, which are chosen last."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a seat chooses what to play: the card with the highest value.

    Values are in hundredths of a card. ``worth`` has those of the cards apart from the hand, by
    situation. ``color`` and ``symbol`` are added for each other card of the hand that has the color
    or symbol of a card: first for numbers, then for cards that act. ``switch`` is added if a card
    changes the color in play, ``bluff`` if a challenge would succeed.
    """

    worth: tuple[dict[Card, int], ...]
    color: tuple[int, int]
    symbol: tuple[int, int]
    switch: int
    bluff: int


@dataclass(frozen=True, slots=True)
class Playouts:
    """The tables for the playouts of a game.

    ``ruleset`` ends the game with its round. ``own`` is the policy of the seat that thinks,
    ``others`` that of the other seats, which resembles "greedy". ``acts`` has the cards with a
    color that are no numbers. ``character`` is the one that the fewest cards show. ``cost`` is what
    a ply costs of the budget.
    """

    ruleset: Ruleset
    own: Policy
    others: Policy
    acts: frozenset[Card]
    character: str
    cost: int


QUIET: Final = 8
"""The situation in which no seat has few cards."""

CLOSE: Final = 7
"""The situation in which the next seat has two cards."""


def situation(mine: int, following: int) -> int:
    """Return the number of a situation, by the cards of a seat and of the next one."""
    return 3 * min(max(mine - 2, 0), 2) + min(max(following - 1, 0), 2)


@lru_cache(maxsize=16)
def playouts_of(ruleset: Ruleset) -> Playouts:
    """Return the tables for the playouts of a game."""
    options = msgspec.structs.replace(ruleset.options, rounds=1, target_score=None)
    is_pair = ruleset.seats == 2
    shown = Counter(ruleset.symbol[card] for card in ruleset.box if ruleset.kind[card] == "number")
    return Playouts(
        replace(ruleset, options=options),
        policy_of(ruleset, WEIGHTS["tuned" if is_pair else "greedy"]),
        policy_of(ruleset, WEIGHTS["greedy"]),
        frozenset(card for card in ruleset.colored if ruleset.kind[card] != "number"),
        min(sorted(shown), key=lambda symbol: shown[symbol], default=""),
        (OWN_DECKS_COST if ruleset.variant.own_decks else 1) * (PAIR_COST if is_pair else 1),
    )


def policy_of(ruleset: Ruleset, weights: Weights) -> Policy:
    """Return the policy that weights describe, for the cards of a ruleset."""
    return Policy(
        tuple(
            {card: _worth(ruleset, weights, card, mine, following) for card in ruleset.kind}
            for mine in (2, 3, 4)
            for following in (1, 2, 3)
        ),
        (weights["color"], weights["act_color"]),
        (weights["symbol"], weights["act_symbol"]),
        weights["switch"],
        weights["bluff"],
    )


def _worth(ruleset: Ruleset, weights: Weights, card: Card, mine: int, following: int) -> int:
    """Return the value of a card, if a seat and the next one have so many."""
    kind = ruleset.kind[card]
    points = weights["points"] * ruleset.points[card] // 10
    if kind == "number":
        return points
    if kind == "wild":
        many = len(ruleset.scripts[ruleset.effects[card]]) > 1
        name = "challenge" if card in ruleset.challenges else "wild_more" if many else "wild"
        points, group = 0, "wild"
    else:
        name, group = kind if f"{kind}_close" in weights else "skip", "act"
        if kind == "reverse" and ruleset.seats > 2:
            name = "reverse_many"
    worth = points + weights[name]
    if following <= FEW:
        worth += weights[f"{name}_close"]
    if following == 1:
        worth += weights[f"{group}_last"]
    if mine <= 3:
        worth += weights[f"{group}_three"]
    if mine == 2:
        worth += weights[f"{group}_two"]
    return worth


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
        prompt = state.prompts[-1]
        policy = playouts.own if prompt.seat == viewer else playouts.others
        move = answer(playouts, state, prompt, policy)
        state = decide(ruleset, state, move, chance).state
        plies += 1
    return int(state.result.winner == viewer), plies


def _heroic(playouts: Playouts, state: State, prompt: Prompt, _: Policy) -> Move:
    return quick_answer(playouts.ruleset, state, prompt)


def quick_move(playouts: Playouts, state: State) -> Move:
    """Return the quick answer to the open question."""
    prompt = state.prompts[-1]
    answer = _heroic if playouts.ruleset.variant.own_decks else _classic
    return answer(playouts, state, prompt, playouts.own)


def _classic(playouts: Playouts, state: State, prompt: Prompt, policy: Policy) -> Move:
    """Return a quick answer in a game with one pack."""
    seat, kind, options = prompt.seat, prompt.kind, prompt.options
    if kind in PLAY_KINDS:
        return _play(playouts, state, seat, policy)
    if len(options) > 1:
        match kind:
            case "color":
                held = _colors(playouts, state, seat)
                return Choose(seat, max(options, key=held.count))
            case "card":
                color, held = playouts.ruleset.color, _colors(playouts, state, seat)
                return Choose(seat, min(options, key=lambda card: held.count(color[card])))
            case "player":
                return Choose(seat, _fewest(state, seat, options))
            case "challenge":
                return Choose(seat, _challenge(playouts.ruleset, state, prompt))
            case "character" if playouts.character in options:
                return Choose(seat, playouts.character)
    return Choose(seat, next((one for one in options if one not in REFUSALS), options[0]))


def _colors(playouts: Playouts, state: State, seat: Seat) -> list[Color]:
    """Return the colors of a hand."""
    color = playouts.ruleset.color
    return [color[card] for card in state.zones[HAND[seat]]]


def _play(playouts: Playouts, state: State, seat: Seat, policy: Policy) -> Move:
    """Return the play with the highest value; the first of equals."""
    ruleset = playouts.ruleset
    moves = legal_moves(ruleset, state, seat)
    if len(moves) <= 2:
        return moves[0]
    plays = [move for move in moves if type(move) is Play]
    if plays[-1].uno:
        plays = [play for play in plays if play.uno]
    hand = state.zones[HAND[seat]]
    worth = policy.worth[situation(len(hand), _next_has(state, seat))]
    best, chosen = -1_000_000, plays[0]
    values = Hand(playouts, policy, hand, state.color)
    for play in plays:
        value = worth[play.card] + values.of(play.card)
        if value > best:
            best, chosen = value, play
    return chosen


class Hand:
    """The colors and symbols of a hand, by which its cards are valued."""

    __slots__ = ("_color", "_colors", "_playouts", "_policy", "_symbols")

    def __init__(
        self, playouts: Playouts, policy: Policy, hand: Sequence[Card], color: Color
    ) -> None:
        color_of, symbol_of = playouts.ruleset.color, playouts.ruleset.symbol
        self._playouts = playouts
        self._policy = policy
        self._color = color
        self._colors = [color_of[card] for card in hand]
        self._symbols = [symbol_of[card] for card in hand]

    def of(self, card: Card) -> int:
        """Return what the rest of the hand adds to the value of a card of it."""
        ruleset, policy = self._playouts.ruleset, self._policy
        if card in ruleset.colored:
            act = 1 if card in self._playouts.acts else 0
            color = ruleset.color[card]
            value = policy.color[act] * (self._colors.count(color) - 1)
            value += policy.symbol[act] * (self._symbols.count(ruleset.symbol[card]) - 1)
            return value if color == self._color else value + policy.switch
        challenge = ruleset.challenges.get(card)
        if challenge is not None and self._is_bluff(challenge.wilds_match):
            return policy.bluff
        return 0

    def _is_bluff(self, wilds_match: bool) -> bool:
        """Whether playing a Draw Four with this hand is against the rules."""
        wilds = self._colors.count(NO_COLOR)
        return (wilds_match and wilds > 1) or (
            self._color in self._colors and self._color != NO_COLOR
        )


def _next_has(state: State, seat: Seat) -> int:
    """Return how many cards the next seat has."""
    after = (seat + state.direction) % state.seats
    while state.out >> after & 1:
        after = (after + state.direction) % state.seats
    return len(state.zones[HAND[after]])


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
