"""Old games are moved to files and restored, and nothing of them changes."""

import io
import json
import re
import shlex
import zipfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from cards.append_only import AppendOnlyError, missing_triggers, released
from games.archives import services as archives
from games.archives.archive_file import (
    MEMBERS,
    ArchiveFile,
    ArchiveRefused,
    put_in_place,
    read_archive,
    written_beside,
)
from games.archives.services import archive_game, old_games, path_of, restore_game
from games.audit.__main__ import main as verifier
from games.audit.bundle_reading import read_bundle
from games.audit.verdict import audit
from games.engine import IllegalMove, Play
from games.errors import GameArchived
from games.ledger import store
from games.ledger.move_receipts import ReceiptRest, RequestKey
from games.ledger.store import insert_receipt
from games.models import Game, MoveEvent, MoveReceipt, Refusal, RefusalCount
from games.play.erasure import erase_player
from games.play.listed import open_games
from games.proofs.checking import findings
from games.proofs.models import LogEntry
from games.proofs.runs import to_audit, verdict_on
from games.proofs.services import make_checkpoint
from games.search.listing import find_games
from games.search.selectors import GameQuery, unindexed_games
from tests.api.client import read
from tests.games.finished import running
from tests.games.tables import fresh, guest, make, play_on
from tests.games.test_log_of_games import change
from tests.platform.test_readme import blocks

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

MOVED = (MoveEvent, Refusal, RefusalCount)


def played_out(seed: int = 5) -> Game:
    """Return a finished game with a refused move, which is in the signed log."""
    game = running("avengers", guest("Alice"), guest("Bob"), seed=seed)
    seat = store.load(fresh(game)).prompts[-1].seat
    with pytest.raises(IllegalMove):
        make(game, Play(seat, "no-such-card"))
    game = play_on(game, seed)
    assert game.status == Game.Status.OVER
    make_checkpoint()
    return fresh(game)


@pytest.fixture
def over(editions: None) -> Game:
    return played_out()


def rows(game: Game) -> list[list[tuple[Any, ...]]]:
    """Return every column of every row of a game that is moved."""
    found: list[list[tuple[Any, ...]]] = []
    for model in MOVED:
        values = model._default_manager.filter(game=game.pk).order_by("pk").values_list()
        found.append([tuple(map(archives._plain, one)) for one in values])
    return found


def archive(*words: str) -> None:
    call_command("archive", *words)


def commands(folder: Path, game: Game) -> list[list[str]]:
    """Return the commands of docs/operating.md for a game that is not as old."""
    lines = blocks("docs/operating.md", "Move old games out")
    found = [shlex.split(line.replace("365", "0")) for line in lines]
    assert all(words[:3] == [".venv/bin/python", "manage.py", "archive"] for words in found)
    names = {"$ARCHIVE": str(folder), "$GAME": str(game.pk)}
    return [
        [re.sub(r"\$[A-Z]+", lambda name: names[name[0]], word) for word in words[3:]]
        for words in found
    ]


# ---- out and back


def test_a_game_is_archived_and_restored_as_it_was(over: Game, tmp_path: Path) -> None:
    other = played_out(6)
    before, others, line = rows(over), rows(other), Game.objects.filter(pk=over.pk).values().get()
    assert all(before)
    path = archive_game(over.pk, tmp_path)
    assert rows(over) == [[], [], []]
    assert rows(other) == others
    assert missing_triggers(connection) == []
    assert restore_game(path).pk == over.pk
    assert rows(over) == before
    # The search has an index of its rows before they go.
    assert Game.objects.filter(pk=over.pk).values().get() == line | {"is_indexed": True}
    assert verdict_on(fresh(over)).passed


