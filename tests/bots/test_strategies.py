"""The bots use the view alone, make legal moves, and greedy beats random."""

import random
from collections.abc import Sequence

import msgspec
import pytest

from bots.choosing import moves_for_bot
from bots.strategies import STRATEGIES, Budget, OutOfBudget, imagine
from bots.strategies.greedy import odds_of_bluff
from games.engine import (
    CallUno,
    CatchUno,
    Chance,
    Choose,
    Move,
    Play,
    Prompt,
    Ruleset,
    State,
    View,
    decide,
    legal_moves,
    observe,
)
from games.engine.zones import DISCARD, DRAW, HAND
from tests.bots.offline_games import chosen, deal, play, ruleset_of

pytestmark = pytest.mark.slow

VARIANTS = ("avengers", "xmen")
ONE_ROUND = {"avengers": (("rounds", 1),), "xmen": ()}


def lots(seed: int = 1) -> random.Random:
    return random.Random(seed)


def greedy(ruleset: Ruleset, view: View) -> Move:
    return STRATEGIES["greedy"].choose(view, moves_for_bot(view), ruleset, lots(), Budget(10_000))


def table(
    variant: str, hands: Sequence[str], *, top: str = "red-5", color: str = "red", to_act: int = 0
) -> tuple[Ruleset, State]:
    """A table with these hands; what is left of the box is the draw pile."""
    seats = len(hands)
    ruleset = ruleset_of(variant, seats)
    state = deal(variant, seats, 1)
    left = list(ruleset.box)
    zones = dict(state.zones)
    for seat, hand in enumerate(hands):
        zones[HAND[seat]] = tuple(hand.split())
        for card in hand.split():
            left.remove(card)
    left.remove(top)
    zones[DISCARD], zones[DRAW] = (top,), tuple(left)
    state = state.copy()
    state.zones, state.color, state.direction, state.current = zones, color, 1, to_act
    state.uno = ("",) * seats
    state.skipped = 0
    state.prompts = (ruleset.turn_prompts[to_act].prompt,)
    return ruleset, state


def move(ruleset: Ruleset, state: State, what: Move) -> State:
    return decide(ruleset, state, what, Chance(bytes(32))).state


# ---- the law of views


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_an_imagined_state_is_observed_as_the_view_it_was_imagined_from(
    variant: str, seats: int
) -> None:
    def watch(ruleset: Ruleset, state: State) -> None:
        for seat in range(seats):
            view = observe(ruleset, state, seat)
            world = imagine(ruleset, view, lots(state.turn))
            assert observe(ruleset, world, seat) == view
            assert sorted(card for zone in world.zones.values() for card in zone) == sorted(
                ruleset.box
            )

    for seed in range(6):
        play(variant, ["random"] * seats, seed, *ONE_ROUND[variant], watch=watch)


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_imagined_state_can_be_played_on(variant: str) -> None:
    def watch(ruleset: Ruleset, state: State) -> None:
        view = observe(ruleset, state, 0)
        world = imagine(ruleset, view, lots(state.turn))
        asked = world.prompts[-1].seat
        for one in legal_moves(ruleset, world, asked):
            decide(ruleset, world, one, Chance(bytes(32)))

    for seed in range(6):
        play(variant, ["random"] * 3, seed, *ONE_ROUND[variant], watch=watch)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_other_hidden_cards_behind_the_same_view_change_no_choice(variant: str, name: str) -> None:
    strategy = STRATEGIES[name]
    choices = 0

    def watch(ruleset: Ruleset, state: State) -> None:
        nonlocal choices
        seat = state.prompts[-1].seat
        world = imagine(ruleset, observe(ruleset, state, seat), lots(state.turn + 99))
        assert chosen(ruleset, state, seat, strategy, lots(7)) == chosen(
            ruleset, world, seat, strategy, lots(7)
        )
        choices += 1

    for seed in range(5):
        play(variant, ["greedy", "random", "random"], seed, *ONE_ROUND[variant], watch=watch)
    assert choices > 100


# ---- strength


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("seats", "fewest"), [(2, 0.62), (3, 0.45), (4, 0.33)])
def test_greedy_beats_random_clearly(variant: str, seats: int, fewest: float) -> None:
    games = 150
    won = 0
    for seed in range(games):
        names = ["random"] * seats
        names[seed % seats] = "greedy"
        result = play(variant, names, seed, *ONE_ROUND[variant]).result
        won += result is not None and result.winner == seed % seats
    assert won / games > fewest


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
def test_a_table_of_bots_comes_to_its_end(variant: str, seats: int) -> None:
    names = [("greedy", "random")[seat % 2] for seat in range(seats)]
    assert play(variant, names, seats, *ONE_ROUND[variant]).result is not None


# ---- what greedy does


def test_greedy_holds_a_wild_back() -> None:
    ruleset, state = table("avengers", ["wild red-1 blue-9 green-3", "blue-1 blue-2 blue-3"])
    assert greedy(ruleset, observe(ruleset, state, 0)) == Play(0, "red-1")


def test_greedy_plays_towards_its_own_colors() -> None:
    ruleset, state = table(
        "avengers", ["red-1 blue-5 blue-1 blue-3 blue-4", "green-1 green-2 green-3"]
    )
    assert greedy(ruleset, observe(ruleset, state, 0)) == Play(0, "blue-5")


def test_greedy_stops_a_next_player_with_few_cards() -> None:
    hand = "red-9 red-8 red-7 red-skip"
    ruleset, state = table("avengers", [hand, "blue-1 blue-2", "blue-3 blue-4 blue-6 blue-7"])
    assert greedy(ruleset, observe(ruleset, state, 0)) == Play(0, "red-skip")


