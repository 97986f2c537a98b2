"""Count the instructions of a move over HTTP: the application in one process, without a server.

``python -m tests.bench.instructions`` needs valgrind, PostgreSQL and Redis. A game of Avengers for
two is dealt from fixed seeds. Its first moves warm the process up; callgrind counts the next 120,
those of the kernel. ``WANT=signed`` counts moves that the players sign and want a receipt of,
as a browser does, with the signing, which ``WANT=signing`` counts alone; ``WANT=bare`` the inserts
of ``tests.bench.bare``. ``OUT=file`` stores what callgrind wrote, for ``callgrind_annotate``.
"""

import io
import json
import os
import random
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from tests.bench.figures import report
from tests.bench.servers import empty_database, fairdeal_env, manage

WARM_UP, COUNTED = 30, 120
BARE = "tests.bench.bare"

Ask = Callable[..., bytes]


def main() -> None:
    """Print the instructions a move, or a bare insert."""
    is_bare = os.environ.get("WANT") == "bare"
    with empty_database("fairdeal_bench_instructions") as database:
        if is_bare:
            env = {**os.environ, "BARE_DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": BARE}
            made = subprocess.run(
                [sys.executable, "-m", BARE], env=env, check=True, text=True, stdout=-1
            )
            token = made.stdout.strip()
        else:
            env, token = fairdeal_env(database, "bench-instructions"), ""
            manage("migrate", "--verbosity", "0", env=env)
            manage("load_cards", env=env)
        counted = _count({**env, "PYTHONHASHSEED": "0"}, token)
    report(f"api.{os.environ.get('WANT', 'move')}.instructions", counted / COUNTED, "instructions")


