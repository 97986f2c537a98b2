"""Find the weights by which "thinker" plays in imagined games: ``bots/strategies/weights.py``.

A candidate is the best set of weights so far with some of them changed by chance. Both play the
same deals against "greedy", without thinking ahead, and the one that wins more is kept. The deals
change from round to round, so that no set is kept for its luck with one of them. A line a round:
the share of the games that the best set won, and its weights.

Variables: ``MINUTES`` (10), ``DEALS`` of a comparison (400), ``TABLE`` (``xmen:2``), ``WRITE=1``
stores the weights; only those found at a table of two, as they are used at no other.
"""

import json
import os
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from bots.choosing import choose
from bots.strategies.playouts import Playouts, playouts_of, policy_of, quick_move
from bots.strategies.weights import WEIGHTS, Weights
from games.engine import Move, Ruleset, State, observe
from tests.bench.strength import TUNING, Mover, rules, winner_of

STORED: Final = Path(__file__).resolve().parents[2] / "bots" / "strategies" / "weights.py"
STARTS: Final = "WEIGHTS: Final[dict[str, Weights]]"

ROUND: Final = 12
"""How many candidates are compared on the same deals."""

CHANGED: Final = 2
"""How many weights of a candidate are changed."""


def won(variant: str, seats: int, playouts: Playouts, number: int) -> int:
    """Return how many games of a deal the weights win, on each seat in turn."""
    return sum(
        winner_of(variant, seats, number, _mover(playouts, mine)) == mine for mine in range(seats)
    )


def _mover(playouts: Playouts, mine: int) -> Mover:
    """Return the moves of a table where one seat plays by weights, the others are "greedy"."""

    def move_of(ruleset: Ruleset, state: State, seed: bytes) -> Move:
        seat = state.prompts[-1].seat
        if seat == mine:
            return quick_move(playouts, state)
        view = observe(ruleset, state, seat)
        return choose(name="greedy", ruleset=ruleset, view=view, seed=seed).move

    return move_of


def changed(weights: Weights, rng: random.Random) -> Weights:
    """Return weights of which some are changed, the larger ones by more."""
    found = dict(weights)
    for name in rng.sample(sorted(weights), CHANGED):
        found[name] += round(rng.gauss(0, 50 + abs(weights[name]) * 0.2))
    return found


def rounds(
    variant: str, seats: int, deals: int, seconds: float, best: Weights
) -> Iterator[tuple[float, Weights]]:
    """Yield after each round the share of games won by the best weights, and these."""
    rng = random.Random(1)
    ruleset, _ = rules(variant, seats)
    tables = playouts_of(ruleset)
    until, first = time.monotonic() + seconds, TUNING
    while time.monotonic() < until:
        numbers = range(first, first + deals)
        first += deals
        most, kept = -1, best
        for candidate in (best, *(changed(best, rng) for _ in range(ROUND))):
            tried = replace(tables, own=policy_of(ruleset, candidate))
            score = sum(won(variant, seats, tried, number) for number in numbers)
            if score > most:
                most, kept = score, candidate
        best = kept
        yield most / deals / seats, best


def main() -> None:
    """Print a line a round, and store the last weights if asked for."""
    variant, _, seats = (os.environ.get("TABLE") or "xmen:2").partition(":")
    if os.environ.get("WRITE") and seats != "2":
        raise SystemExit("The stored weights are those of a table of two: WRITE=1 needs TABLE=…:2.")
    deals = int(os.environ.get("DEALS") or 400)
    best = start = WEIGHTS["tuned"]
    seconds = 60 * float(os.environ.get("MINUTES") or 10)
    for share, best in rounds(variant, int(seats), deals, seconds, start):
        print(json.dumps({"won": round(share, 3), "weights": best}), flush=True)
    if os.environ.get("WRITE"):
        store(best)


def store(tuned: Weights) -> None:
    """Write the weights into their module, those of greedy unchanged."""
    head, _, _ = STORED.read_text().partition(STARTS)
    rows = "".join(
        f'    "{name}": {{\n'
        + "".join(f'        "{key}": {value},\n' for key, value in one.items())
        + "    },\n"
        for name, one in (WEIGHTS | {"tuned": tuned}).items()
    )
    STORED.write_text(f'{head}{STARTS} = {{\n{rows}}}\n"""The weights by policy."""\n')


if __name__ == "__main__":
    main()
