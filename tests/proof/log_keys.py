"""Private keys of logs and witnesses, and what they sign."""

from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit.note import TIME_SIZE, SignatureLine, SignedCheckpoint, VerifierKey, cosigned_text


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
