"""Games in memory, played by the ids of actions, without any other library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, get_args

import cards
from bots.research.action_space import ActionSpace
from cards.language import EditionDef, decode_edition, edition_hash
from games.engine import (
    NOBODY,
    VARIANTS,
    Chance,
    Decision,
    Fact,
    Move,
    Resign,
    Ruleset,
    Seat,
    Setup,
    State,
    View,
    check_deal,
    compile_ruleset,
    decide,
    decode_state,
    encode_state,
    legal_moves,
    new_game,
    observe,
    open_moves,
    read_heroes,
    read_options,
)

MAX_MOVES: Final = 1_000
"""The most moves of a game by default: agents that play at random may never end one."""

TIMED: Final = frozenset({"clock", "timeouts_out", "uno_window"})
"""The options about time, of which none passes here."""

Reward = Literal["win", "places"]
"""How a game is scored: see ``Table.returns``."""

OptionItems = tuple[tuple[str, str | int | None], ...]


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What is played: equal specs have equal actions and observations.

    ``options`` are those of the variant, as pairs of a name and a value; without ``rounds`` and
    ``target_score`` one round is played. ``heroes`` has a code a seat, "" for one dealt by lot. A
    game is cut off after ``max_moves``. ``edition_file`` is the JSON of an edition to play with
    instead of the shipped one.
    """

    variant: str
    seats: int = 2
    options: OptionItems = ()
    heroes: tuple[str, ...] = ()
    max_moves: int = MAX_MOVES
    reward: Reward = "win"
    edition_file: str = ""


def spec_of(
    variant: str,
    seats: int = 2,
    options: Mapping[str, str | int | None] | None = None,
    **more: Any,
) -> GameSpec:
    """Return a spec with options given as a mapping; ``more`` are other fields of it."""
    return GameSpec(variant, seats, tuple(sorted((options or {}).items())), **more)


@dataclass(frozen=True, slots=True, eq=False)
class TableRules:
    """A spec compiled: the ruleset, the setup of its games, and the actions."""

    spec: GameSpec
    ruleset: Ruleset
    setup: Setup
    actions: ActionSpace


@cache
def rules_of(spec: GameSpec) -> TableRules:
    """Return the rules of a spec, compiled once.

    Raises ``ValueError`` for an unknown variant, an impossible number of seats or a limit below 1,
    ``OptionError``, ``HeroError`` or ``RulesetError`` for what the engine refuses.
    """
    variant = VARIANTS.get(spec.variant)
    if variant is None:
        raise ValueError(f"there is no variant {spec.variant!r}; there are {', '.join(VARIANTS)}")
    if not variant.fewest <= spec.seats <= variant.most:
        raise ValueError(f"{variant.name} is for {variant.fewest} to {variant.most} seats")
    if spec.max_moves < 1:
        raise ValueError("max_moves must be 1 or more")
    if spec.reward not in get_args(Reward):
        raise ValueError(f"the reward is one of {', '.join(get_args(Reward))}")
    given: dict[str, str | int | None] = dict(spec.options)
    if timed := TIMED.intersection(given):
        raise ValueError(f"no time passes in these games: {', '.join(sorted(timed))}")
    known = {option.name for option in variant.options}
    if "rounds" in known and not given.keys() & {"rounds", "target_score"}:
        given["rounds"] = 1
    edition = _edition(spec)
    setup = Setup(
        variant=spec.variant,
        edition=edition_hash(edition),
        seats=spec.seats,
        options=read_options(variant, given, spec.seats),
        heroes=read_heroes(edition, spec.heroes, spec.seats),
    )
    ruleset = compile_ruleset(edition, setup)
    check_deal(ruleset)
    return TableRules(spec, ruleset, setup, ActionSpace(edition, spec.seats))


def _edition(spec: GameSpec) -> EditionDef:
    if spec.edition_file:
        edition = decode_edition(Path(spec.edition_file).read_bytes())
        if edition.variant != spec.variant:
            raise ValueError(f"{edition.code} is an edition of {edition.variant}")
        return edition
    shipped = sorted((Path(cards.__file__).parent / "data").glob("*.json"))
    editions = [decode_edition(path.read_bytes()) for path in shipped]
    return next(one for one in editions if one.variant == spec.variant)


