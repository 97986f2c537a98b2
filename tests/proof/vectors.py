"""Write the vectors of the specifications: `python -m tests.proof.vectors`.

They are docs/sealing-vectors.json, docs/bundle-*.json and docs/log-vectors.json, and what the
examples of the pages beside them show. docs/chance-vectors.json is written by hand.
"""

import json
import re
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from games.audit.game_map import GameMap, bucket_of
from games.audit.keys import KeyRecord, KeyUse, follow, key_message
from games.audit.note import LOG_KEY, WITNESS_KEY, SignedCheckpoint, encode_base64
from games.audit.proof import (
    GameProof,
    LoggedEntry,
    ProofExtra,
    entry_text,
    map_text,
    text_entry,
)
from games.audit.tiles import join_entries
from games.audit.tree import consistency_proof, inclusion_proof, leaf_hash, subtrees
from tests.proof import sealer
from tests.proof.clock_rows import worked_rows
from tests.proof.log_keys import SignerKey, cosign, logged, sign_checkpoint
from tests.proof.played import NAMED, ORGANISERS, PLAYER_KEY, UNSIGNED, played
from tests.proof.sealer import Json

DOCS: Final = Path(__file__).parents[2] / "docs"

# ---- rows, refusals, receipts

GAME: Final = "6f8ce1d2-54f2-4f6b-9b1e-000000000001"
ANN: Final = "6f8ce1d2-54f2-4f6b-9b1e-000000000010"
SERVER_SEED: Final = bytes(range(32)).hex()
NAME: Final = {"name": "Ann", "salt": "00112233445566778899aabbccddeeff"}

CANONICAL: Final = (
    {"a": [True, None, '€/"\\\x01\n'], "b": 1},
    {"A": -1, "a": 2**53 - 1},
)
MALFORMED: Final = (
    '{"a":1,"a":1}',
    '{"a":1.0}',
    '{"a":1e0}',
    '{"a":-0}',
    '{"b":1,"a":2}',
    '{"a": 1}',
    '{"a":9007199254740992}',
    '{"a":"\\u0041"}',
    '{"a":"\\ud800"}',
    '{"a":1}\n',
    '\ufeff{"a":1}',
    '{"é":1}',
)


OLGA, PAT = ORGANISERS
ACTS: Final[tuple[Json, ...]] = (
    {
        "actor": {"kind": "organiser", "player": OLGA, "reason": "Slow play"},
        "move": {"move": "warn", "seat": 0},
    },
    {
        "actor": {
            "kind": "organiser",
            "player": OLGA,
            "second": PAT,
            "reason": "Two decks were mixed",
            "reference": "Appeal 7",
        },
        "move": {"move": "void", "seat": None},
    },
)
"""Acts of one organiser, and of two."""


def _start() -> Json:
    """The move of row 1."""
    return {
        "move": "start",
        "seats": [
            {
                "kind": "player",
                "player": ANN,
                "name": sealer.name_commitment(NAME["salt"], NAME["name"]),
                "key": sealer.public_of(PLAYER_KEY),
            },
            {"kind": "bot", "bot": "greedy", "version": "3", "budget": 10000},
        ],
        "chance": {
            "algorithm": "fairdeal-shake256-v3",
            "mode": "plain",
            "commitments": [None, None],
            "shares": [None, None],
        },
        "rules": {"version": "2", "digest": sha256(b"rules").hexdigest()},
        "reveal": "all",
        "directors": 2,
        "organisers": NAMED,
        "event": None,
        "stand_in": None,
        "closed_at": "2026-11-22T09:00:00.500Z",
    }


def _seed() -> bytes:
    return sealer.mixed_seed(SERVER_SEED, _start()["chance"]["shares"])


SETUP: Final = {
    "variant": "xmen",
    "edition": sha256(b"edition").hexdigest(),
    "seats": 2,
    "options": {},
    "heroes": [],
}
PILE: Final = ["blue-1", "red-5", "wild"]
DRAWN: Final = {
    "fact": "cards-moved",
    "verb": "draw",
    "seat": 0,
    "cards": ["blue-1"],
    "source": "draw",
    "target": "hand:0",
}


def _events() -> list[Json]:
    """Three rows, not sealed yet."""
    start = _start()
    laid: list[Json] = [
        {"fact": "game-started", "setup": SETUP},
        {"fact": "cards-placed", "zone": "draw", "cards": PILE},
        {"fact": "shuffled", "zone": "draw", "order": sealer.shuffled(_seed(), PILE, 0), "nth": 0},
    ]
    passed: Json = {"fact": "answered", "seat": 0, "option": "pass"}
    return [
        _event(1, start, laid),
        _event(2, {"move": "draw", "seat": 0}, [DRAWN]),
        _event(3, {"move": "pass", "seat": 0}, [passed]),
    ]


