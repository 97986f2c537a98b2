"""Organisers with keys sign their acts, and no others than those named direct the game."""

from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client

from games.audit.bundle import encode_bundle
from games.ledger.heads import act_message
from games.ledger.rows import EVERYTHING
from games.models import Game, MoveEvent
from games.officials.models import Proposal, RefusedAct
from games.players.scopes import DIRECT
from games.proofs import runs as auditing
from games.proofs.bundle_making import bundle_of
from tests.api.client import Caller, Reply, create_game, fits, guest
from tests.api.test_acts import may_direct, with_scopes
from tests.api.test_organisers import begun, id_of
from tests.api.test_possible_acts import staff
from tests.games.tables import fresh
from tests.proof.test_verify_js import verify_all

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WHY = "Two decks were mixed."
WARN: dict[str, Any] = {"act": "warn", "seat": 1, "reason": WHY}
VOID: dict[str, Any] = {"act": "void", "reason": WHY}
SECRETS = [Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32) for number in (6, 7)]


def public(secret: Ed25519PrivateKey) -> str:
    return secret.public_key().public_bytes_raw().hex()


@pytest.fixture
def olga(editions: None) -> Caller:
    return guest("Olga")


@pytest.fixture
def pat(editions: None) -> Caller:
    return guest("Pat")


def with_keys(*organisers: Caller) -> list[dict[str, str]]:
    """Organisers as a request names them, with their keys."""
    return [
        {"player": id_of(one), "key": public(secret)}
        for one, secret in zip(organisers, SECRETS, strict=False)
    ]


@pytest.fixture
def game(alice: Caller, bob: Caller, olga: Caller) -> str:
    """A running game with one organiser, who has a key."""
    return begun(alice, bob, organisers=with_keys(olga))


@pytest.fixture
def two(alice: Caller, bob: Caller, olga: Caller, pat: Caller) -> str:
    """A running game with two directors, and two organisers with keys."""
    return begun(alice, bob, organisers=with_keys(olga, pat), directors=2)


def stored(game: str) -> Game:
    return fresh(Game.objects.get(pk=game))


def send(
    caller: Caller,
    game: str,
    body: dict[str, Any],
    secret: Ed25519PrivateKey = SECRETS[0],
    others: dict[str, Any] | None = None,
) -> Reply:
    """Send an act with its signature; ``others`` are signed in place of what is sent."""
    at, place = stored(game), {name: body[name] for name in ("seat", "winner") if name in body}
    move = {"move": body["act"], "seat": None} | place
    signed = {
        "game": game,
        "seq": at.seq,
        "digest": at.head,
        "move": move | ({"places": None} if body["act"] == "correct" else {}),
        "player": id_of(caller),
        "reason": body["reason"],
        "reference": body.get("reference"),
        "second": None,
    }
    signature = secret.sign(act_message(**(signed | (others or {})))).hex()
    head = {"If_Match": f'"{at.seq}"', "Move_Signature": signature}
    return caller.post(f"games/{game}/acts/", body, **head)


def judged(game: str) -> list[Any]:
    """What both verifiers say of *sealed* and *authentic*, with all codes."""
    bundle, verdict = bundle_of(game=stored(game), viewer=EVERYTHING), auditing.audit_now
    (js,) = verify_all([encode_bundle(bundle)])
    python = verdict(stored(game)).verdict
    told = [
        (one.answer, [finding.code for finding in one.findings])
        for one in (python.sealed, python.authentic)
    ]
    for name, (answer, codes) in zip(("sealed", "authentic"), told, strict=True):
        given = js["questions"][name]
        assert (given["answer"], [one["code"] for one in given["findings"]]) == (answer, codes)
    return told


# ---- one organiser


def test_a_signed_act_is_in_the_row_and_both_verifiers_find_it_authentic(
    alice: Caller, olga: Caller, game: str
) -> None:
    reply = send(olga, game, WARN | {"reference": "A-7"})
    assert reply.status == 201, reply
    fits("MoveReply", reply.json)
    assert send(olga, game, VOID).status == 201
    assert judged(game) == [("yes", []), ("yes", [])]
    (row,) = [one for one in bundle_of(game=stored(game), viewer=EVERYTHING).events if one.seq == 2]
    assert row.signed is not None
    (given,) = row.signed["organisers"]
    assert given["seq"] == 1
    first = alice.get(f"games/{game}/events/1/").json["move"]
    assert first["organisers"] == with_keys(olga)
    listed = alice.get(f"games/{game}/organisers/").json["results"]
    assert [one["key"] for one in listed] == [public(SECRETS[0])]


