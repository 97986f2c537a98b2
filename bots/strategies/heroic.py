"""The part of "greedy" for games with own decks: it searches imagined states.

Nothing here depends on a particular card. A move is tried with the questions that follow, and the
result is evaluated: the own hand and deck against those of the others, Enemies and Items in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log
from typing import Final

from bots.strategies.imagine import imagine
from bots.strategies.strategy import Budget, Rng, below
from games.engine import (
    Chance,
    Choose,
    Draw,
    Move,
    Play,
    Prompt,
    Ruleset,
    Seat,
    State,
    View,
    decide,
    legal_moves,
)
from games.engine.zones import BURN, DECK, ENEMY, HAND, ITEMS

WORLDS: Final = 5
"""The most imagined states in which an answer is tried."""

TRIALS: Final = 120
"""The most trials of a choice; each answer is tried at least once."""

FOLLOWING: Final = 40
"""The most answers of a trial, up to the next own turn."""

WON: Final = 100.0
OUT: Final = -12.0
IN_HAND: Final = 5.0
IN_DECK: Final = 4.0
IN_BURN_PILE: Final = 0.05
ATTACKED: Final = 2.5
ITEM: Final = 0.3
SKIPPED: Final = 1.5
LASTING: Final = 1.5
SAME_COLOR: Final = 1.0
WILD: Final = 3.0
"""The values of things in ``evaluate``."""


def choose_by_trial(
    view: View, moves: Sequence[Move], ruleset: Ruleset, rng: Rng, budget: Budget
) -> Move:
    """Return the move with the best average result; the first of equals."""
    moves = _worth_trying(moves)
    if len(moves) == 1:
        return moves[0]
    worth = [0.0] * len(moves)
    for _ in range(max(1, min(WORLDS, TRIALS // len(moves)))):
        world = imagine(ruleset, view, rng)
        chance = Chance(bytes(below(rng, 256) for _ in range(32)))
        for at, move in enumerate(moves):
            worth[at] += _outcome(ruleset, world, move, chance, view.viewer, budget)
    return moves[worth.index(max(worth))]


def _worth_trying(moves: Sequence[Move]) -> list[Move]:
    """Return the moves that call UNO when due, and draw only if no card fits."""
    called = {move.card for move in moves if isinstance(move, Play) and move.uno}
    plays = any(isinstance(move, Play) for move in moves)
    return [
        move
        for move in moves
        if not (isinstance(move, Play) and not move.uno and move.card in called)
        and not (isinstance(move, Draw) and plays)
    ]


def _outcome(
    ruleset: Ruleset, world: State, move: Move, chance: Chance, viewer: Seat, budget: Budget
) -> float:
    """Return the value of a move at the seat's next turn, with quick answers."""
    budget.spend()
    state = decide(ruleset, world, move, chance).state
    for _ in range(FOLLOWING):
        if state.result is not None or not state.prompts:
            break
        prompt = state.prompts[-1]
        if prompt.seat == viewer and prompt.kind == "turn":
            break
        budget.spend()
        state = decide(ruleset, state, quick_answer(ruleset, state, prompt), chance).state
    return evaluate(ruleset, state, viewer)


def quick_answer(ruleset: Ruleset, state: State, prompt: Prompt) -> Move:
    """Return a simple answer without a trial, for the later questions of a trial."""
    seat = prompt.seat
    match prompt.kind:
        case "color":
            return Choose(seat, _most_held(ruleset, state, prompt))
        case "player":
            return Choose(seat, _victim(state, prompt))
        case "turn" | "drawn" | "again":
            return _quick_play(ruleset, state, seat)
        case _:
            options = [option for option in prompt.options if option not in ("no", "done")]
            return Choose(seat, (options or list(prompt.options))[0])


def _quick_play(ruleset: Ruleset, state: State, seat: Seat) -> Move:
    """Return a play: a colored card before a Wild, with UNO called if possible."""
    moves = legal_moves(ruleset, state, seat)
    plays = [move for move in moves if isinstance(move, Play)]
    called = [play for play in plays if play.uno] or plays
    colored = [play for play in called if ruleset.color[play.card]] or called
    return colored[0] if colored else moves[-1]


def _most_held(ruleset: Ruleset, state: State, prompt: Prompt) -> str:
    held = Counter(ruleset.color[card] for card in state.zones[HAND[prompt.seat]])
    return max(prompt.options, key=lambda color: held[color])


def _victim(state: State, prompt: Prompt) -> str:
    """Return the player who is nearest to winning or to going out."""
    others = [option for option in prompt.options if option not in ("no", str(prompt.seat))]

    def closeness(option: str) -> int:
        seat = int(option)
        return min(3 * len(state.zones[HAND[seat]]), len(state.zones[DECK[seat]]))

    return min(others, key=closeness, default=prompt.options[0])


# the value of a state


def evaluate(ruleset: Ruleset, state: State, viewer: Seat) -> float:
    """Return the value of a state for a seat, against the other seats."""
    if state.result is not None:
        return WON if state.result.winner == viewer else -WON
    if state.is_out(viewer):
        return -WON
    others = [_strength(state, seat) for seat in range(state.seats) if seat != viewer]
    best = max(others)
    theirs = (sum(others) + best) / (len(others) + 1)
    return _strength(state, viewer) - theirs + _prospects(ruleset, state, viewer)


def _strength(state: State, seat: Seat) -> float:
    """Return the strength of a seat: a short hand and a long deck are good."""
    if state.is_out(seat):
        return OUT
    zones = state.zones
    return (
        IN_DECK * log(1 + len(zones[DECK[seat]]))
        - IN_HAND * log(1 + len(zones[HAND[seat]]))
        + IN_BURN_PILE * len(zones[BURN[seat]])
        - ATTACKED * len(zones[ENEMY[seat]])
        + ITEM * len(zones[ITEMS[seat]])
        - SKIPPED * (state.skipped >> seat & 1)
        + LASTING * sum(effect.seat == seat for effect in state.lasting)
    )


def _prospects(ruleset: Ruleset, state: State, seat: Seat) -> float:
    """Return the value of the cards left in the own hand."""
    hand = state.zones[HAND[seat]]
    same = sum(ruleset.color[card] == state.color for card in hand)
    wilds = sum(ruleset.kind[card] == "wild" for card in hand)
    return SAME_COLOR * same + WILD * wilds