def _event(seq: int, move: Json, facts: list[Json]) -> Json:
    return {
        "seq": seq,
        "at": f"2026-11-22T09:00:{seq:02}.000Z",
        "seat": move.get("seat"),
        "actor": {"kind": "player", "player": ANN},
        "move": move,
        "facts": facts,
        "rulings": [],
        "rules_version": "2",
        "refused": None,
        "signed": None,
        "mark": "",
        "hidden": {},
    }


def _refusal(nth: int, card: str) -> Json:
    """A play after row 2 that is refused."""
    move: Json = {"move": "play", "seat": 0, "card": card, "uno": False}
    return {
        "seq": 2,
        "nth": nth,
        "seat": 0,
        "actor": {"kind": "player", "player": ANN},
        "before": [],
        "move": move,
        "code": "card_does_not_fit",
        "rule": "common.match",
        "params": {"card": card},
        "signed": deepcopy(UNSIGNED),
        "at": f"2026-11-22T09:00:02.{nth}00Z",
    }


def sealing_vectors() -> Json:
    """The chain of three rows with two refusals, and what is computed on the way."""
    head = {"game": GAME, "seq": 0, "digest": sealer.GENESIS, "refused": None}
    head["commitment"] = sealer.seed_commitment(SERVER_SEED)
    bundle: Json = {"seed": SERVER_SEED, "events": _events(), "head": deepcopy(head)}
    bundle["refusals"] = [_refusal(1, "red-5"), _refusal(2, "wild")]
    for event in bundle["events"][1:]:
        event["signed"] = deepcopy(UNSIGNED)
    sealer.seal(bundle, player=PLAYER_KEY)
    receipts = (sealer.receipt_of(head), sealer.terms_receipt(bundle), sealer.receipt(bundle))
    digests = sealer.digests(bundle)
    move = bundle["events"][1]["move"]
    return {
        "canonical": [
            {"value": value, "text": sealer.canonical(value).decode()} for value in CANONICAL
        ],
        "malformed": MALFORMED,
        "names": [NAME, None],
        "server_seed": SERVER_SEED,
        "seed": _seed().hex(),
        "rows": list(map(_row_vector, bundle["events"], digests)),
        "refusals": list(_linked(bundle["refusals"], digests[1])),
        "receipts": [
            {"receipt": receipt, "message": sealer.head_message(receipt["head"]).decode()}
            for receipt in receipts
        ],
        "terms": sealer.terms_of(bundle),
        "signed_move": {
            "private": PLAYER_KEY.private_bytes_raw().hex(),
            "public": sealer.public_of(PLAYER_KEY),
            "message": sealer.move_message(GAME, (1, digests[0]), move, {}).decode(),
            "signature": bundle["events"][1]["signed"]["signature"],
        },
        "signed_acts": [_signed_act(act, digests) for act in ACTS],
    }


def _signed_act(act: Json, digests: Sequence[str]) -> Json:
    """An act that is row 4, what its organisers sign, and the signatures."""
    players = [act["actor"][name] for name in ("player", "second") if name in act["actor"]]
    rows = list(zip(range(1, 4), digests, strict=True))[-len(players) :]
    vector = act | {"private": [], "messages": [], "signed": {"organisers": []}}
    for at, (player, row) in enumerate(zip(players, rows, strict=True)):
        key = ORGANISERS[player]
        message = sealer.act_message(GAME, row, act, proposes=at < len(players) - 1)
        vector["private"].append(key.private_bytes_raw().hex())
        vector["messages"].append(message.decode())
        signature = {"seq": row[0], "signature": key.sign(message).hex()}
        vector["signed"]["organisers"].append(signature)
    return vector


def _row_vector(event: Json, digest: str) -> Json:
    """A row, each of its hidden parts by path, and what is sealed of it."""
    row, sealed = sealer.sealed_row(event, GAME)
    hidden = {}
    for path, given in event["hidden"].items():
        holder, last = sealer.holder_of(event, path)
        committed = sealer.commitment(given["salt"], holder[last])
        hidden[path] = {"value": holder[last], **given, "commitment": committed}
    text = sealer.canonical(sealed).decode()
    return {"row": row, "hidden": hidden, "sealed": text, "digest": digest}


def _linked(refusals: list[Json], link: str) -> Iterator[Json]:
    """The refusals after a row with a digest, and their chain."""
    for refusal in refusals:
        committed = sealer.committed_refusal(refusal)
        link = sealer.link(link, committed)
        value = {name: part for name, part in refusal.items() if name != "salt"}
        given = {"refusal": value, "path": f"/refused/{refusal['nth']}", "salt": refusal["salt"]}
        yield given | {"commitment": committed, "link": link}


# ---- bundles

