"""The games for OpenSpiel, which importing this module registers.

They are ``python_uno_avengers``, ``python_uno_xmen`` and ``python_uno_ultimate``. Chance chooses
eight bytes of the seed, one after the other, each of 256 with the same probability, and all
shuffles and lots follow from them. A clone of a state has the same seed: a search that must not see
hidden cards and the cards to come searches states of ``resample_from_infostate``.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar, Final

import msgspec
import numpy as np
import pyspiel

from bots.research.agents import BotAgent
from bots.research.offline_table import MAX_MOVES, TIMED, Table, deal, rules_of, spec_of
from bots.research.table_text import table_text
from bots.research.view_encoding import Encoder, encoder_of
from bots.research.worlds import possible_table
from games.engine import (
    NOBODY,
    SEED_SIZE,
    VARIANTS,
    Fact,
    Option,
    Seat,
    Variant,
    decode_facts,
    encode_facts,
    redact,
)

SEED_BYTES: Final = 8
"""How many bytes of the seed chance chooses: there are 2 to the 64 deals."""

UNSET: Final = -1
"""The value of a parameter that is a number and not set."""

_outcomes: Final = [(byte, 1 / 256) for byte in range(256)]


class SeenCourse:
    """What each seat has seen: the facts of the deal and of each move, as text.

    The last entry of the lists is the public's. ``_before`` is what was seen before the first of
    the facts, in a state that was resampled.
    """

    def __init__(self, seats: int) -> None:
        self._facts: list[tuple[Fact, ...]] = []
        self._before = [""] * (seats + 1)
        self._texts: list[list[str]] = [[] for _ in range(seats + 1)]

    def add(self, facts: tuple[Fact, ...]) -> None:
        """Add the facts of a move."""
        self._facts.append(facts)

    def text(self, seat: Seat) -> str:
        """Return all that a seat, or the public, has seen: a line of JSON for each move."""
        texts = self._texts[seat]
        for facts in self._facts[len(texts) :]:
            texts.append(_seen(facts, seat))
        return "\n".join([line for line in (self._before[seat], *texts) if line])

    def resampled(self, seat: Seat, table: Table) -> SeenCourse:
        """Return the course at another table that a seat cannot tell from its own.

        The other seats have seen what the public did, and what they see there now.
        """
        seats = len(self._before) - 1
        other = SeenCourse(seats)
        public = self.text(NOBODY)
        other._before = [f"{public}\n{_view_text(table, viewer)}" for viewer in range(seats)]
        other._before.append(public)
        other._before[seat] = self.text(seat)
        return other

    def __deepcopy__(self, memo: object) -> SeenCourse:
        other = SeenCourse(0)
        other._facts = list(self._facts)
        other._before = self._before
        other._texts = [list(texts) for texts in self._texts]
        return other

    def __getstate__(self) -> tuple[list[bytes], list[str]]:
        return [encode_facts(facts) for facts in self._facts], self._before

    def __setstate__(self, kept: tuple[list[bytes], list[str]]) -> None:
        facts, self._before = kept
        self._facts = [tuple(decode_facts(row)) for row in facts]
        self._texts = [[] for _ in self._before]


def _view_text(table: Table, viewer: Seat) -> str:
    return msgspec.json.encode(table.view(viewer)).decode()


def _seen(facts: tuple[Fact, ...], viewer: Seat) -> str:
    return msgspec.json.encode([redact(fact, viewer) for fact in facts]).decode()


class FairdealGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games, with the parameters of ``pyspiel.load_game``.

    ``players``, ``max_moves``, ``reward`` and ``heroes`` (codes separated by spaces, in Ultimate)
    are those of a ``GameSpec``; the other parameters are the options of the variant. A number that
    is not set is -1. By default one round is played, if the game has rounds.
    """

    variant: ClassVar[Variant]
    game_type: ClassVar[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, variant = params or {}, self.variant
        known = self.game_type.parameter_specification
        if unknown := params.keys() - known.keys():
            raise ValueError(f"unknown parameters: {', '.join(sorted(unknown))}")
        settings = {**known, **params}
        options = {
            option.name: None if settings[option.name] in (UNSET, "") else settings[option.name]
            for option in _options(variant)
        }
        spec = spec_of(
            variant.code,
            settings["players"],
            options,
            heroes=tuple(settings.get("heroes", "").split()),
            max_moves=settings["max_moves"],
            reward=settings["reward"],
        )
        self.rules = rules_of(spec)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.actions),
            max_chance_outcomes=len(_outcomes),
            num_players=spec.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=spec.max_moves,
        )
        super().__init__(self.game_type, info, params)

    def new_initial_state(self) -> FairdealState:
        """Return the state before the deal."""
        return FairdealState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how many bytes of the seed chance chooses."""
        return SEED_BYTES

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> FairdealObserver:
        """Return an observer: see ``FairdealObserver``."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return FairdealObserver(encoder_of(self.rules), kind, params)


