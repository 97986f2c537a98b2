"""The environments pass the tests of PettingZoo, and refuse what cannot be played."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

from games.engine import VARIANTS, HeroError, OptionError, Result
from games.engine.zones import HERO
from tests.research.random_tables import TABLES, played, raw_env

np = pytest.importorskip("numpy")
from pettingzoo.test import api_test, seed_test  # noqa: E402

from bots.research.pettingzoo_env import ILLEGAL_REWARD, env  # noqa: E402

pytestmark = [
    # PettingZoo knows its own environments with observations of this form by their names.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Environment has not defined a render"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

SOME = [table for table in TABLES if table[1] in (2, 3, 4, 10)]
"""The numbers of seats that the tests of PettingZoo play; the laws are for all."""


@pytest.mark.parametrize(("variant", "seats"), SOME)
def test_api(variant: str, seats: int) -> None:
    api_test(env(variant=variant, players=seats), num_cycles=200)
    api_test(raw_env(variant, seats, max_moves=40), num_cycles=100)
    seed_test(lambda: env(variant=variant, players=seats), num_cycles=60)


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_rewards_sum_to_zero(variant: str, seats: int) -> None:
    *_, table = played(variant, seats, 1)
    assert sum(table.rewards.values()) == pytest.approx(0)
    assert any(table.rewards.values()) == (table.table.result is not None)
    assert all(table.terminations.values()) != all(table.truncations.values())


@pytest.mark.parametrize(
    ("places", "rewards"),
    [
        ((2, 1, 3), [-0.5, 1, -0.5]),
        ((1, 1, 3), [0.25, 0.25, -0.5]),
        ((1, 1, 1), [0, 0, 0]),
        (None, [0, 0, 0]),
    ],
)
def test_rewards_follow_from_places(places: tuple[int, ...] | None, rewards: list[float]) -> None:
    table = next(played("avengers", 3, 1))
    state = table.table.copy()
    state.result = Result(-1, "out", places)
    table._go_on(state)
    assert list(table.rewards.values()) == rewards


def test_games_after_a_seed_are_the_same_and_different() -> None:
    one, dealt = raw_env("ultimate", 2), []
    for _ in range(2):
        one.reset(seed=4)
        first = one.table.zones.copy()
        one.reset()
        dealt.append((first, one.table.zones.copy()))
    assert dealt[0] == dealt[1]
    assert dealt[0][0] != dealt[0][1]


def test_a_game_that_is_cut_off_is_truncated() -> None:
    one = raw_env("xmen", 3, max_moves=4)
    one.reset(seed=1)
    for _ in range(4):
        one.step(random.Random(1).choice(list(one.legal)))
    assert all(one.truncations.values())
    assert set(one.rewards.values()) == {0}


def test_illegal_actions_end_the_wrapped_game_and_raise_in_the_raw_one() -> None:
    wrapped, raw = env(variant="avengers"), raw_env()
    wrapped.reset(seed=1)
    raw.reset(seed=1)
    agent, before = raw.agent_selection, raw.table
    illegal = next(at for at in range(len(raw.actions)) if at not in raw.legal)
    for action in (illegal, -1, 10_000, None):
        with pytest.raises(ValueError, match="not legal"):
            raw.step(action)
    assert raw.table is before
    wrapped.step(illegal)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards[agent] == ILLEGAL_REWARD


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"variant": "chess"}, ValueError),
        ({"variant": "ultimate", "players": 5}, ValueError),
        ({"players": 1}, ValueError),
        ({"options": {"uno_window": 3}}, ValueError),
        ({"options": {"nothing": 3}}, OptionError),
        ({"options": {"rounds": 0}}, OptionError),
        ({"heroes": ("hulk", "")}, HeroError),
        ({"variant": "ultimate", "heroes": ("hulk", "hulk")}, HeroError),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], error: type) -> None:
    with pytest.raises(error):
        raw_env(**settings)


def test_options_and_heroes_are_played_with() -> None:
    options = raw_env(options={"target_score": 200, "draw_four": "strict"}).ruleset.options
    assert (options.rounds, options.target_score, options.draw_four) == (None, 200, "strict")
    assert raw_env().ruleset.options.rounds == 1
    heroes = raw_env("ultimate", 2, heroes=("", "hulk"))
    heroes.reset(seed=1)
    assert heroes.table.zones[HERO[1]] == ("hulk",)


def test_environments_can_be_pickled() -> None:
    one = pickle.loads(pickle.dumps(raw_env("xmen", 5)))
    assert len(one.possible_agents) == 5
    assert one.setup.variant == "xmen"


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_our_bots_play_in_it(variant: str) -> None:
    one = env(variant=variant, players=2)
    one.reset(seed=2)
    lots = random.Random(1)
    for _ in one.agent_iter():
        *_, termination, truncation, _ = one.last()
        is_over = termination or truncation
        one.step(None if is_over else one.unwrapped.bot_action("greedy", lots))
    assert one.unwrapped.table.result is not None
