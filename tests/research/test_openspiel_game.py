"""The games pass the random simulations of OpenSpiel, and reveal nothing hidden."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from bots.research.offline_table import GameSpec
from games.engine import VARIANTS, HeroError, OptionError
from games.engine.zones import HAND
from tests.research.random_tables import NO_EXTRAS, SPECS, named

np = pytest.importorskip("numpy", reason=f"NumPy is {NO_EXTRAS}")
pyspiel = pytest.importorskip("pyspiel", reason=f"OpenSpiel is {NO_EXTRAS}")
from bots.research import openspiel_game  # noqa: E402
from bots.research.openspiel_game import SEED_BYTES, FairdealBot  # noqa: E402

SOME = [spec for spec in SPECS if spec.seats in (2, 3, 4, 10)]


def loaded(variant: str, **settings: str | int) -> Any:
    """Return a game of OpenSpiel."""
    return pyspiel.load_game(f"python_uno_{variant}", settings)


def dealt(game: Any, seed: int) -> Any:
    """Return a state after the deal."""
    state = game.new_initial_state()
    lots = random.Random(seed)
    while state.is_chance_node():
        state.apply_action(lots.randrange(256))
    return state


@pytest.mark.parametrize("spec", SOME, ids=named)
def test_random_simulations(spec: GameSpec) -> None:
    game = loaded(spec.variant, players=spec.seats, max_moves=60)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_whole_games_by_places(variant: str) -> None:
    game = loaded(variant, players=3, max_moves=400, reward="places")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_games_are_registered_with_their_bounds(variant: str) -> None:
    game = loaded(variant, players=2)
    state = game.new_initial_state()
    assert game.get_type().short_name in pyspiel.registered_names()
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    assert game.max_game_length() == 1_000
    assert game.max_chance_nodes_in_history() == SEED_BYTES
    assert len(state.chance_outcomes()) == game.max_chance_outcomes() == 256
    assert str(state) == "seed "
    assert pyspiel.load_game(str(game)).num_distinct_actions() == game.num_distinct_actions()


def test_parameters_are_the_options() -> None:
    game = loaded("avengers", rounds=-1, target_score=200, draw_four="strict", dealer=1)
    options = game.rules.ruleset.options
    assert (options.rounds, options.target_score) == (None, 200)
    assert (options.draw_four, options.dealer) == ("strict", 1)
    assert loaded("ultimate", heroes="hulk shuri").rules.setup.heroes == ("hulk", "shuri")


@pytest.mark.parametrize(
    ("variant", "settings", "error"),
    [
        ("ultimate", {"players": 5}, ValueError),
        ("ultimate", {"heroes": "hulk hulk"}, HeroError),
        ("xmen", {"rounds": 0}, OptionError),
        ("xmen", {"reward": "money"}, ValueError),
    ],
)
def test_wrong_parameters_are_refused(variant: str, settings: Any, error: type) -> None:
    types = {one.variant.code: one for one in openspiel_game.FairdealGame.__subclasses__()}
    with pytest.raises(error):
        types[variant](settings)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_players_see_nothing_that_is_hidden(variant: str) -> None:
    game = loaded(variant, players=3)
    lots = random.Random(3)
    state, differ = dealt(game, 1), 0
    for at in range(60):
        if state.is_terminal():
            break
        player = state.current_player()
        if at % 4 == 0:
            other = state.resample_from_infostate(player, lots.random)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.legal_actions() == state.legal_actions()
            hidden = HAND[(player + 1) % 3]
            differ += other.table.state.zones[hidden] != state.table.state.zones[hidden]
        state.apply_action(lots.choice(state.legal_actions()))
    assert differ


def test_an_observer_without_private_information_sees_no_hand() -> None:
    game = loaded("avengers", players=2)
    state = dealt(game, 2)
    for recalls in (False, True):
        kind = pyspiel.IIGObservationType(
            perfect_recall=recalls,
            public_info=True,
            private_info=pyspiel.PrivateInfoType.NONE,
        )
        observer = game.make_py_observer(kind)
        assert observer.tensor is None
        seen = [observer.string_from(state, player) for player in range(2)]
        assert seen[0] == seen[1] != state.observation_string(0)
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="all players"):
        game.make_py_observer(everything)
    with pytest.raises(ValueError, match="parameters"):
        game.make_py_observer(None, {"color": "red"})


def test_the_information_state_has_what_the_player_saw() -> None:
    state = dealt(loaded("xmen"), 3)
    texts = []
    for _ in range(6):
        texts.append(state.information_state_string(0))
        state.apply_action(state.legal_actions()[0])
    assert all(later.startswith(text) for text, later in pairwise(texts))
    assert len(texts[-1].splitlines()) == 6


def test_clones_and_stored_states_go_on_alike() -> None:
    game = loaded("ultimate", players=3)
    state = dealt(game, 4)
    for _ in range(12):
        state.apply_action(state.legal_actions()[-1])
    text = pyspiel.serialize_game_and_state(game, state)
    _, stored = pyspiel.deserialize_game_and_state(text)
    copy = state.clone()
    before = str(state)
    for other in (stored, copy):
        assert [other.information_state_string(seat) for seat in range(3)] == [
            state.information_state_string(seat) for seat in range(3)
        ]
        other.apply_action(other.legal_actions()[0])
        assert str(state) == before
    assert str(stored) == str(copy)
    assert stored.history() == copy.history()


def test_the_history_is_the_whole_game() -> None:
    game = loaded("avengers")
    state = dealt(game, 5)
    for _ in range(10):
        state.apply_action(state.legal_actions()[0])
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
    assert again.table.state == state.table.state


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_our_bots_play_against_those_of_openspiel(variant: str) -> None:
    game = loaded(variant)
    theirs = pyspiel.make_uniform_random_bot(1, 7)
    state = game.new_initial_state()
    returns = pyspiel.evaluate_bots(state, [FairdealBot("random", 1), theirs], 5)
    assert sum(returns) == 0
    with pytest.raises(ValueError, match="no bot"):
        FairdealBot("nobody")


def test_their_search_plays_on_resampled_states() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    for variant in VARIANTS:
        game = loaded(variant, max_moves=60)
        lots = np.random.RandomState(1)
        rollouts = mcts.RandomRolloutEvaluator(1, lots)
        bot = ismcts.ISMCTSBot(game, rollouts, 2.0, 4, random_state=lots)
        state = dealt(game, 6)
        assert bot.step(state) in state.legal_actions()
