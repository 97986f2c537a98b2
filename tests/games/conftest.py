"""Fixtures: the players Alice and Bob, and a running game of both."""

from collections.abc import Iterator
from itertools import count

import pytest

from games.ledger import store
from games.models import Game
from games.play import bot_turns, seating
from games.players.models import Player
from tests.games.tables import begun, guest, play_on


@pytest.fixture(autouse=True)
def _nothing_is_remembered() -> Iterator[None]:
    """Clear the caches, and offer two bots that never move."""
    offered = dict(seating.bot_terms)
    listening = list(bot_turns.on_bot_turn)
    for name, level in (("random", "beginner"), ("greedy", "fair")):
        terms = seating.BotTerms(version="1", budget=10_000, level=level)
        seating.bot_terms[name] = terms
    bot_turns.on_bot_turn.clear()
    store.forget()
    yield
    seating.bot_terms.clear()
    seating.bot_terms.update(offered)
    bot_turns.on_bot_turn[:] = listening


@pytest.fixture(autouse=True)
def _seeds_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make seeds deterministic."""
    numbers = count(1)
    monkeypatch.setattr(seating, "fresh_seed", lambda: next(numbers).to_bytes(32, "big"))


@pytest.fixture
def alice(editions: None) -> Player:
    return guest("Alice")


@pytest.fixture
def bob(editions: None) -> Player:
    return guest("Bob")


@pytest.fixture
def running(alice: Player, bob: Player) -> Game:
    """A game of Alice and Bob, one of whom is asked for a card."""
    while True:
        game = begun(alice, bob)
        if store.load(game).prompts[-1].kind == "turn":
            return game


@pytest.fixture
def midway(alice: Player, bob: Player) -> Game:
    """A game of three after some moves."""
    return play_on(begun(alice, bob, guest("Carol")), seed=21, moves=20)
