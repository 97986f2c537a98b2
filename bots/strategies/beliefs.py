"""What the other seats may hold, judged by what they did.

Many hands are imagined for a seat at its first clue and changed as its later ones say. Hands with
which "greedy" would have done something else become less likely. Hands that agree with the clues
are then copied, others dropped: a particle filter. It is for games with one pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from bots.strategies.imagine import unseen
from bots.strategies.playouts import CLOSE, QUIET, Hand, Playouts
from bots.strategies.strategy import Rng, below, picked
from games.engine import Card, Clue, Color, Ruleset, Seat, View, Zone
from games.engine.zones import HAND, NO_CARD, NO_COLOR

HANDS: Final = 200
"""How many hands of a seat are imagined."""

UNLIKELY: Final = 0.1
"""How likely an act is that "greedy" would not choose, if others have the likelihood 1."""

TRIES: Final = 30
"""How often a card is drawn at random until it may be added to a hand."""

Guess = dict[Zone, list[Card]]
"""The cards of hands that a viewer neither sees nor knows, by zone."""


class Beliefs:
    """The hands that the other seats may hold, according to one view."""

    def __init__(self, playouts: Playouts, view: View, rng: Rng) -> None:
        others = {clue.seat for clue in view.clues} - {view.viewer, *view.out}
        hidden = unseen(playouts.ruleset, view)
        self._left = hidden.copy()
        for cards in view.known.values():
            self._left.subtract(card for card in cards if card)
        self._hands = {
            seat: _Filter(playouts, view, seat, hidden, rng).hands() for seat in sorted(others)
        }

    def guess(self, rng: Rng) -> Guess:
        """Return hands for the seats of which there are clues, by chance."""
        found: Guess = {}
        left = self._left.copy() if len(self._hands) > 1 else self._left
        for seat, hands in self._hands.items():
            hand = picked(rng, hands)
            if len(self._hands) > 1:
                hand = _possible(hand, len(hand), left, rng)
                left.subtract(hand)
            found[HAND[seat]] = hand
        return found


class _Filter:
    """Imagines the hands of one seat, clue by clue."""

    def __init__(
        self, playouts: Playouts, view: View, seat: Seat, hidden: Counter[Card], rng: Rng
    ) -> None:
        self._playouts = playouts
        self._rng = rng
        self._clues = [clue for clue in view.clues if clue.seat == seat]
        zone = HAND[seat]
        self._count = view.counts[zone]
        self._known = [card for card in view.known.get(zone, ()) if card]
        self._left = hidden.copy()
        for other, cards in view.known.items():
            if other != zone:
                self._left.subtract(card for card in cards if card)
        self._pool = self._left + Counter(clue.card for clue in self._clues if clue.card)
        self._hands: list[list[Card]] = [[] for _ in range(HANDS)]

    def hands(self) -> list[list[Card]]:
        """Return hands without the known cards, as likely as each occurs."""
        for clue in self._clues:
            self._resize(clue.held)
            self._hands = _resampled(self._hands, self._likelihoods(clue), self._rng)
            self._act(clue)
        self._resize(self._count)
        return [self._completed(hand) for hand in self._hands]

    def _resize(self, count: int) -> None:
        """Let hands have so many cards: cards were drawn, or left the hand."""
        pack = _Pack(self._pool)
        for hand in self._hands:
            for _ in range(count - len(hand)):
                pack.draw(hand, self._rng)
            while len(hand) > count:
                del hand[below(self._rng, len(hand))]

    def _likelihoods(self, clue: Clue) -> list[float]:
        """Return how likely each hand makes what the seat did.

        A card that was chosen is put into hands that lack it, in place of another one.
        """
        playouts, fits = self._playouts, _fitting(self._playouts.ruleset, clue)
        if clue.what == "named":
            return [_likelihood(self._would_name(hand, clue.color)) for hand in self._hands]
        if clue.what != "chose":
            return [_likelihood(fits.isdisjoint(hand)) for hand in self._hands]
        for hand in self._hands:
            if not hand:
                hand.append(clue.card)
            elif clue.card not in hand:
                hand[below(self._rng, len(hand))] = clue.card
        return [
            _likelihood(would_play(playouts, hand, clue.card, fits, clue.color))
            for hand in self._hands
        ]

    def _would_name(self, hand: Sequence[Card], named: Color) -> bool:
        """Whether no color is more frequent in a hand than a named one."""
        color = self._playouts.ruleset.color
        counts = Counter(color[card] for card in hand)
        del counts[NO_COLOR]
        return counts[named] == max(counts.values(), default=0)

    def _act(self, clue: Clue) -> None:
        """Let hands lose the card that was chosen, or get the one that was drawn and kept."""
        if clue.what == "chose":
            self._pool[clue.card] -= 1
            for hand in self._hands:
                hand.remove(clue.card)
        elif clue.what in ("drew", "kept"):
            fits = _fitting(self._playouts.ruleset, clue)
            pack = _Pack(
                Counter(
                    {
                        card: count
                        for card, count in self._pool.items()
                        if (card in fits) == (clue.what == "kept")
                    }
                )
            )
            for hand in self._hands:
                pack.draw(hand, self._rng)

    def _completed(self, hand: list[Card]) -> list[Card]:
        """Return a hand that is possible, without the cards that are known in it."""
        kept = _possible(hand, self._count, self._left, self._rng)
        for card in self._known:
            if card in kept:
                kept.remove(card)
        while len(kept) > self._count - len(self._known):
            del kept[below(self._rng, len(kept))]
        return kept


class _Pack:
    """Cards from which hands are filled, each hand as if it were the only one."""

    def __init__(self, cards: Counter[Card]) -> None:
        self._counts = cards
        self._cards = sorted(cards.elements())

    def draw(self, hand: list[Card], rng: Rng) -> None:
        """Add a card by chance, if there is one."""
        if not self._cards:
            return
        for _ in range(TRIES):
            card = picked(rng, self._cards)
            held = hand.count(card)
            if not held or below(rng, self._counts[card]) >= held:
                break
        hand.append(card)


def would_play(
    playouts: Playouts, hand: Sequence[Card], card: Card, fits: Iterable[Card], color: Color
) -> bool:
    """Whether "greedy" would play a card, with the next seat about to win or not."""
    policy = playouts.others
    values = Hand(playouts, policy, hand, color)
    value = values.of(card)
    others = [(other, values.of(other)) for other in set(hand).intersection(fits)]
    return any(
        all(worth[other] + extra <= worth[card] + value for other, extra in others)
        for worth in (policy.worth[QUIET], policy.worth[CLOSE])
    )


def _fitting(ruleset: Ruleset, clue: Clue) -> frozenset[Card]:
    """Return the cards that might have been played at a clue."""
    return ruleset.fits[clue.top][clue.color] if clue.top != NO_CARD else frozenset(ruleset.kind)


def _likelihood(is_likely: bool) -> float:
    return 1.0 if is_likely else UNLIKELY


def _resampled(hands: list[list[Card]], weights: Sequence[float], rng: Rng) -> list[list[Card]]:
    """Return as many hands, each as often as its weight says."""
    sums = list(accumulate(weights))
    step, place = sums[-1] / len(hands), rng.random()
    found: list[list[Card]] = []
    for hand, total in zip(hands, sums, strict=True):
        while len(found) < len(hands) and (len(found) + place) * step < total:
            found.append(hand[:])
    found.extend(hands[-1][:] for _ in range(len(hands) - len(found)))
    return found


def _possible(hand: Sequence[Card], count: int, left: Counter[Card], rng: Rng) -> list[Card]:
    """Return a hand in which others replace the cards of which there are not enough."""
    taken = Counter[Card]()
    found = []
    for card in hand:
        taken[card] += 1
        if taken[card] > left[card]:
            taken[card] -= 1
        else:
            found.append(card)
    lacking = count - len(found)
    if lacking:
        rest = sorted((left - taken).elements())
        for _ in range(lacking):
            found.append(rest.pop(below(rng, len(rest))))
    return found