class Table:
    """A game that is played by the ids of actions.

    The same rules, seed (32 bytes) and actions give the same game. The seat that is asked acts; it
    may also call UNO and catch others then. Copies are independent, and a table can be pickled.
    """

    __slots__ = ("_legal", "moves_made", "rules", "seed", "state")

    def __init__(
        self, rules: TableRules, seed: bytes, state: State | None = None, moves_made: int = 0
    ) -> None:
        """Deal a game, or take a state of one."""
        self.rules = rules
        self.seed = seed
        self.state = deal(rules, seed).state if state is None else state
        self.moves_made = moves_made
        self._legal: dict[int, Move] | None = None

    @property
    def seat(self) -> Seat:
        """The seat that acts, NOBODY when the game is over."""
        return NOBODY if self.is_over else self.state.prompts[-1].seat

    @property
    def is_truncated(self) -> bool:
        """Whether the game was cut off by the limit of moves."""
        return self.state.result is None and self.moves_made >= self.rules.spec.max_moves

    @property
    def is_over(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.state.result is not None or self.is_truncated

    def legal(self) -> dict[int, Move]:
        """Return the legal actions with their moves, by ascending id; none if it is over."""
        if self._legal is None:
            self._legal = {} if self.is_over else self._find_legal()
        return self._legal

    def _find_legal(self) -> dict[int, Move]:
        ruleset, state = self.rules.ruleset, self.state
        prompt = state.prompts[-1]
        found = legal_moves(ruleset, state, prompt.seat)
        found += [m for m in open_moves(ruleset, state, prompt.seat) if type(m) is not Resign]
        action = self.rules.actions.action
        return dict(sorted([(action(move, prompt.kind), move) for move in found]))

    def action_of(self, move: Move) -> int:
        """Return the id of a move that answers the open question or may be made beside it."""
        return self.rules.actions.action(move, self.state.prompts[-1].kind)

    def step(self, action: int) -> tuple[Fact, ...]:
        """Make a move, and return its facts; raises ``ValueError`` if it is illegal."""
        move = self.legal().get(action)
        if move is None:
            raise ValueError(self._objection(action))
        decision = decide(self.rules.ruleset, self.state, move, Chance(self.seed))
        self.state = decision.state
        self.moves_made += 1
        self._legal = None
        return decision.facts

    def _objection(self, action: int) -> str:
        if self.is_over:
            return "the game is over"
        names = self.rules.actions.names
        if not 0 <= action < len(names):
            return f"there is no action {action}: there are {len(names)}"
        return f"{names[action]!r} ({action}) is not legal now; seat {self.seat} is to act"

    def view(self, seat: Seat) -> View:
        """Return what a seat may know."""
        return observe(self.rules.ruleset, self.state, seat)

    def returns(self) -> list[float]:
        """Return what each seat has got: from -1 to 1, together 0; zeros until it is over.

        With ``win`` the winner gets 1, which the others pay in equal parts; a first place that is
        shared is shared. With ``places`` the first gets 1, the last -1, the others what is between
        in equal steps; equal places get their mean. A game that is void or cut off gives zeros.
        """
        result = self.state.result
        if result is None or result.places is None:
            return [0.0] * self.rules.spec.seats
        if self.rules.spec.reward == "win":
            return _for_winners(result.places)
        return _for_places(result.places)

    def __deepcopy__(self, memo: object) -> Table:
        """Return a copy: states are never changed, only replaced."""
        other = Table(self.rules, self.seed, self.state, self.moves_made)
        other._legal = self._legal
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        state = encode_state(self.state)
        return _restore, (self.rules.spec, self.seed, state, self.moves_made)


def deal(rules: TableRules, seed: bytes) -> Decision:
    """Return the deal of a game: its facts, and the state after them."""
    return new_game(rules.ruleset, rules.setup, Chance(seed))


def _restore(spec: GameSpec, seed: bytes, state: bytes, moves_made: int) -> Table:
    return Table(rules_of(spec), seed, decode_state(state), moves_made)


def _for_winners(places: tuple[int, ...]) -> list[float]:
    seats, winners = len(places), places.count(min(places))
    lost = (seats - winners) / (seats - 1)
    return [lost / winners if place == min(places) else -1 / (seats - 1) for place in places]


def _for_places(places: tuple[int, ...]) -> list[float]:
    seats = len(places)
    ahead = [sum(other < place for other in places) for place in places]
    behind = [sum(other > place for other in places) for place in places]
    return [(after - before) / (seats - 1) for before, after in zip(ahead, behind, strict=True)]
