"""The games as environments of PettingZoo (AEC), with action masks.

``env(variant="avengers", players=4)`` has the usual wrappers; ``raw_env`` has none, and raises
``ValueError`` for an illegal action.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bots.research.offline_table import Table, rules_of, spec_of
from bots.research.table_text import table_text
from bots.research.view_encoding import HIGHEST, LOWEST, encoder_of
from games.engine import SEED_SIZE

ILLEGAL_REWARD = -1
"""What an illegal action costs in ``env``, which then ends the game."""


def env(**settings: Any) -> Any:
    """Return the environment with the wrappers that PettingZoo recommends.

    An illegal action ends the game, and an error says if methods are called in a wrong order.
    """
    made = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """One of the games; the agents are ``player_0`` … by seat.

    An observation has ``observation`` (see ``Encoder``) and ``action_mask``. All agents stay until
    the game ends, also those whose seat is out, which are not asked any more; then each gets its
    reward (``Table.returns``). If the game is cut off after ``max_moves``, they are truncated.
    ``settings`` are the fields of a ``GameSpec``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi"],
        "name": "fairdeal_v1",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        variant: str = "avengers",
        players: int = 2,
        options: dict[str, str | int | None] | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        EzPickle.__init__(self, variant, players, options, render_mode, **settings)
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode {render_mode!r}")
        self.rules = rules_of(spec_of(variant, players, options, **settings))
        self.encoder = encoder_of(self.rules)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(self.rules.actions)) for agent in self.possible_agents
        }
        self.table: Table
        self._random: np.random.Generator | None = None

    def _observations(self) -> spaces.Dict:
        size, actions = self.encoder.size, len(self.rules.actions)
        return spaces.Dict(
            {
                "observation": spaces.Box(LOWEST, HIGHEST, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; with the same seed, the same one and the same ones after it."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self.table = Table(self.rules, self._random.bytes(SEED_SIZE))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[max(self.table.seat, 0)]
        self._note_end()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows; its mask is all zeros unless it is to act."""
        return self.encoder.observe(self.table, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is to act; None removes one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act: None is no action")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.step(int(action))
        if not self.table.is_over:
            self.agent_selection = self.agents[self.table.seat]
        self._note_end()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _note_end(self) -> None:
        """If the game is over, end it for all agents, with their rewards."""
        table = self.table
        if table.is_over:
            ended = self.truncations if table.is_truncated else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.agents, table.returns(), strict=True))
            self._deads_step_first()

    def render(self) -> str | None:
        """Return the table as the agent to act sees it, or print it (``human``)."""
        if self.render_mode is None:
            logger.warn("render() needs a render_mode: human or ansi")
            return None
        text = table_text(self.table, self.possible_agents.index(self.agent_selection))
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
