"""The log of games over HTTP: checkpoint, tiles and proofs, verified as docs/log.md says."""

import base64
import json
from hashlib import sha256
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client

from games.models import MoveEvent, TableTerms
from games.proofs.services import make_checkpoint
from tests.api.client import Caller, fits, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def finish(alice: Caller, bob: Caller, **more: Any) -> str:
    """Return a game that is over."""
    game = start_game(alice, bob, **more)
    assert alice.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    return game


@pytest.fixture
def games(alice: Caller, bob: Caller) -> list[str]:
    """Three games in the log, which was signed at six and 15 entries."""
    games = [finish(alice, bob)]
    make_checkpoint()
    games += [finish(alice, bob) for _ in range(2)]
    make_checkpoint()
    return games


PLACES = [[1, 2, 3, 4], [6, 8, 10, 11], [7, 9, 12, 13]]
"""The numbers of the entries of these games."""


def read(path: str) -> Any:
    return Client().get(f"/log/{path}")


# What a client writes, from docs/log.md alone.


def root_by(path: list[bytes], leaf: bytes, index: int, size: int) -> bytes:
    """The root that a proof of inclusion leads to, from the top down."""
    if size == 1:
        assert not path
        return leaf
    half = 1 << (size - 1).bit_length() - 1
    if index < half:
        return node(root_by(path[:-1], leaf, index, half), path[-1])
    return node(path[-1], root_by(path[:-1], leaf, index - half, size - half))


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def blinded(game: str) -> str:
    return sha256(f"fairdeal-log-v4/game/{game}".encode()).hexdigest()


def leaf_of(kind: str, digest: str, game: str) -> bytes:
    entry = f'fairdeal-log-v4/{{"digest":"{digest}","game":"{game}","kind":"{kind}"}}'
    return sha256(b"\x00" + entry.encode()).digest()


def test_there_is_no_checkpoint_before_a_game_began(alice: Caller) -> None:
    for path in ("checkpoint", "tile/0/000.p/1"):
        reply = read(path)
        assert (reply.status_code, reply["Content-Type"]) == (404, "text/plain; charset=utf-8")
        assert reply["Cache-Control"] == "no-store"


def test_the_checkpoint_is_signed_by_the_first_key(games: list[str]) -> None:
    reply = read("checkpoint")
    assert reply["Content-Type"] == "text/plain; charset=utf-8"
    assert reply["Cache-Control"] == "no-cache"
    assert "Cookie" not in reply.get("Vary", "")
    origin, size, root, empty, line, end = reply.content.decode().split("\n")
    assert (origin, size, empty, end) == (django_settings.LOG_ORIGIN, "15", "", "")
    assert len(base64.b64decode(root)) == 32
    keys = Caller().get("keys/").json
    fits("Keys", keys)
    (key,) = (one for one in keys["results"] if one["use"] == "log")
    name, key_id, public = key["vkey"].split("+", 2)
    dash, signer, signature = line.split(" ")
    assert (dash, signer) == ("—", name)
    assert base64.b64decode(signature)[:4].hex() == key_id
    assert base64.b64decode(public)[1:].hex() == key["public"]


def test_tiles_are_served_up_to_the_checkpoint(games: list[str], alice: Caller) -> None:
    hashes, entries = read("tile/0/000.p/15"), read("tile/entries/000.p/15")
    for reply in (hashes, entries):
        assert reply["Content-Type"] == "application/octet-stream"
        assert reply["Cache-Control"] == "public, max-age=3600"
    assert len(hashes.content) == 15 * 32
    rest, at = entries.content, 0
    while rest:
        length = int.from_bytes(rest[:2], "big")
        leaf = sha256(b"\x00" + rest[2 : 2 + length]).digest()
        assert leaf == hashes.content[at * 32 : at * 32 + 32]
        rest, at = rest[2 + length :], at + 1
    assert read("tile/0/000.p/2").content == hashes.content[:64]
    beyond = ["tile/0/000", "tile/0/000.p/16", "tile/0/001.p/1", "tile/1/000.p/1"]
    for path in (*beyond, "tile/entries/000.p/16", "tile/0/0", "tile/x", "tile/", "tile/99/000"):
        assert read(path).status_code == 404, path


def test_the_log_is_read_only_and_counted(games: list[str], settings: Any) -> None:
    assert Client().post("/log/checkpoint").status_code == 405
    assert Client().head("/log/checkpoint").status_code == 200
    assert read("checkpoint")["RateLimit"].startswith('"reads"')
    settings.API_RATES = settings.API_RATES | {"reads": "1/h"}
    assert read("checkpoint").status_code == 200
    reply = read("checkpoint")
    assert (reply.status_code, "Retry-After" in reply) == (429, True)


def test_a_client_can_check_that_a_game_began_and_ended(games: list[str]) -> None:
    for number, game in enumerate(games):
        rows = MoveEvent.objects.filter(game_id=game).order_by("seq")
        commitment = Caller().get(f"games/{game}/").json["commitment"]
        text = f'fairdeal-seal-v4/created/{{"commitment":"{commitment}","game":"{game}"}}'
        digests = {
            "created": sha256(text.encode()).hexdigest(),
            "opened": TableTerms.objects.get(game=game).digest,
            "begun": rows[0].digest,
            "ended": rows[len(rows) - 1].digest,
        }
        reply = Caller().get(f"games/{game}/audit/inclusion/")
        assert reply.headers["Content-Type"] == "text/plain; charset=utf-8"
        head, note = reply.raw.decode().split("\n\n", 1)
        form, extra, index, *path = head.split("\n")
        assert form == "c2sp.org/tlog-proof@v1"
        assert note == read("checkpoint").content.decode()
        _, size, root, *_ = note.split("\n")
        assert index == f"index {int(size) - 1}"
        shown = json.loads(base64.b64decode(extra.removeprefix("extra ")))
        bucket, own = bytes(32), []
        for at, entry, _ in shown["entries"]:
            leaf = leaf_of(**entry)
            bucket = sha256(
                b"fairdeal-log-v4/map/" + bucket + at.to_bytes(8, "big") + leaf
            ).digest()
            own += [(at, entry)] if entry["game"] == blinded(game) else []
        assert [entry["kind"] for _, entry in own] == list(digests)
        assert [entry["digest"] for _, entry in own] == list(digests.values())
        assert [at for at, _ in own] == PLACES[number]
        place = int(blinded(game)[:4], 16)
        for beside in map(bytes.fromhex, shown["path"]):
            bucket = node(beside, bucket) if place & 1 else node(bucket, beside)
            place >>= 1
        last = f'fairdeal-log-v4/{{"kind":"map","root":"{bucket.hex()}"}}'
        leaf = sha256(b"\x00" + last.encode()).digest()
        steps = [base64.b64decode(step) for step in path]
        assert root_by(steps, leaf, int(size) - 1, int(size)) == base64.b64decode(root)


def test_a_proof_has_no_parameters(games: list[str]) -> None:
    path = f"games/{games[0]}/audit/inclusion/"
    assert Caller().get(f"{path}?size=3").code == "invalid_parameter"
    assert Caller().get(path, Accept="application/json").status == 200


def test_a_game_is_not_proven_before_it_is_in_a_checkpoint(
    alice: Caller, bob: Caller, games: list[str]
) -> None:
    path = f"games/{start_game(alice, bob)}/audit/inclusion/"
    reply = alice.get(path)
    assert (reply.status, reply.code) == (409, "not_in_log")
    make_checkpoint()
    assert alice.get(path).status == 200
