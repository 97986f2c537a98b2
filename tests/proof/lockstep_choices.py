"""Print what the bots choose in positions of random games, one line a choice.

`python -m tests.proof.lockstep_choices VARIANT`. Two engines that print the same lines chose, and
fell back to the first move, in the same way.
"""

import sys
from collections import Counter

from bots.choosing import choose
from bots.strategies import STRATEGIES
from games.engine import Ruleset, State, engine_kind, observe
from tests.bots.offline_games import play

SEATS = (2, 3)
PLIES = 900
EVERY = 12


def main(variant: str) -> None:
    """Print the engine that runs, then the choices of every bot, with few plies."""
    print(engine_kind())
    options = (("rounds", 1),) if variant == "avengers" else ()
    for seats in SEATS:
        asked = Counter[str]()

        def watch(ruleset: Ruleset, state: State, asked: Counter[str] = asked) -> None:
            prompt = state.prompts[-1]
            asked[prompt.kind] += 1
            if asked[prompt.kind] % EVERY != 1:
                return
            view, seed = observe(ruleset, state, prompt.seat), asked.total().to_bytes(32, "big")
            for name in STRATEGIES:
                made = choose(name=name, ruleset=ruleset, view=view, seed=seed, budget=PLIES)
                print(name, prompt.kind, made)

        play(variant, ["random"] * seats, 5, *options, watch=watch)


if __name__ == "__main__":
    main(sys.argv[1])
