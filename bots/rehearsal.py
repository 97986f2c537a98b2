"""Random games on cards that are not published yet: what breaks, what never acts, who wins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from bots.services import move_of
from cards.language import CardDef, Edition
from cards.language.abilities import Replacement, Restriction, Suppression
from games.engine import (
    NOBODY,
    VARIANTS,
    Chance,
    EndlessEffect,
    Fact,
    Move,
    Ruleset,
    Ruling,
    Setup,
    State,
    compile_ruleset,
    observe,
    read_heroes,
    read_options,
)
from games.engine.decide import take
from games.engine.facts import CardsMoved, CardsPlaced, GameStarted, LastingBegan
from games.engine.queries import forbidding
from games.engine.resolution import Frame, Resolution, Verb
from games.engine.variants import ROUND
from games.engine.verbs import VERBS, settle
from games.engine.zones import DISCARD, DRAW, ENEMY, HAND, HERO, ITEMS

LONGEST: Final = 20_000
"""A game of more moves than this has no end."""

CERTAINTY: Final = 1.959964
"""How many standard deviations hold 95 % of what can be."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A game that could not be played to its end: "crash", "endless effect" or "endless game".

    The same seed, seats and bots make it again; ``cards`` are those being worked out.
    """

    kind: str
    seed: int
    seats: int
    moves: int
    detail: str
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class Rehearsal:
    """What some games came to.

    ``acted`` counts the moves in which each text was seen to act, ``steps`` how often each step of
    a text was worked out; ``played`` and ``won`` are by hero, or by seat where there are none.
    """

    edition: Edition
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
        """How often each card with a text of its own was seen to act."""
        return {card.code: self.acted[card.code] for card in texts_of(self.edition)}

    def never(self) -> list[str]:
        """The steps of texts that were never worked out, by their paths."""
        return [path for path in sorted(_paths(self.edition)) if not self.steps[path]]


def texts_of(edition: Edition) -> Iterator[CardDef]:
    """The cards that say more than their color and number do."""
    return (card for card in edition.cards if not card.color and (card.effects or card.abilities))


def wilson(won: int, played: int) -> tuple[float, float]:
    """Between what shares the true one lies with a certainty of 95 % (Wilson's interval)."""
    if not played:
        return 0.0, 1.0
    share, square = won / played, CERTAINTY**2
    middle = (share + square / (2 * played)) / (1 + square / played)
    spread = sqrt(share * (1 - share) / played + square / (4 * played**2))
    half = CERTAINTY * spread / (1 + square / played)
    return max(0.0, middle - half), min(1.0, middle + half)


def rehearse(
    edition: Edition,
    *,
    games: int,
    seats: Sequence[int],
    bots: Sequence[str],
    seed: int,
    each: Callable[[], object] = lambda: None,
    stop: bool = False,
) -> Rehearsal:
    """Play seeded games, the tables and the bots in turn; ``each`` is called after every game.

    With ``stop`` the first trouble is the last game.
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


def ruleset_for_table(edition: Edition, seats: int) -> tuple[Ruleset, Setup]:
    """The ruleset of a table of this size with the default options; may raise RulesetError."""
    options = read_options(VARIANTS[edition.variant], {}, seats)
    heroes = read_heroes(edition, (), seats)
    setup = Setup(edition.variant, edition.code, seats, options, heroes)
    return compile_ruleset(edition, setup), setup


def _paths(edition: Edition) -> set[str]:
    """Every step of every text, and every ability that is no script."""
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
    """The abilities of a card that no script carries out, or those of some kinds."""
    wanted = kinds or (Replacement, Restriction, Suppression)
    return [
        f"{card.code}.abilities[{index}]"
        for index, ability in enumerate(card.abilities)
        if isinstance(ability, wanted)
    ]


class _Game:
    """One game, watched."""

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
        self.verbs = {kind: self._watched(verb) for kind, verb in VERBS.items()}
        self.work = self._working_on(State())

    def play(self) -> None:
        """To the end, or to what keeps it from ending; either is written down."""
        self.found.games += 1
        try:
            state = self._begin()
            while state.result is None and self.moves < LONGEST:
                state = self._move(state)
        except EndlessEffect:
            self._trouble("endless effect", "A move does not come to an end.")
        except Exception as error:
            self._trouble("crash", f"{type(error).__name__}: {error}")
        else:
            if state.result is None:
                self._trouble("endless game", f"It was not over after {LONGEST} moves.")
            else:
                self._over(state)
        self.found.moves += self.moves
        if self.moves > self.found.longest:
            self.found.longest, self.found.longest_seed = self.moves, self.seed

    def _begin(self) -> State:
        self.work.emit(GameStarted(self.setup))
        if self.ruleset.box:
            self.work.emit(CardsPlaced(DRAW, self.ruleset.box))
        self.work.push(ROUND, NOBODY)
        self.work.run(settle)
        return self.work.state

    def _move(self, state: State) -> State:
        seat = state.prompts[-1].seat
        self._look(state, seat)
        view = observe(self.ruleset, state, seat)
        move: Move = move_of(self.names[seat], view, self.ruleset, self.lots)
        self.work = self._working_on(state.copy())
        take(self.work, move)
        self.work.run(settle)
        self.moves += 1
        acted = _acting(self.ruleset, self.work.facts, self.work.rulings)
        self.found.acted.update(acted & self.ruleset.cards.keys())
        self._note_replacements()
        return self.work.state

    def _working_on(self, state: State) -> Resolution:
        return Resolution(self.ruleset, state, self.chance, self.verbs)

    def _watched(self, verb: Verb) -> Verb:
        def watched(work: Resolution, step: Any, frame: Frame) -> None:
            self.found.steps[f"{frame.script}[{frame.at - 1}]"] += 1
            verb(work, step, frame)

        return watched

    def _look(self, state: State, seat: int) -> None:
        """What forbids and what silences does so without a word."""
        ruleset, zones = self.ruleset, state.zones
        if state.prompts[-1].kind == "turn" and ruleset.restrictions and zones[DISCARD]:
            fits = ruleset.fits[zones[DISCARD][-1]][state.color]
            for card in sorted(fits.intersection(zones[HAND[seat]])):
                one = forbidding(ruleset, state, seat, card)
                if one is not None:
                    self._acts(one.card, f"{one.card}.abilities[{one.index}]")
        for code in zones.get(ENEMY[seat], ()):
            for index, ability in enumerate(ruleset.cards[code].abilities):
                if isinstance(ability, Suppression) and _is_felt(ruleset, state, seat, ability):
                    self._acts(code, f"{code}.abilities[{index}]")

    def _note_replacements(self) -> None:
        cards = {rule: code for code, rule in self.ruleset.rules.items()}
        for ruling in self.work.rulings:
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
        agenda = [frame for frame in self.work.agenda if isinstance(frame, Frame)]
        cards = tuple(dict.fromkeys(frame.source for frame in agenda if frame.source))
        self.found.troubles.append(
            Trouble(kind, self.seed, len(self.names), self.moves, detail, cards)
        )


def _acting(ruleset: Ruleset, facts: Sequence[Fact], rulings: Sequence[Ruling]) -> set[str]:
    """The cards whose texts are behind some facts."""
    cards: Mapping[str, str] = {rule: code for code, rule in ruleset.rules.items()}
    acting = {cards[ruling.rule] for ruling in rulings if ruling.rule in cards}
    for fact in facts:
        if isinstance(fact, CardsMoved) and fact.cause:
            acting.add(fact.cause)
        elif isinstance(fact, LastingBegan):
            acting.add(fact.effect.card)
    return acting


def _is_felt(ruleset: Ruleset, state: State, seat: int, ability: Suppression) -> bool:
    """Whether there is anything in front of a seat that a suppression silences."""
    return any(
        ruleset.kind[other] in ability.suppress
        for zone in (ITEMS[seat], HERO[seat])
        for other in state.zones[zone]
    )


__all__ = ["Rehearsal", "Trouble", "rehearse", "texts_of", "wilson"]
