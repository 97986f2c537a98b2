"""The command that audits the games in the database."""

import json
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from games import tasks
from games.audit.findings import Answer
from games.audit.self_check import self_fault
from games.engine import Correct
from games.management import processes
from games.management.commands import audit as command
from games.models import AuditFinding, AuditRun, Game
from games.officials.grants import grant
from games.play.directing import AskedAct, organiser_of
from games.players.models import Player
from games.proofs import runs as auditing
from tests.games.finished import finished, running
from tests.games.owner import owned
from tests.games.tables import direct, fresh, guest

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def over(editions: None) -> list[Game]:
    """Three finished games."""
    return [finished("avengers", seed=seed) for seed in (0, 1, 3)]


def run(*arguments: str, **options: Any) -> str:
    """What the command prints, and with what it fails."""
    out = StringIO()
    try:
        call_command("audit", *arguments, stdout=out, **{"processes": 1} | options)
    except CommandError as error:
        out.write(f"failed: {error}")
    return out.getvalue()


def forge(game: Game) -> None:
    with owned() as cursor:
        cursor.execute(
            "UPDATE games_moveevent SET rulings = '[]' WHERE seq = 3 AND game_id IN"
            " (SELECT id FROM games_game WHERE head = %s)",
            [game.head],
        )


def words_on_record() -> set[str]:
    """Return what is on record of all games, in a word each."""
    batches = AuditRun.objects.values_list("batch", flat=True).distinct()
    return {verdict.word for one in batches for _, verdict in auditing.verdicts_of(one)}


def test_all_finished_games_are_audited_and_put_on_record(over: list[Game]) -> None:
    events = sum(game.seq for game in over)
    assert run() == f"3 of 3 games passed; {events} events\n"
    assert AuditRun.objects.count() == 3
    assert words_on_record() == {"pass"}


def test_what_is_wrong_is_reported_with_its_event_and_its_rule(over: list[Game]) -> None:
    forge(over[1])
    told = run()
    assert f"FAIL {over[1].pk}" in told
    assert "sealed: event 3: altered: The chain breaks here" in told
    assert "lawful: event 3: rulings at /rulings/0" in told
    assert "failed: 1 of 3 games did not pass." in told
    found = AuditFinding.objects.filter(run__game=over[1])
    assert {one.code for one in found} == {"altered", "rulings"}


def test_only_what_is_new_is_audited_if_that_is_asked(over: list[Game]) -> None:
    run(str(over[0].pk))
    assert "2 of 2 games passed" in run("--new")
    assert "0 of 0 games passed" in run("--new")
    assert "3 of 3 games passed" in run()


def test_the_report_is_json_too(over: list[Game], tmp_path: Path) -> None:
    forge(over[0])
    run("--report", str(tmp_path / "report.json"))
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert sorted(one["verdict"] for one in report["files"]) == ["fail", "pass", "pass"]
    assert {one["file"] for one in report["files"]} == {str(game.pk) for game in over}
    (failed,) = (one["questions"] for one in report["files"] if one["verdict"] == "fail")
    places = [(one["code"], one["first"], one["last"]) for one in failed["sealed"]["findings"]]
    assert ("altered", 3, 3) in places


def test_a_running_game_is_audited_when_it_is_named(
    editions: None, alice: Player, bob: Player
) -> None:
    game = running("avengers", alice, bob)
    assert "0 of 0" in run()
    assert "1 of 1 games passed" in run(str(game.pk))
    assert "There is no game nonsense" in run("nonsense")


def test_a_batch_that_comes_twice_is_audited_once(over: list[Game]) -> None:
    batch, ids = str(uuid4()), [str(game.pk) for game in over]
    assert processes.audit(ids, batch) == 3
    assert processes.audit(ids, batch) == 3
    assert AuditRun.objects.count() == 3


