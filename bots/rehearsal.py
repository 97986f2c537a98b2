"""Play seeded games of bots on cards that need not be published, and record each.

A game is determined by its edition, its number of seats, its seed and its bots.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded

from bots.choosing import bot_move
from cards.language import CardDef, EditionDef
from cards.language.abilities import Replacement, Restriction, Suppression
from games.engine import (
    VARIANTS,
    Chance,
    Fact,
    Move,
    Ruleset,
    Ruling,
    Setup,
    State,
    Trace,
    compile_ruleset,
    decide,
    find_restriction,
    new_game,
    observe,
    read_heroes,
    read_options,
)
from games.engine.facts import CardsMoved, LastingBegan
from games.engine.zones import DISCARD, ENEMY, HAND, HERO, ITEMS

QUICK: Final = frozenset({"random"})
"""The bots that do not look ahead."""

MAX_MOVES: Final = 20_000
"""The most moves of a game of quick bots; a longer one is reported as endless."""

MAX_SLOW_MOVES: Final = 5_000
"""The most moves of a game in which a bot looks ahead, which takes milliseconds a move."""

MAX_DETAIL_LENGTH: Final = 300
"""The most characters of an error that are recorded."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The games to play: table sizes in turn, bots, and the seed of the first round.

    A round is one game of each size, all with one seed. The bots move on by a seat each round.
    """

    games: int
    seats: tuple[int, ...]
    bots: tuple[str, ...]
    seed: int

    def size(self, number: int) -> int:
        """Return the number of seats of a game, by its number from 0 on."""
        return self.seats[number % len(self.seats)]

    def seed_of(self, number: int) -> int:
        """Return the seed of a game."""
        return self.seed + number // len(self.seats)

    def bots_of(self, number: int) -> list[str]:
        """Return the bots of a game by seat."""
        first = self.seed_of(number)
        return [self.bots[(first + seat) % len(self.bots)] for seat in range(self.size(number))]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a game did not end: "crash", "endless effect" or "endless game".

    ``cards`` are those being resolved.
    """

    kind: str
    detail: str
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class GameRecord:
    """One game: who won, how long it took, and what the cards did.

    ``winner`` is None if there is no single one. ``heroes`` are by seat, and empty without heroes.
    ``acted`` counts the moves in which each text was seen to act, ``steps`` how often each step of
    a text was run.
    """

    seed: int
    seats: int
    moves: int = 0
    winner: int | None = None
    heroes: tuple[str, ...] = ()
    failure: Failure | None = None
    acted: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)


def texts_of(edition: EditionDef) -> Iterator[CardDef]:
    """Yield the cards with a text besides their color and number."""
    return (card for card in edition.cards if not card.color and (card.effects or card.abilities))


def steps_of_texts(edition: EditionDef) -> set[str]:
    """Return the paths of all steps of texts, and of all abilities without a script."""
    smallest = VARIANTS[edition.variant].fewest
    ruleset, _ = ruleset_for_table(edition, smallest)
    codes = {card.code for card in texts_of(edition)}
    paths = {
        f"{script}[{at}]"
        for script, steps in ruleset.scripts.items()
        for at in range(len(steps))
        if script.partition(".")[0] in codes
    }
    return paths | {path for card in texts_of(edition) for path in _unscripted(card)}


def ruleset_for_table(
    edition: EditionDef, seats: int, heroes: Sequence[str] = ()
) -> tuple[Ruleset, Setup]:
    """Return the ruleset and setup of a table with default options.

    Raises ``RulesetError``.
    """
    options = read_options(VARIANTS[edition.variant], {}, seats)
    setup = Setup(
        edition.variant, edition.code, seats, options, read_heroes(edition, heroes, seats)
    )
    return compile_ruleset(edition, setup), setup


def heroes_by_lot(edition: EditionDef, seats: int, seed: int) -> tuple[str, ...]:
    """Return heroes for the seats by lot; empty if there are too few.

    Each seat and hero have a lot of their own, so a hero who is added or removed displaces few.
    """
    free = [deck.hero for deck in edition.decks]
    chosen: list[str] = []
    for seat in range(seats if len(free) >= seats else 0):
        hero = min(free, key=lambda one: sha256(f"{seed} {seat} {one}".encode()).digest())
        free.remove(hero)
        chosen.append(hero)
    return tuple(chosen)


class Rehearser:
    """The tables of an edition, on which games of a plan are played."""

    def __init__(self, edition: EditionDef, plan: Plan) -> None:
        self.edition = edition
        self.plan = plan
        self._tables: dict[tuple[int, tuple[str, ...]], tuple[Ruleset, Setup]] = {}

    def play(self, number: int) -> GameRecord:
        """Play the game with a number to its end or an error; raise RulesetError."""
        size, seed = self.plan.size(number), self.plan.seed_of(number)
        heroes = heroes_by_lot(self.edition, size, seed)
        table = self._tables.get((size, heroes))
        if table is None:
            table = self._tables[size, heroes] = ruleset_for_table(self.edition, size, heroes)
        game = _Game(*table, self.plan.bots_of(number), seed)
        game.play()
        return game.record


