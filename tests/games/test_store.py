"""The state at the head: from a cache, or folded from the rows."""

from typing import Any
from uuid import UUID

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import NOBODY, State, observe
from games.ledger import store
from games.ledger.cached_states import CODE_SIZE, pack, unpack
from games.ledger.move_receipts import RequestKey
from games.models import Game, MoveEvent
from games.play import deciding, submitting
from games.play.commands import MoveCommand
from games.play.selectors import ruleset_for
from games.players.models import Player
from tests.games.tables import actor_on, begun, fresh, guest, make, moves_now, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def forget_all(game: Game) -> None:
    store.forget()
    cache.delete(store._cache_key(game.pk))


@pytest.mark.parametrize("variant", ["avengers", "xmen"])
def test_dropping_every_memory_in_mid_game_loses_nothing(
    alice: Player, bob: Player, variant: str
) -> None:
    game = play_on(begun(alice, bob, guest("Carol"), variant=variant), seed=1, moves=25)
    before, moves = store.load(game), moves_now(game)
    forget_all(game)
    assert store.load(game) == before
    assert moves_now(game) == moves
    forget_all(game)
    over = play_on(game, seed=2)
    assert over.status == Game.Status.OVER
    assert over.winner in range(3)


def test_at_every_row_the_fold_is_the_state_that_was_live(running: Game) -> None:
    game, states = running, [store.load(running)]
    for seed in range(60):
        if game.status == Game.Status.OVER:
            break
        game = play_on(game, seed, moves=1)
        states.append(store.load(game))
    folded = [store.state_at(game, at) for at in range(1, game.seq + 1)]
    assert folded == states


def remembered(game: Game) -> Any:
    return cache.get(store._cache_key(game.pk))


def test_a_move_leaves_the_state_in_the_shared_cache(running: Game) -> None:
    game = play_on(running, seed=3, moves=5)
    store.forget()
    with CaptureQueriesContext(connection) as queries:
        state = store.load(game)
    assert len(queries) == 0
    forget_all(game)
    assert store.load(game) == state


WRONG = (
    "behind", "ahead", "another row", "another game", "forged", "rubbish", "no state",
    "another type",
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_cached_state_of_any_other_row_is_not_trusted(running: Game, wrong: str) -> None:
    behind, before = remembered(running), store.load(running)
    game = play_on(running, seed=4, moves=4)
    right, packed = store.load(game), remembered(game)
    cache.set(
        store._cache_key(game.pk),
        {
            "behind": behind,
            "ahead": pack(game.pk, game.seq + 1, game.head, before),
            "another row": pack(game.pk, game.seq, "0" * 64, before),
            "another game": pack(UUID(int=1), game.seq, game.head, before),
            "forged": packed[:CODE_SIZE] + behind[CODE_SIZE:],
            "rubbish": packed[:-1],
            "no state": packed[:CODE_SIZE],
            "another type": 41,
        }[wrong],
    )
    store.forget()
    assert store.load(game) == right != before
    cache.set(store._cache_key(game.pk), packed)
    store.forget()
    with CaptureQueriesContext(connection) as queries:
        assert store.load(game) == right
    assert len(queries) == 0


@pytest.mark.parametrize("name", ["STATE_SHAPE", "RULES_VERSION"])
def test_a_cached_state_of_another_release_is_not_read(
    running: Game, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = remembered(running)
    assert unpack(packed, running.pk, running.seq, running.head) is not None
    monkeypatch.setattr(f"games.ledger.cached_states.{name}", "0")
    assert unpack(packed, running.pk, running.seq, running.head) is None


def test_a_cached_state_of_another_server_is_not_read(running: Game, settings: Any) -> None:
    packed = remembered(running)
    settings.SECRET_KEY = "another"
    assert unpack(packed, running.pk, running.seq, running.head) is None


def test_what_this_process_remembers_is_not_trusted_when_another_one_moved(running: Game) -> None:
    stale = store.load(running)
    ruleset = ruleset_for(running)
    game = play_on(running, seed=5, moves=3)
    store.remember(game.pk, running.seq, running.head, stale)
    assert observe(ruleset, store.load(game), NOBODY) != observe(ruleset, stale, NOBODY)


def test_a_cache_that_does_not_answer_only_costs_time(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    game = play_on(running, seed=6, moves=3)
    right = store.load(game)
    monkeypatch.setattr(type(cache._connections["default"]), "get", fail)  # type: ignore[attr-defined]
    monkeypatch.setattr(type(cache._connections["default"]), "set", fail)  # type: ignore[attr-defined]
    store.forget()
    assert store.load(game) == right
    assert make(game, moves_now(game)[0]).game.seq == game.seq + 1


def test_nothing_of_a_move_that_fails_is_remembered(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object) -> None:
        raise RuntimeError

    before, cached = store.load(running), remembered(running)
    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(store, "append", fail)
        make(running, moves_now(running)[0])
    assert store.load(fresh(running)) == before
    assert remembered(running) == cached
    assert fresh(running).seq == MoveEvent.objects.filter(game=running).count() == 1


def test_a_move_costs_few_queries_and_as_many_late_as_early(alice: Player, bob: Player) -> None:
    def cost(game: Game) -> int:
        move = moves_now(game)[0]
        command = MoveCommand(move, actor_on(game, move.seat), expected=game.seq)
        key = RequestKey("a player", f"key-{game.seq}", "digest")
        with CaptureQueriesContext(connection) as queries:
            submitting.commit_move(deciding.decide_move(fresh(game), command), key)
        return len([one for one in queries if not one["sql"].startswith(("BEGIN", "COMMIT"))])

    game = begun(alice, bob, rounds=None)
    early = cost(game)
    game = play_on(game, seed=7, moves=40)
    assert early == cost(game) == (2 if connection.vendor == "postgresql" else 4)


def test_before_the_first_row_nothing_is_laid(running: Game) -> None:
    assert store.state_at(running, 0) == State()
