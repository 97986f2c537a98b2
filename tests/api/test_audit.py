"""The bundle of a game and the verdict on it, over the API."""

import random
from typing import Any

import pytest
from django.test import Client

from games.audit.bundle_reading import read_bundle
from games.audit.self_check import self_fault
from games.audit.verdict import audit
from games.models import AuditRun
from games.players.scopes import AUDIT_READ
from tests.api.client import Caller, asked_of, create_game, fits, guest, key, start_game
from tests.api.test_acts import with_scopes
from tests.games.owner import owner_changes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def play_out(game: str, *callers: Caller) -> str:
    """Play a game to its end."""
    rng = random.Random(1)
    while callers[0].get(f"games/{game}/").json["status"] == "running":
        who, prompt, _ = asked_of(game, *callers)
        plays = [one for one in prompt["options"] if one["body"]["move"] == "play"]
        option = rng.choice(plays or prompt["options"])
        assert who.post(f"games/{game}/moves/", option["body"]).status == 201
    return game


@pytest.fixture
def over(alice: Caller, bob: Caller) -> str:
    """A finished game of Alice and Bob."""
    return play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)


def auditor(name: str = "Dana") -> Caller:
    """A client whose token may be used to audit finished games."""
    return with_scopes(guest(name), AUDIT_READ)


def answers(raw: bytes) -> list[str]:
    verdict = audit(read_bundle(raw))
    return [one.answer for one in verdict.answers.values()]


def test_anybody_takes_a_finished_game_away_and_proves_it(over: str, carol: Caller) -> None:
    reply = carol.get(f"games/{over}/audit/bundle/")
    fits("Bundle", reply.json)
    assert answers(reply.raw) == ["yes"] * 4 + ["unanswered"] * 2
    assert reply.headers["Content-Disposition"].endswith(f'"fairdeal-{over}.json"')
    public = {one["public"] for one in carol.get("keys/").json["results"]}
    assert reply.json["signature"]["public"] in public


def test_the_bundle_of_a_finished_game_stays_as_it_is_while_its_tag_says_so(
    over: str, bob: Caller
) -> None:
    path = f"games/{over}/audit/bundle/"
    first, again = bob.get(path), Caller().get(path)
    assert first.raw == again.raw
    assert first.headers["Cache-Control"] == "private, no-cache"
    known = bob.get(path, If_None_Match=first.headers["ETag"])
    assert (known.status, known.raw) == (304, b"")
    assert known.headers["ETag"] == first.headers["ETag"]


def test_while_a_game_runs_each_gets_the_own_view_which_nobody_keeps(
    game: str, alice: Caller, bob: Caller
) -> None:
    path = f"games/{game}/audit/bundle/"
    replies = [who.get(path) for who in (alice, bob, Caller())]
    assert [one.json["view"] for one in replies] == ["seat:0", "seat:1", "public"]
    assert len({str(one.json["head"]) + one.json["signature"]["head"] for one in replies}) == 1
    for reply in replies:
        fits("Bundle", reply.json)
        assert answers(reply.raw) == ["yes"] + ["unanswered"] * 5
        assert reply.headers["Cache-Control"] == "no-store"
        assert "ETag" not in reply.headers
        assert reply.json["seed"] is None


def test_a_running_game_opens_to_nobody_who_only_audits(game: str) -> None:
    assert auditor().get(f"games/{game}/audit/bundle/").json["view"] == "public"


def test_a_game_for_the_seats_opens_in_full_to_an_auditor_without_a_seat(
    alice: Caller, bob: Caller
) -> None:
    game = start_game(alice, bob, options={"rounds": 1}, reveal="seats")
    assert alice.get(f"games/{game}/").json["reveal"] == "seats"
    play_out(game, alice, bob)
    path = f"games/{game}/audit/bundle/"
    views = [who.get(path).json["view"] for who in (alice, bob, Caller(), auditor())]
    assert views == ["seat:0", "seat:1", "public", "full"]
    assert with_scopes(alice, AUDIT_READ).get(path).json["view"] == "seat:0"
    assert alice.get(f"games/{game}/").json["seed"] is None
    hidden = [one for event in alice.get(f"games/{game}/events/?limit=200").json["results"]
              for one in event["sealed"] if one not in event["salts"]]  # fmt: skip
    assert hidden
    assert alice.get(f"games/{game}/position/?as=full").code == "not_your_view"


