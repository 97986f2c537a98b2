"""Plan games: the bodies of random legal games, which a load test only sends.

Run as a program on the server's database (``python -m tests.bench.plans GAME MOVES SEED``): it
knows the game's seed, plays the game out with the engine, and prints seats and bodies as JSON.
"""

import json
import os
import random
import sys
from typing import Any


def body_of(move: Any) -> dict[str, Any]:
    """A move as a client sends it."""
    import msgspec

    body: dict[str, Any] = msgspec.to_builtins(move)
    del body["seat"]
    if "target" in body:
        body["seat"] = body.pop("target")
    return body


def main() -> None:
    """Print the plan of one game."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from games.engine import Chance, decide, legal_moves
    from games.ledger.store import load
    from games.models import Game
    from games.play.selectors import ruleset_for

    game_id, moves, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    game = Game.objects.get(pk=game_id)
    ruleset = ruleset_for(game)
    chance, state, rng = Chance(bytes(game.seed)), load(game), random.Random(seed)
    plan: list[tuple[int, dict[str, Any]]] = []
    while state.result is None and len(plan) < moves:
        seat = state.prompts[-1].seat
        move = rng.choice(legal_moves(ruleset, state, seat))
        plan.append((seat, body_of(move)))
        state = decide(ruleset, state, move, chance).state
    print(json.dumps(plan))


if __name__ == "__main__":
    main()
