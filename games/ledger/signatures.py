"""Ed25519 signatures, checked without a secret: public keys and signatures in hexadecimal."""

from __future__ import annotations

from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def key_id(public: str) -> str:
    """Return the name of a public key: the first 16 digits of the SHA-256 of its 32 bytes."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def verify(public: str, message: bytes, signature: str) -> bool:
    """Whether the holder of a key has signed a message; False too for what is no key at all."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), message)
    except (InvalidSignature, TypeError, ValueError):
        return False
    return True
