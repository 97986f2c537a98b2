"""The audit of bundles: all three questions, on one core and on two, and how large a bundle is."""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cards.language import encode_edition
from games.audit import (
    FORMAT,
    FULL,
    Bundle,
    Head,
    Result,
    Rulebook,
    Signature,
    audit,
    bundle_message,
    decode_bundle,
    encode_bundle,
    head_message,
)
from games.audit.__main__ import settle, verdicts_on
from games.engine import (
    ALGORITHM,
    VARIANTS,
    Chance,
    Decision,
    Move,
    Play,
    Ruleset,
    Setup,
    commitment,
    compile_ruleset,
    decide,
    legal_moves,
    new_game,
)
from games.engine.rulebook import RULES_VERSION, load_rulebook
from games.ledger import sealing
from games.ledger.rows import Actor, Row, fingerprint_of
from games.ledger.signatures import key_id
from tests.bench.engine import rules
from tests.bench.figures import best_rate, tell

GAMES = 24
COPIES = 12
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = KEY.public_key().public_bytes_raw().hex()
ACTORS = [Actor(kind="player", player=f"6f8ce1d2-54f2-4f6b-9b1e-00000000000{n}") for n in range(4)]


@cache
def one_round(variant: str) -> tuple[Ruleset, Setup]:
    """The rules of a game of one round: games at random to five hundred points never end."""
    ruleset, setup = rules(variant)
    if "rounds" in setup.options:
        setup = msgspec.structs.replace(setup, options=setup.options | {"rounds": 1})
    return compile_ruleset(ruleset.edition, setup), setup


def played(ruleset: Ruleset, setup: Setup, seed: bytes) -> Iterator[tuple[Move | None, Decision]]:
    """A game at random, in which a card that fits is mostly played."""
    chance, luck = Chance(seed), int.from_bytes(sha256(seed).digest(), "big")
    decision = new_game(ruleset, setup, chance)
    yield None, decision
    while decision.state.result is None:
        state = decision.state
        options = legal_moves(ruleset, state, state.prompts[-1].seat)
        plays = [move for move in options if isinstance(move, Play)]
        luck = (luck * 6364136223846793005 + 1442695040888963407) % 2**64
        options = plays if plays and luck >> 61 else options
        move = options[(luck >> 33) % len(options)]
        decision = decide(ruleset, state, move, chance)
        yield move, decision


def bundle_of(variant: str, number: int) -> Bundle:
    """The bundle of a finished game as the server makes it."""
    ruleset, setup = one_round(variant)
    seed = sha256(f"{variant} {number}".encode()).digest()
    setup = msgspec.structs.replace(setup, commitment=commitment(seed), algorithm=ALGORITHM)
    game = f"6f8ce1d2-54f2-4f6b-9b1e-{number:012}"
    events, previous, decision = [], sealing.GENESIS, None
    for seq, (move, decision) in enumerate(played(ruleset, setup, seed), 1):
        seat = None if move is None else move.seat
        row = Row(
            game=game,
            seq=seq,
            seat=seat,
            actor=ACTORS[seat or 0],
            move=move,
            facts=decision.facts,
            rulings=decision.rulings,
            rules_version=RULES_VERSION,
            fingerprint=fingerprint_of(decision.state),
            at=f"2026-11-21T{9 + seq // 3600:02}:{seq // 60 % 60:02}:{seq % 60:02}.{seq % 997:03}Z",
            digest="",
        )
        told, hidden = row.told(), row.hidden()
        previous = sealing.digest(previous, sealing.seal(told, hidden, seed))
        del told["game"]
        events.append(told | {"digest": previous, "hidden": hidden})
    assert decision is not None and decision.state.result is not None
    result, book = decision.state.result, load_rulebook()
    bundle = Bundle(
        format=FORMAT,
        seal=sealing.FORMAT,
        algorithm=ALGORITHM,
        view=FULL,
        head=Head(game, len(events), previous, setup.commitment),
        setup=msgspec.json.decode(msgspec.json.encode(setup)),
        edition=msgspec.json.decode(encode_edition(ruleset.edition)),
        rules=Rulebook(RULES_VERSION, book.digest),
        result=Result(result.winner if result.winner >= 0 else None, result.why),
        seed=seed.hex(),
        events=events,
        refusals=[],
    )
    by = Signature(
        "ed25519",
        key_id(PUBLIC),
        PUBLIC,
        KEY.sign(head_message(bundle.head)).hex(),
        KEY.sign(bundle_message(bundle)).hex(),
    )
    return msgspec.structs.replace(bundle, signature=by)


def audit_all(sources: list[bytes]) -> int:
    """Audit files that are in memory; how many moves."""
    moves = 0
    for source in sources:
        verdict = audit(decode_bundle(source))
        assert verdict.passed
        moves += verdict.seq
    return moves


def wall_rate(files: list[str], processes: int, moves: int) -> float:
    """Moves audited a second by the clock, over so many processes; the best of three."""
    rates = []
    for _ in range(3):
        start = time.perf_counter()
        assert all(verdict.passed for _, verdict in verdicts_on(files, processes))
        rates.append(moves / (time.perf_counter() - start))
    return max(rates)


def main() -> None:
    """Print the audit's figures."""
    settle()
    sources = []
    for variant in VARIANTS:
        own = [encode_bundle(bundle_of(variant, number)) for number in range(GAMES)]
        moves = sum(decode_bundle(one).head.seq for one in own)
        tell(f"audit.{variant}.moves_per_s", best_rate(lambda own=own: audit_all(own)), "moves/s")
        plain, packed = sum(map(len, own)), sum(len(gzip.compress(one, 9)) for one in own)
        tell(f"audit.bundle.{variant}.bytes_per_move", plain / moves, "bytes")
        tell(f"audit.bundle.{variant}.compressed_bytes_per_move", packed / moves, "bytes")
        tell(f"audit.bundle.{variant}.moves", moves / GAMES, "moves")
        sources += own
    moves = sum(decode_bundle(one).head.seq for one in sources)
    tell("audit.moves_per_s", best_rate(lambda: audit_all(sources)), "moves/s")
    plain, packed = sum(map(len, sources)), sum(len(gzip.compress(one, 9)) for one in sources)
    tell("audit.bundle.bytes_per_move", plain / moves, "bytes")
    tell("audit.bundle.compressed_bytes_per_move", packed / moves, "bytes")
    with TemporaryDirectory() as folder:
        files = []
        for number, source in enumerate(sources * COPIES):
            file = Path(folder) / f"{number}.json"
            file.write_bytes(source)
            files.append(str(file))
        one, two = (wall_rate(files, processes, COPIES * moves) for processes in (1, 2))
    tell("audit.one_process.moves_per_s", one, "moves/s")
    tell("audit.two_processes.ratio", two / one, "ratio")