def _unscripted(card: CardDef, *kinds: type) -> list[str]:
    """Return the paths of abilities without a script, or of those of some kinds."""
    wanted = kinds or (Replacement, Restriction, Suppression)
    return [
        f"{card.code}.abilities[{index}]"
        for index, ability in enumerate(card.abilities)
        if isinstance(ability, wanted)
    ]


class _Game:
    """One game of a rehearsal."""

    def __init__(self, ruleset: Ruleset, setup: Setup, names: Sequence[str], seed: int) -> None:
        self.ruleset = ruleset
        self.setup = setup
        self.names = names
        self.most = MAX_MOVES if QUICK.issuperset(names) else MAX_SLOW_MOVES
        self.chance = Chance(seed.to_bytes(32, "big"))
        self.lots = random.Random(seed)
        self.trace = Trace()
        self.record = GameRecord(seed, len(names), heroes=setup.heroes)

    def play(self) -> None:
        """Play to the end or to an error, and record either."""
        record = self.record
        try:
            state = new_game(self.ruleset, self.setup, self.chance, self.trace).state
            while state.result is None and record.moves < self.most:
                state = self._move(state)
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            self._fail("crash", f"{type(error).__name__}: {error}")
        else:
            if state.result is None:
                self._fail("endless game", f"It was not over after {self.most} moves.")
            elif state.result.why == "void":
                self._fail("endless effect", "A move does not come to an end.")
            elif state.result.winner >= 0:
                record.winner = state.result.winner
        record.steps.update(self.trace.steps)

    def _move(self, state: State) -> State:
        seat = state.prompts[-1].seat
        self._note_silent(state, seat)
        view = observe(self.ruleset, state, seat)
        move: Move = bot_move(self.names[seat], view, self.ruleset, self.lots)
        decision = decide(self.ruleset, state, move, self.chance, self.trace)
        record = self.record
        record.moves += 1
        acted = _acting(self.ruleset, decision.facts, decision.rulings)
        record.acted.update(acted & self.ruleset.cards.keys())
        self._note_replacements(decision.rulings)
        return decision.state

    def _note_silent(self, state: State, seat: int) -> None:
        """Record restrictions and suppressions in force, which leave no fact."""
        ruleset, zones = self.ruleset, state.zones
        if state.prompts[-1].kind == "turn" and ruleset.restrictions and zones[DISCARD]:
            fits = ruleset.fits[zones[DISCARD][-1]][state.color]
            for card in sorted(fits.intersection(zones[HAND[seat]])):
                one = find_restriction(ruleset, state, seat, card)
                if one is not None:
                    self._acts(one.card, f"{one.card}.abilities[{one.index}]")
        for code in zones.get(ENEMY[seat], ()):
            for index, ability in enumerate(ruleset.cards[code].abilities):
                if isinstance(ability, Suppression) and _disables_any(
                    ruleset, state, seat, ability
                ):
                    self._acts(code, f"{code}.abilities[{index}]")

    def _note_replacements(self, rulings: Sequence[Ruling]) -> None:
        cards = {rule: code for code, rule in self.ruleset.rules.items()}
        for ruling in rulings:
            if ruling.params and "before" in ruling.params and ruling.rule in cards:
                card = self.ruleset.cards[cards[ruling.rule]]
                self.record.steps.update(_unscripted(card, Replacement))

    def _acts(self, card: str, path: str) -> None:
        self.record.acted[card] += 1
        self.record.steps[path] += 1

    def _fail(self, kind: str, detail: str) -> None:
        detail = detail[:MAX_DETAIL_LENGTH]
        self.record.failure = Failure(kind, detail, self.trace.unfinished())


def _acting(ruleset: Ruleset, facts: Sequence[Fact], rulings: Sequence[Ruling]) -> set[str]:
    """Return the cards whose texts caused some facts."""
    cards: Mapping[str, str] = {rule: code for code, rule in ruleset.rules.items()}
    acting = {cards[ruling.rule] for ruling in rulings if ruling.rule in cards}
    for fact in facts:
        if isinstance(fact, CardsMoved) and fact.cause:
            acting.add(fact.cause)
        elif isinstance(fact, LastingBegan):
            acting.add(fact.effect.card)
    return acting


def _disables_any(ruleset: Ruleset, state: State, seat: int, ability: Suppression) -> bool:
    """Whether a suppression disables any card in front of a seat."""
    return any(
        ruleset.kind[other] in ability.suppress
        for zone in (ITEMS[seat], HERO[seat])
        for other in state.zones[zone]
    )
