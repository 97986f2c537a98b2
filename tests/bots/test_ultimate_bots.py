"""The bots in games with heroes and own decks."""

import random
from collections.abc import Callable

import pytest

from bots.choosing import moves_for_bot
from bots.strategies import STRATEGIES, Budget, heroic
from games.engine import (
    CallUno,
    CatchUno,
    Choose,
    Draw,
    Move,
    Play,
    Ruleset,
    State,
    View,
    observe,
)
from games.engine.zones import DECK, HAND
from tests.bots.offline_games import chosen, play
from tests.sweeps import part_of
from tests.table import Table, table

pytestmark = pytest.mark.slow


def lots(seed: int = 1) -> random.Random:
    return random.Random(seed)


def greedy(at: Table, seat: int, seed: int = 1) -> Move:
    """What greedy does on a seat."""
    view = observe(at.ruleset, at.state, seat)
    budget = Budget(10_000)
    return STRATEGIES["greedy"].choose(view, moves_for_bot(view), at.ruleset, lots(seed), budget)


# ---- strength


@pytest.mark.slow
@pytest.mark.rest
@pytest.mark.parametrize(("seats", "games", "fewest"), [(2, 60, 0.6), (4, 120, 0.35)])
def test_greedy_beats_random_clearly(seats: int, games: int, fewest: float) -> None:
    seeds = part_of(range(games), 2)
    won = 0
    for seed in seeds:
        names = ["random"] * seats
        names[seed % seats] = "greedy"
        result = play("ultimate", names, seed).result
        won += result is not None and result.winner == seed % seats
    assert won / len(seeds) > fewest


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_table_of_bots_comes_to_its_end(seats: int) -> None:
    names = [("greedy", "random")[seat % 2] for seat in range(seats)]
    assert play("ultimate", names, seats).result is not None


def watched(names: list[str], watch: Callable[[Ruleset, State], None]) -> None:
    for seed in range(3):
        play("ultimate", names, seed, watch=watch)


@pytest.mark.rest
def test_no_choice_of_greedy_takes_more_trials_than_a_bound() -> None:
    """However many answers there are: the time of a choice is bounded by its work."""
    spent: list[int] = []

    def watch(ruleset: Ruleset, state: State) -> None:
        view = observe(ruleset, state, state.prompts[-1].seat)
        budget = Budget(10_000)
        STRATEGIES["greedy"].choose(view, moves_for_bot(view), ruleset, lots(), budget)
        moves = len(moves_for_bot(view))
        spent.append(10_000 - budget.left)
        trials = max(heroic.TRIALS, moves)
        assert spent[-1] <= moves + trials * (1 + heroic.FOLLOWING)

    watched(["random"] * 4, watch)
    assert max(spent) > 50


@pytest.mark.rest
def test_greedy_chooses_by_its_view_alone_and_the_same_again() -> None:
    choices = 0

    def watch(ruleset: Ruleset, state: State) -> None:
        nonlocal choices
        seat = state.prompts[-1].seat
        hidden = state.copy()
        for zone in (
            *DECK[: state.seats],
            *(HAND[one] for one in range(state.seats) if one != seat),
        ):
            hidden.zones[zone] = tuple(reversed(state.zones[zone]))
        strategy = STRATEGIES["greedy"]
        if observe(ruleset, hidden, seat) == observe(ruleset, state, seat):
            first = chosen(ruleset, state, seat, strategy, lots(7))
            assert chosen(ruleset, hidden, seat, strategy, lots(7)) == first
            choices += 1

    watched(["random"] * 2, watch)
    assert choices > 100


# ---- what greedy does


def test_greedy_burns_the_player_whose_deck_is_nearly_gone() -> None:
    at = table("ultimate", heroes="hulk shuri black-widow").top("red-5")
    at.hand(0, "hulk-smash red-1 red-4").deck(2, size=2)
    at.play(0, "hulk-smash").choose(0, "red")
    assert greedy(at, 0) == Choose(0, "2")


def test_greedy_turns_on_the_player_who_is_about_to_win() -> None:
    at = table("ultimate", heroes="shuri hulk black-widow").top("red-5")
    at.hand(0, "silent-strike red-2 red-3").hand(2, "red-9")
    at.play(0, "silent-strike").choose(0, "red")
    assert greedy(at, 0) == Choose(0, "2")


def test_greedy_does_not_burn_its_last_cards_to_use_a_wild() -> None:
    at = table("ultimate", heroes="hulk shuri").top("red-5")
    at.hand(0, "unstoppable red-1 red-3 red-4").deck(0, size=3)
    move = greedy(at, 0)
    assert isinstance(move, Play)
    assert move.card != "unstoppable"


def test_greedy_defeats_the_enemy_that_burns_its_deck() -> None:
    at = table("ultimate", heroes="shuri hulk").top("red-5")
    at.hand(0, "red-2 red-3 green-5 blue-2 yellow-9").enemy(0, "maestro")
    assert greedy(at, 0) == Play(0, "green-5")


def test_greedy_names_the_color_it_holds_most_of() -> None:
    at = table("ultimate", heroes="black-widow hulk").top("red-5")
    at.hand(0, "set-a-trap blue-1 blue-2 blue-4 green-1")
    at.play(0, "set-a-trap")
    assert greedy(at, 0) == Choose(0, "blue")


def test_greedy_uses_an_item_that_recovers_cards() -> None:
    at = table("ultimate", heroes="shuri hulk").top("red-5")
    at.hand(0, "blue-1 blue-2 red-3").hand(1, "red-1 red-3 blue-2")
    at.items(0, "kinetic-claws").enemy(0, "abomination").burn(0, 6).deck(0, size=5).turn(1)
    at.play(1, "red-3")
    assert at.prompt.source == "kinetic-claws"
    assert greedy(at, 0) == Choose(0, "yes")


def test_greedy_uses_its_power_on_the_player_who_has_one_card_left_in_the_deck() -> None:
    at = table("ultimate", heroes="black-widow hulk").top("red-5")
    at.hand(0, "blue-5 blue-2 green-1").hand(1, "red-1 red-3 blue-2 green-2").deck(1, size=1)
    at.play(0, "blue-5")
    assert at.prompt.source == "black-widow"
    assert greedy(at, 0) == Choose(0, "yes")


def test_greedy_passes_a_burn_on() -> None:
    at = table("ultimate", heroes="captain-america hulk shuri").top("red-5")
    at.hand(0, "super-human-reflexes red-1 red-2 blue-9").hand(1, "hulk-smash red-3 blue-3")
    at.play(0, "super-human-reflexes").choose(0, "red")
    at.play(1, "hulk-smash").choose(1, "red").choose(1, "0")
    assert greedy(at, 0) != Choose(0, "no")


def test_greedy_calls_uno_with_the_play_and_catches_who_did_not() -> None:
    at = table("ultimate", heroes="hulk shuri").top("red-5")
    at.hand(0, "red-1 blue-2")
    assert greedy(at, 0) == Play(0, "red-1", uno=True)
    at.play(0, "red-1")
    assert greedy(at, 1) == CatchUno(1, 0)
    assert greedy(at, 0) == CallUno(0)


def test_random_draws_only_when_it_must() -> None:
    def watch(ruleset: Ruleset, state: State) -> None:
        view: View = observe(ruleset, state, state.prompts[-1].seat)
        moves = moves_for_bot(view)
        move = STRATEGIES["random"].choose(view, moves, ruleset, lots(), Budget(10))
        assert not (isinstance(move, Draw) and any(isinstance(one, Play) for one in moves))

    watched(["random"] * 3, watch)
