"""The example client at a server whose owner cheats: it stops, or its verifier finds it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit.keys import key_message
from games.ledger.signing import KEY_FILE
from tests.proof import sealer
from tests.proof.sealer import Json

pytestmark = pytest.mark.slow

PLAY: Final = Path(__file__).resolve().parents[2] / "examples" / "play.py"

Change = Callable[[str, bytes], bytes]
"""Takes the path and the body of a response, and returns the body that the client gets."""

ZEROS: Final = "0" * 128


@contextmanager
def owner(server: str, change: Change) -> Iterator[tuple[str, list[str]]]:
    """A server whose owner changes responses: its address, and the requests that it got."""
    seen: list[str] = []

    class Between(BaseHTTPRequestHandler):
        def _pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            seen.append(f"{self.command} {self.path.partition('?')[0]}")
            headers = {name: value for name, value in self.headers.items() if name != "Host"}
            request = Request(server + self.path, body or None, headers, method=self.command)
            try:
                reply = urlopen(request, timeout=60)
            except HTTPError as error:
                reply = error
            with reply:
                content = reply.read()
                if reply.status < 300:
                    content = change(self.path.partition("?")[0], content)
                self.send_response(reply.status)
                for name in ("ETag", "Retry-After"):
                    if name in reply.headers:
                        self.send_header(name, reply.headers[name])
                if reply.status != 304:
                    self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if reply.status != 304:
                self.wfile.write(content)

        do_GET = do_POST = _pass_on

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Between) as between:
        Thread(target=between.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{between.server_port}", seen
        between.shutdown()


def robot(address: str, data: Path) -> tuple[int, str]:
    """Let the client play a game; return its exit status and what it printed."""
    done = subprocess.run(
        [sys.executable, str(PLAY), "--auto", "--url", address, "--seats", "2"],
        env=os.environ | {"DATA_DIR": str(data), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, text=True, encoding="utf-8", timeout=240, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def in_json(path: str, alter: Callable[[Json], object]) -> Change:
    """Alter the JSON of the responses at a path."""

    def change(found: str, body: bytes) -> bytes:
        if not re.fullmatch(f"/api/v1/games/[^/]+/{path}", found):
            return body
        content = json.loads(body)
        alter(content)
        return sealer.canonical(content)

    return change


# ---- what the owner makes of a bundle


def no_facts(bundle: Json) -> None:
    for event in bundle["events"][1:]:
        event["facts"] = []


def times_of_2020(bundle: Json) -> None:
    for part in (*bundle["events"], *bundle["refusals"]):
        part["at"] = f"2020{part['at'][4:]}"


def another_winner(bundle: Json) -> None:
    ends = [fact for event in bundle["events"] for fact in event["facts"]]
    result = next(one for one in ends if one["fact"] == "game-ended")
    result["winner"] = 1 - result["winner"]
    result["places"] = result["places"][::-1]


@pytest.fixture(scope="module")
def played(server: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a client that has played a game."""
    data = tmp_path_factory.mktemp("client")
    status, printed = robot(server, data)
    assert status == 0 and "\nPASS " in printed, printed
    return data


