"""The log of finished games over the API, checked as docs/checkpoints.md tells strangers to."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from games.checkpoints.services import make_checkpoint
from games.ledger import signatures
from tests.api.client import Caller, begin, fits, lay

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FOR_EVER = "public, max-age=31536000, immutable"


def finish(alice: Caller, bob: Caller, **more: Any) -> str:
    """A game that is over."""
    game = begin(alice, bob, **more)
    assert alice.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    return game


@pytest.fixture
def logged(alice: Caller, bob: Caller) -> list[str]:
    """Five games in the log, which was signed at 1, 3 and 5."""
    games = []
    for number in range(5):
        games.append(finish(alice, bob))
        if number % 2 == 0:
            make_checkpoint()
    return games


# What a stranger writes, from docs/checkpoints.md and RFC 9162 alone.


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root_by(path: list[str], leaf: bytes, index: int, size: int) -> str:
    """The root that a proof of inclusion leads to, from the top down."""
    if size == 1:
        assert not path
        return leaf.hex()
    half = 1
    while half * 2 < size:
        half *= 2
    sibling = bytes.fromhex(path[-1])
    if index < half:
        return node(bytes.fromhex(root_by(path[:-1], leaf, index, half)), sibling).hex()
    inner = root_by(path[:-1], leaf, index - half, size - half)
    return node(sibling, bytes.fromhex(inner)).hex()


def test_there_is_no_checkpoint_before_a_game_has_ended(alice: Caller) -> None:
    page = alice.get("checkpoints/")
    assert page.json == {"results": [], "next": None}
    reply = alice.get("checkpoints/latest/")
    assert (reply.status, reply.code) == (404, "checkpoint_not_found")


def test_checkpoints_are_listed_largest_first_for_anybody(logged: list[str]) -> None:
    page = Caller().get("checkpoints/?limit=2")
    fits("Checkpoints", page.json)
    assert [one["size"] for one in page.json["results"]] == [5, 3]
    assert "immutable" not in page.headers["Cache-Control"]
    rest = Caller().get(page.json["next"])
    assert [one["size"] for one in rest.json["results"]] == [1]
    assert rest.json["next"] is None
    assert rest.headers["Cache-Control"] == FOR_EVER


@pytest.mark.parametrize("cursor", ["x", "", "YmVsb3cgeA", "é"])
def test_a_cursor_that_no_page_gave_is_refused(cursor: str) -> None:
    assert Caller().get(f"checkpoints/?cursor={cursor}").code == "invalid_parameter"


def test_a_cursor_of_ones_own_making_is_not_kept_for_ever(logged: list[str]) -> None:
    reply = Caller().get("checkpoints/?cursor=YmVsb3cgOTk")
    assert (reply.status, len(reply.json["results"])) == (200, 3)
    assert "immutable" not in reply.headers["Cache-Control"]


def test_a_checkpoint_never_changes_and_the_latest_does(logged: list[str]) -> None:
    one = Caller().get("checkpoints/3/")
    fits("Checkpoint", one.json)
    assert one.json["size"] == 3
    assert one.headers["Cache-Control"] == FOR_EVER
    latest = Caller().get("checkpoints/latest/")
    assert latest.json == Caller().get("checkpoints/5/").json
    assert "immutable" not in latest.headers["Cache-Control"]
    for size in (0, 2, 6, 10**30):
        assert Caller().get(f"checkpoints/{size}/").code == "checkpoint_not_found"


def test_a_checkpoint_is_signed_by_a_key_of_the_server(logged: list[str]) -> None:
    told = Caller().get("checkpoints/latest/").json
    keys = {key["id"]: key["public"] for key in Caller().get("keys/").json["results"]}
    message = told["message"]
    start = "fairdeal-checkpoint-v1/"
    signed = f'{{"at":"{told["at"]}","root":"{told["root"]}","size":{told["size"]}}}'
    assert message == start + signed
    assert signatures.verify(keys[told["key"]], message.encode(), told["signature"])


def test_a_stranger_can_check_that_a_game_is_in_every_later_checkpoint(
    logged: list[str], alice: Caller
) -> None:
    for number, game in enumerate(logged):
        last = alice.get(f"games/{game}/events/?limit=200").json["results"][-1]
        for size in (1, 3, 5):
            if size <= number:
                continue
            reply = Caller().get(f"games/{game}/audit/inclusion/?size={size}")
            told = reply.json
            fits("Inclusion", told)
            assert "immutable" in reply.headers["Cache-Control"]
            members = f'"digest":"{last["digest"]}","game":"{game}","length":{last["seq"]}'
            assert told["entry"] == f"fairdeal-log-v1/{{{members}}}"
            leaf = sha256(b"\x00" + told["entry"].encode()).digest()
            assert (told["number"], told["leaf"]) == (number, leaf.hex())
            assert root_by(told["path"], leaf, number, size) == told["checkpoint"]["root"]


def test_without_a_size_the_latest_checkpoint_is_meant(logged: list[str]) -> None:
    reply = Caller().get(f"games/{logged[0]}/audit/inclusion/")
    assert reply.json["checkpoint"]["size"] == 5
    assert "immutable" not in reply.headers["Cache-Control"]


def test_a_game_is_in_no_checkpoint_before_its_end(
    alice: Caller, bob: Caller, logged: list[str]
) -> None:
    for game in (begin(alice, bob), lay(alice)):
        reply = alice.get(f"games/{game}/audit/inclusion/")
        assert (reply.status, reply.code) == (409, "not_in_log")
    early = alice.get(f"games/{logged[4]}/audit/inclusion/?size=3")
    assert (early.status, early.code) == (409, "not_in_checkpoint")
    assert early.json["params"] == {"number": 4, "size": 3}
    for size, code in (("4", "checkpoint_not_found"), ("0", "invalid_parameter")):
        assert alice.get(f"games/{logged[0]}/audit/inclusion/?size={size}").code == code


def test_a_game_that_one_may_not_see_is_not_proven_to_one(
    alice: Caller, bob: Caller, carol: Caller
) -> None:
    me = bob.get("me/").json["id"]
    seats = [{"kind": "me"}, {"kind": "invited", "player": me}]
    game = finish(alice, bob, access="invited", seats=seats)
    make_checkpoint()
    assert carol.get(f"games/{game}/audit/inclusion/").code == "game_not_found"
    assert bob.get(f"games/{game}/audit/inclusion/").status == 200


def test_a_stranger_can_check_that_the_log_was_only_added_to(logged: list[str]) -> None:
    told = Caller().get("checkpoints/consistency/?first=3&second=5")
    fits("Consistency", told.json)
    assert told.headers["Cache-Control"] == FOR_EVER
    # Of five leaves, the first three: c, d, the node over a and b, and e.
    c, d, ab, e = (bytes.fromhex(step) for step in told.json["path"])
    assert node(ab, c).hex() == told.json["first"]["root"]
    assert node(node(ab, node(c, d)), e).hex() == told.json["second"]["root"]
    latest = Caller().get("checkpoints/consistency/?first=3")
    assert latest.json == told.json
    assert "immutable" not in latest.headers["Cache-Control"]
    same = Caller().get("checkpoints/consistency/?first=5&second=5")
    assert same.json["path"] == []


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("", "invalid_parameter"),
        ("?first=5&second=3", "invalid_parameter"),
        ("?first=0&second=3", "invalid_parameter"),
        ("?first=x", "invalid_parameter"),
        ("?first=2&second=3", "checkpoint_not_found"),
        ("?first=3&second=4", "checkpoint_not_found"),
        ("?first=1&second=3&third=5", "invalid_parameter"),
    ],
)
def test_what_is_no_pair_of_checkpoints_is_refused(
    logged: list[str], query: str, code: str
) -> None:
    assert Caller().get(f"checkpoints/consistency/{query}").code == code
