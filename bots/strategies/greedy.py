"""The bot "greedy", which looks one move ahead and scores the result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import comb
from typing import Final

from bots.strategies.heroic import choose_by_trial
from bots.strategies.imagine import imagine, unseen
from bots.strategies.strategy import Budget, Rng, below, picked
from games.engine import (
    Bookmark,
    CallUno,
    Card,
    CatchUno,
    Chance,
    Choose,
    Move,
    Play,
    Prompt,
    Ruleset,
    Seat,
    State,
    View,
    asked_challenge,
    decide,
)
from games.engine.bindings import COLOR_BEFORE
from games.engine.zones import HAND, NO_COLOR

WORLDS: Final = 4
"""The number of imagined states in which an answer is tried."""

BLUFFS: Final = 0.3
"""The assumed probability that a Draw Four was played against the rules."""

TURN: Final = 1.5
"""The value of a turn, in cards."""

FEW: Final = 2
"""The number of cards with which a player is considered about to win."""

WON: Final = 1_000.0
"""The value of winning, in cards."""


class Greedy:
    """Saves its Wilds, prefers its own colors, and acts against a player about to win.

    In games with own decks it tries its moves in imagined states.
    """

    name = "greedy"
    version = "3"
    budget = 10_000

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
    ) -> Move:
        """Return a call or catch of UNO if possible, else the best answer to the question."""
        for move in moves:
            if isinstance(move, CallUno | CatchUno):
                return move
        budget.spend(len(moves))
        if ruleset.variant.own_decks:
            return choose_by_trial(view, moves, ruleset, rng, budget)
        prompt = view.prompts[-1]
        match prompt.kind:
            case "turn" | "drawn":
                return _turn(view, moves, ruleset, rng)
            case "color":
                return _answer(moves, _color(view, prompt, ruleset, rng))
            case "player":
                return _answer(moves, _player(view, prompt))
            case "character":
                return _answer(moves, _character(view, prompt, ruleset, rng))
            case "challenge":
                return _answer(moves, _challenge(view, prompt, ruleset))
            case _:
                return _best_by_trial(view, moves, ruleset, rng, budget)


def _answer(moves: Sequence[Move], option: str) -> Move:
    return next(move for move in moves if isinstance(move, Choose) and move.option == option)


def next_seat(view: View) -> Seat:
    """Return the next seat still in."""
    seat = (view.viewer + view.direction) % view.seats
    while seat in view.out:
        seat = (seat + view.direction) % view.seats
    return seat


def _hand_size(view: View, seat: Seat) -> int:
    return view.counts[HAND[seat]]


def _hand(view: View) -> tuple[Card, ...]:
    return view.cards[HAND[view.viewer]]


# a turn


def _turn(view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng) -> Move:
    plays = [move for move in moves if isinstance(move, Play)]
    called = {play.card for play in plays if play.uno}
    plays = [play for play in plays if play.uno or play.card not in called]
    if not plays:
        return next(move for move in moves if not isinstance(move, Play))
    return max(plays, key=lambda play: (_worth(view, play.card, ruleset), rng.random()))


def _worth(view: View, card: Card, ruleset: Ruleset) -> float:
    """Return the value of playing a card: points, and effect on the next turns."""
    hand = list(_hand(view))
    hand.remove(card)
    color, kind = ruleset.color[card], ruleset.kind[card]
    is_close = _hand_size(view, next_seat(view)) <= FEW
    if kind == "wild":
        return _worth_of_wild(view, card, hand, ruleset, is_close=is_close)
    same = sum(ruleset.color[other] == color for other in hand)
    follows = sum(ruleset.symbol[other] == ruleset.symbol[card] for other in hand)
    worth = 2.0 * same + follows + ruleset.points[card] / 10
    if kind != "number":
        worth += 12.0 if is_close else 1.0
        if kind == "reverse" and len(_in(view)) > 2:
            worth += _worth_of_reversing(view) - (12.0 if is_close else 0.0)
    return worth


def _worth_of_reversing(view: View) -> float:
    """Return the value of reversing: higher if the next player then has more cards."""
    before = next_seat(view)
    seat = (view.viewer - view.direction) % view.seats
    while seat in view.out:
        seat = (seat - view.direction) % view.seats
    difference = _hand_size(view, seat) - _hand_size(view, before)
    return 12.0 if difference > 0 and _hand_size(view, before) <= FEW else float(difference)


def _worth_of_wild(
    view: View, card: Card, hand: list[Card], ruleset: Ruleset, *, is_close: bool
) -> float:
    """Return the value of a Wild: low, because it always matches, until the end."""
    worth = -20.0
    has_more = card in ruleset.challenges or len(ruleset.scripts[ruleset.effects[card]]) > 1
    if is_close or min(_hand_size(view, seat) for seat in _others(view)) <= FEW:
        worth += 26.0 if has_more else 12.0
    challenge = ruleset.challenges.get(card)
    if challenge is not None and hand:
        wilds = challenge.wilds_match and any(ruleset.kind[other] == "wild" for other in hand)
        if wilds or any(ruleset.color[other] == view.color for other in hand):
            worth -= 15.0
    return worth


def _in(view: View) -> list[Seat]:
    return [seat for seat in range(view.seats) if seat not in view.out]


def _others(view: View) -> list[Seat]:
    return [seat for seat in _in(view) if seat != view.viewer]


# questions


def _color(view: View, prompt: Prompt, ruleset: Ruleset, rng: Rng) -> str:
    """Return the most common color of the own hand, by chance among equals."""
    counts = Counter(ruleset.color[card] for card in _hand(view))
    best = max(counts[option] for option in prompt.options)
    return picked(rng, [option for option in prompt.options if counts[option] == best])


def _player(view: View, prompt: Prompt) -> str:
    """Return the player with the fewest cards; among equals the first in turn order."""
    seats = [int(option) for option in prompt.options]
    others = [seat for seat in seats if seat != view.viewer] or seats

    def closeness(seat: Seat) -> tuple[int, int]:
        return _hand_size(view, seat), (seat - view.viewer) * view.direction % view.seats

    return str(min(others, key=closeness))


def _character(view: View, prompt: Prompt, ruleset: Ruleset, rng: Rng) -> str:
    """Return the number of which the fewest cards can be in another hand."""
    left = Counter[str]()
    for card, count in unseen(ruleset, view).items():
        left[ruleset.symbol[card]] += count
    least = min(left[option] for option in prompt.options)
    return picked(rng, [option for option in prompt.options if left[option] == least])


def _challenge(view: View, prompt: Prompt, ruleset: Ruleset) -> str:
    """Return whether to challenge: if it saves cards on average."""
    effect = asked_challenge(ruleset, prompt)
    assert effect is not None
    guilty = odds_of_bluff(view, prompt, ruleset)
    gain = guilty * (effect.count + effect.count / len(_others(view)) + TURN)
    loss = (1 - guilty) * (effect.penalty - effect.count)
    return "yes" if gain > loss else "no"


def odds_of_bluff(view: View, prompt: Prompt, ruleset: Ruleset) -> float:
    """Return the probability that a Draw Four was played against the rules.

    It follows from the size of that hand and the unseen cards; a player who may not play it is
    assumed to do so less often.
    """
    mark = prompt.resume[-1]
    before = mark.read(COLOR_BEFORE) if isinstance(mark, Bookmark) else NO_COLOR
    effect = asked_challenge(ruleset, prompt)
    wilds = effect is not None and effect.wilds_match
    left = unseen(ruleset, view)
    guilty = sum(
        count
        for card, count in left.items()
        if (before and ruleset.color[card] == before) or (wilds and ruleset.kind[card] == "wild")
    )
    size = _hand_size(view, mark.seat)
    innocent = comb(left.total() - guilty, size) / comb(left.total(), size)
    bluff = (1 - innocent) * BLUFFS
    return bluff / (bluff + innocent)


# anything else


def _best_by_trial(
    view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
) -> Move:
    """Return the answer with the best result in some imagined states."""
    budget.spend(WORLDS * len(moves))
    outcomes = [0.0] * len(moves)
    for _ in range(WORLDS):
        world = imagine(ruleset, view, rng)
        chance = Chance(bytes(below(rng, 256) for _ in range(32)))
        for at, move in enumerate(moves):
            after = decide(ruleset, world, move, chance).state
            outcomes[at] += _evaluate(view, after)
    best = max(outcomes)
    return moves[outcomes.index(best)]


def _evaluate(view: View, after: State) -> float:
    """Return the value of a state for the viewer, in cards."""
    viewer = view.viewer
    if after.result is not None:
        return WON if after.result.winner == viewer else -WON
    if after.is_out(viewer):
        return -WON
    others = [seat for seat in after.seats_in() if seat != viewer]
    gains = [after.scores[seat] - view.scores[seat] for seat in range(view.seats)]
    scored = gains[viewer] - max(gains[seat] for seat in others)
    theirs = sum(_strength(after, seat) for seat in others) / len(others)
    return _strength(after, viewer) - theirs + scored / 10


def _strength(state: State, seat: Seat) -> float:
    """Return the strength of a seat: few cards in hand are good."""
    skipped = TURN if state.skipped >> seat & 1 else 0.0
    return -len(state.zones[HAND[seat]]) - skipped
