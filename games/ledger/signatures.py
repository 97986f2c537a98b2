"""Verification of Ed25519 signatures; keys and signatures in hexadecimal."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def key_id(public: str) -> str:
    """Return the id of a public key: 16 digits of the SHA-256 of its 32 bytes."""
    return sha256(bytes.fromhex(public)).hexdigest()[:16]


def fingerprint(public: str) -> str:
    """Return the first 32 digits of the SHA-256 of a public key in eight groups.

    People compare them. They begin with the id.
    """
    digits = sha256(bytes.fromhex(public)).hexdigest()
    return " ".join(digits[at : at + 4] for at in range(0, 32, 4))


def verify(public: str, message: bytes, signature: str) -> bool:
    """Whether a key signed a message; False for an invalid key too."""
    if public in _NOT_DECODED:
        return False
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), message)
    except (InvalidSignature, TypeError, ValueError):
        return False
    return True


# The curve of RFC 8032: -x² + y² = 1 + d x² y² over the integers modulo p.
_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P


def _encodings_to_refuse() -> frozenset[str]:
    """Return the encodings that RFC 8032, 5.1.3, refuses and OpenSSL decodes.

    Their y is not below the prime, or their x is 0 with the sign of a negative one.
    """
    sign = 1 << 255
    large = [y + bit for y in range(_P, sign) for bit in (0, sign)]
    return frozenset(
        number.to_bytes(32, "little").hex() for number in (*large, sign + 1, sign + _P - 1)
    )


_NOT_DECODED: Final = _encodings_to_refuse()


def is_public_key(public: str) -> bool:
    """Whether 64 hexadecimal digits are a point of the curve, as a public key must be."""
    y = int.from_bytes(bytes.fromhex(public), "little") & ((1 << 255) - 1)
    if y >= _P:
        return False
    x_squared = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    return x_squared == 0 or pow(x_squared, (_P - 1) // 2, _P) == 1