NUMBER: Final = 437
"""The game of the bundles: a short one with refused moves and acts that is over."""

SEAT: Final = 0
"""The seat whose view is in the bundles."""


@cache
def bundles() -> dict[str, bytes]:
    """The three files of the vectors by view, of a rulebook that was never released."""
    full = json.loads(played("avengers", 4, NUMBER))
    full["events"][0]["move"]["rules"] = {"version": "0", "digest": "0" * 64}
    for event in full["events"]:
        event["rules_version"] = "0"
    sealer.seal(full, player=PLAYER_KEY, organisers=ORGANISERS)
    views = {"full": full, "seat": sealer.seen(full, SEAT), "public": sealer.seen(full)}
    return {name: sealer.canonical(bundle) for name, bundle in views.items()}


def bundle_vectors(files: dict[str, bytes]) -> Json:
    """The digests of the files, and of the messages that are signed in them."""
    vectors = {}
    for name, source in files.items():
        bundle = json.loads(source)
        vectors[name] = {
            "file": f"bundle-{name}.json",
            "sha256": sha256(source).hexdigest(),
            "head_message_sha256": sha256(sealer.head_message(bundle["head"])).hexdigest(),
        }
    return vectors


# ---- the log

LOG: Final = SignerKey("fairdeal.example/log", LOG_KEY, bytes(32))
WITNESS: Final = SignerKey("witness.example/w1", WITNESS_KEY, bytes([2]) * 32)
TIMES: Final = {4: 1_795_339_800, 8: 1_795_339_860}
"""When the checkpoint of a size was cosigned, in Unix time."""


def _record(by: bytes, key: bytes, use: KeyUse) -> KeyRecord:
    """A record that both keys sign."""
    signers = [SignerKey(LOG.name, LOG_KEY, seed) for seed in (by, key)]
    first, second = (one.verifier.public.hex() for one in signers)
    message = key_message(first, second, use)
    signatures = [one.sign(message).hex() for one in signers]
    return KeyRecord(first, second, (signatures[0], signatures[1]), use)


def _key_vectors() -> Json:
    """Two changes of both keys, an invented record, and whom each key leads to."""
    logs, signers = ([bytes([at]) * 32 for at in range(first, first + 3)] for first in (16, 32))
    records = [_record(log, key, "signing") for log, key in zip(logs, signers, strict=True)]
    records += [_record(logs[0], logs[1], "log"), _record(logs[1], logs[2], "log")]
    honest = _record(logs[2], bytes([48]) * 32, "signing")
    records.append(msgspec.structs.replace(honest, signatures=honest.signatures[::-1]))
    trusted = [records[0].by, records[2].key, honest.key]
    return {
        "records": msgspec.to_builtins(records),
        "message": key_message(records[0].by, records[0].key, "signing").decode(),
        "entry": text_entry(records[0].text).decode(),
        "follow": [
            {"trusted": key, **{use: sorted(found) for use, found in known._asdict().items()}}
            for key in trusted
            for known in [follow([key], records)]
        ],
    }


def log_vectors(full: bytes) -> Json:
    """A log with a game, which was signed when that had begun, and at the end."""
    entries, games, listed = list[bytes](), GameMap(), list[tuple[int, LoggedEntry]]()
    for entry in logged(json.loads(full)):
        games.add(entry.game, len(entries), entry.leaf)
        listed.append((len(entries), entry))
        entries.append(entry_text(entry.kind, entry.digest, entry.game))
        if len(entries) + 1 in TIMES:
            entries.append(text_entry(map_text(games.root)))
    leaves = [leaf_hash(entry) for entry in entries]
    tree = subtrees(leaves)
    last = len(leaves)
    roots = [tree(0, size) for size in range(last + 1)]
    signed = {size: sign_checkpoint(LOG.name, size, roots[size], LOG) for size in TIMES}
    cosigned = signed[last].with_lines(cosign(signed[last], TIMES[last], WITNESS))
    inclusion = [inclusion_proof(tree, index, last) for index in range(last)]
    consistency = [consistency_proof(tree, first, last) for first in range(1, last + 1)]
    path = games.path(bucket_of(listed[0][1].game))
    bucket = tuple((at, one, tuple(_in_hexadecimal(inclusion[at]))) for at, one in listed)
    extra = ProofExtra(bucket, tuple(_in_hexadecimal(path)), ())
    proof = GameProof(extra, tuple(inclusion[-1]), cosigned)
    old = min(TIMES)
    request = f"old {old}\n{_lines(consistency[old - 1])}\n{signed[last].note}"
    return {
        "origin": LOG.name,
        "vkey": str(LOG.verifier),
        "witness_vkey": str(WITNESS.verifier),
        "entries": [entry.decode() for entry in entries],
        "leaves": _in_hexadecimal(leaves),
        "roots": _in_hexadecimal(roots),
        "checkpoints": [_checkpoint_vector(one) for one in signed.values()],
        "inclusion": [
            {"index": index, "size": last, "path": _in_hexadecimal(one)}
            for index, one in enumerate(inclusion)
        ],
        "consistency": [
            {"first": first, "second": last, "path": _in_hexadecimal(one)}
            for first, one in enumerate(consistency, 1)
        ],
        "proof_of_bundle_full": proof.text,
        "add_checkpoint_request": request,
        "keys": _key_vectors(),
        f"tile_0_000_p_{last}": b"".join(leaves).hex(),
        f"entries_000_p_{last}": join_entries(entries).hex(),
    }


