"""What an owner of the database changes beside the rows of a game is found, in this game alone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.backends.utils import CursorWrapper

from cards.append_only import drop_statements
from games import tasks
from games.audit.findings import Verdict
from games.engine import (
    AnswerCall,
    CallJudge,
    CancelCall,
    Draw,
    IllegalMove,
    Note,
    Play,
    Resign,
    Warn,
    Withdraw,
)
from games.ledger import store
from games.models import AuditRun, Game, RecordedAct
from games.officials.grants import grant
from games.play import openings, seating
from games.play.directing import AskedAct, organiser_of
from games.play.seating import Contribution, SeatSpec
from games.players.models import Player
from games.proofs import runs as auditing
from tests.games.tables import OPEN, direct, fresh, guest, make, open_game, refuse
from tests.games.test_audit_command import run
from tests.games.test_signed_moves import KEY, signed
from tests.sweeps import part_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def over(alice: Player, bob: Player) -> Game:
    """A finished game with signed and refused moves, calls and acts."""
    kind, olga = "", guest("Olga")
    while kind != "turn":
        table = open_game(alice, SeatSpec("player", own=Contribution(key=KEY)), OPEN)
        seating.join_game(game_id=table.pk, player=bob)
        game = openings.start_game(game_id=table.pk, player=alice).game
        prompt = store.load(game).prompts[-1]
        kind = prompt.kind if prompt.seat == 0 else ""
    with pytest.raises(IllegalMove):
        signed(game, Play(0, "no-such-card"))
    signed(game, Draw(0))
    refuse(game, 1, 2)
    make(game, CallJudge(1, "What was drawn?"))
    make(game, CancelCall(1))
    make(game, CallJudge(1, "Is this allowed?"))
    grant(player=olga, scope=game)
    for act in (Warn(1), Note(), AnswerCall(1, "noted"), Warn(0)):
        direct(AskedAct(fresh(game), act, organiser_of(olga), "A reason"))
    noted = RecordedAct.objects.get(game=game, kind="note").seq
    direct(AskedAct(fresh(game), Withdraw(seq=noted), organiser_of(olga), "A mistake"))
    make(game, CallJudge(1, "Who has won?"))
    make(game, Resign(1))
    return fresh(game)


@pytest.fixture
def game(editions: None, alice: Player, bob: Player) -> Game:
    return over(alice, bob)


@contextmanager
def owned() -> Iterator[CursorWrapper]:
    """The database as its owner has it; what is changed is restored afterwards."""
    connection.check_constraints()
    with transaction.atomic():
        with connection.cursor() as cursor:
            for statement in drop_statements(connection):
                cursor.execute(statement)
            yield cursor
        transaction.set_rollback(True)


def named(game: Game) -> str:
    return f"'{game.pk.hex if connection.vendor == 'sqlite' else game.pk}'"


def found_in(verdict: Verdict) -> set[tuple[str, int, str]]:
    """The findings of a verdict but for notes."""
    assert "error" not in [one.answer for one in verdict.answers.values()]
    return {
        (one.code, one.first, one.path)
        for answer in verdict.answers.values()
        for one in answer.findings
        if not one.note
    }


def altered(game: Game, *statements: str) -> set[tuple[str, int, str]]:
    """What is found after the owner of the database has changed it."""
    with owned() as cursor:
        for statement in statements:
            cursor.execute(statement)
        return found_in(auditing.verdict_on(fresh(game)))


# ---- the list of acts


def test_the_list_of_acts_repeats_the_rows(game: Game) -> None:
    assert found_in(auditing.verdict_on(game)) == set()
    alices = f"game_id = {named(game)} AND number = 0"
    acts = {one.kind: one for one in RecordedAct.objects.filter(game=game)}
    kinds = ["call-judge", "call-judge", "warn", "note", "answer-call", "warn", "withdraw"]
    stored = RecordedAct.objects.filter(game=game).order_by("seq")
    assert list(stored.values_list("kind", flat=True)) == [*kinds, "call-judge"]
    for column, value in (
        ("kind", "'warn'"),
        ("seat", "0"),
        ("seat", "NULL"),
        ("player_id", "NULL"),
        ("player_id", f"(SELECT player_id FROM games_seat WHERE {alices})"),
        ("actor", "'{}'"),
        ("actor", "'{'"),
        ("move", "'{}'"),
        ("closed_by", "1"),
        ("created_at", "'2020-01-01 00:00:00'"),
    ):
        for one in (acts["note"], acts["call-judge"]):
            change = f"UPDATE games_recordedact SET {column} = {value} WHERE id = {one.pk}"
            # A note is about no seat.
            is_same = value == "NULL" and one.kind == "note"
            assert altered(game, change) == (set() if is_same else {("line", one.seq, "/acts")})


def test_acts_that_are_added_deleted_or_moved_are_found(game: Game) -> None:
    act = RecordedAct.objects.get(game=game, kind="note")
    where = f"WHERE id = {act.pk}"
    line = ("line", act.seq, "/acts")
    assert altered(game, f"DELETE FROM games_recordedact {where}") == {line}
    moved = altered(game, f"UPDATE games_recordedact SET seq = 999 {where}")
    assert moved == {line, ("line", 999, "/acts")}
    opened = altered(game, "UPDATE games_recordedact SET closed_by = NULL")
    assert {seq for _, seq, _ in opened} == {
        one.seq for one in RecordedAct.objects.filter(game=game) if one.closed_by
    }
    with transaction.atomic():
        values = {one.attname: getattr(act, one.attname) for one in act._meta.concrete_fields}
        RecordedAct.objects.create(**values | {"id": None, "seq": 1})
        assert found_in(auditing.verdict_on(game)) == {("line", 1, "/acts")}
        transaction.set_rollback(True)


# ---- terms, links


def test_the_terms_are_those_of_the_first_row(game: Game) -> None:
    for change in (
        "UPDATE games_tableterms SET digest = 'ab'",
        "UPDATE games_tableterms SET text = '{'",
        "UPDATE games_tableterms SET text = '{}'",
        "UPDATE games_tableterms SET created_at = '2020-01-01 00:00:00'",
        "DELETE FROM games_tableterms",
    ):
        assert altered(game, change) == {("line", 0, "/terms")}, change


def test_the_links_of_refused_moves_are_those_of_their_chain(game: Game) -> None:
    refused = {one.seq for one in game.refusals.all()}
    found = altered(game, f"UPDATE games_refusal SET link = '{'ab' * 32}'")
    assert found == {("refusals", seq, "/link") for seq in refused}


# ---- what cannot be read

only_texts = pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="such a column takes no text that is no UUID"
)


def test_a_signature_of_another_form_is_an_alteration(game: Game) -> None:
    seq = game.events.exclude(signed="").get().seq
    seqs = {one.seq for one in game.refusals.all()}
    for other in ("{", "[]", '{"choices":1,"signature":"x"}', '{"by":-1,"choice":[]}', "[" * 3000):
        found = altered(game, f"UPDATE games_moveevent SET signed = '{other}' WHERE seq = {seq}")
        assert {("altered", seq, ""), ("unreadable", seq, "")} <= found
        found = altered(game, f"UPDATE games_refusal SET signed = '{other}'")
        assert {("refusals", seq, "") for seq in seqs} <= found


def test_a_refused_move_at_no_row_is_found(game: Game) -> None:
    first = game.refusals.order_by("seq")[0]
    for change in ("seq = 0", "nth = 100000", "seat = 90", "params = '['"):
        found = altered(game, f"UPDATE games_refusal SET {change} WHERE id = {first.pk}")
        assert ("refusals", first.seq, "") in found, change


def test_a_seed_of_another_length_is_found(game: Game) -> None:
    with owned() as cursor:
        cursor.execute("UPDATE games_game SET server_seed = %s", [b"\1"])
        found = found_in(auditing.verdict_on(fresh(game)))
    assert ("line", 0, "/server_seed") in found


@only_texts
def test_an_id_that_is_none_is_found_in_the_seats(game: Game) -> None:
    found = altered(game, "UPDATE games_seat SET player_id = 'zz' WHERE number = 1")
    assert found == {("line", 0, "/seats")}


GARBAGE = ("zz", "", -1, '{"', '{"choices":1,"signature":"x"}', b"\xff")

TABLES = {
    "games_game": "id",
    "games_seat": "game_id",
    "games_moveevent": "game_id",
    "games_refusal": "game_id",
    "games_tableterms": "game_id",
    "games_recordedact": "game_id",
}


def changes(game: Game) -> Iterator[tuple[str, Any]]:
    """Every column of a game but its keys, with each value that may not be read."""
    for table, key in TABLES.items():
        with connection.cursor() as cursor:
            columns = connection.introspection.get_table_description(cursor, table)
        for column in columns:
            if column.name not in ("id", "game_id", "edition_id", "creator_id", "archive"):
                change = f"UPDATE {table} SET {column.name} = %s WHERE {key} = {named(game)}"
                yield from ((change, value) for value in GARBAGE)


@pytest.mark.rest
def test_no_column_that_cannot_be_read_is_an_error_of_the_verifier(game: Game) -> None:
    for change, value in part_of(list(changes(game)), 5):
        with owned() as cursor:
            try:
                with transaction.atomic():
                    cursor.execute(change, [value])
            except DatabaseError:
                continue
            _, verdict = auditing._judged(game.pk)
            assert verdict.word in ("pass", "fail", "not_judged"), (change, value)


# ---- the command


@only_texts
@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        ("UPDATE games_seat SET player_id = 'zz'", "number = 1 AND game_id", "line"),
        ("UPDATE games_game SET returns_to = 'zz'", "id", "line"),
        ("UPDATE games_refusal SET seq = 0", "seq = 1 AND nth = 1 AND game_id", "refusals"),
        ("UPDATE games_refusal SET signed = '{'", "game_id", "refusals"),
        ("UPDATE games_moveevent SET signed = '{'", "seq = 2 AND game_id", "altered"),
        ("UPDATE games_recordedact SET actor = '{'", "game_id", "line"),
        ("DELETE FROM games_tableterms", "game_id", "line"),
    ],
)
def test_a_game_that_cannot_be_read_fails_alone(
    game: Game, alice: Player, bob: Player, settings: Any, change: str, where: str, code: str
) -> None:
    settings.REDIS_URL = ""
    others = [over(alice, bob) for _ in range(2)]
    with owned() as cursor:
        cursor.execute(f"{change} WHERE {where} = {named(game)}")
        told = run()
        assert f"FAIL {game.pk}" in told and "ERROR" not in told
        assert re.search(f"sealed: (event [0-9]+: )?{code}", told)
        assert told.endswith("failed: 1 of 3 games did not pass.")
        tasks.audit_game(str(game.pk))
        assert AuditRun.objects.filter(game__in=others).count() == 2


def test_a_game_whose_audit_fails_keeps_no_verdict_from_the_others(
    game: Game, alice: Player, bob: Player, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = ""
    other, verdict_on = over(alice, bob), auditing.verdict_on

    def fail(one: Game) -> Verdict:
        if one.pk == game.pk:
            raise MemoryError
        return verdict_on(one)

    monkeypatch.setattr(auditing, "verdict_on", fail)
    assert run().endswith("failed: 1 games were not audited.")
    assert [one.game_id for one in AuditRun.objects.all()] == [other.pk]
