"""Views as vectors of a fixed length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
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

Fill = Callable[[View, Array], None]
"""A function that writes what a view shows into a vector of zeros."""


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

    def _places(self) -> Iterator[tuple[str, slice]]:
        start = 0
        for section in self.sections:
            yield section.name, slice(start, start + section.size)
            start += section.size

    def observation(self, view: View) -> Array:
        """Return the vector of a view."""
        vector = np.zeros(self.size, np.float32)
        self.write(view, vector)
        return vector

    def write(self, view: View, vector: Array) -> None:
        """Write a view into a vector of ``size`` zeros."""
        start = 0
        for section in self.sections:
            section.fill(view, vector[start : start + section.size])
            start += section.size

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
    rivals = range(seats)

    def seat_of(view: View, nth: int) -> int:
        return (view.viewer + nth) % seats

    def viewer(view: View, part: Array) -> None:
        part[view.viewer] = 1

    yield Section("viewer", seats, "the seat of the viewer, clockwise from the first one", viewer)

    def hand(view: View, part: Array) -> None:
        for card in view.cards.get(HAND[view.viewer], ()):
            part[played[card]] += 1

    yield Section("hand", len(played), "how many of each card the viewer holds", hand)

    def top(view: View, part: Array) -> None:
        if pile := view.cards[DISCARD]:
            part[played[pile[-1]]] = 1

    yield Section("top", len(played), "the card on top of the discard pile", top)

    def discard(view: View, part: Array) -> None:
        for card in view.cards[DISCARD]:
            part[played[card]] += 1

    yield Section("discard", len(played), "how many of each card are in the discard pile", discard)

    def color(view: View, part: Array) -> None:
        if view.color:
            part[colors[view.color]] = 1

    yield Section("color", len(colors), "the color in play", color)

    def course(view: View, part: Array) -> None:
        part[:] = view.direction, view.round, view.turn, view.idle

    yield Section(
        "course",
        4,
        "the direction (1 clockwise, -1 counter-clockwise), the round, the turn, and how many turns"
        " in a row passed without a card",
        course,
    )

    def current(view: View, part: Array) -> None:
        if view.current >= 0:
            part[(view.current - view.viewer) % seats] = 1

    yield Section("current", seats, "whose turn it is", current)

    def question(view: View, part: Array) -> None:
        if view.prompts:
            part[questions[view.prompts[-1].kind]] = 1

    yield Section("question", len(questions), "the kind of the open question", question)

    def asked(view: View, part: Array) -> None:
        if view.prompts:
            part[(view.prompts[-1].seat - view.viewer) % seats] = 1

    yield Section("asked", seats, "who is asked", asked)

    def source(view: View, part: Array) -> None:
        if view.prompts and view.prompts[-1].source:
            part[every[view.prompts[-1].source]] = 1

    yield Section("source", len(every), "the card that asks", source)

    shared = (DISCARD, DANGER, DANGER_DISCARD, REVEALED, REMOVED) if own_decks else (DRAW, DISCARD)

    def piles(view: View, part: Array) -> None:
        part[:] = [view.counts[zone] for zone in shared]

    yield Section("piles", len(shared), f"how many cards are in {', '.join(shared)}", piles)

    def status(view: View, part: Array) -> None:
        rows = part.reshape(seats, 5)
        for nth in rivals:
            seat = seat_of(view, nth)
            rows[nth] = (
                seat in view.out,
                seat in view.skipped,
                seat in view.exposed,
                view.uno[seat] == "called",
                seat == view.dealer,
            )

    yield Section(
        "status",
        5 * seats,
        "of each seat: out, loses the next turn, may be caught, has called UNO, is the dealer",
        status,
    )

    own = (HAND, DECK, BURN) if own_decks else (HAND,)
    words = "hand, deck and burn pile" if own_decks else "hand"

    def counts(view: View, part: Array) -> None:
        rows = part.reshape(seats, len(own))
        for nth in rivals:
            seat = seat_of(view, nth)
            rows[nth] = [view.counts[zones[seat]] for zones in own]

    yield Section("counts", len(own) * seats, f"of each seat: how many cards in {words}", counts)

    def scores(view: View, part: Array) -> None:
        for nth in rivals:
            part[nth] = view.scores[seat_of(view, nth)] / 100

    yield Section("scores", seats, "the points of each seat, in hundreds", scores)

    def per_seat(name: str, zones: tuple[str, ...], kind: str, text: str) -> Section:
        codes = [card.code for card in edition.cards if card.kind == kind]
        numbers = _numbers(codes) if kind else played

        def fill(view: View, part: Array) -> None:
            rows = part.reshape(seats, len(numbers))
            for nth in rivals:
                for card in view.cards[zones[seat_of(view, nth)]]:
                    rows[nth][numbers[card]] += 1

        return Section(name, len(numbers) * seats, f"of each seat: {text}", fill)

    if own_decks:
        yield per_seat("hero", HERO, "hero", "its hero")
        yield per_seat("enemy", ENEMY, "enemy", "the Enemy in front of it")
        yield per_seat("items", ITEMS, "item", "its Items")
        yield per_seat("burned", BURN, "", "how many of each card are in its burn pile")
        kinds = _numbers([card.code for card in edition.cards if card.kind in DANGER_KINDS])

        def dangers(view: View, part: Array) -> None:
            for card in (*view.cards[DANGER_DISCARD], *view.cards[REVEALED]):
                part[kinds[card]] += 1

        yield Section("dangers", len(kinds), "Danger cards discarded or being resolved", dangers)
    granting = _numbers([card.code for card in edition.cards if any(grants(card))])

    def lasting(view: View, part: Array) -> None:
        rows = part.reshape(seats, len(granting))
        for effect in view.lasting:
            rows[(effect.seat - view.viewer) % seats][granting[effect.card]] += 1

    if granting:
        size = len(granting) * seats
        yield Section("lasting", size, "of each seat: the cards whose effects last", lasting)


def _numbers(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}