def test_a_game_that_has_not_begun_has_no_bundle_and_no_verdict(alice: Caller) -> None:
    table = create_game(alice)
    for path in ("audit/bundle/", "audit/"):
        assert alice.get(f"games/{table}/{path}").code == "not_started"


def test_a_running_game_has_no_verdict_yet(game: str, alice: Caller) -> None:
    assert alice.get(f"games/{game}/audit/").code == "game_not_over"
    assert alice.post(f"games/{game}/audit/").code == "game_not_over"


def test_the_verdict_answers_six_questions(over: str, alice: Caller) -> None:
    told = Caller().get(f"games/{over}/audit/").json
    fits("Audit", told)
    assert (told["passed"], told["verdict"]) == (True, "pass")
    assert told["text"].startswith("The server’s own check of every rule: passed.")
    questions = ("sealed", "lawful", "fair", "dealt", "authentic", "choices")
    given = [(told[one]["answer"], told[one]["why"]) for one in questions]
    assert given == [("yes", "")] * 4 + [("unanswered", "no_keys"), ("unanswered", "not_asked")]
    made = alice.post(f"games/{over}/audit/")
    fits("Audit", made.json)
    assert made.status == 201
    assert made.json | {"at": told["at"]} == told


def test_a_forgery_is_found_when_the_game_is_audited_again(over: str, alice: Caller) -> None:
    path = f"games/{over}/audit/"
    assert Caller().get(path).json["passed"]
    owner_changes("UPDATE games_moveevent SET rulings = '[]' WHERE seq = 3")
    assert Caller().get(path).json["passed"]
    told = alice.post(path, Accept_Language="fr-CA").json
    assert not told["passed"]
    (found,) = told["sealed"]["findings"]
    assert (found["code"], found["first"]) == ("altered", 3)
    assert found["text"].startswith("La chaîne se rompt ici")
    assert not Caller().get(path).json["passed"]


def test_who_asks_for_an_audit_twice_with_one_key_gets_one(over: str, alice: Caller) -> None:
    once: dict[str, Any] = {"Idempotency_Key": key()}
    first = alice.post(f"games/{over}/audit/", **once)
    again = alice.post(f"games/{over}/audit/", **once)
    assert first.raw == again.raw
    assert again.headers["Idempotent-Replayed"] == "true"
    assert Caller().post(f"games/{over}/audit/").code == "not_authenticated"


def test_a_fault_of_the_verifier_is_no_finding_and_is_not_kept(
    over: str, alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert self_fault() == ""

    def failing(*_given: object, **_more: object) -> None:
        raise TypeError("str object expected; got NoneType")

    with monkeypatch.context() as faulty:
        faulty.setattr("games.audit.lawful.decide", failing)
        reply = alice.get(f"games/{over}/audit/")
        fits("Audit", reply.json)
        assert (reply.json["verdict"], reply.json["passed"]) == ("error", False)
        lawful = {"answer": "error", "why": "verifier_failed", "findings": []}
        assert reply.json["lawful"] == lawful
        assert not AuditRun.objects.exists()
        assert "the verifier failed" in page(over)
        again = alice.post(f"games/{over}/audit/")
        assert (again.status, again.json["verdict"]) == (201, "error")
        assert AuditRun.objects.get().lawful == "error"
    assert alice.get(f"games/{over}/audit/").json["verdict"] == "pass"
    assert AuditRun.objects.count() == 2


def page(game: str) -> str:
    """The page of a game, as text."""
    return Client().get(f"/audit/games/{game}/").content.decode()