def test_the_command_moves_games_that_have_been_over_for_long(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, folder = rows(over), tmp_path / "archive"
    archive("--older-than", "1", "--to", str(folder))
    assert rows(over) == before
    assert list(old_games(timedelta(0))) == [over.pk]
    move, verify, restore = commands(folder, over)
    archive(*move)
    path = path_of(folder, over.pk)
    assert f"moved: {path}" in capsys.readouterr().out
    assert (folder.stat().st_mode & 0o777, path.stat().st_mode & 0o777) == (0o700, 0o600)
    assert list(old_games(timedelta(0))) == []
    archive(*verify)
    archive(*restore)
    assert rows(over) == before
    with pytest.raises(CommandError, match="1 games were refused"):
        archive(*restore)
    assert "not the file to which" in capsys.readouterr().err


def test_the_file_is_verified_without_the_server(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with zipfile.ZipFile(archive_game(over.pk, tmp_path)) as packed:
        packed.extractall(tmp_path)
    bundle, proof = (str(tmp_path / MEMBERS[one]) for one in ("bundle", "proof"))
    assert verifier(["--processes", "1", "--checkpoint", proof, bundle]) == 0
    assert "PASS" in capsys.readouterr().out


def test_the_log_still_verifies_and_names_the_games_in_the_archive(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played_out(6)
    entries = list(LogEntry.objects.values_list())
    path = archive_game(over.pk, tmp_path)
    assert list(findings()) == []
    call_command("checkpoint", "--verify")
    *_, last = capsys.readouterr().out.splitlines()
    assert last == f"in the archive: {over.pk} {fresh(over).archive}"
    call_command("checkpoint")
    assert list(LogEntry.objects.values_list()) == entries
    begun = LogEntry.objects.get(game=over, kind="begun").number
    change(f"UPDATE proofs_logentry SET digest = '{'ab' * 32}' WHERE number = {begun}")
    assert {one.kind for one in findings()} == {"entry_altered", "root_altered"}
    assert path.exists()


def test_an_archived_game_is_searched_listed_and_not_audited_again(
    over: Game, tmp_path: Path
) -> None:
    rule = json.loads(MoveEvent.objects.get(game=over, seq=1).rulings)[0]["rule"]
    archive_game(over.pk, tmp_path)
    assert find_games(GameQuery(rule=rule), [open_games()], limit=9).games == [over]
    assert list(unindexed_games()) == list(to_audit()) == []
    with pytest.raises(CommandError, match="There is no game"):
        call_command("audit", str(over.pk), "--local")


def test_the_pages_say_that_a_game_is_in_the_archive(over: Game, tmp_path: Path) -> None:
    archive_game(over.pk, tmp_path)
    digest = fresh(over).archive
    for end in ("", "sheet/", "bundle/", "log.txt", "log.csv"):
        response = Client().get(f"/audit/games/{over.pk}/{end}")
        assert response.status_code == 404
        assert f"<code>{digest}</code>" in response.content.decode()
    listed = Client().get("/audit/").content.decode()
    assert str(over.pk) in listed
    exported = read(Client().get("/audit/export/bundles.zip")).raw
    with zipfile.ZipFile(io.BytesIO(exported)) as packed:
        assert packed.namelist() == ["results.csv"]
        assert str(over.pk).encode() in packed.read("results.csv")


# ---- what is not moved


def refused(game: Game, folder: Path) -> str:
    """Return why a game is not moved; nothing of it may change."""
    before = rows(game)
    with pytest.raises(ArchiveRefused) as error:
        archive_game(game.pk, folder)
    assert rows(game) == before
    assert fresh(game).archive is None
    return str(error.value)


def test_a_running_game_is_not_moved(editions: None, tmp_path: Path) -> None:
    game = running("avengers", guest("Alice"), guest("Bob"))
    assert list(old_games(timedelta(0))) == []
    assert "not over" in refused(game, tmp_path)


def test_a_game_whose_end_is_not_signed_is_not_moved(editions: None, tmp_path: Path) -> None:
    game = play_on(running("avengers", guest("Alice"), guest("Bob")), 5)
    assert "log is not signed" in refused(game, tmp_path)


@pytest.mark.parametrize(
    "changed", ["digest = 'ab' || digest", "facts = '[]'", "sealed = '{}'", "rulings = '[]'"]
)
def test_a_game_that_was_altered_is_not_moved(over: Game, tmp_path: Path, changed: str) -> None:
    if connection.vendor == "postgresql" and "ab" in changed:
        changed = "digest = repeat('ab', 32)"
    change(f"UPDATE games_moveevent SET {changed} WHERE seq < 4")
    assert "its audit says fail" in refused(over, tmp_path)


def test_a_game_that_changes_meanwhile_is_not_moved(
    over: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = archives.verify_archive

    def then_refuse_a_move(*args: Any) -> None:
        verify(*args)
        RefusalCount.objects.create(game=over, seq=over.seq, seat=0, count=1)

    monkeypatch.setattr(archives, "verify_archive", then_refuse_a_move)
    with pytest.raises(ArchiveRefused, match="does not have its rows"):
        archive_game(over.pk, tmp_path)
    assert fresh(over).archive is None


def test_what_the_disk_does_not_give_back_is_not_deleted(
    over: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_half(path: Path) -> ArchiveFile:
        path.write_bytes(path.read_bytes()[:-100])
        return read_archive(path)

    monkeypatch.setattr(archives, "read_archive", read_half)
    assert "not a zip file" in refused(over, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_second_archive_of_a_game_leaves_the_file_of_the_first(
    over: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = archives._contents

    def then_be_overtaken(game: Game) -> ArchiveFile:
        with monkeypatch.context() as patch:
            patch.setattr(archives, "_contents", contents)
            archive_game(over.pk, tmp_path)
        return replace(contents(game), rows=b"{}")

    monkeypatch.setattr(archives, "_contents", then_be_overtaken)
    with pytest.raises(ArchiveRefused):
        archive_game(over.pk, tmp_path)
    before = read_archive(path_of(tmp_path, over.pk))
    assert before.sha256 == fresh(over).archive
    restore_game(path_of(tmp_path, over.pk))


def test_after_a_crash_before_the_commit_the_game_is_moved_again(
    over: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(archives, "_delete_rows", crash)
        with pytest.raises(KeyboardInterrupt):
            archive_game(over.pk, tmp_path)
    assert fresh(over).archive is None and path_of(tmp_path, over.pk).exists()
    before = rows(over)
    restore_game(archive_game(over.pk, tmp_path))
    assert rows(over) == before


# ---- files


def test_a_file_that_was_changed_is_found_and_not_restored(
    over: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = archive_game(over.pk, tmp_path)
    whole = path.read_bytes()
    with zipfile.ZipFile(path, "a") as packed:
        packed.writestr("note.txt", "harmless")
    with pytest.raises(ArchiveRefused, match="not the file"):
        restore_game(path)
    with pytest.raises(CommandError):
        archive("--verify", str(tmp_path))
    assert f"wrong: {over.pk}: it is another file" in capsys.readouterr().err
    path.unlink()
    with pytest.raises(CommandError):
        archive("--verify", str(tmp_path))
    assert "No such file" in capsys.readouterr().err
    path.write_bytes(whole)
    archive("--verify", str(tmp_path))
    restore_game(path)


def with_rows(path: Path, game: Game, **columns: str | None) -> None:
    """Replace columns of all events in a file, None to remove one, as its rightful owner."""
    stored = read_archive(path)
    rows = json.loads(stored.rows)
    for row in rows["games_moveevent"]:
        for name, value in columns.items():
            row.pop(name)
            if value is not None:
                row[name] = value
    with written_beside(path, replace(stored, rows=json.dumps(rows).encode())) as new:
        put_in_place(new, path)
    Game.objects.filter(pk=game.pk).update(archive=read_archive(path).sha256)


def test_a_file_from_before_a_column_was_added_is_restored(over: Game, tmp_path: Path) -> None:
    before, path = rows(over), archive_game(over.pk, tmp_path)
    with_rows(path, over, signed=None)
    restore_game(path)
    assert rows(over) == before


def test_rows_that_do_not_pass_the_audit_are_not_restored(over: Game, tmp_path: Path) -> None:
    path = archive_game(over.pk, tmp_path)
    with_rows(path, over, rulings="[]")
    with pytest.raises(ArchiveRefused, match="its audit says fail"):
        restore_game(path)
    assert rows(over) == [[], [], []]
    assert fresh(over).archive


def test_an_erased_name_is_in_no_file_and_stays_erased(over: Game, tmp_path: Path) -> None:
    alice = over.seat_set.get(number=0).player
    assert alice is not None and alice.name == "Alice"
    path = archive_game(over.pk, tmp_path)
    with zipfile.ZipFile(path) as packed:
        contents = b"".join(packed.read(name) for name in packed.namelist())
    assert str(alice.pk).encode() in contents
    assert b"Alice" not in contents and b"Bob" not in contents
    verdict = audit(read_bundle(read_archive(path).bundle))
    assert verdict.passed
    assert [(one.code, one.note) for one in verdict.sealed.findings] == [("no-names", True)]
    erase_player(alice)
    restore_game(path)
    seat = over.seat_set.get(number=0)
    assert (seat.name, seat.name_salt) == ("", "")
    assert verdict_on(fresh(over)).passed


def test_a_game_of_which_a_name_was_erased_can_be_archived(over: Game, tmp_path: Path) -> None:
    alice = over.seat_set.get(number=0).player
    assert alice is not None
    erase_player(alice)
    make_checkpoint()
    assert archive_game(over.pk, tmp_path).exists()


def test_receipts_of_moves_expire_with_the_rows(over: Game, tmp_path: Path) -> None:
    key = RequestKey("x", "z", "")
    insert_receipt(over.pk, key, over.seq, ReceiptRest())
    restore_game(archive_game(over.pk, tmp_path))
    assert not MoveReceipt.objects.exists()


# ---- append-only all the same


@pytest.mark.parametrize("table", ["games_moveevent", "games_refusal"])
def test_only_released_rows_can_be_deleted(over: Game, table: str, tmp_path: Path) -> None:
    other = played_out(6)
    before = rows(other)
    where = f"game_id <> '{over.pk.hex if connection.vendor == 'sqlite' else over.pk}'"
    archive_game(over.pk, tmp_path)
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET seq = 1 WHERE {where}"):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            connection.check_constraints()
            connection.cursor().execute(statement)
    assert rows(other) == before


@pytest.mark.skipif(connection.vendor != "postgresql", reason="triggers that compare a value")
def test_while_a_game_is_released_no_other_row_can_be_deleted(over: Game) -> None:
    other = played_out(6)
    for model in (MoveEvent, LogEntry):
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            released(MoveEvent, over.pk),
        ):
            connection.check_constraints()
            name = model._meta.db_table
            connection.cursor().execute(f"DELETE FROM {name} WHERE game_id = %s", [other.pk])


def test_rows_of_other_models_are_never_released(over: Game) -> None:
    with pytest.raises(AppendOnlyError), released(LogEntry, over.pk):
        pass


def test_reading_the_rows_of_an_archived_game_says_where_they_are(
    over: Game, tmp_path: Path
) -> None:
    archive_game(over.pk, tmp_path)
    with pytest.raises(GameArchived):
        store.load(fresh(over))
    with pytest.raises(GameArchived):
        list(store.history(fresh(over)))
