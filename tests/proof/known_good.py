"""Write the bundles with which the verifier checks itself: `python -m tests.proof.known_good`.

They are short games of every variant with a bot that makes its own choices, signed moves, refused
moves, acts of organisers, shared chance and a clock.
"""

import gzip
from pathlib import Path
from typing import Any, Final

from games.audit.self_check import FOLDER
from tests.proof.played import played

GAMES: Final[dict[str, dict[str, Any]]] = {
    "avengers": {"seats": 3, "number": 1, "most": 100},
    "xmen": {"seats": 3, "number": 1, "most": 100, "times": (20, 30, 5, 3)},
    "ultimate": {"seats": 3, "number": 3, "most": 100},
}
"""How each game is made: see `played`."""


def file_of(variant: str) -> Path:
    """Where the bundle of a variant is."""
    return FOLDER / f"{variant}.json.gz"


def made(variant: str) -> bytes:
    """The bundle of a variant as it is now."""
    return played(variant, with_bots=True, **GAMES[variant])


def write() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for variant in GAMES:
        file_of(variant).write_bytes(gzip.compress(made(variant), mtime=0))


if __name__ == "__main__":
    write()
