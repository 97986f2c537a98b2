"""What "thinker" believes of the hands of others: possible, and as their plays say."""

import random
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import pytest

from bots.strategies.beliefs import Beliefs, would_play
from bots.strategies.imagine import imagine, unseen
from bots.strategies.playouts import playouts_of
from games.engine import Chance, Choose, Draw, Move, Play, Ruleset, State, View, decide, observe
from games.engine.state import Clue
from games.engine.zones import DISCARD, DRAW, HAND
from tests.bots.offline_games import play
from tests.bots.test_strategies import table

pytestmark = pytest.mark.slow

GUESSES = 200
TABLES = [("avengers", 2), ("avengers", 4), ("xmen", 2), ("xmen", 3)]


def guesses(ruleset: Ruleset, view: View, seat: int = 1) -> list[list[str]]:
    """Hands of a seat as they are guessed."""
    rng = random.Random(1)
    beliefs = Beliefs(playouts_of(ruleset), view, rng)
    return [beliefs.guess(rng)[HAND[seat]] for _ in range(GUESSES)]


def share(hands: Sequence[Sequence[str]], color: str) -> float:
    """The share of hands that hold a card of a color."""
    return sum(any(card.startswith(color) for card in hand) for hand in hands) / len(hands)


def after(hands: Sequence[str], moves: Sequence[Move], draw: str) -> tuple[Ruleset, State]:
    """A table of X-Men after some moves of seat 1, which is asked first; red is in play."""
    ruleset, state = table("xmen", hands, to_act=1)
    pile = list(state.zones[DRAW])
    pile.remove(draw)
    state.zones[DRAW] = (*pile, draw)
    for move in moves:
        state = decide(ruleset, state, move, Chance(bytes(32))).state
    return ruleset, state


MINE = "green-1 green-2 green-3"


def test_who_draws_probably_holds_no_card_that_fits() -> None:
    ruleset, state = after([MINE, "blue-1 blue-2 blue-3"], [Draw(1)], "blue-9")
    assert share(guesses(ruleset, observe(ruleset, state, 0)), "red") < 0.25
    forgotten = observe(ruleset, state, 0)
    clue = Clue(1, "drew", 1, "green", "green-9", 3)
    other = Beliefs(playouts_of(ruleset), _with_clues(forgotten, (clue,)), random.Random(1))
    hands = [other.guess(random.Random(number))[HAND[1]] for number in range(GUESSES)]
    assert share(hands, "red") > 0.5


def test_who_names_a_color_probably_holds_most_of_it() -> None:
    moves = [Play(1, "wild"), Choose(1, "yellow")]
    ruleset, state = after([MINE, "wild yellow-1 yellow-2 blue-3 red-1"], moves, "red-9")
    counts = Counter[str]()
    for hand in guesses(ruleset, observe(ruleset, state, 0)):
        counts.update(ruleset.color[card] for card in hand)
    assert counts["yellow"] > 1.3 * max(counts["red"], counts["blue"], counts["green"])


def test_who_plays_a_card_probably_holds_none_that_greedy_prefers() -> None:
    ruleset, state = after([MINE, "wild blue-1 blue-2 blue-3"], [Play(1, "wild")], "red-9")
    assert share(guesses(ruleset, observe(ruleset, state, 0)), "red") < 0.15


@pytest.mark.parametrize(
    ("card", "likely"), [("red-9", True), ("red-1", False), ("wild", False), ("blue-5", False)]
)
def test_greedy_prefers_high_cards_of_a_frequent_color(card: str, likely: bool) -> None:
    ruleset, _ = table("xmen", [MINE, MINE])
    hand = ["red-9", "red-1", "wild", "blue-5"]
    fits = ruleset.fits["red-5"]["red"]
    assert would_play(playouts_of(ruleset), hand, card, fits, "red") is likely


def test_a_card_that_was_shown_is_in_no_guess_and_in_each_world() -> None:
    ruleset, state = after([MINE, "blue-1 blue-2 blue-3"], [Draw(1)], "blue-9")
    state.known = {HAND[1]: {0: ("blue-2",)}}
    view = observe(ruleset, state, 0)
    beliefs = Beliefs(playouts_of(ruleset), view, random.Random(3))
    for number in range(40):
        guess = beliefs.guess(random.Random(number))
        assert len(guess[HAND[1]]) == len(state.zones[HAND[1]]) - 1
        world = imagine(ruleset, view, random.Random(number), guess)
        assert "blue-2" in world.zones[HAND[1]]
        assert observe(ruleset, world, 0) == view


def test_a_hand_of_known_cards_leaves_nothing_to_guess() -> None:
    """Nothing hidden is left to draw from, though the seat held more when it drew."""
    ruleset, state = after([MINE, "blue-1 blue-2 blue-3"], [Draw(1)], "blue-9")
    state.zones[DISCARD] = (*state.zones[DRAW], *state.zones[DISCARD])
    state.zones[DRAW] = ()
    state.known = {HAND[1]: {0: tuple(sorted(state.zones[HAND[1]]))}}
    clues = (*state.clues, Clue(1, "chose", 3, "red", "red-5", 9, "red-9"))
    view = _with_clues(observe(ruleset, state, 0), clues)
    assert not Counter(unseen(ruleset, view)) - Counter(state.zones[HAND[1]])
    beliefs = Beliefs(playouts_of(ruleset), view, random.Random(3))
    guess = beliefs.guess(random.Random(4))
    assert guess == {HAND[1]: []}
    assert observe(ruleset, imagine(ruleset, view, random.Random(4), guess), 0) == view


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_guesses_are_possible_and_nearer_to_the_hands_than_chance(variant: str, seats: int) -> None:
    near = Counter[str]()
    options = (("rounds", 1),) if variant == "avengers" else ()
    for seed in range(16):
        found: list[tuple[Ruleset, State]] = []

        play(variant, ["greedy"] * seats, seed, *options, watch=_keeper(found))
        for number, (ruleset, state) in enumerate(found[:: len(found) // 8 or 1]):
            seat = state.prompts[-1].seat
            view = observe(ruleset, state, seat)
            rng = random.Random(number)
            beliefs = Beliefs(playouts_of(ruleset), view, rng)
            left = unseen(ruleset, view)
            for _ in range(10):
                guess = beliefs.guess(rng)
                world = imagine(ruleset, view, rng, guess)
                assert observe(ruleset, world, seat) == view
                assert not Counter(card for hand in guess.values() for card in hand) - left
                near["believed"] += _overlap(world, state, seat)
                near["by chance"] += _overlap(imagine(ruleset, view, rng), state, seat)
    assert near["believed"] > 1.05 * near["by chance"]


def _keeper(found: list[tuple[Ruleset, State]]) -> Callable[[Ruleset, State], None]:
    def keep(ruleset: Ruleset, state: State) -> None:
        found.append((ruleset, state))

    return keep


def _overlap(world: State, state: State, viewer: int) -> int:
    """How many cards of the other hands are the same in two states."""
    zones = [HAND[seat] for seat in range(state.seats) if seat != viewer]
    return sum((Counter(world.zones[zone]) & Counter(state.zones[zone])).total() for zone in zones)


def _with_clues(view: View, clues: tuple[Clue, ...]) -> View:
    return msgspec.structs.replace(view, clues=clues)
