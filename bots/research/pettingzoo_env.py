"""The games as environments of PettingZoo (AEC), with action masks.

``env(variant="avengers", players=4)`` has the usual wrappers; ``raw_env`` has none, and raises
``ValueError`` for an illegal action.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import cards
from bots.choosing import bot_move
from bots.research.action_space import ActionSpace
from bots.research.view_encoding import HIGHEST, LOWEST, Encoder
from cards.language import decode_edition, edition_hash
from games.engine import (
    SEED_SIZE,
    VARIANTS,
    Chance,
    Move,
    Resign,
    Ruleset,
    Setup,
    State,
    check_deal,
    compile_ruleset,
    decide,
    legal_moves,
    new_game,
    observe,
    open_moves,
    read_heroes,
    read_options,
)

ILLEGAL_REWARD: Final = -1
"""What an illegal action costs in ``env``, which then ends the game."""

MAX_MOVES: Final = 1_000
"""The most moves of a game by default: agents that play at random may never end one."""

TIMED: Final = frozenset({"clock", "timeouts_out", "uno_window", "absence", "absent_seconds"})
"""The options about time, of which none passes here."""


def rules_of(
    variant: str, seats: int, options: dict[str, Any] | None, heroes: tuple[str, ...] = ()
) -> tuple[Ruleset, Setup]:
    """Return the rules of a game with the shipped edition of a variant.

    Without ``rounds`` and ``target_score`` one round is played. ``heroes`` has a code a seat, ""
    for one dealt by lot.

    Raises ``ValueError`` for an unknown variant, an impossible number of seats or an option about
    time, ``OptionError``, ``HeroError`` or ``RulesetError`` for what the engine refuses.
    """
    known = VARIANTS.get(variant)
    if known is None:
        raise ValueError(f"there is no variant {variant!r}; there are {', '.join(VARIANTS)}")
    if not known.fewest <= seats <= known.most:
        raise ValueError(f"{known.name} is for {known.fewest} to {known.most} seats")
    given = dict(options or {})
    if timed := TIMED.intersection(given):
        raise ValueError(f"no time passes in these games: {', '.join(sorted(timed))}")
    has_rounds = any(option.name == "rounds" for option in known.options)
    if has_rounds and not given.keys() & {"rounds", "target_score"}:
        given["rounds"] = 1
    files = (Path(cards.__file__).parent / "data").glob("*.json")
    shipped = [decode_edition(file.read_bytes()) for file in files]
    edition = next(one for one in shipped if one.variant == variant)
    setup = Setup(
        variant=variant,
        edition=edition_hash(edition),
        seats=seats,
        options=read_options(known, given, seats),
        heroes=read_heroes(edition, heroes, seats),
    )
    ruleset = compile_ruleset(edition, setup)
    check_deal(ruleset)
    return ruleset, setup


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
    reward. If the game is cut off after ``max_moves``, they are truncated. ``options`` and
    ``heroes`` are those of ``rules_of``.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": [],
        "name": "fairdeal_v2",
        "is_parallelizable": False,
    }
    render_mode = None

    def __init__(
        self,
        variant: str = "avengers",
        players: int = 2,
        options: dict[str, Any] | None = None,
        heroes: tuple[str, ...] = (),
        max_moves: int = MAX_MOVES,
    ) -> None:
        EzPickle.__init__(self, variant, players, options, heroes, max_moves)
        super().__init__()
        self.ruleset, self.setup = rules_of(variant, players, options, heroes)
        self.max_moves = max_moves
        self.actions = ActionSpace(self.ruleset.edition, players)
        self.encoder = Encoder(self.ruleset, self.setup)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.table: State
        self.legal: dict[int, Move] = {}
        self._spaces: dict[str, spaces.Space] = {}
        self.moves_made = 0
        self._chance: Chance
        self._random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations."""
        size, actions = self.encoder.size, len(self.actions)
        parts = {
            "observation": spaces.Box(LOWEST, HIGHEST, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        return self._spaces.setdefault(f"{agent} sees", spaces.Dict(parts))

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's actions."""
        return self._spaces.setdefault(agent, spaces.Discrete(len(self.actions)))

    @property
    def seat(self) -> int:
        """The seat that is to act, the first one when the game is over."""
        return self.table.prompts[-1].seat if self.table.prompts else 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; with the same seed, the same one and the same ones after it."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        self._chance = Chance(self._random.bytes(SEED_SIZE))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.moves_made = 0
        self._go_on(new_game(self.ruleset, self.setup, self._chance).state)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows; its mask is all zeros unless it is to act."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(self.actions), np.int8)
        if seat == self.seat:
            mask[list(self.legal)] = 1
        view = observe(self.ruleset, self.table, seat)
        return {"observation": self.encoder.observation(view), "action_mask": mask}

    def bot_action(self, bot: str, lots: Random) -> int:
        """Return what a bot of ours (``random``, ``greedy`` …) would do now."""
        move = bot_move(bot, observe(self.ruleset, self.table, self.seat), self.ruleset, lots)
        return self.actions.action(move, self.table.prompts[-1].kind)

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is to act; None removes one whose game is over.

        Raises ``ValueError`` for an illegal action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = None if action is None else self.legal.get(int(action))
        if move is None:
            raise ValueError(f"the action {action} is not legal now; {agent} is to act")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.moves_made += 1
        self._go_on(decide(self.ruleset, self.table, move, self._chance).state)

    def _go_on(self, state: State) -> None:
        """Take a position: find who is to act and how, or end the game with its rewards."""
        self.table = state
        self.agent_selection = self.possible_agents[self.seat]
        is_cut_off = state.result is None and self.moves_made >= self.max_moves
        if is_cut_off or state.result is not None:
            self.legal = {}
            ended = self.truncations if is_cut_off else self.terminations
            ended.update(dict.fromkeys(self.agents, True))
            self.rewards = dict(zip(self.agents, self._returns(), strict=True))
            self._deads_step_first()
        else:
            moves = legal_moves(self.ruleset, state, self.seat)
            moves += open_moves(self.ruleset, state, self.seat)
            found = [move for move in moves if type(move) is not Resign]
            kind = state.prompts[-1].kind
            self.legal = dict(sorted([(self.actions.action(move, kind), move) for move in found]))
        self._accumulate_rewards()

    def _returns(self) -> list[float]:
        """Return what each seat has got: from -1 to 1, together 0.

        The winner gets 1, which the others pay in equal parts; a first place that is shared is
        shared. A game that is void or cut off gives zeros.
        """
        seats, result = len(self.possible_agents), self.table.result
        if result is None or result.places is None:
            return [0.0] * seats
        winners = result.places.count(1)
        won = (seats - winners) / (seats - 1) / winners
        return [won if place == 1 else -1 / (seats - 1) for place in result.places]
