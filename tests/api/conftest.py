"""Fixtures: two guests, and a game of both."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from games.ledger import store
from games.play import bot_turns
from tests.api.client import Caller, asked_of, guest, start_game


@pytest.fixture(autouse=True)
def _nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test begins with empty buckets and caches; no bot task is sent, all deals are one."""
    seeds = SimpleNamespace(token_bytes=lambda count: bytes(range(count)))
    monkeypatch.setattr("games.play.seating.secrets", seeds)
    store.forget()
    listening = list(bot_turns.on_bot_turn)
    bot_turns.on_bot_turn.clear()
    yield
    bot_turns.on_bot_turn[:] = listening


@pytest.fixture
def alice(editions: None) -> Caller:
    return guest("Alice")


@pytest.fixture
def bob(editions: None) -> Caller:
    return guest("Bob")


@pytest.fixture
def carol(editions: None) -> Caller:
    """Another client."""
    return guest("Carol")


@pytest.fixture
def game(alice: Caller, bob: Caller) -> str:
    """A running game of Alice and Bob."""
    return start_game(alice, bob)


@pytest.fixture
def played(alice: Caller, bob: Caller, game: str) -> str:
    """A game with some moves behind it."""
    for _ in range(6):
        player, prompt, _seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    return game
