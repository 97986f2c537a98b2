"""Twins of a course of play: the same to a viewer, with other cards where the viewer does not see.

Every card is followed from place to place, from one shuffle to the next. Cards of one shuffle that
a viewer has seen nowhere since may as well lie in another order: that is the twin.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import msgspec

from games.engine import (
    NOBODY,
    Card,
    Choose,
    Decision,
    Draw,
    Expire,
    Move,
    State,
    Zone,
    fold,
)
from games.engine.facts import (
    Answered,
    CardsMoved,
    CardsPlaced,
    CardsShown,
    Fact,
    LotDrawn,
    Prompted,
    Ruling,
    ScoreChanged,
    Shuffled,
    Taken,
)
from games.engine.prompts import Bookmark, Prompt
from games.engine.zones import HAND, sees_zone

NEVER: Final = 1_000_000

Spot = int
"""Where a shuffle laid a card: its number among all spots of a game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A row to be: the move, its facts and rulings."""

    move: Move | None
    facts: tuple[Fact, ...]
    rulings: tuple[Ruling, ...]


@dataclass(slots=True)
class Course:
    """A course of play, with every card followed."""

    seats: int
    turns: list[Turn] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    shuffles: list[int] = field(default_factory=list)
    zones: dict[Zone, list[Spot]] = field(default_factory=lambda: defaultdict(list))
    seen: list[dict[int, int]] = field(default_factory=list)
    spots: list[list[dict[Any, Spot]]] = field(default_factory=list)
    drawn: dict[int, Spot] = field(default_factory=dict)
    shuffled: int = 0

    def follow(self, move: Move | None, decision: Decision) -> None:
        """Take note of a move."""
        self.turns.append(Turn(move, decision.facts, decision.rulings))
        self.spots.append([self._follow(fact) for fact in decision.facts])

    def viewers(self) -> range:
        """The public, and all seats."""
        return range(NOBODY, self.seats)

    # ---- where the cards of a fact lie

    def _follow(self, fact: Fact) -> dict[Any, Spot]:
        """The spots of the cards that a fact names, by their place in it or by their code."""
        match fact:
            case CardsPlaced(zone=zone, cards=cards):
                self.zones[zone] += self._fresh(cards)
            case Shuffled(zone=zone, order=order):
                self._fix_cards_shuffled_with_others(self.zones[zone])
                self.shuffled += 1
                self.zones[zone] = self._fresh(order)
                return dict(enumerate(self.zones[zone]))
            case CardsMoved():
                return dict(enumerate(self._moved(fact)))
            case CardsShown(verb="dealer"):
                pass
            case CardsShown(seat=seat, cards=cards, to=to):
                shown = self._held(seat, cards)
                self._see(shown, lambda viewer: to is None or viewer in (seat, to))
                return dict(enumerate(shown))
            case ScoreChanged():
                for seat in range(self.seats):
                    self._see(self.zones[HAND[seat]], lambda viewer: True)
            case Prompted() | Answered() | Taken():
                return self._in_hands()
        return {}

    def _fix_cards_shuffled_with_others(self, pile: Sequence[Spot]) -> None:
        """Exchange no card of an earlier shuffle of which unseen cards are shuffled again.

        The rest of it may be in hands: with other cards there, other cards would be shuffled now.
        """
        viewers = len(self.viewers())
        for shuffle in {self.shuffles[spot] for spot in pile if len(self.seen[spot]) < viewers}:
            spots = [spot for spot, own in enumerate(self.shuffles) if own == shuffle]
            if not set(spots) <= set(pile):
                for spot in spots:
                    self.shuffles[spot] = 0

    def _fresh(self, cards: Sequence[Card]) -> list[Spot]:
        first = len(self.cards)
        self.cards += cards
        self.shuffles += [self.shuffled] * len(cards)
        self.seen += [{} for _ in cards]
        return list(range(first, first + len(cards)))

    def _moved(self, fact: CardsMoved) -> list[Spot]:
        source, many = self.zones[fact.source], len(fact.cards)
        if tuple(self.cards[spot] for spot in source[: -many - 1 : -1]) == fact.cards:
            moved = source[: -many - 1 : -1]
        else:
            moved = self._among(source, fact.cards)
        self.zones[fact.source] = [spot for spot in source if spot not in moved]
        target = self.zones[fact.target]
        self.zones[fact.target] = moved[::-1] + target if fact.bottom else target + moved
        on_turn = isinstance(self.turns[-1].move, Draw | Expire) and not fact.cause
        if fact.verb == "draw" and on_turn:
            self.drawn[fact.seat] = moved[-1]
        self._see(
            moved,
            lambda viewer: sees_zone(fact.source, viewer) or sees_zone(fact.target, viewer),
        )
        return moved

    def _held(self, seat: int, cards: Sequence[Card]) -> list[Spot]:
        return self._among(self.zones[HAND[seat]], cards)

    def _among(self, spots: Sequence[Spot], cards: Sequence[Card]) -> list[Spot]:
        left, found = list(spots), []
        for card in cards:
            found.append(next(spot for spot in left if self.cards[spot] == card))
            left.remove(found[-1])
        return found

    def _in_hands(self) -> dict[Any, Spot]:
        """The hands by seat and code; under "drawn" the card drawn on a turn, while it is held."""
        named: dict[Any, Spot] = {}
        for seat in range(self.seats):
            hand = self.zones[HAND[seat]]
            named |= {(seat, self.cards[spot]): spot for spot in hand}
            if self.drawn.get(seat) in hand:
                named[seat, "drawn"] = self.drawn[seat]
        return named

    def _see(self, spots: Sequence[Spot], sees: Callable[[int], bool]) -> None:
        for spot in spots:
            for viewer in self.viewers():
                if sees(viewer):
                    self.seen[spot].setdefault(viewer, len(self.turns))

    # ---- the twin

    def unseen(self, viewer: int, until: int) -> dict[int, list[Spot]]:
        """The spots that a viewer has not seen up to a row, by their shuffle."""
        found: dict[int, list[Spot]] = defaultdict(list)
        for spot, shuffle in enumerate(self.shuffles):
            if shuffle and self.seen[spot].get(viewer, NEVER) > until:
                found[shuffle].append(spot)
        return found

    def other_cards(self, viewer: int, until: int, rng: Random) -> list[Card]:
        """The cards of all spots, those that a viewer has not seen in another order."""
        cards = list(self.cards)
        for spots in self.unseen(viewer, until).values():
            order = rng.sample(spots, len(spots))
            for spot, other in zip(spots, order, strict=True):
                cards[spot] = self.cards[other]
        return cards

    def twin(self, viewer: int, until: int, rng: Random) -> Iterator[tuple[Turn, State]]:
        """The rows up to one as another game would have them, and the state after each."""
        cards, state = self.other_cards(viewer, until, rng), State()
        for turn, spots in zip(self.turns[:until], self.spots, strict=False):
            pairs = zip(turn.facts, spots, strict=True)
            facts = tuple(_retold(fact, named, cards) for fact, named in pairs)
            move, first = turn.move, facts[0]
            if isinstance(move, Choose) and isinstance(first, Answered) and first.hidden:
                move = Choose(move.seat, first.option)
            state = fold(state, facts)
            yield Turn(move, facts, turn.rulings), state


def _retold(fact: Fact, spots: dict[Any, Spot], cards: list[Card]) -> Fact:
    """A fact with the cards that lie on its spots now."""
    change = msgspec.structs.replace

    def now(seat: int, code: str) -> str:
        return cards[spots[seat, code]] if (seat, code) in spots else code

    match fact:
        case Shuffled():
            return change(fact, order=tuple(cards[spot] for spot in spots.values()))
        case CardsMoved() | CardsShown() if spots:
            return change(fact, cards=tuple(cards[spot] for spot in spots.values()))
        case LotDrawn(among=among, picked=picked, hidden=True):
            return change(fact, picked=(picked + 1) % among)
        case Answered(hidden=True) | Taken(hidden=True):
            return change(fact, option=now(fact.seat, fact.option))
        case Prompted(prompt=prompt):
            return change(fact, prompt=_asked(prompt, now))
        case _:
            return fact


def _asked(prompt: Prompt, now: Callable[[int, str], str]) -> Prompt:
    """A question with the cards of the hand as they are now, also in the work behind it."""
    change = msgspec.structs.replace
    marks = [_kept(mark, now) if isinstance(mark, Bookmark) else mark for mark in prompt.resume]
    prompt = change(prompt, resume=tuple(marks))
    if not prompt.hidden:
        return prompt
    if prompt.kind == "drawn":
        return change(prompt, options=(now(prompt.seat, "drawn"), *prompt.options[1:]))
    options = tuple(dict.fromkeys(now(prompt.seat, option) for option in prompt.options))
    return change(prompt, options=options, default=now(prompt.seat, prompt.default))


def _kept(mark: Bookmark, now: Callable[[int, str], str]) -> Bookmark:
    """A bookmark in which the cards of a hand that it remembers are those that are there now."""
    bound = []
    for name, value in mark.bound:
        card = value
        if name in ("drawn", "given"):
            card = now(mark.seat, name if name == "drawn" else value)
        bound.append((name, value if card == "drawn" else card))
    return msgspec.structs.replace(mark, bound=tuple(bound))
