"""The seeds of the choices of bots."""

import hmac
from typing import Final

FORMAT: Final = "fairdeal-bot-v2"
"""The name of the algorithm; a change of the algorithm changes the name."""


def seed_of_choice(*, seed: bytes, number: int, seat: int) -> bytes:
    """Return the seed of a choice; ``number`` is how many its seat has made before.

    It follows from the seed of the game, which is committed to before the deal, and no row of
    others changes it: so the server cannot try several and choose the best. HMAC-SHA-256 with the
    game's seed as the key.
    """
    return hmac.digest(seed, f"{FORMAT}/choice/{number}/{seat}".encode(), "sha256")