def test_an_act_without_the_signature_or_with_another_is_refused(olga: Caller, game: str) -> None:
    path, at = f"games/{game}/acts/", stored(game)
    unsigned = [olga.post(path, WARN), olga.post(path, WARN, If_Match=f'"{at.seq}"')]
    for reply in unsigned:
        assert (reply.status, reply.code) == (422, "signature_missing")
    wrong: list[dict[str, Any]] = [
        {"reason": "Another."},
        {"reference": "A-7"},
        {"game": str(olga.get("me/").json["id"])},
        {"seq": at.seq + 1},
        {"digest": "0" * 64},
        {"second": id_of(olga)},
        {"player": "staff-1"},
        {"move": {"move": "warn", "seat": 0}},
    ]
    for others in wrong:
        reply = send(olga, game, WARN, others=others)
        assert (reply.status, reply.code) == (422, "signature_wrong"), others
    assert send(olga, game, WARN, SECRETS[1]).code == "signature_wrong"
    assert stored(game).seq == at.seq
    codes = RefusedAct.objects.values_list("code", flat=True)
    assert sorted(set(codes)) == ["signature_missing", "signature_wrong"]


def test_a_signature_is_used_once_and_not_in_another_game(
    alice: Caller, bob: Caller, olga: Caller, game: str
) -> None:
    at = stored(game)
    message = act_message(
        game=game, seq=1, digest=at.head, move={"move": "warn", "seat": 1}, player=id_of(olga),
        reason=WHY, reference=None, second=None,
    )  # fmt: skip
    sent = {"Move_Signature": SECRETS[0].sign(message).hex()}
    other = begun(alice, bob, organisers=with_keys(olga))
    wrong = olga.post(f"games/{other}/acts/", WARN, If_Match='"1"', **sent)
    assert wrong.code == "signature_wrong"
    made = olga.post(f"games/{game}/acts/", WARN, If_Match='"1"', Idempotency_Key="once", **sent)
    assert made.status == 201
    again = olga.post(f"games/{game}/acts/", WARN, If_Match='"1"', Idempotency_Key="once", **sent)
    assert (again.status, again.json) == (201, made.json)
    assert olga.post(f"games/{game}/acts/", WARN, If_Match='"1"', **sent).code == "stale_seq"
    assert olga.post(f"games/{game}/acts/", WARN, If_Match='"2"', **sent).code == "signature_wrong"


def test_an_organiser_without_a_key_signs_nothing(alice: Caller, bob: Caller, olga: Caller) -> None:
    game = begun(alice, bob, olga)
    assert send(olga, game, WARN).code == "signature_wrong"
    assert olga.post(f"games/{game}/acts/", VOID).status == 201
    assert judged(game) == [("yes", []), ("unanswered", [])]


# ---- two organisers


def test_the_proposal_and_the_confirmation_are_signed(
    alice: Caller, olga: Caller, pat: Caller, two: str
) -> None:
    path = f"games/{two}/acts/"
    assert olga.post(path, VOID).code == "signature_missing"
    assert not Proposal.objects.exists()
    proposed = send(olga, two, VOID)
    assert proposed.status == 202, proposed
    assert send(olga, two, WARN).status == 201
    body = proposed.json["act"]
    assert pat.post(path, body).code == "signature_missing"
    second = {"player": id_of(olga), "second": id_of(pat)}
    for others in ({}, {"player": id_of(olga)}, second | {"reason": "Another."}):
        assert send(pat, two, body, SECRETS[1], others).code == "signature_wrong"
    assert send(pat, two, body, SECRETS[0], second).code == "signature_wrong"
    made = send(pat, two, body, SECRETS[1], second)
    assert made.status == 201, made
    last = bundle_of(game=stored(two), viewer=EVERYTHING).events[-1]
    assert last.signed is not None
    assert [one["seq"] for one in last.signed["organisers"]] == [1, 2]
    assert judged(two) == [("yes", []), ("yes", [])]


def test_the_second_may_have_no_key(alice: Caller, bob: Caller, olga: Caller, pat: Caller) -> None:
    organisers = [*with_keys(olga), {"player": id_of(pat)}]
    game = begun(alice, bob, organisers=organisers, directors=2)
    body = send(olga, game, VOID).json["act"]
    assert pat.post(f"games/{game}/acts/", body).status == 201
    last = bundle_of(game=stored(game), viewer=EVERYTHING).events[-1]
    assert last.signed is not None
    first, second = last.signed["organisers"]
    assert (first["seq"], second) == (1, None)
    assert judged(game) == [("yes", []), ("yes", [])]


