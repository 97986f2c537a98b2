"""The log of finished games: each is in it once, and what is signed holds the games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from cards.append_only import AppendOnlyError, drop_statements, install
from games import services
from games.checkpoints import selectors
from games.checkpoints.checking import findings
from games.checkpoints.entries import leaf_of, message_of
from games.checkpoints.models import Checkpoint, LogEntry
from games.checkpoints.services import append_finished, make_checkpoint
from games.checkpoints.tasks import make_checkpoint as task
from games.checkpoints.tree import leaf_hash, root_of, verify_consistency, verify_inclusion
from games.engine import Resign
from games.ledger import signing
from games.models import Game
from games.players.models import Player
from tests.games.tables import begun, fresh, guest, laid, make

pytestmark = pytest.mark.django_db


def finished(one: Player, other: Player, many: int = 1) -> list[Game]:
    """Games that ended, in that order."""
    return [fresh(make(begun(one, other), Resign(0)).game) for _ in range(many)]


def logged() -> list[str]:
    return [str(game) for game in LogEntry.objects.values_list("game", flat=True)]


def test_finished_games_are_appended_once_in_the_order_of_ending(
    alice: Player, bob: Player
) -> None:
    late, early = begun(alice, bob), begun(alice, bob)
    make(early, Resign(0))
    make(late, Resign(0))
    assert append_finished() == 2
    assert append_finished() == 0
    assert logged() == [str(early.pk), str(late.pk)]
    assert list(LogEntry.objects.values_list("number", flat=True)) == [0, 1]


def test_an_entry_has_where_the_chain_stood_at_the_end(alice: Player, bob: Player) -> None:
    (game,) = finished(alice, bob)
    append_finished()
    entry = LogEntry.objects.get()
    assert (entry.length, entry.digest) == (game.seq, game.head)
    assert entry.leaf == leaf_of(str(game.pk), game.seq, game.head).hex()


def test_games_that_run_or_never_began_are_not_in_the_log(running: Game, alice: Player) -> None:
    services.leave_game(game_id=laid(alice).pk, player=alice)
    assert append_finished() == 0
    assert make_checkpoint() is None


def test_a_checkpoint_is_made_when_something_is_new_and_only_then(
    alice: Player, bob: Player
) -> None:
    finished(alice, bob, 2)
    task()
    task()
    finished(alice, bob)
    task()
    assert list(Checkpoint.objects.values_list("size", flat=True)) == [3, 2]


def test_a_checkpoint_is_signed_by_the_servers_key(alice: Player, bob: Player) -> None:
    finished(alice, bob, 3)
    made = make_checkpoint()
    assert made is not None
    key = signing.public_key()
    message = message_of(made.size, made.root, made.at).encode()
    assert made.key == key.id
    assert signing.verify(key.public, message, made.signature)
    leaves = [bytes.fromhex(leaf) for leaf in LogEntry.objects.values_list("leaf", flat=True)]
    assert made.root == root_of(leaves).hex()


def test_games_are_proven_to_be_in_every_checkpoint_since_their_end(
    alice: Player, bob: Player
) -> None:
    games = []
    for many in (1, 2, 4):
        games += finished(alice, bob, many)
        make_checkpoint()
    for number, game in enumerate(games):
        for signed in Checkpoint.objects.filter(size__gt=number):
            proof = selectors.inclusion(game=game, size=signed.size)
            path = [bytes.fromhex(step) for step in proof.path]
            leaf, root = bytes.fromhex(proof.entry.leaf), bytes.fromhex(signed.root)
            assert verify_inclusion(leaf, number, signed.size, path, root)
    with pytest.raises(selectors.NotInCheckpoint):
        selectors.inclusion(game=games[-1], size=3)
    grown = selectors.consistency(first=3, second=7)
    roots = bytes.fromhex(grown.first.root), bytes.fromhex(grown.second.root)
    assert verify_consistency(3, 7, *roots, [bytes.fromhex(step) for step in grown.path])


def test_large_parts_of_the_log_are_hashed_once(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaves = [leaf_hash(bytes([number])) for number in range(23)]
    monkeypatch.setattr(selectors, "KEPT_SIZE", 4)
    monkeypatch.setattr(selectors, "_leaves", lambda start, end: leaves[start:end])
    monkeypatch.setattr(
        selectors, "_ends", lambda start, end: (leaves[start].hex(), leaves[end - 1].hex())
    )
    for start, end in ((0, 23), (0, 16), (16, 23), (8, 12), (4, 6), (0, 5)):
        for _ in range(2):
            assert selectors._subtree(start, end) == root_of(leaves[start:end])
    assert selectors._full.cache_info().hits >= 5


@pytest.mark.parametrize("table", ["checkpoints_logentry", "checkpoints_checkpoint"])
def test_nothing_of_the_log_can_be_changed_or_deleted(
    alice: Player, bob: Player, table: str
) -> None:
    finished(alice, bob)
    made = make_checkpoint()
    assert made is not None
    with pytest.raises(AppendOnlyError):
        made.save()
    column = "digest" if table.endswith("entry") else "root"
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = ''"):
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            connection.check_constraints()
            cursor.execute(statement)


def tampered(*statements: str) -> list[tuple[str, int]]:
    """Return what is found after the owner of the database has changed it."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in (*drop_statements(connection), *statements):
            cursor.execute(statement)
    connection.check_constraints()
    install(connection)
    return [(one.kind, one.at) for one in findings()]


