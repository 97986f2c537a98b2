"""Random games a second: of the engine, of tables, of PettingZoo and of OpenSpiel.

Actions are by lot among the legal ones, and a game ends after 200 moves. Only PettingZoo makes
observations. Without ``make research`` only the first two are measured.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from bots.research.offline_table import GameSpec, Table, rules_of, spec_of
from games.engine import VARIANTS, Chance, Resign, decide, legal_moves, new_game, open_moves
from tests.bench.figures import best_rate, report

SEATS = 4
MAX_MOVES = 200
GAMES = 10
SEED_SIZE = 32

Play = Callable[[GameSpec], int]
"""Play the games of a spec, and return how many moves they had."""


def seeds() -> list[tuple[bytes, random.Random]]:
    """Return the seed of each game, with the lots for its actions; OpenSpiel takes 8 bytes."""
    lots = random.Random(1)
    return [
        (lots.randbytes(8).ljust(SEED_SIZE, b"\0"), random.Random(number))
        for number in range(GAMES)
    ]


def one_of(lots: random.Random, options: list[Any]) -> Any:
    """Return an option by lot."""
    return options[int(lots.random() * len(options))]


def on_engine(spec: GameSpec) -> int:
    """Play with nothing but the engine."""
    rules, done = rules_of(spec), 0
    for seed, lots in seeds():
        chance = Chance(seed)
        state, moves = new_game(rules.ruleset, rules.setup, chance).state, 0
        while state.result is None and moves < MAX_MOVES:
            seat = state.prompts[-1].seat
            options = legal_moves(rules.ruleset, state, seat)
            others = open_moves(rules.ruleset, state, seat)
            options += [move for move in others if type(move) is not Resign]
            state = decide(rules.ruleset, state, one_of(lots, options), chance).state
            moves += 1
        done += moves
    return done


def on_table(spec: GameSpec) -> int:
    """Play by the ids of actions."""
    done = 0
    for seed, lots in seeds():
        table = Table(rules_of(spec), seed)
        while not table.is_over:
            table.step(one_of(lots, list(table.legal())))
        done += table.moves_made
    return done


def in_pettingzoo(spec: GameSpec) -> int:
    """Play in the raw environment, with an observation and a mask before each action."""
    from bots.research.pettingzoo_env import raw_env

    env = raw_env(variant=spec.variant, players=spec.seats, max_moves=spec.max_moves)
    done = 0
    for seed, lots in seeds():
        env.reset(seed=int.from_bytes(seed[:4], "big"))
        for agent in env.agent_iter(MAX_MOVES + 1):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                break
            mask = observation["action_mask"]
            assert agent == env.agent_selection
            env.step(one_of(lots, mask.nonzero()[0].tolist()))
        done += env.table.moves_made
    return done


def in_openspiel(spec: GameSpec) -> int:
    """Play states of OpenSpiel, without observations."""
    import pyspiel

    from bots.research import openspiel_game

    settings = {"players": spec.seats, "max_moves": spec.max_moves}
    game = pyspiel.load_game(f"python_uno_{spec.variant}", settings)
    done = 0
    for seed, lots in seeds():
        state = game.new_initial_state()
        for byte in seed[: openspiel_game.SEED_BYTES]:
            state.apply_action(byte)
        while not state.is_terminal():
            state.apply_action(one_of(lots, state.legal_actions()))
        done += state.table.moves_made
    return done


def players() -> dict[str, Play]:
    """Return what can be measured here, the engine first."""
    found: dict[str, Play] = {"engine": on_engine, "table": on_table}
    if find_spec("pettingzoo"):
        found["pettingzoo"] = in_pettingzoo
    if find_spec("pyspiel"):
        found["openspiel"] = in_openspiel
    return found


def main() -> None:
    """Print moves and games a second, and their ratio to those of the engine."""
    for variant in VARIANTS:
        spec = spec_of(variant, SEATS, max_moves=MAX_MOVES)
        engine = 0.0
        for name, play in players().items():
            moves = play(spec)
            rate = best_rate(lambda play=play, spec=spec: play(spec), times=5)
            engine = engine or rate
            figure = f"research.{variant}.{name}"
            report(f"{figure}.moves_per_s", rate, "moves/s")
            report(f"{figure}.games_per_s", rate * GAMES / moves, "games/s")
            if name != "engine":
                report(f"{figure}.engine_ratio", rate / engine, "ratio")
