"""The seeds of shared deals (tournament.duplicate)."""

from __future__ import annotations

import hmac


def deal_seed(seed: bytes, nth: int, seats: int) -> bytes:
    """Return the seed of all games of a round with as many seats.

    It follows from the seed of the tournament, which it does not reveal.
    """
    return hmac.digest(seed, f"fairdeal-tournament-deal-v1/{nth}/{seats}".encode(), "sha256")
