"""What a client checks in a game, signs and stores, so that the server cannot deceive its player.

It is on top of the verifier of this project, which is the player's own copy and not the server's. A
client in another language needs the same: docs/fairness.md, docs/event-format.md and docs/log.md
say how each text is made.
"""

from __future__ import annotations

import secrets
import shlex
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

sys.path.append(str(Path(__file__).resolve().parents[1]))

from games.audit.keys import follow, read_keys_file
from games.audit.note import NoteError
from games.audit.own_evidence import read_receipt
from games.audit.proof import GameEntry, blinded, entries_of_game, log_findings, parse_proof
from games.engine import share_commitment
from games.json_pointers import changed
from games.ledger.heads import (
    SignedHead,
    SignedShare,
    head_message,
    move_message,
    share_message,
)
from games.ledger.sealing import GENESIS, canonical, commit, digest
from games.ledger.signatures import verify
from games.ledger.terms import terms_digest

Json = dict[str, Any]

ROOT = Path(__file__).resolve().parents[1]

NOT_IN_ROWS = ("digest", "sealed", "salts")
"""The members of an event that tell how its row was sealed."""


class Distrust(Exception):
    """The server does not keep what it promises."""


class Evidence:
    """The share, the key, and all that a player stores of a game.

    ``keys`` is a file with the keys of the server, stored when it was first met. ``stored`` is what
    an Evidence of the same game said to store.
    """

    def __init__(self, keys: Path, stored: Json | None = None) -> None:
        self._keys_file, found = keys, read_keys_file(keys.read_bytes())
        self._records, self._trusted = found.records, found.keys
        self._signing = follow(self._trusted, self._records).signing
        self.share = stored["share"] if stored else secrets.token_hex(32)
        key = bytes.fromhex(stored["key"]) if stored else secrets.token_bytes(32)
        self._key = Ed25519PrivateKey.from_private_bytes(key)
        self._digests = [GENESIS]
        if stored:
            self.choose_folder(stored["id"])

    def choose_folder(self, game: str) -> None:
        """Store what follows in the folder of a game, beside the file of the keys."""
        self._game, self.folder = game, self._keys_file.parent / str(UUID(game))
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def stored(self) -> Json:
        """Return what makes the same evidence again, with the files in the folder."""
        return {"id": self._game, "share": self.share, "key": self._key.private_bytes_raw().hex()}

    @property
    def key(self) -> str:
        """The public key."""
        return self._key.public_key().public_bytes_raw().hex()

    @property
    def commitment(self) -> str:
        """What binds the share before it is opened."""
        return share_commitment(bytes.fromhex(self.share))

    def seat(self) -> Json:
        """Return the seat to ask for."""
        return {"kind": "me", "share_commitment": self.commitment, "key": self.key}

    # ---- before the deal

    def accept(self, game: Json, proof: bytes) -> None:
        """Store the terms of a game; raise ``Distrust`` unless the share may be opened now.

        The server must have signed terms that bind all shares, and have logged them before any
        share is opened. Else the other shares can be chosen afterwards. ``proof`` is that of the
        log.
        """
        self.keep(game["receipt"])
        terms, head, you = game["terms"], game["receipt"]["head"], game["you"]
        chance, made = terms["chance"], terms_digest(terms)
        players = [seat["kind"] == "player" for seat in terms["seats"]]
        is_bound = (
            (head["game"], head["seq"], head["digest"]) == (game["id"], 0, made)
            and (terms["game"], chance["commitment"]) == (game["id"], head["commitment"])
            and [one is not None for one in chance["commitments"]] == players
            and chance["commitments"][you] == self.commitment
            and terms["seats"][you]["key"] == self.key
        )
        if not is_bound:
            raise Distrust("The server did not sign terms that bind my share: I do not open it.")
        entries = entries_of_game(game["id"], head["commitment"], (made, terms["closed_at"]))
        if not self._is_logged(proof, entries):
            raise Distrust("The terms are not in the log: I do not open my share.")
        (self.folder / "opened.proof").write_bytes(proof)

    def _is_logged(self, source: bytes, entries: list[GameEntry]) -> bool:
        """Whether the signed log has these entries of the game, and no others."""
        try:
            proof = parse_proof(source)
        except NoteError:
            return False
        logs = follow(self._trusted, [*self._records, *proof.records]).log
        found = [entry for _, entry in proof.of_game(blinded(self._game))]
        faults = list(log_findings([proof], entries, keys=logs))
        return not faults and found == [entry.logged for entry in entries]

    # ---- during the game

    def keep(self, receipt: Json) -> None:
        """Store a receipt.

        Raises ``Distrust`` unless the server's key signed it for this game, and if it contradicts
        one that is stored.
        """
        source = canonical(receipt)
        given = read_receipt(source)
        if isinstance(given, SignedHead):
            head = given.head
            is_terms = head.seq == 0 and head.digest != GENESIS
            game, name = head.game, "terms" if is_terms else f"receipt-{head.seq:04}"
            message = head_message(head)
        else:
            game, name = given.share.game, "share"
            message = share_message(given.share)
        is_signed = verify(given.public, message, given.signature)
        if game != self._game or not is_signed or given.public not in self._signing:
            raise Distrust(
                "The receipt is not signed for this game by a key that the server had before:"
                f" {self._keys_file}."
            )
        kept = self.folder / f"{name}.json"
        if kept.exists() and _told(read_receipt(kept.read_bytes())) != _told(given):
            raise Distrust(f"The server signed something else before: {kept}.")
        kept.write_bytes(source)

    @property
    def seq(self) -> int:
        """The number of the last row whose digest is computed."""
        return len(self._digests) - 1

    def follow(self, events: Iterable[Json]) -> None:
        """Compute the digests of the next rows from what the server shows of them."""
        for event in events:
            sealed = changed(_row_of(event), event["sealed"], _hider(event))
            sealed["game"] = self._game
            if event["seq"] != self.seq + 1:
                raise Distrust(f"After row {self.seq} the server shows row {event['seq']}.")
            self._digests.append(digest(self._digests[-1], sealed))

    def sign(self, seq: int, digest: str, body: Json, you: int) -> str:
        """Return the signature of a move that answers row ``seq``.

        ``digest`` is what the server says that this row has. What is signed is what was computed.
        """
        if self._digests[seq] != digest:
            raise Distrust(f"Row {seq} is not what the server says: I sign nothing.")
        message = move_message(
            game=self._game,
            seq=seq,
            digest=self._digests[seq],
            move=as_in_rows(body, you),
            choices=body.get("choices") or {},
        )
        return self._key.sign(message).hex()

    # ---- after it

    def judge(self, bundle: bytes) -> tuple[bool, str]:
        """Store the bundle of the game, and have the verifier judge it by all that is stored.

        Return whether it passed, and the command with what the verifier says.
        """
        (self.folder / "game.json").write_bytes(bundle)
        files = [self._keys_file.resolve(), self.folder.resolve()]
        command = [sys.executable, "-m", "games.audit", "--key", *map(str, files)]
        found = subprocess.run(
            command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
        )
        said = f"{shlex.join(['python', *command[1:]])}\n{found.stdout}{found.stderr}".rstrip()
        return found.returncode == 0, said