# ---- who is named


def test_no_one_else_directs_a_game_that_names_organisers(olga: Caller, game: str) -> None:
    stranger = with_scopes(guest("Sam"), DIRECT)
    may_direct(stranger, game)
    reply = stranger.post(f"games/{game}/acts/", WARN)
    assert (reply.status, reply.json["params"]) == (403, {"reason": "named"})
    kim, _ = staff(game)
    sent = kim.post(f"/api/v1/games/{game}/acts/", VOID, content_type="application/json").json()
    assert sent["params"] == {"reason": "named"}
    assert "<fd-judge " not in kim.get(f"/play/{game}/").content.decode()
    assert RefusedAct.objects.filter(detail="named").count() == 2
    assert stored(game).seq == 1
    assert MoveEvent.objects.filter(game=game).count() == 1


def test_organisers_whom_nobody_named_are_a_note(alice: Caller, bob: Caller) -> None:
    game = begun(alice, bob)
    olga = with_scopes(guest("Olga"), DIRECT)
    may_direct(olga, game)
    assert olga.post(f"games/{game}/acts/", WARN).status == 201
    assert bob.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    assert judged(game) == [("yes", ["unnamed-organisers"]), ("unanswered", [])]
    assert alice.get(f"games/{game}/").json["organisers"] == []


def test_a_result_that_they_change_does_not_pass(alice: Caller, bob: Caller) -> None:
    game = begun(alice, bob)
    olga = with_scopes(guest("Olga"), DIRECT)
    may_direct(olga, game)
    assert olga.post(f"games/{game}/acts/", VOID).status == 201
    notes = ["unnamed-organisers", "unnamed-result"]
    assert judged(game) == [("yes", notes), ("unanswered", [])]
    told = alice.get(f"games/{game}/audit/").json
    assert (told["passed"], told["verdict"]) == (False, "result_changed")
    words = "result changed by organisers that the table did not name"
    page = Client().get(f"/audit/games/{game}/").content.decode()
    assert words in page and "This table names no organisers" in page
    assert words in Client().get("/audit/?verdict=result_changed").content.decode()
    assert game not in Client().get("/audit/?verdict=passed").content.decode()


def test_all_who_see_a_table_know_who_may_change_its_result(
    alice: Caller, bob: Caller, olga: Caller
) -> None:
    table = create_game(alice, organisers=with_keys(olga))
    (listed,) = bob.get("lobby/").json["results"]
    for told in (listed, bob.get(f"games/{table}/").json):
        assert [one["name"] for one in told["organisers"]] == ["Olga"]
    game = begun(alice, bob, organisers=with_keys(olga))
    page = Client().get(f"/audit/games/{game}/").content.decode()
    assert "Who may change the result" in page and "Olga" in page


def test_the_terms_fix_the_organisers(alice: Caller, olga: Caller) -> None:
    seats = [{"kind": "bot", "bot": "random"}] * 2
    body = {"variant": "xmen", "seats": seats, "start": True, "organisers": with_keys(olga)}
    reply = alice.post("games/", body)
    fits("NewGame", reply.json)
    assert reply.json["terms"]["organisers"] == with_keys(olga)
    Game.objects.filter(pk=reply.json["id"]).update(organisers="")
    findings = auditing.verdict_on(stored(reply.json["id"])).sealed.findings
    assert [(one.code, one.path) for one in findings] == [("line", "/organisers")]


def test_organisers_that_cannot_be_named(alice: Caller, olga: Caller) -> None:
    def refused(organisers: list[dict[str, str]], **more: Any) -> Any:
        body = {"variant": "avengers", "seats": [{"kind": "me"}, {"kind": "open"}]}
        reply = alice.post("games/", body | {"organisers": organisers} | more)
        assert not Game.objects.exists()
        return reply.status, reply.code, reply.json["errors"][0]["pointer"]

    player = {"player": id_of(olga)}
    assert refused([player | {"key": "ff" * 32}]) == (422, "key_wrong", "/organisers/0/key")
    assert refused([player], directors=2) == (400, "organiser_alone", "/organisers")
    assert create_game(alice, directors=2)
