"""The log has each begin, end and change of a game once, and checkpoints cover it."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from cards.append_only import AppendOnlyError, drop_statements
from games.audit import game_map, proof
from games.audit.findings import Answer
from games.audit.log_order import GameOrder, read_entry
from games.audit.note import LOG_KEY, parse_checkpoint
from games.audit.own_evidence import OwnEvidence
from games.audit.proof import (
    LoggedEntry,
    blinded,
    created_digest,
    entry_text,
    erased_digest,
    map_text,
)
from games.audit.tiles import HASH_SIZE, TileAddress, split_entries
from games.audit.tree import (
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    root_of,
    subtrees,
)
from games.audit.verdict import audit
from games.engine import Resign
from games.ledger import signing
from games.ledger.rows import EVERYTHING, now, stamp
from games.ledger.terms import terms_digest
from games.models import Game, MoveEvent, TableTerms
from games.play import openings, seating
from games.play.erasure import erase_player
from games.players.models import Player
from games.proofs import checking, log_tree, selectors
from games.proofs import services as writing
from games.proofs.bundle_making import bundle_of
from games.proofs.checking import findings
from games.proofs.log_tree import LogTree
from games.proofs.models import Checkpoint, LogBookmark, LogEntry, LogTile
from games.proofs.selectors import stored_entry_text
from games.proofs.services import LogBroken, append_new, make_checkpoint
from games.proofs.tasks import make_checkpoint as task
from tests.games.owner import owner_changes
from tests.games.tables import begun, fresh, guest, make, open_game
from tests.games.test_shares import waiting
from tests.proof.log_keys import SignerKey, sign_checkpoint

pytestmark = pytest.mark.django_db

LIVED = ("created", "opened", "begun", "ended")
"""The entries of a game that ended."""


def finished(one: Player, other: Player, many: int = 1) -> list[Game]:
    """Games that ended, in that order."""
    return [fresh(make(begun(one, other), Resign(0)).game) for _ in range(many)]


def logged() -> list[tuple[str, str]]:
    """The entries of games."""
    entries = LogEntry.objects.filter(game__isnull=False)
    return [(str(game), kind) for game, kind in entries.values_list("game", "kind")]


def kinds() -> list[str]:
    return [kind for _, kind in logged()]


def leaves() -> list[bytes]:
    return [bytes.fromhex(leaf) for leaf in LogEntry.objects.values_list("leaf", flat=True)]


# ---- what is appended


def test_games_are_appended_once_in_the_order_of_their_rows(alice: Player, bob: Player) -> None:
    late, early = begun(alice, bob), begun(alice, bob)
    make(early, Resign(0))
    assert append_new() == 7
    make(late, Resign(0))
    assert append_new() == 1
    assert append_new() == append_new(search_all=True) == 0
    assert logged() == [
        (str(late.pk), "created"),
        (str(early.pk), "created"),
        (str(late.pk), "opened"),
        (str(early.pk), "opened"),
        (str(late.pk), "begun"),
        (str(early.pk), "begun"),
        (str(early.pk), "ended"),
        (str(late.pk), "ended"),
    ]
    assert list(LogEntry.objects.values_list("number", flat=True)) == list(range(8))


def test_an_entry_has_the_row_that_it_is_about(alice: Player, bob: Player) -> None:
    (game,) = finished(alice, bob)
    append_new()
    first = MoveEvent.objects.get(game=game, seq=1)
    created, opened, begin, end = LogEntry.objects.all()
    assert (created.length, created.digest) == (0, created_digest(str(game.pk), game.commitment))
    assert (opened.length, opened.digest) == (0, game.terms.digest)
    assert (begin.length, begin.digest) == (1, first.digest)
    assert (end.length, end.digest) == (game.seq, game.head)
    text = entry_text("ended", game.head, blinded(str(game.pk)))
    assert end.leaf == leaf_hash(text).hex()


def test_entries_of_one_moment_are_ordered_by_their_kind(alice: Player, bob: Player) -> None:
    """Rows of one time, inserted by games that ended before others began."""
    finished(alice, bob)
    begun(alice, bob)
    owner_changes("UPDATE games_moveevent SET created_at = '2026-01-01T00:00:00Z'")
    owner_changes(
        "UPDATE games_game SET ended_at = '2026-01-01T00:00:00Z' WHERE ended_at IS NOT NULL"
    )
    append_new()
    assert kinds() == [*["created"] * 2, *["opened"] * 2, *["begun"] * 2, "ended"]


@pytest.mark.parametrize("why", Game.CANCELLED)
def test_games_that_never_began_are_in_the_log(why: str, alice: Player) -> None:
    game = open_game(alice)
    assert append_new() == 1
    seating.cancel_table(game, why)
    assert append_new() == 1
    assert append_new(search_all=True) == 0
    assert kinds() == ["created", "cancelled"]
    digests = set(LogEntry.objects.values_list("digest", flat=True))
    assert digests == {created_digest(str(game.pk), fresh(game).commitment)}
    seating.leave_game(game_id=open_game(alice).pk, player=alice)
    assert append_new() == 2
    assert kinds()[2:] == ["created", "cancelled"]
    assert list(findings()) == []


def test_a_game_that_is_begun_while_the_log_is_written_has_its_creation_first(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "created_games", lambda since: Game.objects.none())
    finished(alice, bob)
    append_new()
    assert kinds() == list(LIVED)


def test_the_log_has_a_table_that_was_closed_and_dropped(alice: Player, bob: Player) -> None:
    """A game that waits for shares, then one whose shares are not opened."""
    game = waiting(alice, bob)
    append_new()
    assert kinds() == ["created", "opened"]
    order = GameOrder()
    for entry in LogEntry.objects.filter(game=game).order_by("number"):
        read = read_entry(stored_entry_text(entry), entry.number)
        assert read is not None and order.add(read) is None
    assert order.open() == [("opened", 2, blinded(str(game.pk)))]
    _, (_, opened) = selectors.proof_of(game).of_game(blinded(str(game.pk)))
    terms = json.loads(TableTerms.objects.get(game=game).text)
    assert (opened.kind, opened.digest) == ("opened", terms_digest(terms))
    Game.objects.filter(pk=game.pk).update(opens_until=now() - timedelta(seconds=1))
    openings.close_openings()
    append_new()
    assert kinds() == ["created", "opened", "begun", "void"]
    assert list(findings()) == []


def test_a_table_that_closes_while_the_log_is_written_has_its_entries_in_order(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, model in (("created_games", Game), ("closed_tables", TableTerms)):
        monkeypatch.setattr(writing, name, lambda since, model=model: model.objects.none())
    finished(alice, bob)
    append_new()
    assert kinds() == list(LIVED)


def test_names_that_are_erased_while_the_log_is_written_have_the_terms_first(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, model in (("created_games", Game), ("closed_tables", TableTerms)):
        monkeypatch.setattr(writing, name, lambda since, model=model: model.objects.none())
    waiting(alice, bob)
    erase_player(alice)
    erase_player(bob)
    append_new()
    assert kinds() == ["created", "opened", "erased", "erased"]


def test_erased_names_are_in_the_log_once_a_game(alice: Player, bob: Player) -> None:
    first, second = finished(alice, bob, 2)
    open_game(bob)
    append_new()
    erase_player(bob)
    assert append_new() == 3
    assert append_new(search_all=True) == 0
    at = stamp(Player.objects.get(pk=bob.pk).erased_at)  # type: ignore[arg-type]
    assert list(LogEntry.objects.values_list("kind", "game", "length", "digest"))[-2:] == [
        ("erased", game.pk, 1, erased_digest(str(game.pk), 1, at)) for game in (first, second)
    ]
    assert list(findings()) == []
    with pytest.raises(selectors.NotInLog):
        selectors.proof_of(first)
    make_checkpoint()
    own = selectors.proof_of(first)
    bundle = bundle_of(game=fresh(first), viewer=EVERYTHING)
    assert [one.code for one in audit(bundle).sealed.findings] == ["erased-name"]
    evidence = OwnEvidence(log_files=(own,), log=selectors.log_vkey(signing.log_key().public))
    assert audit(bundle, evidence=evidence).sealed == Answer("yes")


def test_a_name_that_is_erased_before_the_deal_is_logged(alice: Player, bob: Player) -> None:
    waiting(alice, bob)
    erase_player(bob)
    append_new()
    assert kinds() == ["created", "opened", "erased"]


def test_a_clock_that_was_set_back_hides_no_game(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_game(alice)
    append_new()
    game = open_game(alice)
    past = now() - timedelta(hours=3)
    Game.objects.filter(pk=game.pk).update(created_at=past)
    assert append_new() == 0
    monkeypatch.setattr(writing, "now", lambda: past)
    assert append_new() == 1


def test_no_entry_is_logged_before_one_that_the_search_has_missed(
    alice: Player, bob: Player
) -> None:
    """After a jump of the clock: a row was taken as settled before it was there."""
    game = begun(alice, bob)
    first = MoveEvent.objects.get(game=game)
    LogBookmark.objects.create(pk=1, event=first.pk, at=now() + timedelta(days=1))
    Game.objects.update(created_at=now() - timedelta(days=1))
    owner_changes("UPDATE games_tableterms SET created_at = '2026-01-01T00:00:00Z'")
    make(game, Resign(0))
    assert append_new() == 4
    assert kinds() == list(LIVED)


def test_no_entry_is_logged_before_one_that_seems_later(alice: Player, bob: Player) -> None:
    finished(alice, bob)
    owner_changes("UPDATE games_moveevent SET created_at = '2027-01-01T00:00:00Z' WHERE seq = 1")
    append_new()
    assert kinds() == list(LIVED)


def facts_read(search: Callable[[], int]) -> tuple[int, list[str]]:
    """Return how many entries a search appends, and its statements that read facts."""
    with CaptureQueriesContext(connection) as queries:
        appended = search()
    return appended, [query["sql"] for query in queries if '"facts"' in query["sql"]]


def test_games_that_are_in_the_log_are_not_searched_again(alice: Player, bob: Player) -> None:
    finished(alice, bob, 2)
    append_new()
    assert facts_read(append_new) == (0, [])
    (game,) = finished(alice, bob)
    appended, (searched,) = facts_read(append_new)
    assert appended == 4 and game.pk.hex in searched.replace("-", "")
    assert logged()[-1] == (str(game.pk), "ended")


def test_a_row_that_commits_late_is_found_whenever_it_comes(alice: Player, bob: Player) -> None:
    """Rows of a game are found with any keys and times: nothing over all games orders them."""
    finished(alice, bob)
    LogBookmark.objects.create(pk=1, event=10**9, at=now() + timedelta(days=1))
    Game.objects.update(created_at=now() - timedelta(days=1))
    owner_changes("UPDATE games_tableterms SET created_at = '2026-01-01T00:00:00Z'")
    assert append_new() == 4
    assert kinds() == list(LIVED)


def test_a_game_logged_by_the_release_before_is_noted_once(alice: Player, bob: Player) -> None:
    (game,) = finished(alice, bob)
    append_new()
    Game.objects.update(logged_seq=0)
    assert append_new() == 0
    assert Game.objects.get().logged_seq == Game.objects.get().seq >= (game.result_seq or 0) > 1


def test_a_result_between_the_search_and_its_note_is_searched_next(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(alice, bob)

    def append_and_end(*words: Any) -> int:
        monkeypatch.undo()
        appended = append_all(*words)
        make(game, Resign(0))
        return appended

    append_all = writing._append_all
    append_new()
    Game.objects.update(logged_seq=0)
    rows = writing._append_rows
    monkeypatch.setattr(writing, "_append_all", append_and_end)
    assert rows(selectors.not_logged_games(), set()) == 0
    assert logged()[-1][1] == "begun"
    assert append_new() == 1
    assert kinds() == list(LIVED)


def test_many_rows_are_appended_in_several_transactions(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(alice, bob, 3)
    monkeypatch.setattr(writing, "AT_ONCE", 2)
    assert append_new() == 12
    assert list(LogEntry.objects.values_list("number", flat=True)) == list(range(12))


# ---- the tree


WIDTH = 4


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of four hashes, so that a small log has several levels."""
    monkeypatch.setattr(log_tree, "TILE_WIDTH", WIDTH)
    monkeypatch.setattr(writing, "TILE_WIDTH", WIDTH)
    monkeypatch.setattr(checking, "TILE_WIDTH", WIDTH)
    monkeypatch.setattr(selectors, "TILE_WIDTH", WIDTH)


