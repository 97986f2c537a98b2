"""The audit of bundles: all questions, on one core and on two, and how large a bundle is."""

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
from games.audit.bundle import (
    FORMAT,
    FULL,
    Bundle,
    BundledName,
    Event,
    Signature,
    encode_bundle,
    encode_part,
)
from games.audit.bundle_reading import read_bundle
from games.audit.command import judge_files
from games.audit.each_alone import settle
from games.audit.verdict import audit
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
    mix_seed,
    new_game,
)
from games.engine.rulebook import RULES_VERSION, load_rulebook
from games.ledger import sealing
from games.ledger.heads import Head, head_message
from games.ledger.rows import (
    Actor,
    ChanceTerms,
    PlayerSeat,
    Row,
    RulebookName,
    Start,
)
from tests.bench.engine import rules
from tests.bench.figures import best_rate, report

GAMES = 24
COPIES = 12
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
PUBLIC = KEY.public_key().public_bytes_raw().hex()
PLAYERS = [f"6f8ce1d2-54f2-4f6b-9b1e-00000000000{n}" for n in range(4)]
ACTORS = [Actor(kind="player", player=player) for player in PLAYERS]
NAMES = [BundledName(name=name, salt=sha256(name.encode()).hexdigest()[:32]) for name in "ABCD"]


@cache
def one_round(variant: str) -> tuple[Ruleset, Setup]:
    """The rules of a game of one round: games at random to five hundred points never end."""
    ruleset, setup = rules(variant)
    if "rounds" in setup.options:
        setup = msgspec.structs.replace(setup, options=setup.options | {"rounds": 1})
    return compile_ruleset(ruleset.edition, setup), setup


def played(ruleset: Ruleset, setup: Setup, seed: bytes) -> Iterator[tuple[Move | None, Decision]]:
    """A game at random, in which a card that fits is mostly played."""
    chance, lot = Chance(seed), int.from_bytes(sha256(seed).digest(), "big")
    decision = new_game(ruleset, setup, chance)
    yield None, decision
    while decision.state.result is None:
        state = decision.state
        options = legal_moves(ruleset, state, state.prompts[-1].seat)
        plays = [move for move in options if isinstance(move, Play)]
        lot = (lot * 6364136223846793005 + 1442695040888963407) % 2**64
        options = plays if plays and lot >> 61 else options
        move = options[(lot >> 33) % len(options)]
        decision = decide(ruleset, state, move, chance)
        yield move, decision


def start_of() -> Start:
    """The move of row 1 of a game of four players."""
    book = load_rulebook()
    return Start(
        seats=tuple(
            PlayerSeat(
                player=player,
                name=sealing.commit_name(bytes.fromhex(given.salt), given.name),
                key=None,
            )
            for player, given in zip(PLAYERS, NAMES, strict=True)
        ),
        chance=ChanceTerms(
            algorithm=ALGORITHM,
            mode="plain",
            commitments=(None,) * 4,
            shares=(None,) * 4,
        ),
        rules=RulebookName(version=RULES_VERSION, digest=book.digest),
        reveal="all",
        directors=1,
        organisers=(),
        event=None,
        stand_in=None,
        closed_at="2026-11-21T09:00:00.000Z",
    )


def bundle_of(variant: str, number: int) -> Bundle:
    """The bundle of a finished game as the server makes it."""
    ruleset, setup = one_round(variant)
    server_seed = sha256(f"{variant} {number}".encode()).digest()
    start, seed = start_of(), mix_seed(server_seed, [None] * 4)
    game = f"6f8ce1d2-54f2-4f6b-9b1e-{number:012}"
    events, previous, decision = [], sealing.GENESIS, None
    for seq, (move, decision) in enumerate(played(ruleset, setup, seed), 1):
        seat = None if move is None else move.seat
        row = Row(
            game=game,
            seq=seq,
            seat=seat,
            actor=ACTORS[seat or 0],
            move=start if move is None else move,
            facts=decision.facts,
            rulings=decision.rulings,
            rules_version=RULES_VERSION,
            refused=None,
            signed=None,
            at=f"2026-11-21T{9 + seq // 3600:02}:{seq // 60 % 60:02}:{seq % 60:02}.{seq % 997:03}Z",
            digest="",
            sealed={},
        )
        parts, hidden = row.to_dict(), row.hidden()
        sealed, opened = sealing.seal_parts(parts, hidden, seed)
        previous = sealing.digest(previous, sealed)
        del parts["game"]
        salts = {path: {"salt": part.salt} for path, part in sorted(opened.items())}
        event = parts | {"mark": previous[:8], "hidden": salts}
        events.append(msgspec.json.decode(msgspec.json.encode(event), type=Event))
    assert decision is not None and decision.state.result is not None
    return signed(
        Bundle(
            format=FORMAT,
            view=FULL,
            head=Head(game, len(events), previous, None, commitment(server_seed)),
            names=[*NAMES],
            edition=msgspec.Raw(encode_part(msgspec.json.decode(encode_edition(ruleset.edition)))),
            seed=server_seed.hex(),
            events=events,
            refusals=[],
            signature=None,
        )
    )


def signed(bundle: Bundle) -> Bundle:
    """A bundle with its signatures."""
    by = Signature(PUBLIC, KEY.sign(head_message(bundle.head)).hex())
    return msgspec.structs.replace(bundle, signature=by)


def audit_all(sources: list[bytes]) -> int:
    """Audit files that are in memory; how many moves."""
    moves = 0
    for source in sources:
        verdict = audit(read_bundle(source))
        assert verdict.passed
        moves += verdict.seq
    return moves


def wall_rate(files: list[str], processes: int, moves: int) -> float:
    """Moves audited a second by the clock, over so many processes; the best of three."""
    rates = []
    for _ in range(3):
        start = time.perf_counter()
        assert all(judged.verdict.passed for _, judged in judge_files(files, processes))
        rates.append(moves / (time.perf_counter() - start))
    return max(rates)


def main() -> None:
    """Print the audit's figures."""
    settle()
    sources = []
    for variant in VARIANTS:
        own = [encode_bundle(bundle_of(variant, number)) for number in range(GAMES)]
        moves = sum(read_bundle(one).head.seq for one in own)
        report(f"audit.{variant}.moves_per_s", best_rate(lambda own=own: audit_all(own)), "moves/s")
        plain, packed = sum(map(len, own)), sum(len(gzip.compress(one, 9)) for one in own)
        report(f"audit.bundle.{variant}.bytes_per_move", plain / moves, "bytes")
        report(f"audit.bundle.{variant}.compressed_bytes_per_move", packed / moves, "bytes")
        report(f"audit.bundle.{variant}.moves", moves / GAMES, "moves")
        sources += own
    moves = sum(read_bundle(one).head.seq for one in sources)
    report("audit.moves_per_s", best_rate(lambda: audit_all(sources)), "moves/s")
    plain, packed = sum(map(len, sources)), sum(len(gzip.compress(one, 9)) for one in sources)
    report("audit.bundle.bytes_per_move", plain / moves, "bytes")
    report("audit.bundle.compressed_bytes_per_move", packed / moves, "bytes")
    with TemporaryDirectory() as folder:
        files = []
        for number, source in enumerate(sources * COPIES):
            file = Path(folder) / f"{number}.json"
            file.write_bytes(source)
            files.append(str(file))
        one, two = (wall_rate(files, processes, COPIES * moves) for processes in (1, 2))
    report("audit.one_process.moves_per_s", one, "moves/s")
    report("audit.two_processes.ratio", two / one, "ratio")
