"""Views as vectors of a fixed length."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableSequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from bots.research.action_space import played_cards
from bots.research.offline_table import Table, TableRules
from cards.language.effects import DANGER as DANGER_KINDS
from cards.language.walk import grants
from games.engine import View
from games.engine.zones import (
    BURN,
    DANGER,
    DANGER_DISCARD,
    DECK,
    DISCARD,
    DRAW,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    REMOVED,
    REVEALED,
)

QUESTIONS: Final = (
    "turn",
    "drawn",
    "again",
    "color",
    "player",
    "card",
    "mode",
    "confirm",
    "challenge",
    "character",
)
"""The kinds of open question."""

LOWEST: Final = -1.0
HIGHEST: Final = 1_000_000.0
"""The bounds of every number in an observation."""

Array = Any
"""A vector of NumPy."""

Numbers = MutableSequence[float]
"""The numbers of an observation while they are written: an array of Python is faster than NumPy."""

Fill = Callable[[View, Numbers, int], None]
"""A function that writes what a view shows over zeros, from a place on."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the observation: its name, its length, and what its numbers are."""

    name: str
    size: int
    text: str
    fill: Fill


class Encoder:
    """Observations of a spec: their layout, and the vectors of views.

    Seats are relative to the viewer, who is the first of them. All numbers are float32: 0 or 1,
    counts of cards, and in ``scores`` hundreds of points. Nothing is in them that a view hides.
    """

    def __init__(self, rules: TableRules) -> None:
        self.rules = rules
        self.sections: Final = tuple(_sections(rules))
        self.size: Final = sum(section.size for section in self.sections)
        self.slices: Final = dict(self._places())
        self._zeros: Final = bytes(4 * self.size)
        self._fills: Final = [
            (section.fill, self.slices[section.name].start) for section in self.sections
        ]

    def _places(self) -> Iterator[tuple[str, slice]]:
        start = 0
        for section in self.sections:
            yield section.name, slice(start, start + section.size)
            start += section.size

    def observation(self, view: View) -> Array:
        """Return the vector of a view."""
        numbers = array("f", self._zeros)
        for fill, start in self._fills:
            fill(view, numbers, start)
        return np.frombuffer(numbers, np.float32)

    def observe(self, table: Table, seat: int) -> dict[str, Array]:
        """Return ``observation`` and ``action_mask`` of a seat."""
        return {
            "observation": self.observation(table.view(seat)),
            "action_mask": self.mask(table, seat),
        }

    def mask(self, table: Table, seat: int) -> Array:
        """Return 1 for each legal action, as int8; zeros for a seat that does not act."""
        mask = np.zeros(len(self.rules.actions), np.int8)
        if seat == table.seat:
            mask[list(table.legal())] = 1
        return mask


@cache
def encoder_of(rules: TableRules) -> Encoder:
    """Return the encoder of some rules, made once."""
    return Encoder(rules)


