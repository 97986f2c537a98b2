"""Seal rows and make bundles as the specifications say, apart from the server's own code.

Written from docs/event-format.md, docs/fairness.md and docs/bundle.md: the tests of verifiers seal
a changed game again with it, as the holder of the server's key could.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from hashlib import sha256, shake_256
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Json = dict[str, Any]

SEAL: Final = b"fairdeal-seal-v2"
CHANCE: Final = b"fairdeal-shake256-v2"
GENESIS: Final = "0" * 64
OPEN_ZONES: Final = ("discard", "danger-discard", "revealed", "burn", "enemy", "items", "hero")
SERVER_KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(32))
"""The key that signed the bundles of the vectors."""


def canonical(value: object) -> bytes:
    """The canonical JSON of a value."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()


def public_of(key: Ed25519PrivateKey) -> str:
    """The public key in hexadecimal."""
    return key.public_key().public_bytes_raw().hex()


# ---- chance


def seed_commitment(server_seed: str) -> str:
    """The commitment to the server's part of the seed."""
    return sha256(CHANCE + b"/commitment/" + bytes.fromhex(server_seed)).hexdigest()


def share_commitment(share: str) -> str:
    """The commitment to the share of a player."""
    return sha256(CHANCE + b"/share/" + bytes.fromhex(share)).hexdigest()


def mixed_seed(server_seed: str, chance: Json) -> bytes:
    """The seed of a game, from the server's part and row 1."""
    beacon = chance["beacon"] and chance["beacon"]["value"]
    mixed = canonical({"beacon": beacon, "shares": chance["shares"]})
    return sha256(CHANCE + b"/seed/" + bytes.fromhex(server_seed) + mixed).digest()


def _words(seed: bytes, purpose: str, nth: int) -> Iterator[int]:
    """The numbers of a stream: 4096 are more than any use of chance reads."""
    stream = shake_256(CHANCE + f"/{purpose}/{nth}/".encode() + seed).digest(8192)
    return (stream[at] * 256 + stream[at + 1] for at in range(0, 8192, 2))


def _below(count: int, words: Iterator[int]) -> int:
    return next(word for word in words if word < 65536 - 65536 % count) % count


def shuffled(seed: bytes, cards: Sequence[str], nth: int) -> list[str]:
    """The order that the seed gives, the top card last."""
    pile, words = sorted(cards), _words(seed, "shuffle", nth)
    for last in range(len(pile) - 1, 0, -1):
        chosen = _below(last + 1, words)
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return pile


def picked(seed: bytes, count: int, nth: int) -> int:
    """The lot that the seed gives."""
    return _below(count, _words(seed, "pick", nth))


# ---- seals


def commitment(salt: str, value: object) -> str:
    """The commitment of a hidden part."""
    return sha256(SEAL + b"/hidden/" + bytes.fromhex(salt) + canonical(value)).hexdigest()


def name_commitment(salt: str, name: str) -> str:
    """The commitment to a name."""
    return sha256(SEAL + b"/name/" + bytes.fromhex(salt) + name.encode()).hexdigest()


def salt_of(seed: bytes, seq: int, path: str) -> str:
    """The salt of the hidden part at a path."""
    return hmac.digest(seed, SEAL + f"/salt/{seq}{path}".encode(), "sha256")[:16].hex()


def hidden_paths(event: Json) -> list[str]:
    """The hidden parts of a row whose parts are all there."""
    paths = [
        f"/facts/{at}/{part}" for at, fact in enumerate(event["facts"]) for part in _parts(fact)
    ]
    if event["move"]["move"] == "choose" and "/facts/0/option" in paths:
        paths.append("/move/option")
    if event["signed"] is not None:
        paths.append("/signed")
    return sorted(paths)


def _parts(fact: Json) -> list[str]:
    match fact["fact"]:
        case "cards-moved":
            ends = (fact["source"].split(":")[0], fact["target"].split(":")[0])
            return [] if any(end in OPEN_ZONES for end in ends) else ["cards"]
        case "shuffled":
            return ["order"]
        case "lot-drawn" if fact.get("hidden"):
            return ["picked"]
        case "cards-shown" if fact.get("to") is not None:
            return ["cards"]
        case "answered" | "taken" if fact.get("hidden"):
            return ["option"]
        case "prompted" if fact["prompt"].get("hidden"):
            there = [name for name in ("default", "options", "resume") if name in fact["prompt"]]
            return [f"prompt/{name}" for name in there]
        case _:
            return []


def holder_of(row: Json, path: str) -> tuple[Any, Any]:
    """The container of the part at a path, and its key or index there."""
    *steps, last = [int(step) if step.isdigit() else step for step in path[1:].split("/")]
    part: Any = row
    for step in steps:
        part = part[step]
    return part, last


# ---- bundles in the view `full`