def verified(folder: Path) -> tuple[int, str]:
    """What the verifier says of a folder of evidence, as the client calls it."""
    (keys,) = folder.parent.glob("keys-*.json")
    command = [sys.executable, "-m", "games.audit", "--key", str(keys), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=PLAY.parents[1], check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("alter", [no_facts, times_of_2020, another_winner])
def test_a_bundle_that_the_owner_altered_and_sealed_again_fails(
    alter: Callable[[Json], None], played: Path, server_data: Path, tmp_path: Path
) -> None:
    shutil.copytree(played / "play", tmp_path / "play")
    (folder,) = (one for one in (tmp_path / "play").iterdir() if one.is_dir())
    assert verified(folder)[0] == 0
    bundle = json.loads((folder / "game.json").read_bytes())
    alter(bundle)
    secret = bytes.fromhex((server_data / KEY_FILE).read_text())
    sealer.seal(bundle, Ed25519PrivateKey.from_private_bytes(secret))
    (folder / "game.json").write_bytes(sealer.canonical(bundle))
    status, printed = verified(folder)
    assert (status, printed[:5]) == (1, "FAIL ") and "history" in printed


def test_the_client_says_that_a_game_with_another_winner_is_not_proved(
    server: str, tmp_path: Path
) -> None:
    with owner(server, in_json("audit/bundle/", another_winner)) as (address, _):
        status, printed = robot(address, tmp_path)
    assert status == 1 and "\nFAIL " in printed and "This game is not proved." in printed


def no_signature(reply: Json) -> None:
    reply["receipt"]["signature"] = ZEROS


def another_digest(reply: Json) -> None:
    reply["digest"] = "f" * 64


def another_commitment(game: Json) -> None:
    game["terms"]["chance"]["commitments"][0] = "f" * 64


def without_the_terms(path: str, body: bytes) -> bytes:
    """Show a proof of the log that is none of this game."""
    return body.replace(b"extra ", b"extra e30=") if path.endswith("/inclusion/") else body


CHEATS: Final[dict[str, tuple[Change, str, str]]] = {
    "a receipt that no key signed": (
        in_json("moves/", no_signature),
        "The receipt is not signed for this game",
        "POST share/",
    ),
    "a digest that is not that of the row": (
        in_json("prompts/", another_digest),
        "I sign nothing.",
        "POST share/",
    ),
    "terms that are not in the log": (without_the_terms, "I do not open my share.", ""),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_the_client_stops_where_the_owner_cheats(cheat: str, server: str, tmp_path: Path) -> None:
    change, said, before = CHEATS[cheat]
    with owner(server, change) as (address, seen):
        status, printed = robot(address, tmp_path)
    assert status == 1 and said in printed, printed
    assert any(one.endswith("/share/") for one in seen) is bool(before)


def test_the_client_stops_at_a_second_receipt_of_one_row(
    server: str, server_data: Path, tmp_path: Path
) -> None:
    secret = bytes.fromhex((server_data / KEY_FILE).read_text())
    first: list[Json] = []

    def tell_it_otherwise(reply: Json) -> None:
        head = reply["receipt"]["head"]
        if first and head["seq"] > first[0]["seq"]:
            other = first[0] | {"digest": "ab" * 32}
            key = Ed25519PrivateKey.from_private_bytes(secret)
            reply["receipt"] = sealer.receipt_of(other, key)
        first.append(head)

    with owner(server, in_json("moves/", tell_it_otherwise)) as (address, _):
        status, printed = robot(address, tmp_path)
    assert status == 1 and "The server signed something else before" in printed, printed
    (folder,) = (one for one in (tmp_path / "play").iterdir() if one.is_dir())
    kept = json.loads((folder / f"receipt-{first[0]['seq']:04}.json").read_bytes())
    assert kept["head"] == first[0]


def test_a_server_with_another_key_than_before_is_not_believed(server: str, tmp_path: Path) -> None:
    def other_keys(path: str, body: bytes) -> bytes:
        keys: Any = json.loads(body) if path.endswith("/keys/") else None
        if keys is None:
            return body
        for one in keys["results"]:
            one["public"] = "f" * 64
        return json.dumps(keys | {"records": []}).encode()

    with owner(server, other_keys) as (address, seen):
        status, printed = robot(address, tmp_path)
    assert status == 1 and "by a key that the server had before" in printed
    assert not any(one.endswith("/share/") for one in seen)


def test_another_key_is_believed_that_the_log_of_the_key_before_announces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(PLAY.parent))
    keys_of = import_module("play_evidence").keys_of
    log, first, second, stranger = (
        Ed25519PrivateKey.from_private_bytes(bytes([at]) * 32) for at in range(1, 5)
    )

    def record(by: Ed25519PrivateKey, key: Ed25519PrivateKey) -> Json:
        pair = {"by": sealer.public_of(by), "key": sealer.public_of(key), "use": "signing"}
        signatures = [one.sign(key_message(**pair)).hex() for one in (by, key)]
        return pair | {"kind": "key", "signatures": signatures}

    def keys(*all_keys: Ed25519PrivateKey, records: list[Json]) -> bytes:
        results = [{"public": sealer.public_of(one)} for one in all_keys]
        return sealer.canonical({"results": results, "records": records})

    server, announced = "http://127.0.0.1:8000", [record(log, first)]
    met = keys(first, records=announced)
    assert keys_of(tmp_path, server, met).read_bytes() == met
    invented = keys(first, stranger, records=[*announced, record(stranger, stranger)])
    assert keys_of(tmp_path, server, invented).read_bytes() == met
    changed = keys(first, second, records=[*announced, record(log, second)])
    assert keys_of(tmp_path, server, changed).read_bytes() == changed
