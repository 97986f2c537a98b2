"""Seal rows and make bundles as the specifications say, apart from the server's own code.

Written from docs/event-format.md, docs/fairness.md and docs/bundle.md: the tests of verifiers seal
a changed game again with it, as the holder of the server's key could.
"""

import hmac
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from hashlib import sha256, shake_256
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Json = dict[str, Any]

SEAL: Final = b"fairdeal-seal-v4"
CHANCE: Final = b"fairdeal-shake256-v3"
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


def mixed_seed(server_seed: str, shares: Sequence[str | None]) -> bytes:
    """The seed of a game, from the server's part and the shares."""
    message = CHANCE + b"/seed/" + bytes.fromhex(server_seed) + canonical(shares)
    return sha256(message).digest()


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


def digest(previous: str, sealed: Json) -> str:
    """The digest of a sealed row, after the digest of the row before it."""
    return sha256(SEAL + b"/row/" + bytes.fromhex(previous) + canonical(sealed)).hexdigest()


def link(previous: str, committed: str) -> str:
    """The link of a refusal with a commitment, after a link or the digest of its row."""
    return sha256(SEAL + b"/refusal/" + bytes.fromhex(previous + committed)).hexdigest()


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


def open_hidden(event: Json, paths: Iterable[str], seed: bytes) -> None:
    """Name the hidden parts of an event of a full bundle, with their salts."""
    event["hidden"] = {path: {"salt": salt_of(seed, event["seq"], path)} for path in paths}


def sealed_row(event: Json, game: str) -> tuple[Json, Json]:
    """The row of an event, as it is and with the commitments of its hidden parts."""
    row = {name: part for name, part in event.items() if name not in ("mark", "hidden")}
    row["game"] = game
    sealed = deepcopy(row)
    for path, given in event["hidden"].items():
        holder, last = holder_of(sealed, path)
        holder[last] = {"commitment": commitment(given["salt"], holder[last])}
    return row, sealed


def digests(bundle: Json) -> list[str]:
    """The digests of the rows of a full bundle that is sealed."""
    found = [GENESIS]
    for event in bundle["events"]:
        _, sealed = sealed_row(event, bundle["head"]["game"])
        found.append(digest(found[-1], sealed))
    return found[1:]


def terms_of(bundle: Json) -> Json:
    """The terms, row 0, that follow from row 1."""
    first, head = bundle["events"][0], bundle["head"]
    terms = {name: part for name, part in first["move"].items() if name != "move"}
    chance = {name: part for name, part in terms["chance"].items() if name != "shares"}
    chance["commitment"] = head["commitment"]
    terms |= {"chance": chance, "game": head["game"]}
    return terms | {"setup": first["facts"][0]["setup"]}


def terms_digest(terms: Json) -> str:
    """The digest of terms, which a head of `seq` 0 has."""
    return sha256(SEAL + b"/terms/" + canonical(terms)).hexdigest()


def terms_receipt(bundle: Json) -> Json:
    """The receipt of the terms of a bundle."""
    head = bundle["head"] | {"seq": 0, "refused": None}
    return receipt_of(head | {"digest": terms_digest(terms_of(bundle))})


def seal(
    bundle: Json,
    key: Ed25519PrivateKey = SERVER_KEY,
    *,
    keep_hidden: bool = False,
    player: Ed25519PrivateKey | None = None,
    organisers: Mapping[str, Ed25519PrivateKey] | None = None,
) -> Json:
    """Seal all rows and refusals of a full bundle and sign it; the given one is changed.

    `keep_hidden` hides the parts that the events name instead of those that the format says.
    `player` signs all signed moves again, and `organisers`, keys by id, all signed acts.
    """
    seed = mixed_seed(bundle["seed"], bundle["events"][0]["move"]["chance"]["shares"])
    head = bundle["head"]
    previous, refused, known = GENESIS, None, {}
    for event in bundle["events"]:
        seq = event["seq"]
        if seq > 1:
            event["refused"] = refused and refused | {"count": _count(event["refused"], refused)}
        if player is not None:
            _sign_again(player, head["game"], event, event["move"], known, seq - 1)
        if organisers is not None:
            _sign_act_again(organisers, head["game"], event, known)
        open_hidden(event, event["hidden"] if keep_hidden else hidden_paths(event), seed)
        _, sealed = sealed_row(event, head["game"])
        previous = digest(previous, sealed)
        event["mark"], known[seq] = previous[:8], previous
        for refusal in bundle["refusals"] if player is not None else ():
            if refusal["seq"] == seq:
                tried = [*refusal["before"], refusal["move"]][0]
                _sign_again(player, head["game"], refusal, tried, known, seq)
        refused = _chained(bundle["refusals"], seq, previous, seed)
    head["refused"] = refused and refused | {"count": _count(head["refused"], refused)}
    head |= {"seq": bundle["events"][-1]["seq"], "digest": previous}
    return sign(bundle, key)


def _count(before: Json | None, refused: Json) -> int:
    """How many moves were refused: those that were only counted stay counted."""
    return max(int(refused["count"]), int(before["count"]) if before else 0)


def committed_refusal(refusal: Json) -> str:
    """The commitment to a refusal that has its salt."""
    value = {name: part for name, part in refusal.items() if name != "salt"}
    return commitment(refusal["salt"], value)


