"""The seeds of the choices of bots."""

import hmac
from typing import Final

FORMAT: Final = "fairdeal-bot-v1"
"""The name of the algorithm; a change of the algorithm changes the name."""


def seed_of_choice(*, seed: bytes, seq: int, seat: int) -> bytes:
    """Return the seed of the choice that a seat makes after row ``seq``.

    It follows from the seed of the game, which is committed to before the deal, so the server
    cannot try several and choose the best. HMAC-SHA-256 with the game's seed as the key.
    """
    return hmac.digest(seed, f"{FORMAT}/choice/{seq}/{seat}".encode(), "sha256")
