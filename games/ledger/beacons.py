"""Beacons: values that a chain of drand publishes in rounds, at known times.

The value of a round is the hash of a BLS signature (``bls-unchained-g1-rfc9380``) that no one has
before its time. docs/fairness.md, *The beacon*, is the specification.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

MARGIN_SECONDS: Final = 10
"""A round is more than this much later than the closing of the table."""

DOMAIN: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""Separates the hashes to points that are signed from other hashes."""


class Chain(NamedTuple):
    """The public key of a chain, the Unix time of round 1, and the seconds a round."""

    public: str
    genesis: int
    period: int

    def round_after(self, closed: int) -> int:
        """Return the round of a table that closed at a Unix time in milliseconds."""
        since = closed // 1000 + MARGIN_SECONDS - self.genesis
        return max(1, since // self.period + 2)


QUICKNET: Final = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The hash that names the chain quicknet."""

CHAINS: Final = {
    QUICKNET: Chain(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d10645"
        "10d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
        1_692_803_367,
        3,
    )
}
"""The chains that are known, by their hashes."""


def value_of(signature: str) -> str:
    """Return the value of a round, given its signature in hexadecimal."""
    return sha256(bytes.fromhex(signature)).hexdigest()


@lru_cache(maxsize=64)
def is_signed(chain: Chain, number: int, signature: str) -> bool:
    """Whether a signature is that of a round; it takes about a second.

    py_ecc is imported here, as few games need it and the import takes long.
    """
    from py_ecc.bls.g2_primitives import pubkey_to_G1, signature_to_G2, subgroup_check
    from py_ecc.bls.hash_to_curve import hash_to_G1
    from py_ecc.optimized_bls12_381 import G2, pairing

    # The library's names are those of the other scheme, in which keys are the short points.
    try:
        point = pubkey_to_G1(bytes.fromhex(signature))
    except ValueError:
        return False
    message = sha256(number.to_bytes(8, "big")).digest()
    key = signature_to_G2(bytes.fromhex(chain.public))
    hashed = hash_to_G1(message, DOMAIN, sha256)
    return bool(subgroup_check(point) and pairing(G2, point) == pairing(key, hashed))
