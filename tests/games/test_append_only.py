"""Append-only tables refuse every kind of change."""

from collections.abc import Callable

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from cards import append_only
from cards.append_only import AppendOnlyError, drop_statements, install, missing_triggers
from games.models import Game, MoveEvent, Refusal
from tests.games.tables import make, moves_now

pytestmark = pytest.mark.django_db

IS_POSTGRESQL = connection.vendor == "postgresql"


def rows() -> list[tuple[object, ...]]:
    return list(MoveEvent.objects.order_by("game", "seq").values_list())


def raw(statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # PostgreSQL empties no table while a foreign key is still to be checked.
        connection.check_constraints()
        cursor.execute(statement)


TRIED: dict[str, Callable[[MoveEvent], object]] = {
    "save": lambda row: row.save(),
    "save some fields": lambda row: row.save(update_fields=["facts"]),
    "delete": lambda row: row.delete(),
    "update": lambda row: MoveEvent.objects.update(facts="[]"),
    "update a selection": lambda row: MoveEvent.objects.filter(seq=1).update(facts="[]"),
    "delete a selection": lambda row: MoveEvent.objects.filter(seq=1).delete(),
    "bulk update": lambda row: MoveEvent.objects.bulk_update([row], ["facts"]),
    "bulk create over it": lambda row: MoveEvent.objects.bulk_create(
        [row], update_conflicts=True, update_fields=["facts"], unique_fields=["game", "seq"]
    ),
    "update or create": lambda row: MoveEvent.objects.update_or_create(
        {"facts": "[]"}, game=row.game, seq=1
    ),
    "by its game": lambda row: row.game.events.all().delete(),
}


@pytest.mark.parametrize("tried", TRIED)
def test_a_stored_row_is_neither_changed_nor_deleted_in_python(running: Game, tried: str) -> None:
    before = rows()
    with pytest.raises(AppendOnlyError):
        TRIED[tried](MoveEvent.objects.get(game=running, seq=1))
    assert rows() == before


def test_a_new_object_does_not_take_the_place_of_a_row(running: Game) -> None:
    row = MoveEvent.objects.get(game=running, seq=1)
    row._state.adding = True
    with pytest.raises(DatabaseError), transaction.atomic():
        row.save()


def test_a_game_with_rows_is_not_deleted(running: Game) -> None:
    with pytest.raises(ProtectedError):
        running.delete()


STATEMENTS = [
    "UPDATE games_moveevent SET facts = '[]'",
    "UPDATE games_moveevent SET seq = seq + 100",
    "DELETE FROM games_moveevent",
    "DELETE FROM games_moveevent WHERE seq = 1",
    "INSERT INTO games_moveevent SELECT * FROM games_moveevent WHERE true"
    " ON CONFLICT (game_id, seq) DO UPDATE SET facts = '[]'",
    "UPDATE games_refusal SET rule = 'common.turn'",
    "DELETE FROM games_refusal",
]
ONLY_SQLITE = [
    "INSERT OR REPLACE INTO games_moveevent SELECT * FROM games_moveevent",
    "REPLACE INTO games_moveevent (game_id, seq, actor, move, facts, rulings, rules_version,"
    " refused, signed, digest, sealed, created_at) SELECT game_id, seq, actor, move, '[]', rulings,"
    " rules_version, refused, signed, digest, sealed, created_at FROM games_moveevent",
    "UPDATE OR REPLACE games_moveevent SET seq = 1",
    "INSERT OR REPLACE INTO games_refusal SELECT * FROM games_refusal",
]
ONLY_POSTGRESQL = [
    "TRUNCATE games_moveevent",
    "TRUNCATE games_moveevent_00",
    "TRUNCATE games_game CASCADE",
    "TRUNCATE games_refusal",
    "SET LOCAL session_replication_role = replica; DELETE FROM games_moveevent",
]


@pytest.mark.parametrize(
    "statement", STATEMENTS + (ONLY_POSTGRESQL if IS_POSTGRESQL else ONLY_SQLITE)
)
def test_the_database_refuses_to_change_rows(running: Game, statement: str) -> None:
    refused = Refusal(
        game=running, seq=1, seat=0, actor="{}", move="{}", code="x", rule="y",
        nth=1, link="0" * 64, created_at=running.created_at,
    )  # fmt: skip
    refused.save()
    before, refusals = rows(), list(Refusal.objects.values_list())
    with pytest.raises(DatabaseError, match="append-only"):
        raw(statement)
    assert rows() == before
    assert list(Refusal.objects.values_list()) == refusals


def test_rows_can_be_added(running: Game) -> None:
    make(running, moves_now(running)[0])
    assert MoveEvent.objects.filter(game=running).count() == 2


def test_a_missing_trigger_is_reported_by_the_check_and_put_back_by_migrate(running: Game) -> None:
    assert missing_triggers(connection) == []
    for statement in drop_statements(connection):
        raw(statement)
    names = missing_triggers(connection)
    assert "games_moveevent_no_" + ("change" if IS_POSTGRESQL else "update") in names
    told = run_checks(databases=["default"])
    assert len([message for message in told if message.id == "games.E001"]) == len(names)
    call_command("migrate", verbosity=0)
    assert missing_triggers(connection) == []


def test_no_table_is_without_its_triggers_if_they_cannot_be_replaced(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = append_only.TRIGGERS[connection.vendor]
    wrong = {connection.vendor: lambda model: [*create(model), "CREATE NOTHING"]}
    monkeypatch.setattr(append_only, "TRIGGERS", wrong)
    with pytest.raises(DatabaseError):
        install(connection)
    assert missing_triggers(connection) == []


@pytest.mark.skipif(not IS_POSTGRESQL, reason="a replica role is PostgreSQL's")
@pytest.mark.parametrize("table", ["games_moveevent", "games_moveevent_03"])
@pytest.mark.parametrize("event", ["change", "truncate"])
def test_a_trigger_that_a_replica_would_skip_counts_as_missing(
    running: Game, table: str, event: str
) -> None:
    raw(f"ALTER TABLE {table} ENABLE TRIGGER games_moveevent_no_{event}")
    assert missing_triggers(connection) == [f"games_moveevent_no_{event}"]
    install(connection)
    assert missing_triggers(connection) == []