def _checkpoint_vector(signed: SignedCheckpoint) -> Json:
    time = TIMES[signed.size]
    line = str(cosign(signed, time, WITNESS))
    given: Json = {"size": signed.size, "text": signed.text, "note": signed.note}
    return given | {"time": time, "cosignature_line": line}


def _lines(hashes: Sequence[bytes]) -> str:
    return "".join(f"{encode_base64(one)}\n" for one in hashes)


def _in_hexadecimal(hashes: Sequence[bytes]) -> list[str]:
    return [one.hex() for one in hashes]


# ---- the examples of the pages


@dataclass(frozen=True, slots=True)
class Example:
    """A part of a page that shows values of the vectors, in this order.

    `slots` finds the places of the values. What it matches but for its groups stays.
    """

    page: str
    heading: str
    slots: str
    values: Sequence[str]

    def filled(self, text: str) -> str:
        """Return the text of the page with the values in their places."""
        before, found, rest = text.partition(f"\n{self.heading}\n")
        section, after, behind = rest.partition("\n## ")
        values = iter(self.values)
        filled = re.sub(self.slots, lambda _: next(values), section, flags=re.DOTALL)
        if not found or next(values, None) is not None:
            raise ValueError(f"{self.page} has fewer places than there are values")
        return before + found + filled + after + behind


BLOCK: Final = r"(?<=```text\n).*?(?=```)"
SHOWN: Final = r"(?<=`)(?:[0-9a-f]{64}|[0-9a-f]{32}|[0-9a-f]{8})(?=`)"
SHORT: Final = r'(?<=")[0-9a-f]{4}(?=…")'
VKEY: Final = r"(?<=`)[^`\s]+\+[0-9a-f]{8}\+[^`\s]+(?=`)"


def examples(sealing: Json, log: Json, full: Json) -> list[Example]:
    """What the pages show of the vectors."""
    first, second, _ = sealing["rows"]
    refusals = sealing["refusals"]
    cards = second["hidden"]["/facts/0/cards"]
    links = [refusal["link"] for refusal in refusals]
    of_rows = [
        *(sealing["seed"], first["digest"], sealing["signed_move"]["message"] + "\n"),
        *(cards["salt"], cards["commitment"], second["sealed"] + "\n", second["digest"]),
        *(refusal[part][:8] for part in ("salt", "commitment") for refusal in refusals),
        *(*links, links[-1][:4]),
        *(NAME["salt"], first["row"]["move"]["seats"][0]["name"]),
    ]
    of_log = [
        *(log["vkey"], log["witness_vkey"], log["entries"][-4] + "\n", log["leaves"][-4]),
        *(log["proof_of_bundle_full"], log["add_checkpoint_request"]),
    ]
    counts = [str(len(full[name])) for name in ("events", "refusals")]
    return [
        Example("event-format.md", "## A worked example", f"{BLOCK}|{SHOWN}|{SHORT}", of_rows),
        Example("log.md", "## A worked example", f"{BLOCK}|{SHOWN}|{VKEY}", of_log),
        Example("clocks.md", "## Worked rows", r"(?<=-\|\n).*?(?=\n*$)", [worked_rows()]),
        Example("bundle.md", "## Vectors", r"\d+(?= (?:events|refused))", counts),
    ]


# ---- all of it


@cache
def texts() -> dict[str, str]:
    """All files as they are now, by name."""
    files = bundles()
    sealing, log = sealing_vectors(), log_vectors(files["full"])
    made = {
        "sealing-vectors.json": _indented(sealing),
        "log-vectors.json": _indented(log),
        "bundle-vectors.json": _indented(bundle_vectors(files)),
    }
    made |= {f"bundle-{name}.json": source.decode() for name, source in files.items()}
    for example in examples(sealing, log, json.loads(files["full"])):
        text = made.get(example.page) or (DOCS / example.page).read_text(encoding="utf-8")
        made[example.page] = example.filled(text)
    return made


def _indented(value: Any) -> str:
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def write() -> None:
    """Write all of them."""
    for name, text in texts().items():
        (DOCS / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