def _chained(refusals: list[Json], seq: int, last: str, seed: bytes) -> Json | None:
    """The member `refused` for the refusals after a row."""
    stored = [refusal for refusal in refusals if refusal["seq"] == seq]
    for refusal in stored:
        refusal["salt"] = salt_of(seed, seq, f"/refused/{refusal['nth']}")
        last = link(last, committed_refusal(refusal))
    return {"count": len(stored), "head": last} if stored else None


def drop_refusals(bundle: Json) -> None:
    """Take all refusals out of a bundle."""
    bundle["refusals"] = []
    for part in (*bundle["events"], bundle["head"]):
        part["refused"] = None


def written(folder: Path, name: str, value: Any) -> Path:
    """Write a file in its canonical form; return where it is."""
    path = folder / name
    path.write_bytes(canonical(value))
    return path


def sign(bundle: Json, key: Ed25519PrivateKey = SERVER_KEY) -> Json:
    """Sign the head; the given bundle is changed."""
    signature = key.sign(head_message(bundle["head"])).hex()
    bundle["signature"] = {"public": public_of(key), "head": signature}
    return bundle


def head_message(head: Json) -> bytes:
    """What the server signs of a head."""
    return b"fairdeal-head-v4/" + canonical(head)


def receipt_of(head: Json, key: Ed25519PrivateKey = SERVER_KEY) -> Json:
    """The receipt of a head."""
    signature = key.sign(head_message(head)).hex()
    return _receipt(deepcopy(head), public_of(key), signature)


def _receipt(head: Json, public: str, signature: str) -> Json:
    key_id = sha256(bytes.fromhex(public)).hexdigest()[:16]
    return {"head": head, "key": key_id, "public": public, "signature": signature}


def share_receipt(bundle: Json, seat: int, commitment: str) -> Json:
    """The receipt that a seat opened the share with a commitment."""
    share = {"game": bundle["head"]["game"], "seat": seat, "commitment": commitment}
    share["at"] = bundle["events"][0]["at"]
    signed = receipt_of(bundle["head"]) | {"share": share}
    del signed["head"]
    return signed | {"signature": SERVER_KEY.sign(b"fairdeal-share-v4/" + canonical(share)).hex()}


def receipt(bundle: Json) -> Json:
    """The receipt of the last row of a bundle."""
    signature = bundle["signature"]
    return _receipt(bundle["head"], signature["public"], signature["head"])


def move_message(game: str, row: tuple[int, str], move: Json, choices: Json) -> bytes:
    """What a player signs of a move that answers a row, given as seq and digest."""
    seq, last = row
    message = {"choices": choices, "digest": last, "game": game, "move": move, "seq": seq}
    return b"fairdeal-move-v4/" + canonical(message)


def act_message(game: str, row: tuple[int, str], event: Json, *, proposes: bool) -> bytes:
    """What an organiser signs of an act that answers a row, given as seq and digest.

    `proposes`: what the first of two signs; what the second one signs names both.
    """
    actor, (seq, last) = event["actor"], row
    message = {"digest": last, "game": game, "move": event["move"], "seq": seq}
    message |= {name: actor[name] for name in ("player", "reason")}
    second = None if proposes else actor.get("second")
    return b"fairdeal-act-v4/" + canonical(
        message | {"reference": actor.get("reference"), "second": second}
    )


def _sign_act_again(
    keys: Mapping[str, Ed25519PrivateKey], game: str, event: Json, known: dict[int, str]
) -> None:
    """Sign an act that has signatures by the keys of its organisers."""
    if event["actor"]["kind"] == "organiser" and event["signed"]:
        acting = [event["actor"][name] for name in ("player", "second") if name in event["actor"]]
        for at, one in enumerate(event["signed"]["organisers"]):
            row = (one["seq"], known[one["seq"]])
            message = act_message(game, row, event, proposes=at < len(acting) - 1)
            one["signature"] = keys[acting[at]].sign(message).hex()


def _sign_again(
    key: Ed25519PrivateKey, game: str, part: Json, move: Json, known: dict[int, str], last: int
) -> None:
    """Sign a row or a refusal after row `last`, if it has a signature."""
    signed = part["signed"]
    if signed and "signature" in signed:
        seq = signed.get("seq", last)
        message = move_message(game, (seq, known[seq]), move, signed["choices"])
        signed["signature"] = key.sign(message).hex()


def seen(bundle: Json, seat: int | None = None, key: Ed25519PrivateKey = SERVER_KEY) -> Json:
    """The bundle as the public sees it, or a seat: with the cards of its hand and its own moves."""
    view = deepcopy(bundle) | {"view": "public" if seat is None else f"seat:{seat}", "seed": None}
    for event in view["events"]:
        openings = {}
        for path, given in event["hidden"].items():
            holder, last = holder_of(event, path)
            if seat is not None and _sees(event, path, seat):
                openings[path] = given
            else:
                openings[path] = {"commitment": commitment(given["salt"], holder[last])}
                holder[last] = None
        event["hidden"] = openings
    for at, refusal in enumerate(view["refusals"]):
        if refusal["seat"] != seat:
            given = {"seq": refusal["seq"], "nth": refusal["nth"]}
            view["refusals"][at] = given | {"commitment": committed_refusal(refusal)}
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
