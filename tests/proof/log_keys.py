"""Private keys of logs and witnesses, and what they sign."""

from collections.abc import Sequence
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit.game_map import GameMap, bucket_of
from games.audit.note import TIME_SIZE, SignatureLine, SignedCheckpoint, VerifierKey, cosigned_text
from games.audit.proof import (
    GameProof,
    LoggedEntry,
    ProofExtra,
    blinded,
    created_digest,
    erased_digest,
    kinds_of_row,
    map_text,
    text_entry,
)
from games.audit.tree import inclusion_proof, leaf_hash, root_of, subtrees
from tests.proof import sealer
from tests.proof.sealer import Json


@dataclass(frozen=True, slots=True)
class SignerKey:
    """An Ed25519 private key with the name and the type of its public key."""

    name: str
    kind: int
    seed: bytes

    @property
    def verifier(self) -> VerifierKey:
        """The public key."""
        public = self._private().public_key().public_bytes_raw()
        return VerifierKey(self.name, self.kind, public)

    def sign(self, message: bytes) -> bytes:
        """Return the 64 bytes of the signature of a message."""
        return self._private().sign(message)

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.seed)


def sign_checkpoint(origin: str, size: int, root: bytes, key: SignerKey) -> SignedCheckpoint:
    """Return a checkpoint signed by its log."""
    plain = SignedCheckpoint(origin, size, root)
    signature = key.sign(plain.text.encode())
    return plain.with_lines(SignatureLine(key.name, key.verifier.id, signature))


def cosign(checkpoint: SignedCheckpoint, time: int, key: SignerKey) -> SignatureLine:
    """Return the signature line of a witness, who saw the checkpoint at a Unix time."""
    signature = key.sign(cosigned_text(checkpoint, time))
    return SignatureLine(key.name, key.verifier.id, time.to_bytes(TIME_SIZE, "big") + signature)


def sign_proof(
    listed: Sequence[tuple[int, LoggedEntry]],
    size: int,
    log: SignerKey,
    origin: str = "",
    placed: Sequence[tuple[int, LoggedEntry]] | None = None,
) -> GameProof:
    """Return the proof of the entries at these indexes, all of one bucket, of a log of a size.

    `placed` are those that the log has, if its map lies.
    """
    games = GameMap()
    leaves = [leaf_hash(bytes([at])) for at in range(size - 1)]
    for index, entry in listed if placed is None else placed:
        leaves[index] = entry.leaf
    for index, entry in listed:
        games.add(entry.game, index, entry.leaf)
    leaves.append(leaf_hash(text_entry(map_text(games.root))))
    path = tuple(one.hex() for one in games.path(bucket_of(listed[0][1].game)))
    steps = [tuple(inclusion_proof(subtrees(leaves), index, size)) for index in range(size)]
    bucket = tuple((at, one, tuple(step.hex() for step in steps[at])) for at, one in listed)
    signed = sign_checkpoint(origin or log.name, size, root_of(leaves), log)
    return GameProof(ProofExtra(bucket, path, ()), steps[-1], signed)


def logged(bundle: Json) -> list[LoggedEntry]:
    """Return the entries that the log has of the game of a full bundle, erasures last."""
    head, rows = bundle["head"], bundle["events"]
    made = [
        ("created", created_digest(head["game"], head["commitment"])),
        ("opened", sealer.terms_digest(sealer.terms_of(bundle))),
    ]
    for row, digest in zip(rows, sealer.digests(bundle), strict=True):
        made += [(kind, digest) for kind in kinds_of_row(row["seq"], row["facts"])]
    for seat, name in enumerate(bundle["names"] or ()):
        if name and "erased" in name:
            made.append(("erased", erased_digest(head["game"], seat, name["erased"])))
    return [LoggedEntry(digest, blinded(head["game"]), kind) for kind, digest in made]