class FairdealState(pyspiel.State):  # type: ignore[misc]
    """A game of OpenSpiel; ``table`` is the table, None before the deal."""

    def __init__(self, game: FairdealGame) -> None:
        super().__init__(game)
        self._spec = game.rules.spec
        self._seed = b""
        self.table: Table | None = None
        self.course = SeenCourse(game.rules.spec.seats)

    def current_player(self) -> int:
        """Return the seat to act, or the id of chance or of a terminal state."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.is_over else self.table.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table is not None and self.table.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next byte of the seed."""
        return _outcomes

    def _legal_actions(self, player: int) -> list[int]:
        if self.table is None or player != self.table.seat:
            return []
        return list(self.table.legal())

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            self.course.add(self.table.step(action))
            return
        self._seed += bytes([action])
        if len(self._seed) == SEED_BYTES:
            seed = self._seed.ljust(SEED_SIZE, b"\0")
            rules = rules_of(self._spec)
            dealt = deal(rules, seed)
            self.table = Table(rules, seed, dealt.state)
            self.course.add(dealt.facts)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        return rules_of(self._spec).actions.names[action]

    def returns(self) -> list[float]:
        """Return what each seat has got: see ``Table.returns``."""
        return [0.0] * self.num_players() if self.table is None else self.table.returns()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> FairdealState:
        """Return a state that a player cannot tell from this one, with another seed.

        Hidden cards are by lot, as ``bots.strategies.imagine`` guesses them; what the other players
        have seen that the public has not is left out. ``sampler`` is a function that returns a
        number from 0 up to 1. The history of the new state is that of this one.
        """
        lots = random.Random(sampler()) if sampler is not None else random.Random()
        other: FairdealState = self.clone()
        if self.table is not None:
            other.table = possible_table(self.table, player, lots)
            other.course = self.course.resampled(player, other.table)
        return other

    def __str__(self) -> str:
        """Return the table as the seat to act sees it; before the deal, the seed."""
        if self.table is None:
            return f"seed {self._seed.hex()}"
        return table_text(self.table, max(self.table.seat, 0))


class FairdealObserver:
    """What a player of OpenSpiel sees.

    The tensor is the observation of ``Encoder``, of which ``dict`` has the sections; the string is
    the view as JSON. With perfect recall there is no tensor, and the string is all that the player
    has seen from the start. Before the deal, all of them are empty.
    """

    def __init__(self, encoder: Encoder, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        if iig_obs_type.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("no observation shows what all players hold")
        self._encoder = encoder
        self._recalls = iig_obs_type.perfect_recall
        self._is_private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        has_tensor = self._is_private and not self._recalls
        self.tensor = np.zeros(encoder.size, np.float32) if has_tensor else None
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict = {name: self.tensor[at] for name, at in encoder.slices.items()}

    def set_from(self, state: FairdealState, player: int) -> None:
        """Write what a player sees into the tensor."""
        if self.tensor is not None:
            self.tensor.fill(0)
            if state.table is not None:
                self.tensor[:] = self._encoder.observation(state.table.view(player))

    def string_from(self, state: FairdealState, player: int) -> str:
        """Return what a player sees as text."""
        viewer = player if self._is_private else NOBODY
        if state.table is None:
            return ""
        if self._recalls:
            return state.course.text(viewer)
        return _view_text(state.table, viewer)


class FairdealBot(pyspiel.Bot):  # type: ignore[misc]
    """One of our bots as a bot of OpenSpiel, for these games only."""

    def __init__(self, name: str, seed: int = 0) -> None:
        pyspiel.Bot.__init__(self)
        self._agent = BotAgent(name, seed)

    def step(self, state: FairdealState) -> int:
        """Return the action of the player that is to act."""
        assert state.table is not None
        return self._agent.act(state.table)


def _options(variant: Variant) -> list[Option]:
    return [option for option in variant.options if option.name not in TIMED]


def _default(option: Option) -> str | int:
    if option.name == "rounds":
        return 1
    return option.default if isinstance(option.default, str | int) else UNSET


def _game_type(variant: Variant) -> Any:
    parameters: dict[str, Any] = {"players": 2, "max_moves": MAX_MOVES, "reward": "win"}
    parameters |= {option.name: _default(option) for option in _options(variant)}
    if variant.own_decks:
        parameters["heroes"] = ""
    return pyspiel.GameType(
        short_name=f"python_uno_{variant.code}",
        long_name=f"Python {variant.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=variant.most,
        min_num_players=variant.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


# OpenSpiel must get a class: any other callable crashes the interpreter when it ends.
for _variant in VARIANTS.values():
    _type = _game_type(_variant)
    _class = type(_type.short_name, (FairdealGame,), {"variant": _variant, "game_type": _type})
    pyspiel.register_game(_type, _class)
