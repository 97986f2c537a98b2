"""The environments pass the tests of PettingZoo, and are the games of the tables."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from bots.research.agents import BotAgent
from bots.research.offline_table import GameSpec
from games.engine import VARIANTS
from tests.research.random_tables import NO_EXTRAS, SPECS, named

np = pytest.importorskip("numpy", reason=f"NumPy is {NO_EXTRAS}")
pytest.importorskip("pettingzoo", reason=f"PettingZoo is {NO_EXTRAS}")
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from bots.research import pettingzoo_env  # noqa: E402

pytestmark = [
    # PettingZoo knows its own environments with observations of this form by their names.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

SOME = [spec for spec in SPECS if spec.seats in (2, 3, 4, 10)]
"""The numbers of seats that the tests of PettingZoo play; the laws of tables are for all."""


def made(spec: GameSpec) -> Callable[..., Any]:
    """Return the function that makes the environment of a spec."""
    return lambda **more: pettingzoo_env.env(variant=spec.variant, players=spec.seats, **more)


@pytest.mark.parametrize("spec", SOME, ids=named)
def test_api(spec: GameSpec) -> None:
    api_test(made(spec)(), num_cycles=200)
    raw = pettingzoo_env.raw_env(variant=spec.variant, players=spec.seats, max_moves=40)
    api_test(raw, num_cycles=100)


@pytest.mark.parametrize("spec", SOME, ids=named)
def test_seeds(spec: GameSpec) -> None:
    seed_test(made(spec), num_cycles=60)


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_render(variant: str) -> None:
    render_test(made(GameSpec(variant, 3)))


def random_game(env: Any, seed: int) -> tuple[list[tuple[str, int]], dict[str, float]]:
    """Play random actions to the end; return them, and the last rewards."""
    env.reset(seed=seed)
    for at, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(at)
    actions, rewards = [], {}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        if termination or truncation:
            rewards[agent] = reward
            env.step(None)
        else:
            action = int(env.action_space(agent).sample(observation["action_mask"]))
            actions.append((agent, action))
            env.step(action)
    return actions, rewards


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_rewards_are_the_returns_of_the_table(variant: str) -> None:
    for reward in ("win", "places"):
        env = pettingzoo_env.env(variant=variant, players=3, reward=reward)
        _, rewards = random_game(env, 1)
        assert list(rewards) == env.possible_agents
        assert list(rewards.values()) == env.unwrapped.table.returns()
        assert env.agents == []


def test_games_after_a_seed_are_the_same_and_different() -> None:
    env = pettingzoo_env.raw_env(variant="ultimate", players=2)
    seeds = []
    for _ in range(2):
        env.reset(seed=4)
        first = env.table.seed
        env.reset()
        seeds.append((first, env.table.seed))
    assert seeds[0] == seeds[1]
    assert len(set(seeds[0])) == 2
    env.reset(seed=5)
    assert env.table.seed not in seeds[0]


def test_a_game_that_is_cut_off_is_truncated() -> None:
    env = pettingzoo_env.env(variant="xmen", players=3, max_moves=4)
    actions, rewards = random_game(env, 1)
    assert len(actions) == 4
    assert set(rewards.values()) == {0}
    env.reset(seed=1)
    for agent, action in actions:
        assert env.agent_selection == agent
        env.step(action)
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


def test_only_the_agent_to_act_has_legal_actions() -> None:
    env = pettingzoo_env.env(variant="avengers", players=4)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_illegal_actions_end_the_wrapped_game_and_raise_in_the_raw_one() -> None:
    env = pettingzoo_env.env(variant="avengers")
    env.reset(seed=1)
    agent, mask = env.agent_selection, env.observe(env.agent_selection)["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    raw = pettingzoo_env.raw_env(variant="avengers")
    raw.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        raw.step(illegal)
    with pytest.raises(ValueError, match="None"):
        raw.step(None)
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards[agent] == pettingzoo_env.ILLEGAL_REWARD


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match="render mode"):
        pettingzoo_env.raw_env(render_mode="rgb_array")
    with pytest.raises(ValueError, match="seats"):
        pettingzoo_env.raw_env(variant="ultimate", players=7)


def test_environments_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo_env.raw_env(variant="xmen", players=5)))
    assert len(env.possible_agents) == 5
    assert env.rules.spec.variant == "xmen"


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_our_bots_play_in_it(variant: str) -> None:
    env = pettingzoo_env.env(variant=variant, players=2)
    env.reset(seed=2)
    bots = {agent: BotAgent("random", at) for at, agent in enumerate(env.agents)}
    for agent in env.agent_iter():
        *_, termination, truncation, _ = env.last()
        is_over = termination or truncation
        env.step(None if is_over else bots[agent].act(env.unwrapped.table))
    assert env.unwrapped.table.state.result is not None
