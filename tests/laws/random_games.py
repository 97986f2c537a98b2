"""Seeded random games, with every kind of move.

LAW_GAMES in the environment is the number of games for each table, by default 25; CI plays
100 on the compiled engine.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random

from games.engine import (
    CallUno,
    CatchUno,
    Chance,
    Choose,
    Decision,
    Draw,
    Expire,
    Move,
    Pass,
    Play,
    Resign,
    Ruleset,
    State,
    decide,
    legal_moves,
    new_game,
    open_moves,
)
from games.engine.zones import HERO
from tests.case_runner import ruleset_for, setup_for
from tests.table import edition

VARIANTS = {"avengers": (2, 3, 4, 7, 10), "xmen": (2, 3, 4, 7, 10), "ultimate": (2, 3, 4)}
TABLES = [(variant, seats) for variant, sizes in VARIANTS.items() for seats in sizes]
CLASSIC = tuple(variant for variant in VARIANTS if variant != "ultimate")
HEROES = tuple(deck.hero for deck in edition("ultimate").decks)
GAMES_A_TABLE = int(os.environ.get("LAW_GAMES", "25"))
MAX_MOVES = 6000


@dataclass(frozen=True, slots=True)
class Moment:
    """One move of a game: the state before it, the move (None for the deal), what was decided."""

    before: State
    move: Move | None
    decision: Decision


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be played: its rules and its seed."""

    ruleset: Ruleset
    seed: int
    resigning: float

    @property
    def chance(self) -> Chance:
        """The source of chance of the game."""
        return Chance(self.seed.to_bytes(32, "big"))

    def play(self) -> Iterator[Moment]:
        """Play it, one moment after the other, to its end."""
        rng, chance, ruleset = Random(self.seed), self.chance, self.ruleset
        setup = setup_for(ruleset.edition, ruleset.seats, ruleset)
        decision = new_game(ruleset, setup, chance)
        yield Moment(State(), None, decision)
        for _ in range(MAX_MOVES):
            before = decision.state
            if before.result is not None:
                return
            move = self.pick(before, rng)
            decision = decide(ruleset, before, move, chance)
            yield Moment(before, move, decision)
        raise AssertionError(f"a game of {ruleset.seats} did not end in {MAX_MOVES} moves")

    def pick(self, state: State, rng: Random) -> Move:
        """Any move: mostly an answer, now and then an interrupt, the clock, a resignation."""
        asked = state.prompts[-1].seat
        lot = rng.random()
        if lot < self.resigning:
            return Resign(rng.choice(state.seats_in()))
        if lot < 0.02:
            return Expire(asked)
        if lot < 0.3:
            besides = [
                move
                for seat in state.seats_in()
                for move in open_moves(self.ruleset, state, seat)
                if not isinstance(move, Resign)
            ]
            if besides:
                return rng.choice(besides)
        moves = legal_moves(self.ruleset, state, asked)
        plays = [move for move in moves if isinstance(move, Play)]
        return rng.choice(plays if plays and rng.random() < 0.8 else moves)


@lru_cache(maxsize=512)
def rules(
    variant: str,
    seats: int,
    options: tuple[tuple[str, object], ...] = (),
    heroes: tuple[str, ...] = (),
) -> Ruleset:
    """The rules of a table, made once."""
    return ruleset_for("a law", edition(variant), seats, dict(options), heroes)


_AS_PRINTED: dict[str, object] = {"two_player_reverse": "as_printed"}
_CLASSIC: tuple[dict[str, object], ...] = (
    {},
    {"draw_four": "strict"},
    _AS_PRINTED,
    {"dealer": 1},
)
OPTIONS = {"avengers": _CLASSIC, "xmen": _CLASSIC, "ultimate": ({}, _AS_PRINTED, {"first_seat": 1})}


def short_games(variant: str, seats: int, many: int) -> Iterator[Game]:
    """Games of one round, with every option in turn; one in four with resignations."""
    single = {"rounds": 1} if variant == "avengers" else {}
    choices = OPTIONS[variant]
    for number in range(many):
        options = single | choices[number % len(choices)]
        if variant == "avengers" and number % 5 == 0:
            options |= {"scoring": "low"}
        heroes = seated(seats, number) if variant == "ultimate" else ()
        ruleset = rules(variant, seats, tuple(sorted(options.items())), heroes)
        yield Game(ruleset, 1000 * seats + number, 0.01 if number % 4 == 3 else 0.0)


def seated(seats: int, number: int) -> tuple[str, ...]:
    """The heroes of a game: every order of them in turn; at one table in five some by lot."""
    orders = list(permutations(HEROES, seats))
    heroes = orders[number % len(orders)]
    if number % 5 != 4:
        return heroes
    named = number // 5 % 2**seats
    return tuple(hero if named >> seat & 1 else "" for seat, hero in enumerate(heroes))


def full_games(variant: str) -> Iterator[Game]:
    """A few games to five hundred points."""
    for seats in (2, 4, 10):
        ruleset = rules(variant, seats, (("target_score", 500),))
        yield Game(ruleset, seats, 0.0)
    if variant == "avengers":
        options = (("scoring", "low"), ("target_score", 200))
        yield Game(rules(variant, 3, options), 3, 0.0005)
    yield Game(rules(variant, 3, (("rounds", 3),)), 5, 0.0)


def any_moves(ruleset: Ruleset, state: State, rng: Random, many: int) -> Iterator[Move]:
    """Moves of all sorts, most of them against the rules."""
    cards, seats = sorted(ruleset.cards), range(-1, ruleset.seats + 1)
    words = ["red", "yes", "no", "0", "1", "reveal", "draw", "pass", "wild", "", "purple", "done"]
    options = [*words, "add", "burn-four", *rng.sample(cards, 4)]
    for _ in range(many):
        seat = rng.choice(seats)
        yield rng.choice(
            [
                Play(seat, rng.choice(cards), rng.random() < 0.2),
                Draw(seat),
                Pass(seat),
                Choose(seat, rng.choice(options)),
                CallUno(seat),
                CatchUno(seat, rng.choice(seats)),
                Expire(seat),
                Resign(seat),
            ]
        )


def cards_of(state: State) -> Counter[str]:
    """All cards on the table."""
    return Counter(card for cards in state.zones.values() for card in cards)


def box_of(ruleset: Ruleset, state: State) -> Counter[str]:
    """The cards of a game: one pack, or all those of the heroes at the table."""
    heroes = [hero for place in HERO for hero in state.zones.get(place, ())]
    cards = Counter([*ruleset.box, *heroes])
    for hero in heroes:
        cards.update([*ruleset.decks[hero], *ruleset.dangers[hero]])
    return cards