def _count(env: dict[str, str], token: str) -> int:
    """Return the instructions of the counted requests."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        words = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--quiet"]
        words += [f"--callgrind-out-file={out}", sys.executable, "-m", __spec__.name, "run", token]
        subprocess.run(words, env=env, check=True, stdout=sys.stderr)
        if kept := os.environ.get("OUT"):
            shutil.copy(out, kept)
        found = re.search(r"^totals: (\d+)", out.read_text(), re.MULTILINE)
    assert found is not None
    return int(found[1])


def run(token: str) -> None:
    """Warm the application up, and make the requests that are counted."""
    if token:
        from tests.bench.bare import application

        body = {"move": "play", "card": "red-5"}
        ask = _caller(application, f"Token {token}")
        requests = [lambda: ask("POST", "/line/", body) for _ in range(WARM_UP + COUNTED)]
    else:
        requests = _moves()
    for request in requests[:WARM_UP]:
        request()
    _collect("on")
    for request in requests[WARM_UP:]:
        request()
    _collect("off")


class _Signer:
    """The keys of the players, and the last event that they have seen."""

    def __init__(self, rng: random.Random) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._keys = [Ed25519PrivateKey.from_private_bytes(rng.randbytes(32)) for _ in range(2)]
        self.seen: dict[str, Any] = {}

    def key_of(self, seat: int) -> dict[str, str]:
        """Return the member of a seat that says its key."""
        return {"key": self._keys[seat].public_key().public_bytes_raw().hex()}

    def headers(self, game: str, seat: int, body: dict[str, Any]) -> dict[str, str]:
        """Return the headers of a signed move."""
        from examples.play_evidence import as_in_rows
        from games.ledger.heads import move_message

        seq, digest = self.seen["seq"], self.seen["digest"]
        move = as_in_rows(body, seat)
        message = move_message(game=game, seq=seq, digest=digest, move=move, choices={})
        signature = self._keys[seat].sign(message).hex()
        return {"IF_MATCH": f'"{seq}"', "PREFER": "receipt", "MOVE_SIGNATURE": signature}


def _collect(state: str) -> None:
    subprocess.run(["callgrind_control", "-i", state, str(os.getpid())], check=True, stdout=-3)


def _caller(application: Any, authorization: str = "") -> Ask:
    """Return a function that sends JSON to a WSGI application and reads its reply."""

    def ask(method: str, path: str, body: Any, headers: dict[str, str] | None = None) -> bytes:
        data = msgspec.json.encode(body)
        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1:8000",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(data)),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(data),
            "wsgi.errors": sys.stderr,
        }
        environ |= {f"HTTP_{name}": value for name, value in (headers or {}).items()}
        if authorization:
            environ["HTTP_AUTHORIZATION"] = authorization
        status: list[str] = []
        reply = application(environ, lambda line, headers: status.append(line))
        text = b"".join(reply)
        reply.close()
        if not status[0].startswith("2"):
            raise RuntimeError(f"{method} {path}: {status[0]} {text[:500]!r}")
        return text

    return ask


def _moves() -> list[Callable[[], Any]]:
    """Start a game, and return its moves as requests."""
    rng = random.Random(31)
    secrets.token_bytes = lambda count=32: rng.randbytes(count or 32)
    from django.db import connection

    from config.wsgi import application
    from games.play import selectors
    from games.players import access

    # On a slow machine, what is done once a minute would be counted more than once.
    access.SECONDS = selectors.NAME_SECONDS = 86_400
    connection.settings_dict["CONN_MAX_AGE"] = None

    anyone = _caller(application)
    guests, players = [], []
    for _ in range(2):
        made = json.loads(anyone("POST", "/api/v1/players/", {}))
        guests.append(_caller(application, "Bearer " + made["token"]["secret"]))
        players.append(made["player"]["id"])
    is_signing = os.environ.get("WANT") == "signing"
    signer = _Signer(rng) if is_signing or os.environ.get("WANT") == "signed" else None
    key_of = signer.key_of if signer else lambda seat: {}
    seats = [{"kind": "me", **key_of(0)}, {"kind": "invited", "player": players[1]}]
    body = {"variant": "avengers", "access": "open", "seats": seats}
    made = json.loads(guests[0]("POST", "/api/v1/games/", body))
    path = f"/api/v1/games/{made['id']}"
    guests[1]("POST", f"{path}/seats/", {"seat": 1, **key_of(1)})
    guests[0]("POST", f"{path}/start/", {})

    def signed(signer: _Signer, seat: int, body: dict[str, Any]) -> None:
        headers = signer.headers(path[-36:], seat, body)
        if not is_signing:
            signer.seen = json.loads(guests[seat]("POST", f"{path}/moves/", body, headers))

    def request(seat: int, body: dict[str, Any]) -> Callable[[], Any]:
        if signer:
            return partial(signed, signer, seat, body)
        return lambda: guests[seat]("POST", f"{path}/moves/", body)

    if signer:
        signer.seen = json.loads(guests[0]("GET", f"{path}/prompts/", None))

    return [request(*each) for each in _plan(path[-36:], rng)]


def _plan(game_id: str, rng: random.Random) -> list[tuple[int, dict[str, Any]]]:
    """Return a random game that is long enough."""
    from games.engine import Chance, decide, legal_moves
    from games.ledger.store import load
    from games.models import Game
    from games.play.selectors import ruleset_for
    from tests.bench.plans import body_of

    game = Game.objects.get(pk=game_id)
    ruleset, chance = ruleset_for(game), Chance(bytes(game.seed))
    for _ in range(100):
        plan, state = [], load(game)
        while state.result is None and len(plan) < WARM_UP + COUNTED:
            seat = state.prompts[-1].seat
            move = rng.choice(legal_moves(ruleset, state, seat))
            plan.append((seat, body_of(move)))
            state = decide(ruleset, state, move, chance).state
        if len(plan) == WARM_UP + COUNTED:
            return plan
    raise RuntimeError("no random game was long enough")


if __name__ == "__main__":
    run(sys.argv[2]) if sys.argv[1:2] == ["run"] else main()
