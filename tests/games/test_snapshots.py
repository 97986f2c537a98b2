"""Snapshots save readers of long games from folding every row, and are never trusted blindly."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import State
from games.ledger import snapshots, store
from games.ledger.cached_states import CODE_SIZE
from games.models import Game
from games.play import selectors
from games.players.models import Player
from games.proofs.runs import verdict_on
from tests.games.finished import finished
from tests.games.tables import begun, fresh, make, moves_now, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ROWS = 8


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the facts that have been decoded, one for each row."""
    texts: list[str] = []
    decode = store.decode_facts

    def counted(text: str) -> Any:
        texts.append(text)
        return decode(text)

    monkeypatch.setattr(store, "decode_facts", counted)
    return texts


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """A snapshot every few rows."""
    monkeypatch.setattr(snapshots, "SNAPSHOT_ROWS", ROWS)


@pytest.fixture
def game(often: None, alice: Player, bob: Player) -> Game:
    """A running game of some snapshots, none of which has been kept yet."""
    played = play_on(begun(alice, bob, rounds=None), seed=5, moves=3 * ROWS)
    forget(played)
    return played


def forget(game: Game) -> None:
    for seq in range(game.seq + 1):
        cache.delete(snapshots._key(game.pk, seq))


def kept(game: Game) -> list[int]:
    """Return the rows that have a snapshot."""
    seqs = range(1, game.seq + 1)
    return [seq for seq in seqs if cache.get(snapshots._key(game.pk, seq)) is not None]


def test_a_reader_leaves_snapshots_to_the_next_one(game: Game, decoded: list[str]) -> None:
    at = 2 * ROWS + 3
    state = store.state_at(game, at)
    assert (len(decoded), kept(game)) == (at, [ROWS, 2 * ROWS])
    decoded.clear()
    assert store.state_at(game, at) == state
    assert len(decoded) == 3


def test_states_with_and_without_snapshots_are_equal(game: Game) -> None:
    for _ in range(2):
        for at in range(game.seq + 1):
            assert store.state_at(game, at) == store.state_from_rows(game, at)
    assert kept(game) == list(range(ROWS, game.seq + 1, ROWS))


def test_reading_goes_on_from_a_known_state_unless_a_snapshot_is_later(
    game: Game, decoded: list[str]
) -> None:
    whole = store.state_from_rows(game, game.seq)
    start = (ROWS + 2, store.state_from_rows(game, ROWS + 2))
    for snapshot, rows in ((True, game.seq - 3 * ROWS), (False, game.seq - ROWS - 2)):
        if not snapshot:
            forget(game)
        decoded.clear()
        assert store.state_at(game, game.seq, start) == whole
        assert len(decoded) == rows


def forged(packed: bytes, other: bytes) -> bytes:
    """Return a snapshot with the code of another one."""
    return other[:CODE_SIZE] + packed[CODE_SIZE:]


WRONG: dict[str, Callable[[bytes, bytes], object]] = {
    "another row": lambda packed, other: other,
    "forged": forged,
    "no code": lambda packed, other: packed[CODE_SIZE:],
    "cut": lambda packed, other: packed[:-1],
    "nothing": lambda packed, other: b"",
    "another type": lambda packed, other: 41,
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_snapshot_is_ignored(game: Game, wrong: str, decoded: list[str]) -> None:
    at = 2 * ROWS + 3
    right = store.state_at(game, at)
    other, key = (snapshots._key(game.pk, seq) for seq in (ROWS, 2 * ROWS))
    cache.set(key, WRONG[wrong](cache.get(key), cache.get(other)))
    # With the snapshot before it, half as many rows would be folded.
    cache.delete(other)
    decoded.clear()
    assert store.state_at(game, at) == right
    assert len(decoded) == 2 * ROWS + 3
    decoded.clear()
    assert store.state_at(game, at) == right
    assert len(decoded) == 3


def test_a_release_with_another_shape_rebuilds_them(
    game: Game, decoded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store.state_at(game, game.seq)
    monkeypatch.setattr(snapshots, "STATE_SHAPE", f"{snapshots.STATE_SHAPE}-next")
    assert kept(game) == []
    decoded.clear()
    store.state_at(game, game.seq)
    assert (len(decoded), kept(game)) == (game.seq, [ROWS, 2 * ROWS, 3 * ROWS])


def test_neither_moves_nor_audits_rest_on_a_snapshot(often: None, editions: None) -> None:
    over = finished("xmen", seed=12)
    verdict = verdict_on(over)
    assert verdict.passed
    assert over.seq > ROWS
    for seq in snapshots.seqs(0, over.seq):
        cache.delete(snapshots._key(over.pk, seq))
    store.forget()
    cache.delete(store._cache_key(over.pk))

    def opened(*args: object) -> State:
        raise AssertionError("a snapshot was read")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "opened", opened)
        store.state_at(over, over.seq)
        assert verdict_on(over) == verdict
        assert store.load(over).result is not None


@pytest.mark.django_db(transaction=True)
def test_a_move_keeps_a_snapshot_without_another_query(game: Game) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            make(fresh(game), moves_now(fresh(game))[0])
        return len(found)

    while fresh(game).seq % ROWS != ROWS - 2:
        make(fresh(game), moves_now(fresh(game))[0])
    forget(game)
    assert queries() == queries()
    now = fresh(game)
    assert kept(now) == [now.seq]
    assert store.state_at(now, now.seq) == store.load(now)


def test_a_cache_that_does_not_answer_only_costs_time(
    game: Game, decoded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    right = store.state_at(game, game.seq)
    monkeypatch.setattr(type(cache._connections["default"]), "get", fail)  # type: ignore[attr-defined]
    monkeypatch.setattr(type(cache._connections["default"]), "set", fail)  # type: ignore[attr-defined]
    assert store.state_at(game, game.seq) == right


def test_time_travel_over_a_long_game_folds_at_most_256_rows(
    alice: Player, bob: Player, decoded: list[str]
) -> None:
    game = play_on(begun(alice, bob, rounds=None, target_score=1500), seed=7, moves=640)
    assert game.seq > 600
    plain = [store.state_from_rows(game, at) for at in (1, 255, 256, 257, 511, 512, 600)]
    forget(game)
    store.state_at(game, game.seq)
    for at, state in zip((1, 255, 256, 257, 511, 512, 600), plain, strict=True):
        decoded.clear()
        assert selectors.state_after(game=game, at=at) == state
        assert len(decoded) == at % snapshots.SNAPSHOT_ROWS
