"""Salts and commitments are computed once, when a move is made, and read from then on."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from games.engine import NOBODY
from games.ledger import sealing, store
from games.ledger.rows import EVERYTHING, Row
from games.models import Game, MoveEvent
from games.play import selectors
from games.players.models import Player
from games.proofs import bundle_making, runs
from tests.games.owner import owned
from tests.games.tables import begun, fresh, make, moves_now, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count the calls that cost a hash, or read the whole row."""
    counts: Counter[str] = Counter()

    def counted(owner: Any, name: str) -> None:
        real = getattr(owner, name)

        def call(*args: Any, **more: Any) -> Any:
            counts[name] += 1
            return real(*args, **more)

        monkeypatch.setattr(owner, name, call)

    for name in ("salt", "commit", "digest"):
        counted(sealing, name)
    counted(Row, "to_dict")
    yield counts


def test_a_move_computes_each_salt_and_each_commitment_once(
    midway: Game, calls: Counter[str]
) -> None:
    game, total = fresh(midway), 0
    for _ in range(24):
        calls.clear()
        outcome = make(game, moves_now(game)[0])
        (row,) = outcome.rows
        selectors.redacted_event(outcome.game, row, 0)
        hidden = len(row.hidden())
        total += hidden
        assert calls == Counter({"salt": hidden, "commit": hidden, "digest": 1, "to_dict": 1})
        game = outcome.game
    assert total >= 3


@pytest.mark.parametrize("viewer", [NOBODY, 0, EVERYTHING])
def test_history_and_bundles_of_a_viewer_compute_none(
    midway: Game, viewer: int, calls: Counter[str]
) -> None:
    assert len(selectors.events(game=midway, viewer=viewer)) == midway.seq
    assert len(list(selectors.played_events(game=midway, viewer=viewer))) == midway.seq
    assert bundle_making.unsigned(game=midway, viewer=viewer).events
    assert calls == {}


def test_what_is_stored_is_what_the_seed_gives(midway: Game) -> None:
    rows = list(store.history(midway))
    assert [row.sealed for row in rows] == [store.hidden_parts_of(midway, row) for row in rows]
    assert all(list(row.sealed) == row.hidden() for row in rows)


def test_an_audit_finds_stored_parts_that_are_not_those_of_the_row(
    alice: Player, bob: Player
) -> None:
    game = play_on(begun(alice, bob), seed=3)
    assert runs.verdict_on(game).sealed.answer == "yes"
    rows = MoveEvent.objects.filter(game=game, seq__gt=1).exclude(sealed="{}")
    row = rows.order_by("seq")[0]
    parts = msgspec.json.decode(row.sealed)
    path = min(parts)
    parts[path][1] = "0" * 64
    with owned() as cursor:
        changed = msgspec.json.encode(parts).decode()
        cursor.execute("UPDATE games_moveevent SET sealed = %s WHERE id = %s", [changed, row.pk])
    (finding,) = runs.verdict_on(game).sealed.findings
    assert (finding.code, finding.first, finding.path) == ("altered", row.seq, "/sealed")
