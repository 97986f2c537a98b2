"""Games of bots in one process, without a server or a database."""

import random
from collections.abc import Callable, Sequence
from functools import cache

from bots.choosing import moves_for_bot
from bots.strategies import STRATEGIES, Budget, Strategy
from games.engine import (
    VARIANTS,
    Chance,
    Move,
    Ruleset,
    Setup,
    State,
    compile_ruleset,
    decide,
    new_game,
    observe,
    read_heroes,
    read_options,
)
from tests.table import edition

MAX_MOVES = 20_000

Watch = Callable[[Ruleset, State], None]


@cache
def ruleset_of(variant: str, seats: int, *options: tuple[str, str | int | None]) -> Ruleset:
    """The rules of a shipped edition."""
    return compile_ruleset(edition(variant), setup_of(variant, seats, *options))


def setup_of(variant: str, seats: int, *options: tuple[str, str | int | None]) -> Setup:
    """What a game of a variant starts from."""
    read = read_options(VARIANTS[variant], dict(options), seats)
    heroes = read_heroes(edition(variant), (), seats)
    return Setup(variant=variant, edition="", seats=seats, options=read, heroes=heroes)


def deal(variant: str, seats: int, seed: int, *options: tuple[str, str | int | None]) -> State:
    """A game just begun."""
    setup = setup_of(variant, seats, *options)
    ruleset = ruleset_of(variant, seats, *options)
    return new_game(ruleset, setup, Chance(seed.to_bytes(32, "big"))).state


def chosen(
    ruleset: Ruleset, state: State, seat: int, strategy: Strategy, rng: random.Random
) -> Move:
    """Return the move of a bot on a seat, computed from its view alone."""
    view = observe(ruleset, state, seat)
    moves = moves_for_bot(view)
    move = strategy.choose(view, moves, ruleset, rng, Budget(10_000))
    assert move in moves
    return move


def play(
    variant: str,
    names: Sequence[str],
    seed: int,
    *options: tuple[str, str | int | None],
    watch: Watch | None = None,
) -> State:
    """Return the last state of a game among these bots."""
    seats = len(names)
    ruleset = ruleset_of(variant, seats, *options)
    chance, rng = Chance(seed.to_bytes(32, "big")), random.Random(seed)
    state = deal(variant, seats, seed, *options)
    for _ in range(MAX_MOVES):
        if state.result is not None:
            return state
        if watch is not None:
            watch(ruleset, state)
        seat = state.prompts[-1].seat
        move = chosen(ruleset, state, seat, STRATEGIES[names[seat]], rng)
        state = decide(ruleset, state, move, chance).state
    raise AssertionError("the game does not end")