def _told(receipt: SignedHead | SignedShare) -> object:
    """Return what a receipt says that another of the same name must say too."""
    return receipt.head.digest if isinstance(receipt, SignedHead) else receipt.share


def _row_of(event: Json) -> Json:
    """Return the row of an event: without how it was sealed, and the numbers of cards moved."""
    row = {name: part for name, part in event.items() if name not in NOT_IN_ROWS}
    row["facts"] = [
        {name: part for name, part in fact.items() if name != "count" or "cards" not in fact}
        for fact in event["facts"]
    ]
    return row


def _hider(event: Json) -> Any:
    """Return what puts the commitment in the place of each hidden part of an event."""

    def hide(path: str, value: Any) -> Json:
        salt = event["salts"].get(path)
        made = event["sealed"][path] if salt is None else commit(bytes.fromhex(salt), value)
        return {"commitment": made}

    return hide


def as_in_rows(body: Json, you: int) -> Json:
    """Return a move as rows have it: with the seat, and text as the option."""
    move = {name: value for name, value in body.items() if name != "choices"} | {"seat": you}
    match body["move"]:
        case "play":
            move["uno"] = bool(body.get("uno"))
        case "choose":
            move["option"] = str(body["option"])
        case "catch-uno" | "claim-absent" | "stand-in":
            move["target"] = body["seat"]
    return move


def keys_of(folder: Path, server: str, keys: bytes) -> Path:
    """Return the file with the keys of a server, as they were when it was met first.

    Later ones take their place only if records of the log lead to all of them from those stored.
    """
    name = "".join(letter if letter.isalnum() else "-" for letter in server.partition("//")[2])
    file = folder / f"keys-{name}.json"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if file.exists():
        stored, found = read_keys_file(file.read_bytes()), read_keys_file(keys)
        if not set(found.keys) <= follow(stored.keys, found.records).signing:
            return file
    file.write_bytes(keys)
    return file
