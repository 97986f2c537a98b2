"""Tournaments: how long a pairing takes, in round 3 at tables of four.

The places of the rounds before are by chance. The goal is at most 20 s for 4,000 players.
"""

import time
from random import Random
from typing import Final

from config.garbage import settle
from games.tournaments.rules.pairing import pair
from games.tournaments.rules.played_rounds import Rounds
from games.tournaments.rules.sizes import sizes_of
from tests.bench.figures import report
from tests.tournaments.test_pairing import field_after, played

PLAYERS: Final = (40, 400, 4_000)
ROUND: Final = 3
SIZE: Final = 4


def pairing_seconds(players: int) -> float:
    """Return the seconds of processor time in which the round is paired."""
    chance = Random(players)
    before: Rounds = ()
    seconds = 0.0
    for _ in range(ROUND):
        field = field_after(players, before, SIZE, chance)
        start = time.process_time()
        paired = pair(field, sizes_of(players, SIZE))
        seconds = time.process_time() - start
        before = (*before, played(paired, chance))
    return seconds


def main() -> None:
    """Print the seconds of a pairing."""
    settle()
    for players in PLAYERS:
        report(f"tournaments.pairing.{players}.seconds", pairing_seconds(players), "s")
