"""RLCard's own UNO, as a peer of the engine: `pip install rlcard` into any place on the path.

Its loop is measured bare: random legal actions of its game, without its environment, observations
or rewards. RLCard is not among the requirements.
"""

import random
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def loop(seats: int) -> Callable[[int], int] | None:
    """What plays some random moves of RLCard's UNO and returns how many; None without RLCard."""
    if find_spec("rlcard") is None:
        print("RLCard is not here (pip install rlcard): it is not compared with.", file=sys.stderr)
        return None
    game_type: Any = import_module("rlcard.games.uno").Game

    def play(moves: int) -> int:
        rng, done = random.Random(1), 0
        game = game_type(num_players=seats)
        while done < moves:
            game.init_game()
            while True:  # as in the benchmark of the engine
                if game.is_over() or done == moves:
                    break
                options = game.get_legal_actions()
                game.step(options[int(rng.random() * len(options))])
                done += 1
        return done

    return play
