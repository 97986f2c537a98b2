"""The luck of a bot: where the seed of each of its choices comes from."""

import hmac
from typing import Final

FORMAT: Final = "fairdeal-bot-v1"
"""The name of how a choice is made from a seed; another way gets another name."""


def seed_of_choice(*, seed: bytes, seq: int, seat: int) -> bytes:
    """The seed of the choice that a seat makes after row ``seq``.

    It follows from the seed of the game, which is committed to before the deal: none can try
    several and choose the best. HMAC-SHA-256 with the game's seed as the key.
    """
    return hmac.digest(seed, f"{FORMAT}/choice/{seq}/{seat}".encode(), "sha256")