def test_a_game_that_cannot_be_audited_keeps_no_verdict_from_the_others(
    over: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    audit_game = auditing.audit_game

    def failing(*, game_id: UUID, batch: UUID) -> AuditRun:
        if game_id == over[1].pk:
            raise MemoryError
        return audit_game(game_id=game_id, batch=batch)

    monkeypatch.setattr(auditing, "audit_game", failing)
    assert "failed: 1 games were not audited." in run()
    assert words_on_record() == {"pass"}
    assert AuditRun.objects.count() == 2


def test_what_audits_found_never_changes(over: list[Game]) -> None:
    forge(over[0])
    run()
    for table in ("games_auditrun", "games_auditfinding"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")


def test_the_admin_lists_what_audits_found(over: list[Game], client: Client) -> None:
    forge(over[0])
    run()
    client.force_login(get_user_model().objects.create_superuser("root", password="x"))
    page = client.get("/admin/games/auditfinding/").content.decode()
    assert "altered" in page
    assert str(over[0].pk) in page
    found = AuditFinding.objects.filter(code="altered").get()
    one = client.get(f"/admin/games/auditfinding/{found.pk}/change/").content.decode()
    assert "The chain breaks here" in one
    assert client.get("/admin/games/auditrun/").status_code == 200
    assert client.get(f"/admin/games/auditrun/{found.run_id}/change/").status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="tells children of a file")
def test_several_processes_audit_side_by_side(
    over: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{connection.settings_dict['NAME']}")
    monkeypatch.setattr(command, "CHUNK", 2)
    assert "3 of 3 games passed" in run(processes=2)


# ---- errors of the verifier


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An engine that fails after the verifier has checked itself."""
    assert self_fault() == ""

    def failing(*_given: object, **_more: object) -> None:
        raise TypeError("str object expected; got NoneType")

    monkeypatch.setattr("games.audit.lawful.decide", failing)
    return monkeypatch


def test_a_fault_of_the_verifier_is_on_record_as_such_and_audited_again(
    over: list[Game], faulty: pytest.MonkeyPatch
) -> None:
    with pytest.raises(CommandError, match="The verifier failed on 3 of 3 games") as failed:
        call_command("audit", processes=1, stdout=StringIO())
    assert failed.value.returncode == 3
    assert words_on_record() == {"error"}
    assert {(one.sealed, one.lawful) for one in AuditRun.objects.all()} == {("yes", "error")}
    assert not AuditFinding.objects.exists()
    assert auditing.known_verdicts(over) == {}
    told = run("--new")
    assert "ERROR " in told
    assert "0 of 3 games passed; the verifier failed on 3;" in told
    faulty.undo()
    assert "3 of 3 games passed" in run("--new")
    assert "0 of 0 games passed" in run("--new")


def test_a_verifier_that_fails_its_check_judges_no_game(
    over: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = "avengers: lawful is no facts"
    monkeypatch.setattr(command, "self_fault", lambda: fault)
    with pytest.raises(CommandError, match=fault) as failed:
        call_command("audit", processes=1, stdout=StringIO())
    assert failed.value.returncode == 3
    assert not AuditRun.objects.exists()


def test_a_worker_that_fails_its_check_finds_nothing(
    over: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.audit.verdict.self_fault", lambda: "avengers: lawful is no facts")
    forge(over[1])
    processes.audit([str(game.pk) for game in over], str(uuid4()))
    assert words_on_record() == {"error"}
    assert not AuditFinding.objects.exists()


# ---- by themselves


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """The ids of the games that are sent, and the options of each task."""
    found: list[tuple[str, Any]] = []
    monkeypatch.setattr(
        tasks.audit_game, "apply_async", lambda ids, **options: found.append((*ids, options))
    )
    return found


def test_finished_games_are_audited_by_themselves(
    over: list[Game], sent: list[tuple[str, Any]]
) -> None:
    running("xmen", guest("Ann"), guest("Bo"))
    tasks.audit_finished()
    assert {game for game, _ in sent} == {str(game.pk) for game in over}
    # No queue is named: it is that of other work.
    assert [options for _, options in sent] == [{"expires": settings.AUDIT_SECONDS}] * 3
    *delivered, (lost, _) = sent
    sent.clear()
    for game, _ in delivered * 2:
        tasks.audit_game(game)
    assert AuditRun.objects.count() == 2 and words_on_record() == {"pass"}
    page = Client().get("/audit/").content.decode()
    assert page.count("not audited yet") == 1
    tasks.audit_finished()
    assert [game for game, _ in sent] == [lost]
    tasks.audit_game(lost)
    assert "not audited yet" not in Client().get("/audit/").content.decode()
    sent.clear()
    tasks.audit_finished()
    assert sent == []


def test_a_game_is_audited_again_after_its_result_changed(
    over: list[Game], sent: list[tuple[str, Any]]
) -> None:
    game, organiser = over[0], guest("Olga")
    tasks.audit_game(str(game.pk))
    grant(player=organiser, scope=game)
    act = Correct(winner=1 - (game.winner or 0))
    direct(AskedAct(fresh(game), act, organiser_of(organiser), "A mistake"))
    tasks.audit_finished()
    assert str(game.pk) in {game for game, _ in sent}
    tasks.audit_game(str(game.pk))
    assert list(AuditRun.objects.values_list("seq", flat=True)) == [game.seq + 1, game.seq]


def test_a_recorded_verdict_is_not_made_again(
    over: list[Game], sent: list[tuple[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    run()
    monkeypatch.setattr(auditing, "verdict_on", lambda game: pytest.fail("It is on record."))
    for game in over:
        tasks.audit_game(str(game.pk))
    tasks.audit_finished()
    assert sent == [] and AuditRun.objects.count() == 3


def test_a_failure_of_the_verifier_is_not_repeated_endlessly(
    over: list[Game], sent: list[tuple[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = Answer("error", "verifier_failed")
    verdict = msgspec.structs.replace(auditing.verdict_on(over[0]), lawful=failed)
    monkeypatch.setattr(auditing, "verdict_on", lambda game: verdict)
    for _ in range(2):
        tasks.audit_game(str(over[0].pk))
    assert words_on_record() == {"error"}
    tasks.audit_finished()
    assert str(over[0].pk) not in {game for game, _ in sent}
    assert over[0] in auditing.to_audit(new=True)


def test_what_is_not_over_is_not_audited_by_itself(editions: None) -> None:
    game = running("xmen", guest("Ann"), guest("Bo"))
    for game_id in (game.pk, uuid4()):
        tasks.audit_game(str(game_id))
    assert not AuditRun.objects.exists()
