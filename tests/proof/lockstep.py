"""Print what the engine gives for the moves of random games, one digest a move.

`python -m tests.proof.lockstep VARIANT MOVES`. Two engines that print the same lines gave the same
facts, rulings, states, legal and open moves, and refusals.
"""

import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count

import msgspec

from games.engine import (
    NOBODY,
    Draw,
    IllegalMove,
    State,
    check_move,
    encode_facts,
    encode_state,
    engine_kind,
    legal_moves,
    observe,
    open_moves,
)
from tests.laws.random_games import VARIANTS, Game, Moment, short_games


def moments(variant: str) -> Iterator[tuple[Game, Moment]]:
    """Yield the moves of random games, at tables of every size in turn, without end."""
    tables = [short_games(variant, seats, sys.maxsize) for seats in VARIANTS[variant]]
    for nth in count():
        game = next(tables[nth % len(tables)])
        for moment in game.play():
            yield game, moment


def parts(game: Game, moment: Moment) -> Iterator[bytes]:
    """Yield what is compared of a move, as JSON."""
    decision = moment.decision
    yield msgspec.json.encode(moment.move)
    yield encode_facts(decision.facts)
    yield msgspec.json.encode(decision.rulings)
    yield encode_state(decision.state)
    for seat in range(decision.state.seats):
        yield msgspec.json.encode(legal_moves(game.ruleset, decision.state, seat))
        yield msgspec.json.encode(open_moves(game.ruleset, decision.state, seat))
        yield refusal(game, decision.state, seat)
    yield msgspec.json.encode(observe(game.ruleset, decision.state, NOBODY))


def refusal(game: Game, state: State, seat: int) -> bytes:
    """Return why a seat may not draw now, if it may not."""
    try:
        check_move(game.ruleset, state, Draw(seat))
    except IllegalMove as why:
        return msgspec.json.encode([why.rule, why.code, why.params])
    return b""


def main(variant: str, moves: int) -> None:
    """Print the engine that runs, then a digest of each move."""
    print(engine_kind())
    for _, (game, moment) in zip(range(moves), moments(variant), strict=False):
        digest = sha256(b"\n".join(parts(game, moment))).hexdigest()
        print(digest[:32], msgspec.json.encode(moment.move).decode())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