def filled(game: Game, many: int, step: int) -> list[bytes]:
    """Write a log of numbered entries, some at a time; return its leaves."""
    hashes = [leaf_hash(b"%d" % number) for number in range(many)]
    for first in range(0, many, step):
        last = min(many, first + step)
        LogEntry.objects.bulk_create(
            LogEntry(
                number=at, game=game, kind="begun", length=at, digest="", leaf=hashes[at].hex()
            )
            for at in range(first, last)
        )
        writing._store_full_tiles(first, last)
    return hashes


@pytest.mark.parametrize("step", [1, 7, 100])
def test_roots_and_proofs_are_read_from_tiles(running: Game, narrow: None, step: int) -> None:
    hashes = filled(running, 75, step)
    assert LogTile.objects.filter(level=0).count() == 18
    assert LogTile.objects.filter(level=2).count() == 1
    for size in (0, 1, 3, 4, 5, 16, 17, 63, 64, 65, 75):
        assert LogTree().root(size) == root_of(hashes[:size])
        tree = subtrees(hashes[:size])
        for other in {0, 1, size // 3, size - 1} & set(range(size)):
            assert LogTree().inclusion(other, size) == inclusion_proof(tree, other, size)
            if other:
                assert LogTree().consistency(other, size) == consistency_proof(tree, other, size)
    assert LogTree().consistency(0, 75) == []
    with pytest.raises(LookupError):
        LogTree().root(76)


@pytest.mark.slow
def test_a_large_log_is_read_in_few_queries(
    running: Game, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    size = 70_000
    hashes = filled(running, size, 5000)
    for read in (lambda: LogTree().root(size), lambda: LogTree().inclusion(4321, size)):
        with django_assert_max_num_queries(6):
            read()
    assert LogTree().root(size) == root_of(hashes)


def test_tiles_have_the_hashes_of_their_level(running: Game, narrow: None) -> None:
    hashes = filled(running, 75, 75)

    def tile(level: int, number: int, width: int = WIDTH, size: int = 75) -> list[bytes] | None:
        content = selectors.read_tile(TileAddress(level, number, width), size)
        return (
            None
            if content is None
            else [content[at : at + HASH_SIZE] for at in range(0, len(content), HASH_SIZE)]
        )

    assert tile(0, 3) == hashes[12:16]
    assert tile(0, 18, 3) == hashes[72:75]
    assert tile(0, 18) is None
    assert tile(0, 18, 3, size=74) is None
    assert tile(0, 3, 1) == hashes[12:13]
    assert tile(1, 1) == [root_of(hashes[at : at + 4]) for at in (16, 20, 24, 28)]
    assert tile(1, 4, 2) == [root_of(hashes[at : at + 4]) for at in (64, 68)]
    assert tile(1, 4, 3) is None
    assert tile(2, 1, 1) is None
    assert tile(2, 0) == [root_of(hashes[at : at + 16]) for at in (0, 16, 32, 48)]
    assert tile(3, 0, 1) == [root_of(hashes[:64])]


def test_tiles_of_entries_hash_to_the_leaves(alice: Player, bob: Player) -> None:
    finished(alice, bob, 2)
    append_new()
    content = selectors.read_tile(TileAddress(None, 0, 8), 8)
    assert content is not None
    assert [leaf_hash(entry) for entry in split_entries(content)] == leaves()
    assert selectors.read_tile(TileAddress(None, 0, 8), 7) is None


# ---- what is signed


def test_a_checkpoint_is_made_if_something_is_new(alice: Player, bob: Player) -> None:
    finished(alice, bob, 2)
    task()
    task()
    finished(alice, bob)
    task()
    assert list(Checkpoint.objects.values_list("size", flat=True)) == [15, 10]


def test_a_checkpoint_is_signed_by_the_servers_key(
    alice: Player, bob: Player, settings: Any
) -> None:
    settings.LOG_ORIGIN = "fairdeal.example/log"
    finished(alice, bob, 2)
    made = make_checkpoint()
    assert made is not None
    signed = parse_checkpoint(made.note.encode())
    assert (signed.origin, signed.size) == ("fairdeal.example/log", 10)
    assert signed.root.hex() == made.root == root_of(leaves()).hex()
    assert signed.signed_by(selectors.log_vkey(signing.log_key().public))


def test_the_newest_checkpoint_proves_all_entries_of_a_game(alice: Player, bob: Player) -> None:
    games = []
    for many in (1, 2):
        games += finished(alice, bob, many)
        make_checkpoint()
    running = begun(alice, bob)
    for game in games:
        proof = selectors.proof_of(game)
        assert proof.checkpoint.size == 15
        assert proof.holds(blinded(str(game.pk)))
        entries = LogEntry.objects.filter(game=game).order_by("number")
        assert proof.of_game(blinded(str(game.pk))) == [
            (one.number, LoggedEntry(one.digest, blinded(str(game.pk)), one.kind))
            for one in entries
        ]
    with pytest.raises(selectors.NotInLog):
        selectors.proof_of(running)
    append_new()
    with pytest.raises(selectors.NotInLog):
        selectors.proof_of(running)
    make_checkpoint()
    assert selectors.proof_of(running).holds(blinded(str(running.pk)))


def test_the_games_of_a_bucket_share_their_proof(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (selectors, writing, proof, game_map):
        monkeypatch.setattr(module, "bucket_of", lambda game: 7)
    games = finished(alice, bob, 2)
    make_checkpoint()
    games += finished(alice, bob)
    make_checkpoint()
    for game in games:
        found = selectors.proof_of(game)
        assert found.holds(blinded(str(game.pk)))
        assert len(found.extra.entries) == 12
        assert len(found.of_game(blinded(str(game.pk)))) == 4
    assert list(findings()) == []


@pytest.mark.parametrize(
    ("table", "column"), [("logentry", "digest"), ("checkpoint", "root"), ("logtile", "root")]
)
def test_nothing_of_the_log_can_be_changed_or_deleted(
    alice: Player, bob: Player, table: str, column: str
) -> None:
    finished(alice, bob)
    made = make_checkpoint()
    tile = LogTile.objects.create(level=0, number=0, root="")
    assert made is not None
    for row in (made, tile):
        with pytest.raises(AppendOnlyError):
            row.save()
    for statement in (
        f"DELETE FROM proofs_{table}",
        f"UPDATE proofs_{table} SET {column} = 'x'",
    ):
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            connection.check_constraints()
            cursor.execute(statement)


# ---- what the owner of the database can change


def tampered(*statements: str) -> list[tuple[str, int]]:
    """Return what is found after the owner of the database has changed it."""
    owner_changes(*statements)
    return [(one.kind, one.at) for one in findings()]


FORGED = "'" + "ab" * 32 + "'"


def test_every_change_behind_the_log_is_found(alice: Player, bob: Player) -> None:
    games = finished(alice, bob, 1)
    make_checkpoint()
    games += finished(alice, bob, 1)
    made = make_checkpoint()
    assert made is not None
    line = "— witness.example/w1 AAAAAAA=\n"
    assert list(findings()) == []
    key = games[0].pk
    name = f"'{key.hex if connection.vendor == 'sqlite' else key}'"
    entry, signed = "proofs_logentry", "proofs_checkpoint"
    roots = [("root_altered", 6), ("root_altered", 11)]
    for statement, found in (
        (
            f"UPDATE games_moveevent SET move = '{{}}' WHERE game_id = {name}",
            [("game_altered", 3), ("game_altered", 4), *roots],
        ),
        (
            f"UPDATE games_moveevent SET facts = '[]' WHERE game_id = {name} AND seq > 1",
            [("game_altered", 4), *roots],
        ),
        (
            f"DELETE FROM games_moveevent WHERE game_id = {name} AND seq > 1",
            [("game_altered", 4), *roots],
        ),
        (
            f"UPDATE games_tableterms SET text = '{{}}' WHERE game_id = {name}",
            [("game_altered", 2), *roots],
        ),
        (f"DELETE FROM games_tableterms WHERE game_id = {name}", [("game_altered", 2), *roots]),
        (f"DELETE FROM {entry} WHERE number = 10", [("map_altered", 5), ("cut", 11)]),
        (f"DELETE FROM {entry} WHERE number = 0", [("entry_missing", 0), *roots]),
        (f"UPDATE {entry} SET leaf = {FORGED} WHERE number = 0", [("entry_altered", 0)]),
        (
            f"UPDATE {entry} SET text = '{map_text(bytes(32))}' WHERE number = 5",
            [("entry_altered", 5), ("map_altered", 5), *roots],
        ),
        (f"UPDATE proofs_mapnode SET value = {FORGED}", [("map_altered", 10)]),
        (
            f"UPDATE {entry} SET kind = 'changed' WHERE number = 4",
            [("contradiction", 4), ("game_altered", 4), ("entry_altered", 4), *roots],
        ),
        (
            f"UPDATE games_game SET commitment = 'ab' WHERE id = {name}",
            [("game_altered", 1), *roots],
        ),
        (
            f"UPDATE {signed} SET root = {FORGED} WHERE size = 6",
            [("root_altered", 6), ("signature_wrong", 6)],
        ),
        (f"UPDATE {signed} SET note = 'x' WHERE size = 6", [("signature_wrong", 6)]),
        (
            "INSERT INTO proofs_cosignature (checkpoint_id, name, line, time)"
            f" VALUES ({made.pk}, 'w', 'x{line}', 1)",
            [("signature_wrong", 11)],
        ),
        (
            "INSERT INTO proofs_logtile (level, number, root) VALUES (0, 0, 'ab')",
            [("root_altered", 256)],
        ),
    ):
        with transaction.atomic():
            assert tampered(statement) == found, statement
            transaction.set_rollback(True)
    assert list(findings()) == []


def test_a_game_that_is_gone_is_found(alice: Player, bob: Player) -> None:
    """The owner deletes a game whole, and leaves its entries."""
    gone, _ = finished(alice, bob, 2)
    make_checkpoint()
    entries = LogEntry.objects.filter(game=gone)
    entry_numbers = list(entries.values_list("number", flat=True))
    key = gone.pk.hex if connection.vendor == "sqlite" else str(gone.pk)
    related = [
        (one.related_model._meta.db_table, one.field.column)
        for one in Game._meta.related_objects
        if one.related_model is not LogEntry and not one.many_to_many
    ]
    with transaction.atomic():
        with connection.cursor() as cursor:
            for statement in drop_statements(connection):
                cursor.execute(statement)
            for table, column in [*related, ("games_game", "id")]:
                cursor.execute(f"DELETE FROM {table} WHERE {column} = %s", [key])
        found = list(findings())
        assert [(one.kind, one.at, one.game) for one in found] == [
            *(("game_altered", number, str(gone.pk)) for number in entry_numbers),
            ("root_altered", 10, ""),
        ]
        transaction.set_rollback(True)
    assert list(findings()) == []


def test_terms_that_are_gone_end_no_check(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(alice, bob)
    erase_player(bob)
    make_checkpoint()
    monkeypatch.setattr(checking, "now", lambda: now() + timedelta(minutes=11))
    found = [("game_altered", 2), ("root_altered", 7)]
    assert tampered("DELETE FROM games_tableterms") == found


def test_an_older_row_without_an_entry_is_found(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = finished(alice, bob)
    assert list(findings()) == []
    monkeypatch.setattr(checking, "now", lambda: now() + timedelta(minutes=11))
    missing = [(one.kind, one.at, one.game) for one in findings()]
    assert missing == [("entry_missing", seq, str(game.pk)) for seq in (0, 0, 1, game.seq)]
    append_new()
    assert list(findings()) == []


def test_a_restored_database_may_lack_the_entries_of_its_last_minutes(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game,) = finished(alice, bob)
    monkeypatch.setattr(checking, "now", lambda: now() + timedelta(days=1))
    assert len(list(findings())) == 4
    assert list(findings(restored=True)) == []
    where = f"game_id = '{game.pk.hex if connection.vendor == 'sqlite' else game.pk}' AND seq = 1"
    owner_changes(f"UPDATE games_moveevent SET created_at = '2026-01-01T00:00:00Z' WHERE {where}")
    found = [(one.kind, one.at) for one in findings(restored=True)]
    assert found == [("entry_missing", 0), ("entry_missing", 0), ("entry_missing", 1)]


def test_the_checkpoints_of_a_log_that_had_another_name_are_verified(
    alice: Player, bob: Player, settings: Any
) -> None:
    """As after a loss: another name and key, the old entries first."""
    settings.LOG_KEY = "11" * 32
    finished(alice, bob)
    make_checkpoint()
    settings.LOG_ORIGIN, settings.LOG_KEY = "fairdeal.example/log2", "22" * 32
    finished(alice, bob)
    made = make_checkpoint()
    assert made is not None
    assert made.note.startswith("fairdeal.example/log2\n12\n")
    assert list(findings()) == []


def test_a_checkpoint_signed_by_an_unknown_key_is_found(alice: Player, bob: Player) -> None:
    finished(alice, bob)
    made = make_checkpoint()
    assert made is not None
    signed = parse_checkpoint(made.note.encode())
    other = SignerKey(signed.origin, LOG_KEY, bytes(32))
    forged = sign_checkpoint(signed.origin, signed.size, signed.root, other).note
    found = tampered(f"UPDATE proofs_checkpoint SET note = '{forged}'")
    assert found == [("signature_wrong", made.size)]


def test_a_log_that_does_not_extend_what_was_signed_is_not_signed(
    alice: Player, bob: Player
) -> None:
    finished(alice, bob, 2)
    make_checkpoint()
    for statement in (
        "DELETE FROM proofs_logentry WHERE number > 3",
        "DELETE FROM proofs_logentry WHERE number = 1",
        f"UPDATE proofs_logentry SET leaf = {FORGED} WHERE number = 1",
        "UPDATE proofs_logentry SET leaf = 'no hash' WHERE number = 1",
    ):
        with transaction.atomic():
            owner_changes(statement, "DELETE FROM games_moveevent")
            with pytest.raises(LogBroken):
                make_checkpoint()
            with pytest.raises(CommandError, match="The log is not signed"):
                call_command("checkpoint")
            transaction.set_rollback(True)


def test_the_command_signs_and_verifies(
    alice: Player, bob: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    finished(alice, bob)
    call_command("checkpoint")
    assert capsys.readouterr().out.startswith("6 entries, root ")
    call_command("checkpoint")
    assert capsys.readouterr().out == "Nothing is new: the log has 6 entries.\n"
    call_command("checkpoint", "--verify")
    assert capsys.readouterr().out == "6 entries and 1 checkpoints: all as they were signed\n"
    tampered("UPDATE games_moveevent SET facts = '?'")
    with pytest.raises(CommandError, match="3 faults"):
        call_command("checkpoint", "--verify")
    assert "game_altered: 4 " in capsys.readouterr().err


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
    expected = [(str(game.pk), kind) for game in games for kind in LIVED]
    assert sorted(logged()) == sorted(expected)
    last = LogEntry.objects.count()
    assert list(LogEntry.objects.values_list("number", flat=True)) == list(range(last))
    latest = Checkpoint.objects.first()
    assert latest is not None and latest.size == last
    assert list(findings()) == []