FORGED = "'" + "ab" * 32 + "'"


def test_every_change_behind_the_log_is_found(alice: Player, bob: Player) -> None:
    games = finished(alice, bob, 2)
    make_checkpoint()
    games += finished(alice, bob, 1)
    make_checkpoint()
    assert list(findings()) == []
    with transaction.atomic():
        key = LogEntry.objects.get(number=1).game_id
        name = f"'{key.hex if connection.vendor == 'sqlite' else key}'"
        found = tampered(f"UPDATE games_moveevent SET move = '{{}}' WHERE game_id = {name}")
        assert found == [("game_altered", 1), ("root_altered", 2), ("root_altered", 3)]
        transaction.set_rollback(True)
    with transaction.atomic():
        found = tampered(f"DELETE FROM games_moveevent WHERE game_id = {name} AND seq > 1")
        assert found == [("game_altered", 1), ("root_altered", 2), ("root_altered", 3)]
        transaction.set_rollback(True)
    with transaction.atomic():
        found = tampered("DELETE FROM checkpoints_logentry WHERE number = 2")
        assert found == [("cut", 3)]
        transaction.set_rollback(True)
    with transaction.atomic():
        found = tampered("DELETE FROM checkpoints_logentry WHERE number = 0")
        assert found == [("entry_missing", 0), ("root_altered", 2), ("root_altered", 3)]
        transaction.set_rollback(True)
    with transaction.atomic():
        found = tampered(f"UPDATE checkpoints_logentry SET leaf = {FORGED} WHERE number = 0")
        assert found == [("entry_altered", 0)]
        transaction.set_rollback(True)
    with transaction.atomic():
        found = tampered(f"UPDATE checkpoints_checkpoint SET root = {FORGED} WHERE size = 2")
        assert found == [("root_altered", 2), ("signature_wrong", 2)]
        transaction.set_rollback(True)


def test_a_checkpoint_signed_by_a_key_that_nobody_knows_is_found(
    alice: Player, bob: Player, settings: object
) -> None:
    finished(alice, bob)
    settings.SIGNING_KEY = "11" * 32  # type: ignore[attr-defined]
    make_checkpoint()
    assert list(findings()) == []
    settings.SIGNING_KEY = "22" * 32  # type: ignore[attr-defined]
    assert [one.kind for one in findings()] == ["signature_wrong"]


def test_the_command_signs_and_verifies(
    alice: Player, bob: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(alice, bob)
    call_command("checkpoint")
    assert capsys.readouterr().out.startswith("1 games, root ")
    call_command("checkpoint")
    assert capsys.readouterr().out == "Nothing is new: the log has 1 games.\n"
    call_command("checkpoint", "--verify")
    assert capsys.readouterr().out == "1 games and 1 checkpoints: all as they were signed\n"
    tampered("UPDATE games_moveevent SET facts = '?'")
    with pytest.raises(CommandError, match="2 faults"):
        call_command("checkpoint", "--verify")
    assert "game_altered: 0 " in capsys.readouterr().err


@pytest.mark.django_db(transaction=True)
def test_games_that_end_at_the_same_moment_are_appended_once_each(
    alice: Player, bob: Player
) -> None:
    games = [begun(alice, guest(f"Guest {number}")) for number in range(6)]
    start = Barrier(6)

    def end(number: int) -> None:
        try:
            start.wait(10)
            make(games[number], Resign(0))
            make_checkpoint()
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(end, range(6)))
    assert sorted(logged()) == sorted(str(game.pk) for game in games)
    assert list(LogEntry.objects.values_list("number", flat=True)) == list(range(6))
    latest = Checkpoint.objects.first()
    assert latest is not None and latest.size == 6
    assert list(findings()) == []
