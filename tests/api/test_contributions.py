"""Shares, keys and signatures of players over the API, and their receipts."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit.proof import entries_of_game, log_findings, parse_proof
from games.engine import share_commitment
from games.ledger.heads import SignedHead, SignedShare, head_message, move_message, share_message
from games.ledger.signatures import verify
from games.ledger.signing import log_key
from games.ledger.terms import terms_digest
from games.models import Game
from games.proofs.models import LogEntry
from games.proofs.services import make_checkpoint
from tests.api.client import Caller, fits

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ONE, TWO = "11" * 32, "22" * 32
SECRET = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = SECRET.public_key().public_bytes_raw().hex()
OPEN = {"kind": "open"}


def bound(share: str) -> dict[str, str]:
    return {"share_commitment": share_commitment(bytes.fromhex(share))}


def created(caller: Caller, *seats: Mapping[str, Any], **more: Any) -> Any:
    body = {"variant": "avengers", "seats": seats, "options": {"rounds": 1}} | more
    reply = caller.post("games/", body)
    assert reply.status == 201, reply
    return reply.json


def is_signed(receipt: Any) -> bool:
    read = msgspec.convert(receipt, SignedHead)
    return verify(read.public, head_message(read.head), read.signature)


def test_creating_a_game_returns_the_commitment_in_a_receipt(alice: Caller) -> None:
    game = created(alice, {"kind": "me"}, OPEN)
    fits("NewGame", game)
    receipt = game["receipt"]
    assert is_signed(receipt)
    assert receipt["head"] == {
        "game": game["id"],
        "seq": 0,
        "digest": "0" * 64,
        "refused": None,
        "commitment": game["commitment"],
    }
    assert (game["server_seed"], game["seed"], game["seats"][0]["key"]) == (None, None, None)
    assert game["chance"] == {"mode": "plain", "missing": [], "until": None}
    assert alice.get(f"games/{game['id']}/").json["receipt"] is None


def test_joining_returns_a_receipt_too(alice: Caller, bob: Caller) -> None:
    game = created(alice, {"kind": "me", "key": KEY}, OPEN)
    reply = bob.post(f"games/{game['id']}/seats/")
    assert is_signed(reply.json["receipt"])
    assert reply.json["seats"][0]["key"] == KEY
    alice.post(f"games/{game['id']}/start/")
    start = Caller().get(f"games/{game['id']}/events/1/").json["move"]
    assert start["chance"]["shares"] == [None, None]
    assert [seat["key"] for seat in start["seats"]] == [KEY, None]


def are_signed_terms(reply: Any, game: str) -> Any:
    """Check terms and their receipt as a client does before it opens a share; return the terms."""
    terms, receipt = reply["terms"], reply["receipt"]
    assert is_signed(receipt)
    head, commitment = receipt["head"], terms["chance"]["commitment"]
    assert head == {
        "game": game,
        "seq": 0,
        "digest": terms_digest(terms),
        "refused": None,
        "commitment": commitment,
    }
    return terms


def test_the_terms_are_signed_in_the_reply_to_the_start(alice: Caller, bob: Caller) -> None:
    game = created(alice, {"kind": "me"}, OPEN)["id"]
    bob.post(f"games/{game}/seats/")
    reply = alice.post(f"games/{game}/start/").json
    terms = are_signed_terms(reply, game)
    assert reply["events"][0]["move"]["closed_at"] == terms["closed_at"]
    bots = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    started = created(alice, *bots, start=True)
    fits("NewGame", started)
    are_signed_terms(started, started["id"])
    assert started["events"][0]["seq"] == 1


def test_the_terms_are_signed_while_shares_are_missing(alice: Caller, bob: Caller) -> None:
    game = created(alice, {"kind": "me"} | bound(ONE), OPEN, chance="shared")["id"]
    bob.post(f"games/{game}/seats/", bound(TWO))
    before = bob.get(f"games/{game}/prompts/")
    assert "terms" not in before.json
    reply = alice.post(f"games/{game}/start/").json
    terms = are_signed_terms(reply, game)
    assert terms["chance"]["commitments"] == [
        one["share_commitment"] for one in (bound(ONE), bound(TWO))
    ]
    shown = bob.get(f"games/{game}/prompts/", If_None_Match=before.headers["ETag"])
    assert shown.status == 200
    fits("PromptList", shown.json)
    streamed = bob.stream(f"games/{game}/events/")
    (prompts,) = (data for name, data in streamed if name == "prompts")
    for given in (shown.json, prompts, bob.get(f"games/{game}/").json):
        assert are_signed_terms(given, game) == terms
    assert Caller().get(f"games/{game}/receipt/").json == reply["receipt"]


def test_the_log_has_the_terms_before_any_share_can_be_opened(alice: Caller, bob: Caller) -> None:
    seats = [{"kind": "me"} | bound(ONE), {"kind": "bot", "bot": "random"}]
    game = created(alice, *seats, chance="shared", start=True)
    proof = parse_proof(bob.get(f"games/{game['id']}/audit/inclusion/").raw)
    terms = terms_digest(game["terms"]), game["terms"]["closed_at"]
    entries = entries_of_game(game["id"], game["commitment"], terms)
    listed = [entry for _, entry in proof.of_game(entries[0].game)]
    assert [one.kind for one in entries] == ["created", "opened"]
    assert listed == [one.logged for one in entries]
    assert not list(log_findings([proof], entries, keys=[log_key().public]))


def test_a_log_that_cannot_be_signed_starts_no_table_and_loses_nothing(
    alice: Caller, bob: Caller, settings: Any
) -> None:
    settings.LOG_KEY = "a1" * 32
    game = created(alice, {"kind": "me"} | bound(ONE), OPEN, chance="shared")["id"]
    make_checkpoint()
    bob.post(f"games/{game}/seats/", bound(TWO))
    before, entries = alice.get(f"games/{game}/").json, LogEntry.objects.count()
    settings.LOG_KEY = "a2" * 32
    reply = alice.post(f"games/{game}/start/")
    assert (reply.status, reply.code) == (503, "log_broken")
    fits("Problem503", reply.json)
    assert alice.get(f"games/{game}/").json == before
    assert LogEntry.objects.count() == entries
    settings.LOG_KEY = "a1" * 32
    assert alice.post(f"games/{game}/start/").json["status"] == "opening"


def test_a_share_is_acknowledged_with_a_signature(alice: Caller, bob: Caller) -> None:
    game = created(alice, {"kind": "me"} | bound(ONE), OPEN, chance="shared")["id"]
    bob.post(f"games/{game}/seats/", bound(TWO))
    alice.post(f"games/{game}/start/")
    reply = bob.post(f"games/{game}/share/", {"share": TWO})
    fits("Share", reply.json)
    receipt = msgspec.convert(reply.json["share_receipt"], SignedShare)
    assert verify(receipt.public, share_message(receipt.share), receipt.signature)
    told = (receipt.share.game, receipt.share.seat, receipt.share.commitment)
    assert told == (game, 1, bound(TWO)["share_commitment"])


def test_a_refused_move_has_a_receipt_if_the_request_prefers_one(alice: Caller, game: str) -> None:
    body = {"move": "play", "card": "no-such-card"}
    assert "receipt" not in alice.post(f"games/{game}/moves/", body).json
    refused = alice.post(f"games/{game}/moves/", body, Prefer="receipt")
    fits("Problem", refused.json)
    assert refused.headers["Preference-Applied"] == "receipt"
    assert is_signed(refused.json["receipt"])
    assert refused.json["receipt"]["head"]["refused"]["count"] == 2
    assert refused.json["receipt"] == alice.get(f"games/{game}/receipt/").json
    checked = alice.post(f"games/{game}/moves/check/", body, Prefer="receipt")
    assert "receipt" not in checked.json


def test_the_receipt_of_a_game_is_the_same_for_all_and_not_stored(alice: Caller, game: str) -> None:
    replies = [caller.get(f"games/{game}/receipt/") for caller in (alice, Caller())]
    first, second = (reply.json for reply in replies)
    fits("SignedHead", first)
    assert first == second
    assert is_signed(first)
    head = alice.get(f"games/{game}/events/1/").json["digest"]
    assert (first["head"]["seq"], first["head"]["digest"]) == (1, head)
    assert replies[0].headers["Cache-Control"] == "no-store"


def test_a_move_has_a_receipt_if_the_request_prefers_one(
    alice: Caller, bob: Caller, game: str
) -> None:
    for _ in range(2):
        mover = next(one for one in (alice, bob) if one.get(f"games/{game}/prompts/").json["open"])
        seat = mover.get(f"games/{game}/").json["you"]
        prompts = mover.get(f"games/{game}/prompts/").json["prompts"]
        mover = mover if prompts[-1]["seat"] == seat else bob if mover is alice else alice
        body = mover.get(f"games/{game}/prompts/").json["prompts"][-1]["options"][-1]["body"]
        reply = mover.post(f"games/{game}/moves/", body, Prefer="respond-async, receipt")
        assert reply.headers["Preference-Applied"] == "receipt"
        assert is_signed(reply.json["receipt"])
        head = reply.json["receipt"]["head"]
        assert (head["seq"], head["digest"]) == (
            reply.json["seq"],
            reply.json["events"][-1]["digest"],
        )
    reply = alice.post(f"games/{game}/moves/", {"move": "resign"})
    assert reply.json["receipt"] is None
    assert "Preference-Applied" not in reply.headers


def test_a_move_of_a_seat_with_a_key_is_signed(alice: Caller, bob: Caller) -> None:
    game = created(alice, {"kind": "me", "key": KEY}, OPEN)["id"]
    bob.post(f"games/{game}/seats/")
    alice.post(f"games/{game}/start/")
    path, body = f"games/{game}/moves/", {"move": "resign"}
    assert alice.post(path, body, Move_Signature="xy").code == "invalid_header"
    last = alice.get(f"games/{game}/prompts/").json
    message = move_message(
        game=game,
        seq=last["seq"],
        digest=last["digest"],
        move={"move": "resign", "seat": 0},
        choices={},
    )
    signature = SECRET.sign(message).hex()
    assert alice.post(path, body, Move_Signature=signature).code == "signature_missing"
    key = "a-key-of-some-length"
    given = {"Move_Signature": signature, "If_Match": '"1"', "Idempotency_Key": key}
    reply = alice.post(path, body, **given)
    assert reply.status == 201, reply
    assert reply.json["events"][0]["signed"] == {"choices": {}, "signature": signature}
    again = alice.post(path, body, **given)
    assert (again.json, again.headers["Idempotent-Replayed"]) == (reply.json, "true")


def test_shared_chance_waits_for_every_share(alice: Caller, bob: Caller) -> None:
    game = created(alice, {"kind": "me"} | bound(ONE), OPEN, chance="shared")["id"]
    refused = bob.post(f"games/{game}/seats/")
    assert (refused.status, refused.code) == (422, "share_commitment_required")
    assert bob.post(f"games/{game}/seats/", bound(TWO)).status == 201
    early = bob.post(f"games/{game}/share/", {"share": TWO})
    assert (early.status, early.code) == (409, "not_opening")
    reply = alice.post(f"games/{game}/start/")
    assert reply.status == 202
    fits("Game", reply.json)
    assert (reply.json["status"], reply.json["chance"]["missing"]) == ("opening", [0, 1])
    assert reply.json["chance"]["until"]
    assert bob.ask("DELETE", f"games/{game}/seats/1/").code == "not_open"
    assert bob.post(f"games/{game}/share/", {"share": ONE}).code == "share_wrong"
    reply = bob.post(f"games/{game}/share/", {"share": TWO})
    assert (reply.status, reply.json["chance"]["missing"]) == (200, [0])
    assert TWO.encode() not in alice.get(f"games/{game}/").raw
    reply = alice.post(f"games/{game}/share/", {"share": ONE})
    assert (reply.json["status"], reply.json["seq"]) == ("running", 1)
    assert reply.json["chance"] == {"mode": "shared", "missing": [], "until": None}
    again = bob.post(f"games/{game}/share/", {"share": TWO})
    assert (again.status, again.json["seq"]) == (200, 1)
    assert again.json["share_receipt"]
    assert bob.post(f"games/{game}/share/", {"share": ONE}).code == "not_opening"
    assert [one["id"] for one in Caller().get("games/?status=running").json["results"]] == [game]


def test_keys_and_shares_of_another_form_are_refused(alice: Caller) -> None:
    for member, value in (("key", "AB" * 32), ("share_commitment", "11"), ("key", "ff" * 32)):
        seats = [{"kind": "me", member: value}, OPEN]
        reply = alice.post("games/", {"variant": "avengers", "seats": seats})
        assert reply.status in (400, 422)
    assert reply.code == "key_wrong"
    assert not Game.objects.exists()


def test_the_seeds_are_reported_when_the_game_is_over(
    alice: Caller, bob: Caller, game: str
) -> None:
    stored = Game.objects.get(pk=game)
    secrets = (bytes(stored.server_seed).hex().encode(), stored.secret.hex().encode())
    for caller in (alice, bob, Caller()):
        shown = caller.get(f"games/{game}/").raw + caller.get(f"games/{game}/events/").raw
        assert not any(secret in shown for secret in secrets)
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    told = Caller().get(f"games/{game}/").json
    assert (told["server_seed"].encode(), told["seed"].encode()) == secrets
    assert [seat["place"] for seat in told["seats"]] == [2, 1]
