"""The engine: random legal play, and stored rows folded to a state."""

import random
from pathlib import Path

import cards
from cards.language import decode_edition, edition_hash
from config.garbage import settle
from games.engine import (
    VARIANTS,
    Chance,
    Fact,
    Ruleset,
    Setup,
    State,
    compile_ruleset,
    decide,
    decode_facts,
    encode_facts,
    evolve,
    legal_moves,
    new_game,
    read_heroes,
    read_options,
)
from tests.bench.figures import best_rate, report

MOVES = 20_000
SEATS = 4
GAMES = 200


def rules(variant: str) -> tuple[Ruleset, Setup]:
    """The ruleset of a shipped edition with the default options, heroes by lot."""
    data = Path(cards.__file__).parent / "data"
    shipped = [decode_edition(path.read_bytes()) for path in sorted(data.glob("*.json"))]
    edition = next(one for one in shipped if one.variant == variant)
    options = read_options(VARIANTS[variant], {}, SEATS)
    heroes = read_heroes(edition, (), SEATS)
    setup = Setup(variant, edition_hash(edition), SEATS, options, heroes)
    return compile_ruleset(edition, setup), setup


def play(ruleset: Ruleset, setup: Setup, moves: int) -> tuple[int, list[tuple[Fact, ...]]]:
    """Play random legal moves; return their number and the facts of each decision."""
    rng = random.Random(1)
    done, kept = 0, []
    while done < moves:
        chance = Chance(rng.randbytes(32))
        decision = new_game(ruleset, setup, chance)
        kept.append(decision.facts)
        state = decision.state
        # Not `while not over`: CPython 3.11 specializes a loop only if it ends in a plain jump.
        while True:
            if state.result is not None or done == moves:
                break
            options = legal_moves(ruleset, state, state.prompts[-1].seat)
            decision = decide(ruleset, state, options[int(rng.random() * len(options))], chance)
            kept.append(decision.facts)
            state = decision.state
            done += 1
    return done, kept


def bare(moves: int) -> int:
    """A loop with no generality at all: match by color or number, draw, and a list of tuples.

    It measures the machine, so that the other figures can be read as ratios.
    """
    rng = random.Random(1)
    pack = [card for card in range(54) for _ in range(2)]
    done = 0
    while done < moves:
        deck = rng.sample(pack, len(pack))
        hands = [[deck.pop() for _ in range(7)] for _ in range(SEATS)]
        discard = [deck.pop()]
        events: list[tuple[str, int, int]] = []
        seat = 0
        while all(hands) and done < moves:
            hand, top = hands[seat], discard[-1]
            fits = [c for c in hand if c // 13 == top // 13 or c % 13 == top % 13 or c > 51]
            done += 1
            if fits:
                card = fits[int(rng.random() * len(fits))]
                hand.remove(card)
                discard.append(card)
                events.append(("play", seat, card))
            elif deck:
                hand.append(deck.pop())
                events.append(("draw", seat, hand[-1]))
            else:
                break
            seat = (seat + 1) % SEATS
    return done


def fold_rows(rows: list[bytes]) -> int:
    """Fold stored rows, each decoded from its JSON, one game after the other."""
    state = State()
    for row in rows:
        for fact in decode_facts(row):
            evolve(state, fact)
    return len(rows)


def games(ruleset: Ruleset, setup: Setup, count: int) -> list[int]:
    """How many moves each of some random games has."""
    rng = random.Random(2)
    lengths = []
    for _ in range(count):
        chance = Chance(rng.randbytes(32))
        state, moves = new_game(ruleset, setup, chance).state, 0
        while state.result is None:
            options = legal_moves(ruleset, state, state.prompts[-1].seat)
            move = options[int(rng.random() * len(options))]
            state = decide(ruleset, state, move, chance).state
            moves += 1
        lengths.append(moves)
    return lengths


def main() -> None:
    """Print the engine's figures, with the garbage collection of web and workers."""
    settle()
    loop = best_rate(lambda: bare(200_000))
    report("engine.bare_loop.moves_per_s", loop, "moves/s")
    for variant in VARIANTS:
        ruleset, setup = rules(variant)
        rate = best_rate(lambda ruleset=ruleset, setup=setup: play(ruleset, setup, MOVES)[0])
        report(f"engine.{variant}.moves_per_s", rate, "moves/s")
        report(f"engine.{variant}.bare_loop_ratio", rate / loop, "ratio")
    ruleset, setup = rules("ultimate")
    lengths: list[int] = []

    def whole_games() -> int:
        lengths[:] = games(ruleset, setup, GAMES)
        return GAMES

    report("engine.ultimate.games_per_s", best_rate(whole_games), "games/s")
    report("engine.ultimate.longest_game", max(lengths), "moves")
    ruleset, setup = rules("avengers")
    rows = [encode_facts(facts) for facts in play(ruleset, setup, MOVES)[1]]
    rate = best_rate(lambda: fold_rows(rows))
    report("engine.fold.moves_per_s", rate, "moves/s")
    report("engine.fold.bare_loop_ratio", rate / loop, "ratio")