def seal(bundle: Json, key: Ed25519PrivateKey = SERVER_KEY, *, keep_hidden: bool = False) -> Json:
    """Seal all rows and refusals of a full bundle and sign it; the given one is changed.

    `keep_hidden` hides the parts that the events name instead of those that the format says.
    """
    seed = mixed_seed(bundle["seed"], bundle["events"][0]["move"]["chance"])
    head = bundle["head"]
    previous, refused = GENESIS, None
    for event in bundle["events"]:
        seq = event["seq"]
        if seq > 1:
            event["refused"] = refused and refused | {"count": _count(event["refused"], refused)}
        if not keep_hidden:
            event["hidden"] = hidden_paths(event)
        row = deepcopy(
            {name: part for name, part in event.items() if name not in ("mark", "hidden")}
        )
        row["game"] = head["game"]
        for path in event["hidden"]:
            holder, last = holder_of(row, path)
            holder[last] = {"commitment": commitment(salt_of(seed, seq, path), holder[last])}
        previous = sha256(SEAL + b"/row/" + bytes.fromhex(previous) + canonical(row)).hexdigest()
        event["mark"] = previous[:8]
        refused = _chained(bundle["refusals"], seq, previous, seed)
    head["refused"] = refused and refused | {"count": _count(head["refused"], refused)}
    head |= {"seq": bundle["events"][-1]["seq"], "digest": previous}
    return sign(bundle, key)


def _count(before: Json | None, refused: Json) -> int:
    """How many moves were refused: those that were only counted stay counted."""
    return max(int(refused["count"]), int(before["count"]) if before else 0)


def _chained(refusals: list[Json], seq: int, digest: str, seed: bytes) -> Json | None:
    """The member `refused` for the refusals after a row."""
    stored = [refusal for refusal in refusals if refusal["seq"] == seq]
    link = digest
    for refusal in stored:
        committed = commitment(salt_of(seed, seq, f"/refused/{refusal['nth']}"), refusal)
        link = sha256(SEAL + b"/refusal/" + bytes.fromhex(link + committed)).hexdigest()
    return {"count": len(stored), "head": link} if stored else None


def sign(bundle: Json, key: Ed25519PrivateKey = SERVER_KEY) -> Json:
    """Sign head and file; the given bundle is changed."""
    public = public_of(key)
    rest = {name: part for name, part in bundle.items() if name != "signature"}
    digest = sha256(canonical(rest)).hexdigest()
    bundle["signature"] = {
        "algorithm": "ed25519",
        "key": sha256(bytes.fromhex(public)).hexdigest()[:16],
        "public": public,
        "head": key.sign(b"fairdeal-head-v2/" + canonical(bundle["head"])).hex(),
        "bundle": key.sign(f"fairdeal-bundle-v2/{digest}".encode()).hex(),
    }
    return bundle


def receipt(bundle: Json) -> Json:
    """The receipt of the last row of a bundle."""
    signature = bundle["signature"]
    given = {name: signature[name] for name in ("key", "public")}
    return given | {"head": bundle["head"], "signature": signature["head"]}


def move_signature(key: Ed25519PrivateKey, game: str, seq: int, move: Json, choices: Json) -> str:
    """The signature of a player over a move that answers row `seq`."""
    message = {"choices": choices, "game": game, "move": move, "seq": seq}
    return key.sign(b"fairdeal-move-v2/" + canonical(message)).hex()


def seen(bundle: Json, seat: int | None = None, key: Ed25519PrivateKey = SERVER_KEY) -> Json:
    """The bundle as the public sees it, or a seat: with the cards of its hand and its own moves."""
    seed = mixed_seed(bundle["seed"], bundle["events"][0]["move"]["chance"])
    view = deepcopy(bundle) | {"view": "public" if seat is None else f"seat:{seat}", "seed": None}
    for event in view["events"]:
        openings = {}
        for path in event["hidden"]:
            holder, last = holder_of(event, path)
            salt = salt_of(seed, event["seq"], path)
            if seat is not None and _sees(event, path, seat):
                openings[path] = {"salt": salt}
            else:
                openings[path] = {"commitment": commitment(salt, holder[last])}
                holder[last] = None
        event["hidden"] = openings
    for at, refusal in enumerate(view["refusals"]):
        salt = salt_of(seed, refusal["seq"], f"/refused/{refusal['nth']}")
        if refusal["seat"] == seat:
            refusal["salt"] = salt
        else:
            given = {"seq": refusal["seq"], "nth": refusal["nth"]}
            view["refusals"][at] = given | {"commitment": commitment(salt, refusal)}
    return sign(view, key)


def _sees(event: Json, path: str, seat: int) -> bool:
    if not path.startswith("/facts/"):
        return bool(event["seat"] == seat)
    fact = event["facts"][int(path.split("/")[2])]
    if fact["fact"] == "cards-moved":
        return f"hand:{seat}" in (fact["source"], fact["target"])
    if fact["fact"] == "prompted":
        return bool(fact["prompt"]["seat"] == seat)
    return fact["fact"] in ("answered", "taken") and fact["seat"] == seat
