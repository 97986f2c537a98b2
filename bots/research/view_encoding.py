"""Views as vectors of a fixed length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Final

import numpy as np

from bots.research.action_space import played_cards
from cards.language.effects import DANGER as DANGER_KINDS
from cards.language.walk import grants
from games.engine import SEED_SIZE, Chance, Ruleset, Setup, View, new_game, observe
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

Section = tuple[str, Iterable[float]]
"""A part of the observation: its name, and its numbers."""


class Encoder:
    """Observations of a spec: their layout, and the vectors of views.

    Seats are relative to the viewer, who is the first of them. All numbers are float32: 0 or 1,
    counts of cards, and in ``scores`` hundreds of points. Nothing is in them that a view hides.
    ``slices`` has the place of each section by its name.
    """

    def __init__(self, ruleset: Ruleset, setup: Setup) -> None:
        self.ruleset: Final = ruleset
        edition = ruleset.edition
        self._played: Final = played_cards(edition)
        self._cards: Final = [card.code for card in edition.cards]
        self._granting: Final = [card.code for card in edition.cards if any(grants(card))]
        self.slices: Final = dict[str, slice]()
        self.size = 0
        first = new_game(ruleset, setup, Chance(bytes(SEED_SIZE))).state
        for name, numbers in self.sections(observe(ruleset, first, 0)):
            start, self.size = self.size, self.size + len(list(numbers))
            self.slices[name] = slice(start, self.size)

    def observation(self, view: View) -> Array:
        """Return the vector of a view."""
        numbers = chain.from_iterable(numbers for _, numbers in self.sections(view))
        return np.fromiter(numbers, np.float32, self.size)

    def sections(self, view: View) -> Iterator[Section]:
        """Yield what a view shows, as README.md describes it."""
        own_decks, colors = self.ruleset.variant.own_decks, self.ruleset.edition.colors
        seats = [(view.viewer + nth) % view.seats for nth in range(view.seats)]
        pile, asked = view.cards[DISCARD], view.prompts[-1] if view.prompts else None
        yield "viewer", _marks(range(view.seats), [view.viewer])
        yield "hand", _counts(self._played, view.cards.get(HAND[view.viewer], ()))
        yield "top", _marks(self._played, pile[-1:])
        yield "discard", _counts(self._played, pile)
        yield "color", _marks(colors, [view.color])
        yield "course", (view.direction, view.round, view.turn, view.idle, view.circling)
        yield "current", _marks(seats, [view.current])
        yield "question", _marks(QUESTIONS, [asked.kind] if asked else ())
        yield "asked", _marks(seats, [asked.seat] if asked else ())
        yield "source", _marks(self._cards, [asked.source] if asked else ())
        shared = (DISCARD, DANGER, DANGER_DISCARD, REVEALED, REMOVED)
        piles = shared if own_decks else (DRAW, DISCARD)
        yield "piles", [view.counts[zone] for zone in piles]
        yield "status", [mark for seat in seats for mark in _status(view, seat)]
        own = (HAND, DECK, BURN) if own_decks else (HAND,)
        yield "counts", [view.counts[zones[seat]] for seat in seats for zones in own]
        yield "known", self._by_seat(seats, lambda seat: view.known.get(HAND[seat], ()))
        yield "scores", [view.scores[seat] / 100 for seat in seats]
        if own_decks:
            yield "hero", self._by_seat(seats, lambda seat: view.cards[HERO[seat]], ("hero",))
            yield "enemy", self._by_seat(seats, lambda seat: view.cards[ENEMY[seat]], ("enemy",))
            yield "items", self._by_seat(seats, lambda seat: view.cards[ITEMS[seat]], ("item",))
            yield "burned", self._by_seat(seats, lambda seat: view.cards[BURN[seat]])
            dangers = (*view.cards[DANGER_DISCARD], *view.cards[REVEALED])
            yield "dangers", _counts(self._of_kinds(DANGER_KINDS), dangers)
        lasting = [[one.card for one in view.lasting if one.seat == seat] for seat in seats]
        yield "lasting", [count for row in lasting for count in _counts(self._granting, row)]

    def _of_kinds(self, kinds: Iterable[str]) -> list[str]:
        return [card.code for card in self.ruleset.edition.cards if card.kind in kinds]

    def _by_seat(
        self, seats: list[int], cards: Callable[[int], Iterable[str]], kinds: tuple[str, ...] = ()
    ) -> Iterator[float]:
        """Yield of each seat how many it has of each card."""
        codes = self._of_kinds(kinds) if kinds else self._played
        for seat in seats:
            yield from _counts(codes, cards(seat))


def _marks(names: Iterable[object], there: Iterable[object]) -> list[float]:
    found = set(there)
    return [float(name in found) for name in names]


def _counts(names: Iterable[str], cards: Iterable[str]) -> list[float]:
    held = dict.fromkeys(names, 0.0)
    for card in cards:
        held[card] += 1
    return list(held.values())


def _status(view: View, seat: int) -> tuple[bool, ...]:
    """Return the five marks of a seat."""
    called = view.uno[seat] == "called"
    return (
        seat in view.out,
        seat in view.skipped,
        seat in view.exposed,
        called,
        seat == view.dealer,
    )
