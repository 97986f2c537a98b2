"""Play random games on unpublished cards: report errors, unused texts and winners."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

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

MAX_MOVES: Final = 20_000
"""The most moves of a game; a longer one is reported as endless."""

CERTAINTY: Final = 1.959964
"""The number of standard deviations of a 95 % confidence interval."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A game that did not end: "crash", "endless effect" or "endless game".

    The same seed, seats and bots reproduce it; ``cards`` are those being resolved.
    """

    kind: str
    seed: int
    seats: int
    moves: int
    detail: str
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class Rehearsal:
    """The results of some games.

    ``acted`` counts the moves in which each text was seen to act, ``steps`` how often each step of
    a text was run; ``played`` and ``won`` are by hero, or by seat if there are no heroes.
    """

    edition: EditionDef
    acted: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    troubles: list[Trouble] = field(default_factory=list)
    games: int = 0
    moves: int = 0
    longest: int = 0
    longest_seed: int = 0

    def texts(self) -> dict[str, int]:
        """Return how often each card with a text of its own was seen to act."""
        return {card.code: self.acted[card.code] for card in texts_of(self.edition)}

    def never(self) -> list[str]:
        """Return the paths of the steps of texts that were never run."""
        return [path for path in sorted(_paths(self.edition)) if not self.steps[path]]


def texts_of(edition: EditionDef) -> Iterator[CardDef]:
    """Yield the cards with a text besides their color and number."""
    return (card for card in edition.cards if not card.color and (card.effects or card.abilities))


def wilson(won: int, played: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson's interval)."""
    if not played:
        return 0.0, 1.0
    share, square = won / played, CERTAINTY**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    spread = sqrt(share * (1 - share) / played + square / (4 * played**2))
    half = CERTAINTY * spread / (1 + square / played)
    # Rounding must not put the share itself outside.
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def rehearse(
    edition: EditionDef,
    *,
    games: int,
    seats: Sequence[int],
    bots: Sequence[str],
    seed: int,
    each: Callable[[], object] = lambda: None,
    stop: bool = False,
) -> Rehearsal:
    """Play seeded games, with alternating table sizes and bots.

    ``each`` is called after every game. With ``stop`` the first game with trouble is the last.
    """
    found = Rehearsal(edition)
    rulesets = {size: ruleset_for_table(edition, size) for size in set(seats)}
    for number in range(games):
        size = seats[number % len(seats)]
        names = [bots[(number + seat) % len(bots)] for seat in range(size)]
        _Game(found, *rulesets[size], names, seed + number).play()
        each()
        if stop and found.troubles:
            break
    return found


def ruleset_for_table(edition: EditionDef, seats: int) -> tuple[Ruleset, Setup]:
    """Return the ruleset and setup of a table with default options.

    Raises ``RulesetError``.
    """
    options = read_options(VARIANTS[edition.variant], {}, seats)
    heroes = read_heroes(edition, (), seats)
    setup = Setup(edition.variant, edition.code, seats, options, heroes)
    return compile_ruleset(edition, setup), setup


def _paths(edition: EditionDef) -> set[str]:
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

    def __init__(
        self, found: Rehearsal, ruleset: Ruleset, setup: Setup, names: Sequence[str], seed: int
    ) -> None:
        self.found = found
        self.ruleset = ruleset
        self.setup = setup
        self.names = names
        self.seed = seed
        self.moves = 0
        self.chance = Chance(seed.to_bytes(32, "big"))
        self.lots = random.Random(seed)
        self.trace = Trace()

    def play(self) -> None:
        """Play to the end or to an error, and record either."""
        self.found.games += 1
        try:
            state = new_game(self.ruleset, self.setup, self.chance, self.trace).state
            while state.result is None and self.moves < MAX_MOVES:
                state = self._move(state)
        except Exception as error:
            self._trouble("crash", f"{type(error).__name__}: {error}")
        else:
            if state.result is None:
                self._trouble("endless game", f"It was not over after {MAX_MOVES} moves.")
            elif state.result.why == "void":
                self._trouble("endless effect", "A move does not come to an end.")
            else:
                self._over(state)
        self.found.steps.update(self.trace.steps)
        self.found.moves += self.moves
        if self.moves > self.found.longest:
            self.found.longest, self.found.longest_seed = self.moves, self.seed

    def _move(self, state: State) -> State:
        seat = state.prompts[-1].seat
        self._note_silent(state, seat)
        view = observe(self.ruleset, state, seat)
        move: Move = bot_move(self.names[seat], view, self.ruleset, self.lots)
        decision = decide(self.ruleset, state, move, self.chance, self.trace)
        self.moves += 1
        acted = _acting(self.ruleset, decision.facts, decision.rulings)
        self.found.acted.update(acted & self.ruleset.cards.keys())
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
                self.found.steps.update(_unscripted(card, Replacement))

    def _acts(self, card: str, path: str) -> None:
        self.found.acted[card] += 1
        self.found.steps[path] += 1

    def _over(self, state: State) -> None:
        assert state.result is not None
        self.found.ended[state.result.why] += 1
        for seat in range(state.seats):
            hero = state.zones.get(HERO[seat], ())
            who = hero[-1] if hero else f"seat {seat}"
            self.found.played[who] += 1
            self.found.won[who] += state.result.winner == seat

    def _trouble(self, kind: str, detail: str) -> None:
        cards = self.trace.unfinished()
        self.found.troubles.append(
            Trouble(kind, self.seed, len(self.names), self.moves, detail, cards)
        )


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


__all__ = ["Rehearsal", "Trouble", "rehearse", "texts_of", "wilson"]
