"""What a viewer knows is true, follows from what it was shown, and is in the worlds it imagines."""

from collections import Counter
from random import Random

import pytest

from bots.strategies.imagine import imagine
from games.engine import NOBODY, Fact, Seat, State, View, Zone, observe, redact
from games.engine.facts import ColorChanged, GameStarted, RoundBegan, SeatOut, TurnBegan, Withdrawn
from games.engine.seen_facts import (
    SeenAnswered,
    SeenCardsMoved,
    SeenCardsPlaced,
    SeenCardsShown,
    SeenPrompted,
    SeenShuffled,
)
from games.engine.zones import FACE_DOWN, HAND, all_zones, sees_zone
from tests.laws.random_games import GAMES_A_TABLE, TABLES, full_games, short_games

pytestmark = pytest.mark.slow

EVERY_TABLE = pytest.mark.parametrize(("variant", "seats"), TABLES)
MANY = max(2, GAMES_A_TABLE // 4)
MAX = 20
"""How many clues there are at most."""

Card = str | None
"""A card, None for one that the viewer does not know."""


class Watcher:
    """A viewer with a perfect memory, which is given the facts that it sees and nothing else.

    It has a list of cards for every zone, as many as there are.
    """

    def __init__(self, viewer: Seat) -> None:
        self.viewer = viewer
        self.zones: dict[Zone, list[Card]] = {}
        self.asked: list[str] = []
        self.color, self.turn = "", 0
        self.clues: list[tuple[object, ...]] = []

    def watch(self, facts: tuple[Fact, ...]) -> None:
        """See the facts of one event."""
        seen = [redact(fact, self.viewer) for fact in facts]
        for at, fact in enumerate(seen):
            match fact:
                case GameStarted(setup=setup):
                    zones = all_zones(setup.seats, own_decks=bool(setup.heroes))
                    self.zones = {zone: [] for zone in zones}
                case SeenCardsPlaced(zone=zone, cards=cards):
                    self.zones[zone] += self.as_put(zone, list(cards))
                case SeenCardsMoved():
                    self.move(fact)
                case SeenCardsShown(verb="hand" | "reveal", seat=seat, cards=cards):
                    if cards is not None and seat != self.viewer:
                        self.show(self.zones[HAND[seat]], cards)
                case SeenShuffled(zone=zone):
                    self.zones[zone] = [None] * len(self.zones[zone])
                case SeenPrompted(prompt=prompt):
                    self.asked.append(prompt.kind)
                case SeenAnswered(seat=seat, option=option):
                    self.answer(seat, self.asked.pop(), option, seen[at + 1 :])
                    self.clues = self.clues[-MAX:]
                case Withdrawn():
                    self.asked.pop()
                case ColorChanged(color=color):
                    self.color = color
                case TurnBegan():
                    self.turn += 1
                case RoundBegan():
                    self.clues, self.color = [], ""
                case SeatOut(seat=seat):
                    self.clues = [clue for clue in self.clues if clue[0] != seat]

    def as_put(self, zone: Zone, cards: list[Card]) -> list[Card]:
        """What is still known of cards on top of a pile, which is shuffled before it is used."""
        return [None] * len(cards) if zone in FACE_DOWN else cards

    def move(self, fact: SeenCardsMoved) -> None:
        """Take cards from one list to another."""
        source = self.zones[fact.source]
        count = fact.count
        assert isinstance(count, int)
        if fact.source in FACE_DOWN:
            taken = source[len(source) - count :][::-1]
            del source[len(source) - count :]
        elif fact.cards is None:
            taken = list(source) if count == len(source) else [None] * count
            self.zones[fact.source] = left_of(source, count)
        else:
            taken = []
            for card in fact.cards:
                source.remove(card if card in source else None)
        cards = taken if fact.cards is None else list(fact.cards)
        if fact.bottom:
            if fact.cards is None:
                cards = [None] * count
            self.zones[fact.target][:0] = cards[::-1]
        else:
            self.zones[fact.target] += self.as_put(fact.target, cards)

    def show(self, hand: list[Card], cards: tuple[str, ...]) -> None:
        """Write cards in a hand where they are not known yet."""
        for card, count in Counter(cards).items():
            for _ in range(count - hand.count(card)):
                hand[hand.index(None)] = card

    def answer(self, seat: Seat, kind: str, option: str | None, then: list[object]) -> None:
        """Note what an answer says of a hand."""
        top = (self.zones["discard"] or [""])[-1]
        held = len(self.zones[HAND[seat]])
        if kind == "turn" and option == "draw":
            self.clues.append((seat, "drew", self.turn, self.color, top, held, ""))
        elif kind == "turn":
            self.clues.append((seat, "chose", self.turn, self.color, top, held, option))
        elif kind == "color":
            self.clues.append((seat, "named", self.turn, option, top, held, ""))
        elif kind == "drawn" and self.clues and self.clues[-1][:2] == (seat, "drew"):
            plays = [
                fact for fact in then if isinstance(fact, SeenCardsMoved) and fact.verb == "play"
            ]
            what = "played" if plays else "kept"
            self.clues[-1] = (seat, what, *self.clues[-1][2:])

    def known(self) -> dict[Zone, tuple[str, ...]]:
        """What it knows of the zones that it does not see, as views have it."""
        found = {}
        for zone, cards in self.zones.items():
            if sees_zone(zone, self.viewer) or not any(cards):
                continue
            if zone in FACE_DOWN:
                last = max(at for at, card in enumerate(cards) if card)
                found[zone] = tuple(card or "" for card in cards[: last + 1])
            else:
                found[zone] = tuple(sorted(card for card in cards if card))
        return found


def left_of(hand: list[Card], gone: int) -> list[Card]:
    """What is certain of a hand from which any cards have gone."""
    counts = Counter(card for card in hand if card)
    sure: list[Card] = [card for card, many in counts.items() for _ in range(many - gone)]
    return sure + [None] * (len(hand) - gone - len(sure))


def check_true(view: View, state: State) -> None:
    """All that is known is so."""
    for zone, cards in view.known.items():
        assert zone not in view.cards
        there = state.zones[zone]
        if zone in FACE_DOWN:
            assert len(cards) <= len(there)
            assert all(card in ("", there[at]) for at, card in enumerate(cards))
        else:
            assert not Counter(cards) - Counter(there)


@EVERY_TABLE
def test_a_viewer_knows_what_follows_from_what_it_saw_and_imagines_no_other_world(
    variant: str, seats: int
) -> None:
    rng = Random(seats)
    knowing = worlds = 0
    for game in short_games(variant, seats, MANY):
        who = [NOBODY, *rng.sample(range(seats), 2)]
        watchers = [Watcher(viewer) for viewer in who]
        for moment in game.play():
            state = moment.decision.state
            for watcher in watchers:
                watcher.watch(moment.decision.facts)
                view = observe(game.ruleset, state, watcher.viewer)
                check_true(view, state)
                assert view.known == watcher.known()
                found = [
                    (one.seat, one.what, one.turn, one.color, one.top, one.held, one.card)
                    for one in view.clues
                ]
                assert found == watcher.clues
                knowing += bool(view.known)
                if view.known and rng.random() < 0.1:
                    imagined = imagine(game.ruleset, view, rng)
                    check_true(view, imagined)
                    assert observe(game.ruleset, imagined, watcher.viewer) == view
                    worlds += 1
    assert knowing > 10
    assert worlds > 0


@pytest.mark.parametrize("variant", ["avengers", "xmen"])
def test_a_new_round_begins_with_nothing_known(variant: str) -> None:
    rounds = 0
    for game in full_games(variant):
        watchers = [Watcher(viewer) for viewer in range(NOBODY, game.ruleset.seats)]
        for moment in game.play():
            state = moment.decision.state
            for watcher in watchers:
                watcher.watch(moment.decision.facts)
            if state.round > moment.before.round:
                assert not state.known
                assert not state.clues
                rounds += 1
                for watcher in watchers:
                    assert not watcher.known()
    assert rounds > 10