def _sections(rules: TableRules) -> Iterator[Section]:
    """Yield the sections, in the order of the vector."""
    ruleset, seats = rules.ruleset, rules.spec.seats
    edition, own_decks = ruleset.edition, ruleset.variant.own_decks
    every = _numbers([card.code for card in edition.cards])
    played = _numbers(played_cards(edition))
    colors = _numbers(edition.colors)
    questions = _numbers(QUESTIONS)

    def viewer(view: View, numbers: Numbers, at: int) -> None:
        numbers[at + view.viewer] = 1

    yield Section("viewer", seats, "the seat of the viewer, clockwise from the first one", viewer)

    def hand(view: View, numbers: Numbers, at: int) -> None:
        for card in view.cards.get(HAND[view.viewer], ()):
            numbers[at + played[card]] += 1

    yield Section("hand", len(played), "how many of each card the viewer holds", hand)

    def top(view: View, numbers: Numbers, at: int) -> None:
        if pile := view.cards[DISCARD]:
            numbers[at + played[pile[-1]]] = 1

    yield Section("top", len(played), "the card on top of the discard pile", top)

    def discard(view: View, numbers: Numbers, at: int) -> None:
        for card in view.cards[DISCARD]:
            numbers[at + played[card]] += 1

    yield Section("discard", len(played), "how many of each card are in the discard pile", discard)

    def color(view: View, numbers: Numbers, at: int) -> None:
        if view.color:
            numbers[at + colors[view.color]] = 1

    yield Section("color", len(colors), "the color in play", color)

    def course(view: View, numbers: Numbers, at: int) -> None:
        numbers[at] = view.direction
        numbers[at + 1] = view.round
        numbers[at + 2] = view.turn
        numbers[at + 3] = view.idle
        numbers[at + 4] = view.circling

    yield Section(
        "course",
        5,
        "direction (1 clockwise, -1 counter-clockwise), round, turn, turns in a row without a card,"
        " and turns in a row that count for common.circles",
        course,
    )

    def current(view: View, numbers: Numbers, at: int) -> None:
        if view.current >= 0:
            numbers[at + (view.current - view.viewer) % seats] = 1

    yield Section("current", seats, "whose turn it is", current)

    def question(view: View, numbers: Numbers, at: int) -> None:
        if view.prompts:
            numbers[at + questions[view.prompts[-1].kind]] = 1

    yield Section("question", len(questions), "the kind of the open question", question)

    def asked(view: View, numbers: Numbers, at: int) -> None:
        if view.prompts:
            numbers[at + (view.prompts[-1].seat - view.viewer) % seats] = 1

    yield Section("asked", seats, "who is asked", asked)

    def source(view: View, numbers: Numbers, at: int) -> None:
        if view.prompts and view.prompts[-1].source:
            numbers[at + every[view.prompts[-1].source]] = 1

    yield Section("source", len(every), "the card that asks", source)

    shared = (DISCARD, DANGER, DANGER_DISCARD, REVEALED, REMOVED) if own_decks else (DRAW, DISCARD)

    def piles(view: View, numbers: Numbers, at: int) -> None:
        for nth, zone in enumerate(shared):
            numbers[at + nth] = view.counts[zone]

    yield Section("piles", len(shared), f"how many cards are in {', '.join(shared)}", piles)

    def status(view: View, numbers: Numbers, at: int) -> None:
        first = view.viewer
        for nth, group in enumerate((view.out, view.skipped, view.exposed)):
            for seat in group:
                numbers[at + 5 * ((seat - first) % seats) + nth] = 1
        for seat, word in enumerate(view.uno):
            if word == "called":
                numbers[at + 5 * ((seat - first) % seats) + 3] = 1
        if view.dealer >= 0:
            numbers[at + 5 * ((view.dealer - first) % seats) + 4] = 1

    yield Section(
        "status",
        5 * seats,
        "of each seat: out, loses the next turn, may be caught, has called UNO, is the dealer",
        status,
    )

    hands = _numbers(HAND)
    own = (HAND, DECK, BURN) if own_decks else (HAND,)
    words = "hand, deck and burn pile" if own_decks else "hand"

    def counts(view: View, numbers: Numbers, at: int) -> None:
        for seat in range(view.viewer, view.viewer + seats):
            for zones in own:
                numbers[at] = view.counts[zones[seat % seats]]
                at += 1

    yield Section("counts", len(own) * seats, f"of each seat: how many cards in {words}", counts)

    def known(view: View, numbers: Numbers, at: int) -> None:
        for zone, cards in view.known.items():
            if zone in hands:
                row = (hands[zone] - view.viewer) % seats * len(played)
                for card in cards:
                    numbers[at + row + played[card]] += 1

    size = len(played) * seats
    yield Section("known", size, "of each seat: cards in its hand that the viewer knows", known)

    def scores(view: View, numbers: Numbers, at: int) -> None:
        for seat, score in enumerate(view.scores):
            numbers[at + (seat - view.viewer) % seats] = score / 100

    yield Section("scores", seats, "the points of each seat, in hundreds", scores)

    def per_seat(name: str, zones: tuple[str, ...], kind: str, text: str) -> Section:
        codes = [card.code for card in edition.cards if card.kind == kind]
        cards = _numbers(codes) if kind else played

        def fill(view: View, numbers: Numbers, at: int) -> None:
            for seat in range(view.viewer, view.viewer + seats):
                for card in view.cards[zones[seat % seats]]:
                    numbers[at + cards[card]] += 1
                at += len(cards)

        return Section(name, len(cards) * seats, f"of each seat: {text}", fill)

    if own_decks:
        yield per_seat("hero", HERO, "hero", "its hero")
        yield per_seat("enemy", ENEMY, "enemy", "the Enemy in front of it")
        yield per_seat("items", ITEMS, "item", "its Items")
        yield per_seat("burned", BURN, "", "how many of each card are in its burn pile")
        kinds = _numbers([card.code for card in edition.cards if card.kind in DANGER_KINDS])

        def dangers(view: View, numbers: Numbers, at: int) -> None:
            for card in (*view.cards[DANGER_DISCARD], *view.cards[REVEALED]):
                numbers[at + kinds[card]] += 1

        yield Section("dangers", len(kinds), "Danger cards discarded or being resolved", dangers)
    granting = _numbers([card.code for card in edition.cards if any(grants(card))])

    def lasting(view: View, numbers: Numbers, at: int) -> None:
        for effect in view.lasting:
            row = (effect.seat - view.viewer) % seats * len(granting)
            numbers[at + row + granting[effect.card]] += 1

    if granting:
        size = len(granting) * seats
        yield Section("lasting", size, "of each seat: the cards whose effects last", lasting)


def _numbers(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}