def test_greedy_calls_uno_with_the_play() -> None:
    ruleset, state = table("xmen", ["red-1 blue-9", "green-1 green-2 green-3"])
    assert greedy(ruleset, observe(ruleset, state, 0)) == Play(0, "red-1", uno=True)


def test_random_calls_uno_with_the_play_and_later() -> None:
    bot = STRATEGIES["random"]
    ruleset, state = table("xmen", ["red-1 red-2", "green-1 green-2 green-3"])
    view = observe(ruleset, state, 0)
    found = {bot.choose(view, moves_for_bot(view), ruleset, lots(n), Budget(1)) for n in range(9)}
    assert found == {Play(0, "red-1", uno=True), Play(0, "red-2", uno=True)}
    hands = ["wild-infinity-gauntlet blue-1 green-2", "green-1 green-3 green-4"]
    ruleset, state = table("avengers", hands)
    for made in (Play(0, "wild-infinity-gauntlet"), Choose(0, "blue-1")):
        state = move(ruleset, state, made)
    view = observe(ruleset, state, 0)
    assert bot.choose(view, moves_for_bot(view), ruleset, lots(), Budget(1)) == CallUno(0)


def test_greedy_catches_who_said_nothing() -> None:
    ruleset, state = table("xmen", ["red-1 red-2", "green-1 green-2 green-3"])
    state = move(ruleset, state, Play(0, "red-1"))
    assert greedy(ruleset, observe(ruleset, state, 1)) == CatchUno(1, 0)


def test_greedy_calls_uno_in_the_middle_of_a_card_that_leaves_one() -> None:
    ruleset, state = table(
        "avengers", ["wild-infinity-gauntlet blue-1 green-2", "green-1 green-3 green-4"]
    )
    state = move(ruleset, state, Play(0, "wild-infinity-gauntlet"))
    state = move(ruleset, state, Choose(0, "blue-1"))
    assert greedy(ruleset, observe(ruleset, state, 0)) == CallUno(0)


def test_greedy_names_its_most_common_color() -> None:
    ruleset, state = table("xmen", ["wild blue-1 blue-2 green-3", "green-1 green-2 green-4"])
    state = move(ruleset, state, Play(0, "wild"))
    assert greedy(ruleset, observe(ruleset, state, 0)) == Choose(0, "blue")


def test_greedy_turns_cerebro_on_the_player_who_has_the_fewest_cards_and_names_what_is_rare() -> (
    None
):
    hands = ["wild-cerebro blue-1 blue-2 green-0", "green-1 green-2 green-4", "red-1 red-2"]
    ruleset, state = table("xmen", hands, top="red-0")
    state = move(ruleset, state, Play(0, "wild-cerebro"))
    answer = greedy(ruleset, observe(ruleset, state, 0))
    assert answer == Choose(0, "2")
    state = move(ruleset, state, answer)
    assert greedy(ruleset, observe(ruleset, state, 0)) == Choose(0, "0")


def test_greedy_reveals_a_card_rather_than_draw_five() -> None:
    ruleset, state = table("xmen", ["wild-cerebro blue-1 blue-2", "green-1 green-2 red-4"])
    state = move(ruleset, state, Play(0, "wild-cerebro"))
    state = move(ruleset, state, Choose(0, "4")) if _kind(state) == "character" else state
    assert _kind(state) == "mode"
    assert greedy(ruleset, observe(ruleset, state, 1)) == Choose(1, "reveal")


def _kind(state: State) -> str:
    return state.prompts[-1].kind


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("wild-draw-four blue-1 blue-2 blue-3 blue-4 blue-6 blue-7 blue-8", "yes"),
        ("wild-draw-four blue-1", "no"),
    ],
)
def test_greedy_challenges_by_the_odds(hand: str, answer: str) -> None:
    ruleset, state = table("avengers", [hand, "green-1 green-2 green-3"])
    state = move(ruleset, state, Play(0, "wild-draw-four"))
    state = move(ruleset, state, Choose(0, "blue"))
    view = observe(ruleset, state, 1)
    assert greedy(ruleset, view) == Choose(1, answer)


def test_the_odds_of_a_bluff_grow_with_the_hand() -> None:
    odds = []
    for size in (1, 3, 6):
        hand = " ".join(["wild-draw-four", *(f"blue-{number}" for number in range(size))])
        ruleset, state = table("avengers", [hand, "green-1 green-2 green-3"])
        state = move(ruleset, state, Play(0, "wild-draw-four"))
        state = move(ruleset, state, Choose(0, "blue"))
        view = observe(ruleset, state, 1)
        odds.append(odds_of_bluff(view, view.prompts[-1], ruleset))
    assert 0 < odds[0] < odds[1] < odds[2] < 1


def test_greedy_answers_a_question_of_a_kind_it_does_not_know() -> None:
    ruleset, state = table("xmen", ["wild-cerebro blue-1 blue-2", "green-1 green-2 red-4"])
    state = move(ruleset, state, Play(0, "wild-cerebro"))
    unknown = msgspec.structs.replace(state.prompts[-1], kind="redirect")
    state = state.copy()
    state.prompts = (unknown,)
    assert isinstance(unknown, Prompt)
    assert greedy(ruleset, observe(ruleset, state, 0)) in legal_moves(ruleset, state, 0)


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_without_budget_raises(name: str) -> None:
    ruleset, state = table("xmen", ["red-1 red-2 blue-4", "green-1 green-2 green-3"])
    view = observe(ruleset, state, 0)
    with pytest.raises(OutOfBudget):
        STRATEGIES[name].choose(view, moves_for_bot(view), ruleset, lots(), Budget(0))
